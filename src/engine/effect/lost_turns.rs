//! Turns that are lost: by a skip, or owed by whoever gave in to an attack that takes turns.

use crate::engine::Engine;
use crate::engine::event::{Event, Log};
use crate::rules::Features;
use crate::rules::features::ROUNDS;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// A seat owes so many turns more.
    pub(crate) fn owe_turns(&mut self, seat: Seat, turns: u8) {
        let owed = &mut self.s.owed[seat.index()];
        *owed = owed.saturating_add(turns);
    }

    /// Whether the seat owes the turn that it has or would begin; if so, it has lost it.
    ///
    /// Nobody could see whether it had a card to play: passes in a row are counted anew, so that a round is not blocked
    /// while somebody may play yet.
    pub(crate) fn loses_turn(&mut self, seat: Seat) -> bool {
        let Some(owed) = self.s.owed[seat.index()].checked_sub(1) else {
            return false;
        };
        self.s.owed[seat.index()] = owed;
        self.s.round.passes = 0;
        self.skip_seat(seat);
        true
    }

    /// A seat is skipped, and has the hat.
    pub(crate) fn skip_seat(&mut self, seat: Seat) {
        self.skipped(seat);
        if Self::has(ROUNDS) && self.rules.score.hat > 0 {
            self.s.round.hat = Some(seat);
        }
    }

    /// A seat loses its turn.
    pub(crate) fn skipped(&mut self, seat: Seat) {
        self.event(Event::Skipped(seat));
    }
}
