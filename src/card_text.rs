//! Texts of cards: a rank and a suit (`QS`), or a Joker (`*R`).

use std::fmt;
use std::str::FromStr;

use crate::card::{Card, CardSet, RANK_LETTERS, Rank, SUIT_LETTERS, Suit};
use crate::limits::given;
use crate::pack::Pack;

impl From<Card> for String {
    fn from(card: Card) -> Self {
        card.to_string()
    }
}

impl TryFrom<String> for Card {
    type Error = ParseCardError;

    fn try_from(text: String) -> Result<Self, ParseCardError> {
        text.parse()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pack = Pack::standard();
        match pack.suit(*self) {
            Some(suit) => write!(f, "{}{}", pack.rank(*self).letter(), suit.letter()),
            None => f.write_str(if *self == pack.red_joker() { "*R" } else { "*B" }),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error of a text that names no card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a card: write a rank of {RANK_LETTERS} and a suit of {SUIT_LETTERS}, or *R, *B")]
pub struct ParseCardError {
    /// The text given, without its middle if it is long.
    pub text: String,
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let pack = Pack::standard();
        let refused = || ParseCardError { text: given(text) };
        match text {
            "*R" => return Ok(pack.red_joker()),
            "*B" => return Ok(pack.black_joker()),
            _ => {}
        }
        let mut letters = text.chars();
        let (Some(rank), Some(suit), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(refused());
        };
        let (rank, suit) = (Rank::from_letter(rank), Suit::from_letter(suit));
        let card = rank.zip(suit).and_then(|(rank, suit)| pack.card(rank, suit));
        card.ok_or_else(refused)
    }
}

/// Parses cards separated by blanks.
///
/// # Errors
/// The first word that is not a card.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseCardError> {
    text.split_whitespace().map(str::parse).collect()
}

/// Formats cards separated by blanks, in the order given.
#[must_use]
pub fn format_cards<I: IntoIterator<Item = Card>>(cards: I) -> String {
    let mut text = String::new();
    for card in cards {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&card.to_string());
    }
    text
}

impl From<CardSet> for String {
    fn from(cards: CardSet) -> Self {
        format_cards(cards.iter())
    }
}

impl TryFrom<String> for CardSet {
    type Error = ParseCardError;

    fn try_from(text: String) -> Result<Self, ParseCardError> {
        Ok(parse_cards(&text)?.into_iter().collect())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", format_cards(self.iter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_from_its_text() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse::<Card>(), Ok(card));
        }
    }

    #[test]
    fn text_that_is_no_card_is_named_in_the_error() {
        for text in ["", "8", "H8", "8h", "*", "*S", "10H", "8HX"] {
            let error = text.parse::<Card>().expect_err(text);
            assert!(error.to_string().contains(&format!("{text:?}")));
        }
    }
}
