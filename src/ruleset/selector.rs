//! Selectors: which cards a rule is about, as text.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::card::{Card, CardSet, Rank, Suit};

/// A class of cards written as words separated by blanks.
///
/// A word is a rank (`8`, `T`, `*` for Jokers), a suit (`H`), a card (`QS`, `*R`), `red`, `black`, `pictures` (J Q K),
/// `numbers` (2 … T), `even`, `odd` (of the numbers) or `all`; words joined by `&` mean what is in each
/// (`J&black`); a leading `-` takes away from what stands before it (`all -8`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selector {
    text: String,
    cards: CardSet,
}

impl Selector {
    /// No card.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Every card.
    #[must_use]
    pub fn all() -> Self {
        Self {
            text: "all".to_owned(),
            cards: CardSet::ALL,
        }
    }

    /// The cards that it means.
    #[must_use]
    pub const fn cards(&self) -> CardSet {
        self.cards
    }

    /// The text that it was written as.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// Text that is not a selector.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{word:?} selects no cards: write ranks of 23456789TJQKA*, suits of CDHS, cards such as QS or *R, red, black, \
     pictures, numbers, even, odd, all, words joined by &, or -WORD"
)]
pub struct ParseSelectorError {
    /// The word that was refused.
    pub word: String,
}

fn atom(word: &str) -> Option<CardSet> {
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Rank::from_letter(letter)
            .map(Rank::cards)
            .or_else(|| Suit::from_letter(letter).map(Suit::cards));
    }
    let ranks = |from: u8, step: usize, to: u8| {
        (from..=to)
            .step_by(step)
            .filter_map(Rank::from_index)
            .fold(CardSet::EMPTY, |set, r| set.or(r.cards()))
    };
    Some(match word {
        "all" => CardSet::ALL,
        "red" => Suit::Diamonds.cards().or(Suit::Hearts.cards()),
        "black" => Suit::Clubs.cards().or(Suit::Spades.cards()),
        "pictures" => ranks(9, 1, 11),
        "numbers" => ranks(0, 1, 8),
        "even" => ranks(0, 2, 8),
        "odd" => ranks(1, 2, 7),
        _ => return word.parse::<Card>().ok().map(Card::bit),
    })
}

impl FromStr for Selector {
    type Err = ParseSelectorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut cards = CardSet::EMPTY;
        for word in text.split_whitespace() {
            let (minus, terms) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
            let set = terms
                .split('&')
                .map(atom)
                .try_fold(CardSet::ALL, |set, term| term.map(|t| set.and(t)))
                .ok_or_else(|| ParseSelectorError {
                    word: word.to_owned(),
                })?;
            cards = if minus { cards.minus(set) } else { cards.or(set) };
        }
        Ok(Self {
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            cards,
        })
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Selector {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Selector {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::format_cards;

    #[test]
    fn words_add_up_and_take_away() {
        for (text, cards) in [
            ("", ""),
            ("JC JS", "JC JS"),
            ("J&black", "JC JS"),
            ("8 *", "8C 8D 8H 8S *R *B"),
            ("A -AS", "AC AD AH"),
            ("even&H&-", "?"),
            ("even&H", "2H 4H 6H 8H TH"),
            ("pictures&S", "JS QS KS"),
            ("red&red&*", ""),
        ] {
            match text.parse::<Selector>() {
                Ok(selector) => assert_eq!(format_cards(selector.cards().iter()), cards, "{text}"),
                Err(error) => assert_eq!(("?", error.word.as_str()), (cards, text)),
            }
        }
    }
}
