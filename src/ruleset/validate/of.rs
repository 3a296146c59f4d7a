//! The context in which one special is checked.

use super::elsewhere::RulesetContext;
use super::problems::Problems;
use crate::card::CardSet;
use crate::ruleset::{Ruleset, Special};

/// A special that is checked, and the problems found under its keys.
pub(crate) struct SpecialContext<'a> {
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) others: &'a RulesetContext<'a>,
    pub(crate) special: &'a Special,
    /// Every card that the special can mean.
    pub(crate) cards: CardSet,
    pub(crate) name: &'a str,
    pub(crate) problems: &'a mut Problems,
}

impl SpecialContext<'_> {
    /// Returns the number of players, the deck, and the special's cards in it, for each number with which it holds and has
    /// any.
    pub(crate) fn in_decks(&self) -> impl Iterator<Item = (u8, CardSet, CardSet)> {
        let (when, cards) = (&self.special.when, self.cards);
        let decks = self.ruleset.decks_by_players();
        let held =
            decks.filter(move |(players, deck)| when.holds_with(*players) && !cards.and(*deck).is_empty());
        held.map(move |(players, deck)| (players, deck, cards.and(deck)))
    }

    pub(crate) fn check(&mut self, holds: bool, key: &str, message: &str) {
        self.problems
            .check(holds, &format!("special.{}.{key}", self.name), || {
                message.to_owned()
            });
    }

    pub(crate) fn apart(&mut self, key: &str, why: &str, others: impl IntoIterator<Item = Option<String>>) {
        self.problems
            .apart(&format!("special.{}.{key}", self.name), why, others);
    }

    pub(crate) fn range(&mut self, given: u8, least: u32, most: u32, key: &str) {
        self.problems
            .range(given, least, most, &format!("special.{}.{key}", self.name));
    }
}
