//! Texts of cards: a rank and a suit (`QS`), or a Joker (`*R`).
//!
//! A kind of card is an index, so the pack decides on its text. Positions, records and rulesets hold cards in hundreds of
//! places, which serde reads and writes one by one; [`Pack::within`] tells them all which pack is meant. Elsewhere, the texts
//! are those of the usual pack.

use std::cell::RefCell;
use std::fmt;
use std::str::FromStr;

use crate::card::{Card, CardSet};
use crate::limits::given;
use crate::pack::Pack;

thread_local! {
    /// The pack whose texts are read and written on this thread; `None` for the usual one.
    static IN_USE: RefCell<Option<Pack>> = const { RefCell::new(None) };
}

/// Calls `act` with the pack whose texts are read and written.
pub(crate) fn in_use<T>(act: impl FnOnce(&Pack) -> T) -> T {
    IN_USE.with_borrow(|pack| act(pack.as_ref().unwrap_or_else(|| Pack::standard())))
}

impl Pack {
    /// Runs `act`, within which the texts of cards and actions are those of this pack; elsewhere, of the usual pack.
    ///
    /// # Examples
    /// ```
    /// use eights::{Action, Pack, Rank, Suit};
    ///
    /// let suits = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades, Suit::V];
    /// let pack = Pack::new(&suits, &[Rank::ACE]).expect("few kinds");
    /// let action: Action = pack.within(|| "play AV".parse())?;
    /// assert_eq!(action.id().index(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within<T>(&self, act: impl FnOnce() -> T) -> T {
        /// The pack before, which comes back in whatever way `act` ends.
        struct Before(Option<Pack>);
        impl Drop for Before {
            fn drop(&mut self) {
                IN_USE.set(self.0.take());
            }
        }
        let own = (!self.is_usual()).then(|| self.clone());
        let _before = Before(IN_USE.replace(own));
        act()
    }
}

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
        match in_use(|pack| pack.text(*self)) {
            Some(text) => f.write_str(&text),
            None => write!(f, "#{}", self.index()),
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
#[error("{text:?} is not a card: write a rank of {ranks} and a suit of {suits}, or one of {jokers}")]
pub struct ParseCardError {
    /// The text given, without its middle if it is long.
    pub text: String,
    /// The letters of the ranks of the pack.
    pub ranks: String,
    /// The letters of its suits.
    pub suits: String,
    /// The texts of its Jokers.
    pub jokers: String,
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        in_use(|pack| {
            pack.named(text).ok_or_else(|| {
                let ([suits, ranks], text) = (pack.letters(), given(text));
                let jokers: Vec<String> = pack.each_joker().filter_map(|joker| pack.text(joker)).collect();
                let jokers = jokers.join(", ");
                ParseCardError {
                    text,
                    ranks,
                    suits,
                    jokers,
                }
            })
        })
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
        for card in Pack::standard().all().iter() {
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
