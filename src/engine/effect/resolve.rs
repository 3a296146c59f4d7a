//! Effects that a turn has collected for the next player, resolved once: reversals, skips, penalties, the attack.

use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::Log;
use crate::rules::Features;
use crate::rules::NextPlayer;
use crate::rules::features::{ATTACKS, CHALLENGES, FOLLOWING, PENALTIES, ROUNDS, TABLE, TABLEAU};
use crate::ruleset::Reversals;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Resolves the effects on the direction and on the next player, and goes on to the next seat.
    ///
    /// Reversals come before hits, so that a hit meets the player who would play next.
    #[inline(always)]
    pub(crate) fn resolve_effects(&mut self) -> Flow {
        let seat = self.state.seat;
        let played = self.state.turn.played > 0;
        if Self::has(FOLLOWING) {
            self.state.in_force.binds_next =
                self.rules.follow.binds_next && (played || self.rules.starter.effects);
        }
        let redirected = Self::has(ROUNDS) && self.state.round.first.is_some();
        let until = Self::has(TABLEAU) && self.rare_effects().until > 0;
        if !redirected && !until && !self.state.turn.has_effects::<F>() {
            return Flow::Jump(Task::Charge(self.state.next_active(seat, self.rules.players)));
        }
        // The challenger was the next player when the card was played.
        let doubted = Self::has(CHALLENGES) && self.state.turn.challenged;
        let challenger = doubted.then(|| self.state.next_active(seat, self.rules.players));
        let next = self.find_next(played && !self.is_for_starter());
        if !Self::has(PENALTIES) || self.state.turn.penalty.cards == 0 && !until {
            return Flow::Jump(Task::Charge(next));
        }
        self.hit_next(next, challenger)
    }

    /// True if the turn is that of the dealer for a starter that counts in full, or has no card.
    ///
    /// The starter counts as a card of the turn, but not of the round.
    fn is_for_starter(&self) -> bool {
        Self::has(ROUNDS) && u16::from(self.state.turn.played) > self.state.round.plays
    }

    /// Applies reversals, skips and the attack; returns the seat that plays next, or answers.
    #[inline(always)]
    pub(super) fn find_next(&mut self, played: bool) -> Seat {
        let first = self.next_by_direction(played);
        let next = self.skip_seats(first);
        if Self::has(ATTACKS) {
            self.press_attack();
        }
        next
    }

    /// Applies reversals; returns the seat that plays next if nobody is skipped, and the number of seats to skip.
    #[inline]
    fn next_by_direction(&mut self, played: bool) -> (Seat, u8) {
        let skips = self.turn_direction();
        let (s, players) = (&*self.state, self.rules.players);
        let next = match s.round.first {
            Some(first) if Self::has(ROUNDS) && !played => first,
            _ if Self::has(TABLE) && s.turn.next == NextPlayer::Same && s.active.contains(s.seat) => s.seat,
            _ => self.next_to_act(s.seat, players),
        };
        (next, skips)
    }

    /// Returns the seat that acts after this one: the next player, or the previous one if a card or the turn's attack says so.
    #[inline]
    pub(super) fn next_to_act(&self, seat: Seat, players: u8) -> Seat {
        let s = &*self.state;
        let attack = s.turn.attack;
        let hits_back = Self::has(ATTACKS)
            && attack.is_some_of::<F>()
            && self.rules.attacks[usize::from(attack.kind)].back;
        let back = Self::has(TABLE) && (hits_back || s.turn.next == NextPlayer::Previous);
        if back {
            s.previous_active(seat, players)
        } else {
            s.next_active(seat, players)
        }
    }

    /// Returns the next player after a seat, once the turn's reversals are applied.
    pub(crate) fn next_once_turned(&self, seat: Seat) -> Seat {
        let (s, players) = (&*self.state, self.rules.players);
        if self.reversals() % 2 == 1 && s.active.len() > 2 {
            s.previous_active(seat, players)
        } else {
            s.next_active(seat, players)
        }
    }

    /// Returns the number of the turn's reversals that count.
    #[inline(always)]
    pub(crate) fn reversals(&self) -> u8 {
        match self.rules.turn.reversals {
            Reversals::Each => self.state.turn.reverse,
            Reversals::Once => self.state.turn.reverse.min(1),
        }
    }
}
