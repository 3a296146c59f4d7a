//! Labels: names of suits and cards for display, where they differ from a pack of 52.

use std::collections::BTreeSet;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::free_text::is_hidden;
use super::is_default;
use super::problem::Problem;
use crate::card::{Card, CardSet, MAX_RANKS, MAX_SUITS, Rank, Suit};
use crate::pack::{MAX_JOKERS, Pack};

/// Maximum length of a label, in characters.
const LONGEST: usize = 20;

/// Names of suits and cards for display; by default clubs, diamonds, hearts, spades and so on.
///
/// Actions, positions and records always write cards as letters; selectors accept labels and are stored as letters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Labels {
    /// The word for a suit, in the singular, such as `colour`; empty: suit.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(length(max = LONGEST), example = &"colour", !skip_serializing_if)]
    pub suit: String,
    /// The words of the call, such as `UNO!`; empty: last card.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(length(max = LONGEST), example = &"UNO!", !skip_serializing_if)]
    pub call: String,
    /// Names of the suits, C D H S unless `deck.suits` lists others, for people only: actions, positions and records write
    /// cards in letters. All three lists of labels are written, or none; that of Jokers only where the deck has some.
    #[schemars(length(max = MAX_SUITS), inner(length(max = LONGEST)))]
    pub suits: Vec<String>,
    /// Names of the ranks, 2 … A unless `deck.ranks` lists others; a card is called by its suit and its rank (`red 5`). A rank that the deck lacks may
    /// have an empty text.
    #[schemars(length(max = MAX_RANKS - 1), inner(length(max = LONGEST)))]
    pub ranks: Vec<String>,
    /// Names of the red and the black Joker, and of any others. One that the deck lacks may have an empty text.
    #[schemars(length(max = MAX_JOKERS), inner(length(max = LONGEST)))]
    pub jokers: Vec<String>,
    /// The pack whose cards are named.
    #[serde(skip)]
    pub(crate) pack: Arc<Pack>,
    /// Kinds of the pack of which no deck of the game has a card; none are left out of the usual pack.
    #[serde(skip)]
    pub(crate) absent: CardSet,
}

impl Labels {
    /// Returns the pack whose cards are named.
    pub(crate) fn pack(&self) -> &Pack {
        &self.pack
    }

    /// Returns every kind that classes are told apart by.
    pub(crate) fn all(&self) -> CardSet {
        self.pack.all().minus(self.absent)
    }

    /// Returns the kinds of a suit.
    pub(crate) fn of_suit(&self, suit: Suit) -> CardSet {
        self.pack.of_suit(suit).minus(self.absent)
    }

    /// Returns the kinds of a rank.
    pub(crate) fn of_rank(&self, rank: Rank) -> CardSet {
        self.pack.of_rank(rank).minus(self.absent)
    }

    /// True if cards have their usual names.
    #[must_use]
    pub const fn is_off(&self) -> bool {
        self.suits.is_empty() && self.ranks.is_empty() && self.jokers.is_empty()
    }

    /// Returns the word for a suit: "suit", "colour".
    pub(crate) fn suit_word(&self) -> &str {
        if self.suit.is_empty() { "suit" } else { &self.suit }
    }

    /// Returns the words of the call: "last card", "UNO!".
    pub(crate) fn call_words(&self) -> &str {
        if self.call.is_empty() {
            "last card"
        } else {
            &self.call
        }
    }

    /// Returns the name of a suit: "hearts", "green".
    pub(crate) fn suit(&self, suit: Suit) -> &str {
        let place = self.pack.suits().iter().position(|&other| other == suit);
        let label = place.and_then(|place| self.suits.get(place));
        label.map_or(suit.name(), String::as_str)
    }

    /// Returns the name of a rank: "Eight", "Skip"; of labelled Jokers, the names of both: "Wild or Wild Draw Four".
    pub(crate) fn rank(&self, rank: Rank) -> String {
        let place = self.pack.ranks().iter().position(|&other| other == rank);
        let label = place.and_then(|place| self.ranks.get(place));
        match label.filter(|label| !label.is_empty()) {
            Some(label) => label.clone(),
            None if rank == Rank::JOKER && !self.jokers.is_empty() => {
                let named: Vec<&str> = self
                    .jokers
                    .iter()
                    .map(String::as_str)
                    .filter(|label| !label.is_empty())
                    .collect();
                named.join(" or ")
            }
            None => rank.name().to_owned(),
        }
    }

    /// Returns the name of a card without an article: "Eight of hearts", "green Skip".
    pub(crate) fn card(&self, card: Card) -> String {
        let pack = self.pack();
        let rank = pack.rank(card);
        match pack.suit(card) {
            Some(suit) if self.is_off() => format!("{} of {}", rank.name(), suit.name()),
            Some(suit) => format!("{} {}", self.suit(suit), self.rank(rank)),
            None => {
                let place = pack.place_of_joker(card);
                let usual = || match place {
                    0 => "red Joker".to_owned(),
                    1 => "black Joker".to_owned(),
                    place => format!("Joker {}", place + 1),
                };
                self.jokers.get(place).map_or_else(usual, String::clone)
            }
        }
    }

    /// Returns the name of a card with its article: "the Eight of hearts", "the green Skip".
    pub(crate) fn the_card(&self, card: Card) -> String {
        format!("the {}", self.card(card))
    }

    /// Returns the name of a card's rank, or that of a labelled Joker itself.
    pub(crate) fn kind(&self, card: Card) -> String {
        if self.pack().suit(card).is_none() && !self.is_off() {
            self.card(card)
        } else {
            self.rank(self.pack().rank(card))
        }
    }

    /// Returns the ranks that have a label, each with its label.
    pub(crate) fn labelled(&self) -> impl Iterator<Item = (Rank, &String)> {
        let ranks = self.pack.ranks().iter().copied().zip(&self.ranks);
        ranks.filter(|(_, label)| !label.is_empty())
    }

    /// Returns every problem of the labels, given the cards of the deck.
    pub(crate) fn problems(&self, deck: CardSet) -> Vec<Problem> {
        let words = [("labels.suit", &self.suit), ("labels.call", &self.call)].into_iter();
        let words = words.filter(|(_, word)| !word.is_empty() && !is_label(word));
        let words = words.map(|(key, word)| Problem::new(key.to_owned(), no_label(word)));
        if self.is_off() {
            return words.collect();
        }
        let lacks = |rank: usize| {
            let rank = self.pack.ranks().get(rank);
            rank.is_some_and(|&rank| deck.and(self.pack.of_rank(rank)).is_empty())
        };
        let jokers: Vec<Card> = self.pack.each_joker().collect();
        let lacks_joker = |at: usize| !deck.contains(jokers[at]);
        let no_jokers = self.jokers.is_empty() && deck.and(self.pack().jokers()).is_empty();
        [
            ("suits", refused(&self.suits, self.pack.suits().len(), |_| false)),
            ("ranks", refused(&self.ranks, self.pack.ranks().len(), lacks)),
            (
                "jokers",
                refused(&self.jokers, jokers.len(), lacks_joker).filter(|_| !no_jokers),
            ),
        ]
        .into_iter()
        .filter_map(|(key, refused)| Some(Problem::new(format!("labels.{key}"), refused?)))
        .chain(words)
        .collect()
    }
}

/// Returns the reason to refuse a list of labels that must have `count` entries, some of which may be empty.
fn refused(labels: &[String], count: usize, may_be_empty: impl Fn(usize) -> bool) -> Option<String> {
    if labels.len() != count {
        return Some(format!("{} labels; write {count}", labels.len()));
    }
    let labels = labels.iter().enumerate();
    let labels: Vec<&String> = labels
        .filter(|(at, label)| !label.is_empty() || !may_be_empty(*at))
        .map(|(_, label)| label)
        .collect();
    if let Some(label) = labels.iter().find(|label| !is_label(label)) {
        return Some(no_label(label));
    }
    let mut seen = BTreeSet::new();
    labels
        .iter()
        .find(|label| !seen.insert(label.as_str()))
        .map(|label| format!("{label:?} stands here twice"))
}

/// True if a text can be a label.
fn is_label(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && text.chars().count() <= LONGEST && !text.chars().any(is_hidden)
}

/// Returns the reason to refuse a text that is not a label.
fn no_label(text: &str) -> String {
    format!(
        "{text:?} is not a label: write 1 to {LONGEST} characters on one line, without blanks around them"
    )
}

#[cfg(test)]
impl Labels {
    /// Returns the labels of UNO, for tests.
    pub(crate) fn uno() -> Self {
        let texts = |text: &str| text.split(", ").map(str::to_owned).collect();
        Self {
            suit: "colour".to_owned(),
            call: "UNO!".to_owned(),
            suits: texts("red, yellow, green, blue"),
            ranks: texts("0, 1, 2, 3, 4, 5, 6, 7, 8, 9, Skip, Reverse, Draw Two"),
            jokers: texts("Wild, Wild Draw Four"),
            pack: Arc::default(),
            absent: CardSet::EMPTY,
        }
    }
}
