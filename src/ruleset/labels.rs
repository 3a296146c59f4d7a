//! What suits and cards are called, where they are not those of a pack of 52: for people only.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::problem::Problem;
use crate::card::{Card, RANKS, Rank, SUITS, Suit};

/// Longest label, in characters.
const LONGEST: usize = 20;

/// Names of suits and cards for display; none: clubs, diamonds, hearts, spades and so on.
///
/// Selectors, actions, positions and records write cards as ever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Labels {
    /// Of the suits C D H S.
    pub suits: Vec<String>,
    /// Of the ranks 2 … A.
    pub ranks: Vec<String>,
    /// Of the red and the black Joker.
    pub jokers: Vec<String>,
}

impl Labels {
    /// Whether cards have their usual names.
    #[must_use]
    pub const fn is_off(&self) -> bool {
        self.suits.is_empty() && self.ranks.is_empty() && self.jokers.is_empty()
    }

    /// A suit: "hearts", "green".
    pub(crate) fn suit(&self, suit: Suit) -> &str {
        self.suits.get(suit.index()).map_or(suit.name(), String::as_str)
    }

    /// A rank: "Eight", "Skip"; the Joker's, where each has a label: "Wild or Wild Draw Four".
    pub(crate) fn rank(&self, rank: Rank) -> String {
        match self.ranks.get(rank.index()) {
            Some(label) => label.clone(),
            None if self.jokers.is_empty() => rank.name().to_owned(),
            None => self.jokers.join(" or "),
        }
    }

    /// A card without an article: "Eight of hearts", "green Skip".
    pub(crate) fn card(&self, card: Card) -> String {
        match card.suit() {
            Some(suit) if self.is_off() => format!("{} of {}", card.rank().name(), suit.name()),
            Some(suit) => format!("{} {}", self.suit(suit), self.rank(card.rank())),
            None => {
                let red = card == Card::RED_JOKER;
                let usual = if red { "red Joker" } else { "black Joker" };
                self.jokers
                    .get(usize::from(!red))
                    .map_or_else(|| usual.to_owned(), String::clone)
            }
        }
    }

    /// A card with its article: "the Eight of hearts", "the green Skip".
    pub(crate) fn the_card(&self, card: Card) -> String {
        format!("the {}", self.card(card))
    }

    /// The rank of a card, or of a labelled Joker the Joker itself.
    pub(crate) fn kind(&self, card: Card) -> String {
        if card.suit().is_none() && !self.is_off() {
            self.card(card)
        } else {
            self.rank(card.rank())
        }
    }

    /// Everything that is wrong with it.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        if self.is_off() {
            return Vec::new();
        }
        [
            ("suits", &self.suits, SUITS),
            ("ranks", &self.ranks, RANKS),
            ("jokers", &self.jokers, 2),
        ]
        .into_iter()
        .filter_map(|(key, labels, count)| {
            Some(Problem::new(format!("labels.{key}"), refused(labels, count)?))
        })
        .collect()
    }
}

/// Why these are not so many labels.
fn refused(labels: &[String], count: usize) -> Option<String> {
    if labels.len() != count {
        return Some(format!("{} labels; write {count}", labels.len()));
    }
    let fits = |label: &str| {
        !label.is_empty()
            && label.trim() == label
            && label.chars().count() <= LONGEST
            && !label.chars().any(char::is_control)
    };
    if let Some(label) = labels.iter().find(|label| !fits(label)) {
        return Some(format!(
            "{label:?} is no label: write 1 to {LONGEST} characters on one line, without blanks around them"
        ));
    }
    let mut seen = BTreeSet::new();
    labels
        .iter()
        .find(|label| !seen.insert(label.as_str()))
        .map(|label| format!("{label:?} stands here twice"))
}

/// "a" or "an", as it goes with a label: "an Eight", "an 8", "a Skip".
pub(crate) fn article(noun: &str) -> &'static str {
    if noun.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o', '8']) {
        "an"
    } else {
        "a"
    }
}
