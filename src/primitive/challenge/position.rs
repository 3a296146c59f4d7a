//! Whether a play of a position can be challenged.

use crate::position::open::Check;
use crate::seat::Seat;

impl Check<'_> {
    /// A play that can be challenged lies on the pile.
    pub(crate) fn challenge(&mut self, layer: Seat) {
        self.laid();
        let table = self.s.table(self.rules, self.s.seat);
        if self
            .s
            .upcard()
            .is_none_or(|upcard| table.of(upcard).challenge.is_none())
        {
            self.closed("the upcard cannot be challenged");
        }
        if self.s.turn.laid > 1 {
            self.closed("cards that were laid together cannot be challenged");
        }
        if self.s.turn.answered || self.s.pending.draw > 0 {
            self.closed("what answers an attack cannot be challenged");
        }
        if layer != self.s.seat {
            let seat = self.s.seat.0;
            self.closed(format!("the card was laid by seat {seat}, not {}", layer.0));
        }
    }
}
