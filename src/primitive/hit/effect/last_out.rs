//! Bringing back the player who went out in the turn before.

use crate::engine::Engine;
use crate::engine::agenda::Flow;
use crate::engine::event::{Event, Log};
use crate::rules::Features;
use crate::rules::features::ROUNDS;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Returns the seat that went out in the turn that ends as that of `seat` begins, if a card can bring it back.
    #[inline]
    pub(crate) fn last_out(&self, seat: Seat) -> Option<Seat> {
        if !Self::has(ROUNDS) || !self.rules.out.brings_back {
            return None;
        }
        let (s, turn) = (&*self.state, &self.state.turn);
        if s.scores.placed[s.seat.index()] > 0 {
            return Some(s.seat);
        }
        // A turn that begins again, after a call was asked for, is the same turn.
        let same = seat == s.seat && turn.played == 0 && turn.drawn.cards == 0 && !turn.drawn.took_pending;
        turn.last_out.filter(|_| same)
    }

    /// Brings back the player who went out in the turn before, who draws, if a card of this turn does so.
    ///
    /// With nothing to draw that player stays out, since nobody plays without cards.
    pub(crate) fn bring_back(&mut self) -> Flow {
        let cards = std::mem::take(&mut self.state.turn.back_draw);
        let Some(seat) = self.state.turn.last_out.filter(|_| cards > 0) else {
            return Flow::Next;
        };
        self.state.turn.last_out = None;
        if !self.state.can_draw(self.rules) {
            return Flow::Next;
        }
        let placed = &mut self.state.scores.placed;
        let place = std::mem::take(&mut placed[seat.index()]);
        for other in placed.iter_mut().filter(|other| **other > place) {
            *other -= 1;
        }
        self.state.active.insert(seat);
        self.event(Event::Placed(seat, 0));
        self.seat_draws(seat, cards, Flow::Next)
    }
}
