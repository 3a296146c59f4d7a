//! Whether a suit can be nominated in a position.

use crate::position::open::Check;
use crate::ruleset::{CoverWith, Nominate};

impl Check<'_> {
    /// Somebody nominates for the upcard.
    pub(crate) fn nominate(&mut self) {
        let table = self.s.table(self.rules, self.s.seat);
        let rule = self
            .s
            .upcard()
            .map_or(Nominate::Never, |upcard| table.of(upcard).nominate);
        if !rule.asks() && !self.s.turn.created.nominates && !self.nominates_first() {
            self.not_open("the upcard nominates no suit");
        }
        if self.s.first_nominates() {
            return;
        }
        if self.s.turn.played == 0 {
            // The dealer nominates for a starter.
            if !self.rules.starter.effects || self.s.seat != self.s.dealer || self.s.round.plays > 0 {
                self.not_open(
                    "no card was played in the turn (set turn.played), and the upcard is no starter",
                );
            }
        } else if rule == Nominate::IfFollowed && !self.s.turn.top.followed && !self.s.turn.created.nominates
        {
            self.not_open("the upcard did not follow: see turn.followed");
        }
    }

    /// Whether a suit is named for the upcard before it can be covered.
    fn nominates_first(&self) -> bool {
        let s = self.s;
        let table = s.table(self.rules, s.seat);
        let by_suit = |card| {
            table
                .of(card)
                .continuing
                .cover
                .is_some_and(|c| c.with == CoverWith::Nominated)
        };
        s.turn.covers.left > 0 && s.turn.covers.opener == s.upcard() && s.upcard().is_some_and(by_suit)
    }
}
