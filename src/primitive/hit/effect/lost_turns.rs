//! Turns that an attack takes: whoever gives in owes them, and is passed over.

use crate::engine::Engine;
use crate::engine::event::Log;
use crate::rules::Features;
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
}
