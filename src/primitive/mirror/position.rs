//! Whether cards can be mirrored in a position.

use crate::engine::Tableau;
use crate::position::open::Check;

impl Check<'_> {
    /// What makes others draw may be mirrored.
    pub(crate) fn mirror(&mut self, tableau: &Tableau) {
        self.needs_played_card();
        if tableau.mirror.is_none_or(|mirror| mirror.total == 0) || self.s.turn.others_draw == 0 {
            self.not_open("nothing makes others draw: see phase.total and turn.others_draw");
        }
        if self.game.legal(self.s).cards().is_empty() {
            let seat = self.s.asked().0;
            self.not_open(format!("seat {seat} holds no card that mirrors it"));
        }
    }
}
