//! Lost turns: by a skip, or owed after giving in to an attack that takes turns.

use crate::engine::Engine;
use crate::engine::event::{Event, Log};
use crate::rules::Features;
use crate::rules::features::ROUNDS;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Adds turns that a seat owes.
    pub(crate) fn owe_turns(&mut self, seat: Seat, turns: u8) {
        let owed = &mut self.state.lost_turns[seat.index()];
        *owed = owed.saturating_add(turns);
    }

    /// Takes the turn from a seat that owes one; returns true if it did.
    ///
    /// Passes in a row are counted anew, since nobody could see whether the seat had a card to play: a round is not blocked while
    /// somebody may still be able to play.
    pub(crate) fn loses_turn(&mut self, seat: Seat) -> bool {
        let Some(owed) = self.state.lost_turns[seat.index()].checked_sub(1) else {
            return false;
        };
        self.state.lost_turns[seat.index()] = owed;
        self.state.round.passes = 0;
        self.skip_seat(seat);
        true
    }

    /// Skips a seat, which gets the hat if the ruleset has one.
    pub(crate) fn skip_seat(&mut self, seat: Seat) {
        self.skipped(seat);
        if Self::has(ROUNDS) && self.rules.score.last_skipped != 0 {
            self.state.round.last_skipped = Some(seat);
        }
    }

    /// Logs that a seat lost its turn.
    pub(crate) fn skipped(&mut self, seat: Seat) {
        self.event(Event::Skipped(seat));
    }
}
