//! Whether a turn can go on in a position.

use crate::position::open::Check;

impl Check<'_> {
    /// The player of the turn has a card to go on with.
    pub(crate) fn go_on(&mut self) {
        self.needs_played_card();
        if self.game.legal(self.s).cards().is_empty() {
            let seat = self.s.seat.0;
            self.not_open(format!(
                "seat {seat} holds no card that may be played on the upcard in the same turn"
            ));
        }
    }
}
