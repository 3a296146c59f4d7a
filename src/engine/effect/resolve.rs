//! The effects that a turn has collected, resolved once: reversals, skips, penalties, the attack.

use crate::engine::Engine;
use crate::engine::agenda::{Next, Next::Do, Task};
use crate::engine::event::{Event, Log};
use crate::rules::Features;
use crate::rules::features::{ATTACKS, CHALLENGES, FOLLOWING, PENALTIES, ROUNDS, TABLE, TABLEAU};
use crate::ruleset::LastCard;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// The turn is resolved: a player who has counted down gets a new hand, then come the effects.
    #[inline]
    pub(crate) fn resolve(&mut self) -> Next {
        if Self::has(ROUNDS)
            && let Some(next) = self.count_down(self.s.seat)
        {
            return next;
        }
        self.resolve_effects()
    }

    /// The turn's effects, then the next player's turn.
    ///
    /// Reversals come before what hits the next player, so that this is the one who would play next. The task comes again after
    /// each draw that it waits for; what has been done is then no longer collected.
    #[inline]
    pub(crate) fn resolve_effects(&mut self) -> Next {
        let seat = self.s.seat;
        if Self::has(ROUNDS)
            && self.s.turn.back_draw > 0
            && let Some(next) = self.bring_back()
        {
            return next;
        }
        if Self::has(TABLE) {
            self.move_hands();
        }
        if Self::has(TABLEAU) && self.rules.tableau.needed {
            if let Some(next) = self.settle_turn() {
                return next;
            }
            if self.has_nothing_left(seat) {
                return Do(Task::Out(seat));
            }
            if let Some(next) = self.ask_mirrors() {
                return next;
            }
            self.mirror_attack();
        }
        if Self::has(TABLE) {
            let others = std::mem::take(&mut self.s.turn.others_draw);
            if others > 0 {
                let first = self.s.next_active(seat, self.rules.players);
                return self.each_draws(first, others, Do(Task::Effects));
            }
        }
        let played = self.s.turn.played > 0;
        if Self::has(FOLLOWING) {
            self.s.in_force.binds_next =
                self.rules.follow.binds_next && (played || self.rules.starter.effects);
        }
        let redirected = Self::has(ROUNDS) && self.s.round.first.is_some();
        if !redirected && !self.s.turn.has_effects::<F>() {
            return self.charge_missing(self.s.next_active(seat, self.rules.players));
        }
        // Whoever has challenged was the next player as the card was played.
        let doubted = Self::has(CHALLENGES) && self.s.turn.challenged;
        let challenger = doubted.then(|| self.s.next_active(seat, self.rules.players));
        let first = self.next_by_direction(played);
        let next = self.skip_seats(first);
        if Self::has(ATTACKS) {
            self.press_attack();
        }
        if !Self::has(PENALTIES) || self.s.turn.penalty.cards == 0 {
            return self.charge_missing(next);
        }
        self.hit_next(next, challenger)
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
    fn next_to_act(&self, seat: Seat, players: u8) -> Seat {
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

    /// A player whose hand is played out counts down and is dealt a new one; the effects of the turn come then.
    fn count_down(&mut self, seat: Seat) -> Option<Next> {
        let s = &mut *self.s;
        let due = self.rules.countdown > 0 && s.turn.played > 0 && s.hand(seat).is_empty();
        if !due || s.scores.points[seat.index()] <= 1 {
            return None;
        }
        // With another score other cards may be covered: the turn has played its last.
        (s.turn.covers.left, s.turn.covers.opener) = (0, None);
        s.scores.points[seat.index()] -= 1;
        let cards = s.scores.points[seat.index()].clamp(0, 255) as u8;
        self.event(Event::CountedDown(seat, cards));
        Some(self.seat_draws(seat, cards, Do(Task::Effects)))
    }

    /// Whether a player who was to draw for a last card could not: then the card was the last.
    pub(crate) fn has_nothing_left(&self, seat: Seat) -> bool {
        let s = &*self.s;
        let played_out = s.round.went_out.is_some() || self.rules.countdown > 0 || self.rules.out.places > 1;
        let drawn = !self.rules.tableau.needed || self.rules.out.drawn;
        s.hand(seat).is_empty() && !drawn && !played_out && s.active.contains(seat)
    }

    /// A player is out: the last card's effects, where they are served, then the end of the round.
    pub(crate) fn go_out(&mut self, winner: Seat) -> Next {
        if let Some(next) = self.play_out(winner) {
            return next;
        }
        let end = Do(Task::RoundEnd(Some(winner)));
        if self.rules.out.last_card != LastCard::Served {
            return end;
        }
        if let Some(give) = self.top_rules().and_then(|rules| rules.moving.give) {
            let first = self.s.next_active(winner, self.rules.players);
            return self.each_draws(first, give.rest_draw, end);
        }
        let others = std::mem::take(&mut self.s.turn.others_draw);
        if others > 0 {
            let first = self.s.next_active(winner, self.rules.players);
            return self.each_draws(first, others, Do(Task::Out(winner)));
        }
        let skips = self.turn_direction();
        let mut victim = self.next_to_act(winner, self.rules.players);
        for _ in 0..skips {
            victim = self.s.next_active(victim, self.rules.players);
        }
        self.press_attack();
        let cards = self.s.turn.penalty.cards.saturating_add(self.s.pending.draw);
        if victim == winner {
            // With all others skipped there is nobody whom it could hit.
            return end;
        }
        self.seat_draws_from(self.s.turn.penalty.from, victim, cards, end)
    }
}
