//! The stock and the pile.

use serde::{Deserialize, Serialize};

use crate::card::{Card, MAX_KINDS};
use crate::card_text::{format_cards, parse_cards};
use crate::rng::Rng;

/// Greatest number of cards in a deck.
pub const MAX_CARDS: usize = 255;
/// Face-down cards to draw from.
///
/// The top cards may have a known order; the rest have none, and a draw takes any of them with equal chance.
///
/// The type is aligned to a cache line, which holds the cards of one pack.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct StockPile {
    len: u8,
    /// Number of cards on top whose order is known; the last of the array is the top.
    ordered: u8,
    cards: [Card; MAX_CARDS],
}

impl Default for StockPile {
    fn default() -> Self {
        Self {
            cards: [Card::default(); MAX_CARDS],
            len: 0,
            ordered: 0,
        }
    }
}

impl StockPile {
    /// Fills the stock with these cards, without an order.
    pub(crate) fn fill(&mut self, cards: &[Card]) {
        self.cards[..cards.len()].copy_from_slice(cards);
        self.len = cards.len() as u8;
        self.ordered = 0;
    }

    /// Removes all cards.
    pub(crate) fn clear(&mut self) {
        (self.len, self.ordered) = (0, 0);
    }

    /// Returns the number of cards.
    pub(crate) const fn len(&self) -> u8 {
        self.len
    }

    /// Returns all cards; the last is the top if the order is known.
    pub(crate) fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// Returns the cards whose order is known, the top first.
    pub(crate) fn order(&self) -> impl Iterator<Item = Card> + '_ {
        let unordered = usize::from(self.len - self.ordered);
        self.cards()[unordered..].iter().rev().copied()
    }

    /// Returns the number of cards on top whose order is known.
    pub(crate) const fn ordered(&self) -> u8 {
        self.ordered
    }

    /// Returns the card that is drawn next, if it is known.
    pub(crate) fn top(&self) -> Option<Card> {
        (self.ordered > 0).then(|| self.cards[usize::from(self.len) - 1])
    }

    /// Takes a card: the top if it is known, else any with equal chance. There must be one.
    #[inline]
    pub(crate) fn draw(&mut self, rng: &mut Rng) -> Card {
        let last = usize::from(self.len) - 1;
        let at = if self.ordered > 0 {
            self.ordered -= 1;
            last
        } else {
            rng.below(u32::from(self.len)) as usize
        };
        self.cards.swap(at, last);
        self.len -= 1;
        self.cards[last]
    }

    /// Takes any card with equal chance, from a stock with cards and without an order.
    #[inline]
    pub(crate) fn draw_any(&mut self, rng: &mut Rng) -> Card {
        self.len -= 1;
        let last = usize::from(self.len);
        let at = rng.below(u32::from(self.len) + 1) as usize;
        let card = self.cards[at];
        self.cards[at] = self.cards[last];
        card
    }

    /// Takes a card of this kind; returns true if chance can give it.
    pub(crate) fn take(&mut self, card: Card) -> bool {
        if self.ordered > 0 {
            if self.top() != Some(card) {
                return false;
            }
            self.ordered -= 1;
            self.len -= 1;
            return true;
        }
        let Some(at) = self.cards().iter().position(|&c| c == card) else {
            return false;
        };
        let last = usize::from(self.len) - 1;
        self.cards.swap(at, last);
        self.len -= 1;
        true
    }

    /// Replaces a card of this kind by another, if there is one among those without an order.
    pub(crate) fn exchange(&mut self, card: Card, other: Card) {
        let unordered = usize::from(self.len - self.ordered);
        if let Some(place) = self.cards[..unordered].iter_mut().find(|place| **place == card) {
            *place = other;
        }
    }

    /// Adds a card; the order of the whole stock is then unknown.
    pub(crate) fn shuffle_in(&mut self, card: Card) {
        self.ordered = 0;
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Puts a card on top, whose place is then known.
    pub(crate) fn put_on_top(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
        self.ordered += 1;
    }

    /// Puts the cards of the stock into this sequence; returns false, without a change, if chance would then draw differently.
    pub(crate) fn rearrange(&mut self, cards: &[Card]) -> bool {
        let mut other = self.clone();
        if cards.len() != usize::from(self.len) {
            return false;
        }
        other.cards[..cards.len()].copy_from_slice(cards);
        let same = other == *self;
        if same {
            *self = other;
        }
        same
    }

    /// Returns the number of cards of each kind.
    pub(crate) fn counts(&self) -> [u8; MAX_KINDS] {
        let mut counts = [0; MAX_KINDS];
        for card in self.cards() {
            counts[card.index()] += 1;
        }
        counts
    }
}

/// Two stocks are equal if chance draws the same from both.
impl PartialEq for StockPile {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len
            && self.ordered == other.ordered
            && self.order().eq(other.order())
            && self.counts() == other.counts()
    }
}

impl Eq for StockPile {}

/// Face-up cards; the last is the upcard.
///
/// The type is aligned to a cache line, which holds the counts of the usual pack. Serialised as the text of the cards, the bottom first.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[repr(C, align(64))]
pub(crate) struct Pile {
    len: u8,
    /// A copy of the last card: nearly every decision reads it, and the cache line that holds the last card is rarely loaded.
    top: Option<Card>,
    counts: [u8; MAX_KINDS],
    cards: [Card; MAX_CARDS],
}

impl From<Pile> for String {
    fn from(pile: Pile) -> Self {
        format_cards(pile.cards().iter().copied())
    }
}

impl TryFrom<String> for Pile {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let cards = parse_cards(&text).map_err(|error| error.to_string())?;
        if cards.len() > MAX_CARDS {
            return Err(format!("{} cards: a pile has at most {MAX_CARDS}", cards.len()));
        }
        let mut pile = Self::default();
        for card in cards {
            pile.play(card);
        }
        Ok(pile)
    }
}

impl Default for Pile {
    fn default() -> Self {
        Self {
            cards: [Card::default(); MAX_CARDS],
            top: None,
            len: 0,
            counts: [0; MAX_KINDS],
        }
    }
}

impl Pile {
    /// Returns the number of cards.
    pub(crate) const fn len(&self) -> u8 {
        self.len
    }

    /// Returns all cards, the bottom first.
    pub(crate) fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// Returns the top card.
    #[inline]
    pub(crate) const fn upcard(&self) -> Option<Card> {
        self.top
    }

    /// Returns the number of cards of each kind.
    pub(crate) const fn counts(&self) -> &[u8; MAX_KINDS] {
        &self.counts
    }

    /// Returns the number of cards of each kind under this number of equal cards on top.
    pub(crate) fn counts_under(&self, tops: u8) -> [u8; MAX_KINDS] {
        let mut counts = self.counts;
        if let Some(upcard) = self.upcard() {
            counts[upcard.index()] -= tops.min(self.len);
        }
        counts
    }

    /// Returns the number of cards on top that are equal to the upcard.
    pub(crate) fn equal_tops(&self) -> u8 {
        let upcard = self.upcard();
        self.cards()
            .iter()
            .rev()
            .take_while(|&&card| Some(card) == upcard)
            .count() as u8
    }

    /// Plays a card on top.
    #[inline]
    pub(crate) fn play(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
        self.top = Some(card);
        self.counts[card.index()] += 1;
    }

    /// Plays a card under the upcard. There must be one.
    pub(crate) fn play_under(&mut self, card: Card) {
        let top = usize::from(self.len) - 1;
        self.cards[top + 1] = self.cards[top];
        self.cards[top] = card;
        self.len += 1;
        self.counts[card.index()] += 1;
    }

    /// Takes the top card back.
    pub(crate) fn take_back(&mut self) -> Option<Card> {
        let card = self.upcard()?;
        self.len -= 1;
        self.counts[card.index()] -= 1;
        self.top = self.cards().last().copied();
        Some(card)
    }

    /// Takes a card from under the top ones: any with equal chance. There must be one.
    pub(crate) fn draw_under(&mut self, rng: &mut Rng, tops: u8) -> Card {
        let at = rng.below(u32::from(self.len - tops)) as usize;
        self.take_at(at)
    }

    /// Takes the card that lies next under the top ones. There must be one.
    pub(crate) fn draw_next(&mut self, tops: u8) -> Card {
        self.take_at(usize::from(self.len - tops) - 1)
    }

    /// Takes a card of this kind from under the top ones; returns true if there was one.
    pub(crate) fn take_under(&mut self, card: Card, tops: u8) -> bool {
        let under = &self.cards[..usize::from(self.len.saturating_sub(tops))];
        let Some(at) = under.iter().position(|&c| c == card) else {
            return false;
        };
        self.take_at(at);
        true
    }

    fn take_at(&mut self, at: usize) -> Card {
        let (card, len) = (self.cards[at], usize::from(self.len));
        self.cards.copy_within(at + 1..len, at);
        self.len -= 1;
        self.top = self.cards().last().copied();
        self.counts[card.index()] -= 1;
        card
    }

    /// Removes all cards but the upcard and passes each to `each`, the bottom first.
    pub(crate) fn clear_under(&mut self, mut each: impl FnMut(Card)) {
        let Some(upcard) = self.upcard() else { return };
        for &card in &self.cards[..usize::from(self.len) - 1] {
            each(card);
        }
        self.cards[0] = upcard;
        self.len = 1;
        self.counts = [0; MAX_KINDS];
        self.counts[upcard.index()] = 1;
    }

    /// Removes all cards.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.top = None;
        self.counts = [0; MAX_KINDS];
    }
}

impl PartialEq for Pile {
    fn eq(&self, other: &Self) -> bool {
        self.cards() == other.cards()
    }
}

impl Eq for Pile {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_of_the_largest_deck_reads_back_from_its_text() {
        let cards = |number| Pile::try_from(vec!["8H"; number].join(" ")).map(|pile| pile.cards().len());
        assert_eq!(cards(MAX_CARDS), Ok(MAX_CARDS));
        assert!(cards(MAX_CARDS + 1).is_err());
    }
}
