//! Whether cards can be given away in a position.

use crate::position::open::Check;
use crate::seat::Seat;

impl Check<'_> {
    /// The player of the upcard has something to give.
    pub(crate) fn give(&mut self, to: Seat) {
        self.needs_played_card();
        let table = self.s.table(self.rules, self.s.seat);
        let rule = self.s.upcard().and_then(|upcard| table.of(upcard).moving.give);
        match rule {
            None => self.not_open("the upcard gives no cards away"),
            Some(rule) if !rule.optional && self.s.held(self.s.seat).len() == 1 => {
                self.not_open("the giver has nothing to choose: cards of one kind are given by themselves");
            }
            Some(_) => {}
        }
        if to == self.s.seat {
            self.not_open(format!("seat {} gives to itself", to.0));
        }
    }
}
