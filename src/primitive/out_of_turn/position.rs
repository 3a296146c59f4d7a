//! Whether a card can be played out of turn in a position.

use crate::position::open::Check;

impl Check<'_> {
    /// A card may be played out of turn.
    pub(crate) fn claim(&mut self) {
        self.needs_played_card();
        if self.game.legal(self.s).cards().is_empty() {
            let seat = self.s.asked().0;
            self.not_open(format!(
                "seat {seat} holds no card that may be played out of turn"
            ));
        }
    }
}
