//! Checks of a second pile.

use crate::primitive::challenge::queries::CHALLENGE;
use crate::primitive::continuing::queries::COVER;
use crate::primitive::hit::queries::FROM_PILE;
use crate::primitive::moving::queries::GIVE;
use crate::primitive::next::queries::{DEMAND, FOLLOW_UNDER};
use crate::ruleset::validate::Problems;
use crate::ruleset::validate::elsewhere::{RulesetContext, setting};
use crate::ruleset::{DealRounds, Ruleset, StockEmpty};

impl Ruleset {
    /// Checks the setting of a second pile.
    pub(crate) fn check_second_pile(&self, others: &RulesetContext<'_>, problems: &mut Problems) {
        let cards = self.second_pile.cards.cards();
        if self.second_pile.cards.is_none() {
            return;
        }
        let none = self.decks().any(|deck| deck.and(cards).is_empty());
        problems.check(!none, "second-pile.cards", || {
            format!(
                "{:?} matches no card of the deck, so it could not be begun: list some, or leave it empty",
                self.second_pile.cards.as_str()
            )
        });
        let few = self
            .tables()
            .find(|&n| self.deal.cards.get(n).is_some_and(|dealt| dealt.least == 1));
        if let Some(players) = few {
            problems.add(
                "second-pile.cards",
                format!(
                    "it is begun with a card of a hand: deal 2 cards or more, not 1 for {players} players"
                ),
            );
        }
        problems.check(self.deal.rounds != DealRounds::DownAndUp, "second-pile.cards", || {
            "it is begun with a card of a hand, but in some rounds hands are of one card: take it away, or deal.rounds"
                .to_owned()
        });
        let identical = &self.out_of_turn.identical;
        problems.apart(
            "second-pile.cards",
            "there are two piles, of which either may be played on",
            others
                .together()
                .chain(others.specials(&[COVER, GIVE, CHALLENGE, FOLLOW_UNDER, DEMAND, FROM_PILE]))
                .chain([
                    setting(
                        self.stock.empty == StockEmpty::TurnOver,
                        "stock.empty",
                        &self.stock.empty,
                    ),
                    setting(!identical.cards().is_empty(), "out-of-turn.identical", identical),
                ]),
        );
    }
}
