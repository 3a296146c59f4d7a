//! Play out of turn, and a second pile.

use super::Problems;
use super::elsewhere::{CHALLENGE, COVER, DEMAND, FOLLOW_UNDER, FOLLOWING, FROM_PILE, GIVE, Others, setting};
use crate::card::{CardSet, format_cards};
use crate::ruleset::{Ruleset, StockEmpty};

impl Ruleset {
    pub(super) fn check_out_of_turn(&self, others: &Others<'_>, problems: &mut Problems) {
        let rules = &self.out_of_turn;
        let identical = rules.identical.cards();
        for (path, selector) in [
            ("out-of-turn.must", &rules.must),
            ("out-of-turn.layer-not", &rules.layer_not),
        ] {
            let beyond = selector.cards().minus(identical);
            problems.check(beyond.is_empty(), path, || {
                format!(
                    "{} are not among out-of-turn.identical: list them there as well, or take them away",
                    format_cards(beyond.iter())
                )
            });
        }
        if identical.is_empty() {
            return;
        }
        let again = self.identical_special().filter(|(_, special)| special.again);
        let again = again.map(|(name, _)| format!("special.{name}.again = true"));
        problems.apart(
            "out-of-turn.identical",
            "a card laid out of turn is laid alone, and play goes on from its player",
            others.together().chain([others.special(FOLLOWING), again]),
        );
    }

    pub(super) fn check_second_pile(&self, others: &Others<'_>, problems: &mut Problems) {
        let cards = self.second_pile.cards.cards();
        if self.second_pile.cards.is_none() {
            return;
        }
        let none = self.decks().any(|deck| deck.and(cards).is_empty());
        problems.check(!none, "second-pile.cards", || {
            format!(
                "{:?} are no cards of the deck, so it could not be begun: list some, or leave it empty",
                self.second_pile.cards.as_str()
            )
        });
        let few = self.tables().find(|&n| self.deal.cards.get(n) == Some(1));
        if let Some(players) = few {
            problems.add(
                "second-pile.cards",
                format!(
                    "it is begun with a card of a hand: deal 2 cards or more, not 1 for {players} players"
                ),
            );
        }
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

    /// The kinds of card in the deck, for each number of players for which there is one.
    pub(in crate::ruleset) fn decks(&self) -> impl Iterator<Item = CardSet> {
        let tables = self.tables().filter_map(|players| self.deck.table(players));
        tables.map(|table| crate::ruleset::deck::kinds(&table))
    }
}
