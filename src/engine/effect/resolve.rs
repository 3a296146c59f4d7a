//! What a turn has collected for the next player, resolved once: reversals, skips, penalties, the attack.

use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::Log;
use crate::rules::Features;
use crate::rules::features::{ATTACKS, CHALLENGES, FOLLOWING, PENALTIES, ROUNDS, TABLE};
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// The effects on the direction and on the next player; whose turn comes then.
    ///
    /// Reversals come before what hits the next player, so that this is the one who would play next.
    #[inline]
    pub(crate) fn resolve_effects(&mut self) -> Flow {
        let seat = self.s.seat;
        let played = self.s.turn.played > 0;
        if Self::has(FOLLOWING) {
            self.s.in_force.binds_next =
                self.rules.follow.binds_next && (played || self.rules.starter.effects);
        }
        let redirected = Self::has(ROUNDS) && self.s.round.first.is_some();
        if !redirected && !self.s.turn.has_effects::<F>() {
            return Flow::Jump(Task::Charge(self.s.next_active(seat, self.rules.players)));
        }
        // Whoever has challenged was the next player as the card was played.
        let doubted = Self::has(CHALLENGES) && self.s.turn.challenged;
        let challenger = doubted.then(|| self.s.next_active(seat, self.rules.players));
        let next = self.find_next(played);
        if !Self::has(PENALTIES) || self.s.turn.penalty.cards == 0 {
            return Flow::Jump(Task::Charge(next));
        }
        self.hit_next(next, challenger)
    }

    /// Applies reversals, skips and the attack; who plays next, or answers.
    #[inline]
    pub(super) fn find_next(&mut self, played: bool) -> Seat {
        let first = self.next_by_direction(played);
        let next = self.skip_seats(first);
        if Self::has(ATTACKS) {
            self.press_attack();
        }
        next
    }

    /// Applies reversals; the seat that plays next if nobody is skipped, and how many are.
    #[inline]
    fn next_by_direction(&mut self, played: bool) -> (Seat, u8) {
        let skips = self.turn_direction();
        let (s, players) = (&*self.s, self.rules.players);
        let next = match s.round.first {
            Some(first) if Self::has(ROUNDS) && !played => first,
            _ if Self::has(TABLE) && s.turn.again && s.active.contains(s.seat) => s.seat,
            _ => self.next_to_act(s.seat, players),
        };
        (next, skips)
    }

    /// Who acts after this seat: the next player, or the one before, whom the turn attacks.
    #[inline]
    pub(super) fn next_to_act(&self, seat: Seat, players: u8) -> Seat {
        let s = &*self.s;
        let attack = s.turn.attack;
        let back = Self::has(TABLE)
            && Self::has(ATTACKS)
            && attack.is_some_of::<F>()
            && self.rules.attacks[usize::from(attack.kind)].back;
        if back {
            s.previous_active(seat, players)
        } else {
            s.next_active(seat, players)
        }
    }
}
