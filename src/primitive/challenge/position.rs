//! Whether a play of a position can be challenged.

use crate::position::open::Check;
use crate::seat::Seat;

impl Check<'_> {
    /// A play that can be challenged lies on the pile.
    pub(crate) fn challenge(&mut self, player: Seat) {
        self.needs_played_card();
        let table = self.s.table(self.rules, self.s.seat);
        if self
            .s
            .upcard()
            .is_none_or(|upcard| table.of(upcard).challenge.is_none())
        {
            self.not_open("the upcard cannot be challenged");
        }
        if self.s.turn.played > 1 {
            self.not_open("cards that were played together cannot be challenged");
        }
        if self.s.turn.attack.answered || self.s.pending.is_some() {
            self.not_open("what answers an attack cannot be challenged");
        }
        if player != self.s.seat {
            let seat = self.s.seat.0;
            self.not_open(format!("the card was played by seat {seat}, not {}", player.0));
        }
    }
}
