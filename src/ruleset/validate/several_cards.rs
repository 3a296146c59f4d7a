//! Play out of turn, and a second pile.

use super::Problems;
use super::elsewhere::{Others, setting};
use crate::card::{CardSet, format_cards};
use crate::primitive::challenge::says::CHALLENGE;
use crate::primitive::continuing::says::{COVER, FOLLOWING};
use crate::primitive::hit::says::FROM_PILE;
use crate::primitive::moving::says::GIVE;
use crate::primitive::next::says::{DEMAND, FOLLOW_UNDER};
use crate::ruleset::{Ruleset, Selector, StockEmpty};

impl Ruleset {
    pub(crate) fn check_out_of_turn(&self, others: &Others<'_>, problems: &mut Problems) {
        let classes = &self.out_of_turn.identical;
        let mut listed = CardSet::EMPTY;
        for text in classes.0.keys() {
            let path = format!("out-of-turn.identical.{text}");
            match text.parse::<Selector>() {
                Err(error) => problems.add(&path, error.to_string()),
                Ok(selector) => {
                    let twice = listed.and(selector.cards());
                    problems.check(twice.is_empty(), &path, || {
                        format!("{} stand in another class already", format_cards(twice.iter()))
                    });
                    listed = listed.or(selector.cards());
                }
            }
        }
        let identical = classes.cards();
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

    pub(crate) fn check_second_pile(&self, others: &Others<'_>, problems: &mut Problems) {
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
    pub(crate) fn decks(&self) -> impl Iterator<Item = CardSet> {
        let tables = self.tables().filter_map(|players| self.deck.table(players));
        tables.map(|table| crate::ruleset::deck::kinds(&table))
    }
}
