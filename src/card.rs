//! Cards as bits: ranks, suits, the 54 kinds of card, and sets of kinds.

use serde::{Deserialize, Serialize};

/// Number of kinds of card: 52 of rank and suit, and two Jokers.
pub const KINDS: usize = 54;

/// Number of kinds without the Jokers.
pub(crate) const SUITED: usize = KINDS - 2;

/// Number of ranks of suited cards, 2 … A.
pub const RANKS: usize = 13;

/// Number of suits.
pub const SUITS: usize = 4;

/// Greatest number of suits of a pack.
pub(crate) const MAX_SUITS: usize = SUITS;

/// Greatest number of ranks of a pack, that of the Jokers included.
pub(crate) const MAX_RANKS: usize = RANKS + 1;

/// The letters of the ranks in order of their index, as in the text form of a card.
pub const RANK_LETTERS: &str = "23456789TJQKA";

/// The letters of the suits in order of their index.
pub const SUIT_LETTERS: &str = "CDHS";

/// One of the four suits, ordered by index.
///
/// Serialised as its letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "char", into = "char")]
#[repr(u8)]
pub enum Suit {
    /// ♣
    Clubs = 0,
    /// ♦
    Diamonds = 1,
    /// ♥
    Hearts = 2,
    /// ♠
    Spades = 3,
}

impl From<Suit> for char {
    fn from(suit: Suit) -> Self {
        suit.letter()
    }
}

impl TryFrom<char> for Suit {
    type Error = String;

    fn try_from(letter: char) -> Result<Self, String> {
        Self::from_letter(letter)
            .ok_or_else(|| format!("{letter:?} is not a suit: write one letter of {SUIT_LETTERS}"))
    }
}

impl Suit {
    /// True for diamonds and hearts.
    #[must_use]
    pub const fn is_red(self) -> bool {
        matches!(self, Self::Diamonds | Self::Hearts)
    }

    /// The suits of a pack of 52, in the order of the indices.
    pub const USUAL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Returns the suit with this index, 0 … 3.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        match index {
            0 => Some(Self::Clubs),
            1 => Some(Self::Diamonds),
            2 => Some(Self::Hearts),
            3 => Some(Self::Spades),
            _ => None,
        }
    }

    /// Returns the suit of a letter of [`SUIT_LETTERS`].
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        SUIT_LETTERS.find(letter).and_then(|i| Self::from_index(i as u8))
    }

    /// Returns the index of the suit, 0 … 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of the suit.
    #[must_use]
    pub fn letter(self) -> char {
        char::from(SUIT_LETTERS.as_bytes()[self.index()])
    }

    /// Returns the English name of the suit, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clubs => "clubs",
            Self::Diamonds => "diamonds",
            Self::Hearts => "hearts",
            Self::Spades => "spades",
        }
    }
}

/// A rank: 2 … A with indices 0 … 12, and the Joker's with index 13.
///
/// Serialised as its letter, `*` for the Joker's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "char", into = "char")]
pub struct Rank(u8);

impl From<Rank> for char {
    fn from(rank: Rank) -> Self {
        rank.letter()
    }
}

impl TryFrom<char> for Rank {
    type Error = String;

    fn try_from(letter: char) -> Result<Self, String> {
        Self::from_letter(letter)
            .ok_or_else(|| format!("{letter:?} is not a rank: write one letter of {RANK_LETTERS}, or *"))
    }
}

impl Rank {
    /// The rank of the ace.
    pub const ACE: Self = Self(12);
    /// The rank of both Jokers.
    pub const JOKER: Self = Self(13);

    /// Returns the rank with this index, 0 … 13.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index <= 13 { Some(Self(index)) } else { None }
    }

    /// Returns the rank of a letter of [`RANK_LETTERS`], or of `*`.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        if letter == '*' {
            return Some(Self::JOKER);
        }
        RANK_LETTERS.find(letter).map(|i| Self(i as u8))
    }

    /// Returns the index of the rank, 0 … 13.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the letter of the rank; the Joker's is `*`.
    #[must_use]
    pub fn letter(self) -> char {
        RANK_LETTERS
            .as_bytes()
            .get(self.index())
            .map_or('*', |&b| char::from(b))
    }

    /// Returns the English name of the rank with a capital, as in "an Eight".
    #[must_use]
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 14] = [
            "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King",
            "Ace", "Joker",
        ];
        NAMES[self.0 as usize]
    }
}

/// One kind of card: rank × 4 + suit for 0 … 51, then the red and the black Joker.
///
/// Serialised as its text (`"QS"`, `"*R"`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Card(u8);

impl Card {
    /// Returns the card with this index, 0 … 53.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < KINDS {
            Some(Self(index))
        } else {
            None
        }
    }

    /// Returns the card with an index that is known to be valid.
    ///
    /// An index of 54 or more makes a card on which table look-ups panic; it does nothing worse.
    #[must_use]
    pub(crate) const fn of(index: u8) -> Self {
        Self(index)
    }

    /// Returns the index of the card, 0 … 53.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the set of this kind alone.
    #[must_use]
    pub const fn bit(self) -> CardSet {
        CardSet(1 << self.0)
    }

    /// Iterates over every kind in the order of the indices.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..KINDS as u8).map(Self)
    }
}

/// A set of kinds of card, one bit each.
///
/// Serialised as the text of the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CardSet(pub u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 54 kinds.
    pub const ALL: Self = Self((1 << KINDS) - 1);
    /// True if the set holds this card.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// True if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of kinds in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the cards in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the cards in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the cards in this set but not in `other`.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns this set if `condition` holds, else no card; without a branch, which would often be mispredicted.
    #[must_use]
    pub(crate) const fn only_if(self, condition: bool) -> Self {
        Self(self.0 & (condition as u64).wrapping_neg())
    }

    /// Iterates over the cards in the order of their indices.
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let card = Card(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                card
            })
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards
            .into_iter()
            .fold(Self::EMPTY, |set, card| set.or(card.bit()))
    }
}
