//! A multiset of cards, with its kinds and its size.

use serde::{Deserialize, Serialize};

use crate::card::{Card, CardSet, MAX_KINDS, MAX_SUITS, Suit};
use crate::card_text::{format_cards, in_use, parse_cards};
use crate::pack::Pack;

/// Cards without an order, such as a hand.
///
/// The set of kinds and the size are kept beside the counts, so that one `and` finds the ordinary legal plays. They come
/// first, so that they share a cache line with the counts of the usual pack.
///
/// Serialised as the text of the cards, by suit and rank, Jokers last.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[repr(C, align(64))]
pub struct Hand {
    held: CardSet,
    size: u8,
    counts: [u8; MAX_KINDS],
}

impl Default for Hand {
    fn default() -> Self {
        Self {
            counts: [0; MAX_KINDS],
            size: 0,
            held: CardSet::EMPTY,
        }
    }
}

impl Hand {
    /// Returns the number of cards.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.size
    }

    /// True if there is no card.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// Returns the kinds held.
    #[must_use]
    pub const fn held(&self) -> CardSet {
        self.held
    }

    /// Returns the number of cards of this kind.
    #[must_use]
    pub const fn count(&self, card: Card) -> u8 {
        self.counts[card.index()]
    }

    /// Returns the number of cards of each kind, by index.
    #[must_use]
    pub const fn counts(&self) -> &[u8; MAX_KINDS] {
        &self.counts
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        self.counts[card.index()] += 1;
        self.size += 1;
        self.held = self.held.or(card.bit());
    }

    /// Removes a card; returns false if there was none.
    #[inline]
    pub fn remove(&mut self, card: Card) -> bool {
        let count = &mut self.counts[card.index()];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        self.size -= 1;
        // One bit if this was the last card of its kind; without a branch, which would often be mispredicted.
        let gone = u64::from(*count == 0) << card.index();
        self.held = self.held.minus(CardSet(gone));
        true
    }

    /// Iterates over the cards in the order of their indices, each as often as it is held.
    pub fn iter(&self) -> impl Iterator<Item = Card> + Clone + '_ {
        self.held
            .iter()
            .flat_map(|card| std::iter::repeat_n(card, usize::from(self.count(card))))
    }
}

impl Hand {
    /// Returns the cards as a text lists them: suit by suit, then the Jokers.
    pub(crate) fn in_order(&self, pack: &Pack) -> Vec<Card> {
        let mut cards: Vec<Card> = self.iter().collect();
        cards.sort_by_key(|card| (pack.suit(*card).map_or(MAX_SUITS, Suit::index), card.index()));
        cards
    }
}

impl From<Hand> for String {
    fn from(hand: Hand) -> Self {
        format_cards(in_use(|pack| hand.in_order(pack)))
    }
}

impl TryFrom<String> for Hand {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let cards = parse_cards(&text).map_err(|error| error.to_string())?;
        if cards.len() > usize::from(u8::MAX) {
            return Err(format!("{} cards: a hand has at most {}", cards.len(), u8::MAX));
        }
        Ok(cards.into_iter().collect())
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Self::default();
        for card in cards {
            hand.add(card);
        }
        hand
    }
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{{}}}", format_cards(self.iter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_and_kinds_follow_the_counts() {
        let (two, ace) = (Card::of(0), Card::of(51));
        let mut hand: Hand = [two, ace, two].into_iter().collect();
        assert_eq!((hand.len(), hand.held().len(), hand.count(two)), (3, 2, 2));
        assert!(hand.remove(two) && hand.held().contains(two));
        assert!(hand.remove(two) && !hand.held().contains(two));
        assert!(!hand.remove(two));
        assert_eq!(hand.iter().collect::<Vec<_>>(), [ace]);
    }
}
