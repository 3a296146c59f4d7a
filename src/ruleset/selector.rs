//! Selectors: which cards a rule is about, as text.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::card::{Card, CardSet, Rank, Suit};

/// A class of cards written as words separated by blanks.
///
/// A word is a rank (`8`, `T`, `*` for Jokers), a suit (`H`), a card (`QS`, `*R`), `red`, `black`, `pictures` (J Q K),
/// `numbers` (2 … T), `even`, `odd` (of the numbers) or `all`; words joined by `&` mean what is in each
/// (`J&black`); a leading `-` takes away from what stands before it (`all -8`). Late-bound words are known only in play:
/// `@wild`, the rank equal to a player's own countdown score, and `@NAME`, what was drawn for a param.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selector {
    text: String,
    cards: CardSet,
    late: bool,
}

/// What the late-bound words of selectors mean: `@wild` and the names of the ruleset's `params`.
#[derive(Debug, Clone, Default)]
pub struct Bindings {
    meanings: Vec<(String, CardSet)>,
}

impl Bindings {
    /// Adds what `@name` means.
    #[must_use]
    pub fn with(mut self, name: &str, cards: CardSet) -> Self {
        self.meanings.push((name.to_owned(), cards));
        self
    }

    fn of(&self, name: &str) -> CardSet {
        let found = self.meanings.iter().find(|(known, _)| known == name);
        found.map_or(CardSet::EMPTY, |(_, cards)| *cards)
    }
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
            late: false,
        }
    }

    /// The cards that it means; late-bound words mean none.
    #[must_use]
    pub const fn cards(&self) -> CardSet {
        self.cards
    }

    /// Whether it was left empty.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether it has late-bound words.
    #[must_use]
    pub const fn is_late(&self) -> bool {
        self.late
    }

    /// The cards that it means where its late-bound words mean this.
    #[must_use]
    pub fn bound(&self, bindings: &Bindings) -> CardSet {
        if self.late {
            select(&self.text, &|name| bindings.of(name)).unwrap_or_default()
        } else {
            self.cards
        }
    }

    /// The names of its late-bound words.
    pub fn late_names(&self) -> impl Iterator<Item = &str> {
        let terms = self.text.split([' ', '&']);
        terms.filter_map(|term| term.trim_start_matches('-').strip_prefix('@'))
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
     pictures, numbers, even, odd, all, @wild or @NAME of a param, words joined by &, or -WORD"
)]
pub struct ParseSelectorError {
    /// The word that was refused.
    pub word: String,
}

fn atom(word: &str, late: &dyn Fn(&str) -> CardSet) -> Option<CardSet> {
    if let Some(name) = word.strip_prefix('@') {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        return (!name.is_empty() && name.chars().all(plain)).then(|| late(name));
    }
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

/// The cards that a text means where late-bound words mean this.
fn select(text: &str, late: &dyn Fn(&str) -> CardSet) -> Result<CardSet, ParseSelectorError> {
    let mut cards = CardSet::EMPTY;
    for word in text.split_whitespace() {
        let (minus, terms) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
        let set = terms
            .split('&')
            .map(|term| atom(term, late))
            .try_fold(CardSet::ALL, |set, term| term.map(|t| set.and(t)))
            .ok_or_else(|| ParseSelectorError {
                word: word.to_owned(),
            })?;
        cards = if minus { cards.minus(set) } else { cards.or(set) };
    }
    Ok(cards)
}

impl FromStr for Selector {
    type Err = ParseSelectorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self {
            cards: select(text, &|_| CardSet::EMPTY)?,
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            late: text.contains('@'),
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
