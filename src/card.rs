//! Cards as bits: ranks, suits, the 54 kinds of card, and sets of kinds.

use serde::{Deserialize, Serialize};

/// Greatest number of kinds of card in a pack: a set of kinds has 64 bits.
pub const MAX_KINDS: usize = 64;

/// Number of kinds of card in the usual pack: 52 of rank and suit, and two Jokers.
pub const KINDS: usize = 54;

/// Number of kinds without the Jokers.
pub(crate) const SUITED: usize = KINDS - 2;

/// Number of ranks of suited cards in the usual pack, 2 … A.
pub const RANKS: usize = 13;

/// Number of suits of the usual pack.
pub const SUITS: usize = 4;

/// Number of suits that packs can have.
pub const MAX_SUITS: usize = 8;

/// Number of ranks that packs can have, that of the Jokers included.
pub const MAX_RANKS: usize = 21;

/// The letters of the ranks of the usual pack in order of their index.
pub const RANK_LETTERS: &str = "23456789TJQKA";

/// The letters of the suits of the usual pack in order of their index.
pub const SUIT_LETTERS: &str = "CDHS";

/// The letters of all suits in order of their index.
pub const ALL_SUIT_LETTERS: &str = "CDHSVWXY";

/// The letters of all ranks in order of their index, that of the Jokers included.
pub const ALL_RANK_LETTERS: &str = "23456789TJQKA*01BEFGL";

/// A suit, ordered by index: one of the four of the usual pack, or one of four more that a pack may have.
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
    /// A fifth suit, V.
    V = 4,
    /// A sixth suit, W.
    W = 5,
    /// A seventh suit, X.
    X = 6,
    /// An eighth suit, Y.
    Y = 7,
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
            .ok_or_else(|| format!("{letter:?} is not a suit: write one letter of {ALL_SUIT_LETTERS}"))
    }
}

impl Suit {
    /// True for diamonds and hearts.
    #[must_use]
    pub const fn is_red(self) -> bool {
        matches!(self, Self::Diamonds | Self::Hearts)
    }

    /// The suits of the usual pack, in the order of the indices.
    pub const USUAL: [Self; SUITS] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Returns the suit with this index, 0 … 7.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        match index {
            0 => Some(Self::Clubs),
            1 => Some(Self::Diamonds),
            2 => Some(Self::Hearts),
            3 => Some(Self::Spades),
            4 => Some(Self::V),
            5 => Some(Self::W),
            6 => Some(Self::X),
            7 => Some(Self::Y),
            _ => None,
        }
    }

    /// Returns the suit of a letter of [`ALL_SUIT_LETTERS`].
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        ALL_SUIT_LETTERS
            .find(letter)
            .and_then(|i| Self::from_index(i as u8))
    }

    /// Returns the index of the suit, 0 … 7.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of the suit.
    #[must_use]
    pub fn letter(self) -> char {
        char::from(ALL_SUIT_LETTERS.as_bytes()[self.index()])
    }

    /// Returns the English name of the suit, in lower case; the letter of a further suit, which labels name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clubs => "clubs",
            Self::Diamonds => "diamonds",
            Self::Hearts => "hearts",
            Self::Spades => "spades",
            Self::V => "V",
            Self::W => "W",
            Self::X => "X",
            Self::Y => "Y",
        }
    }
}

/// A rank: 2 … A with indices 0 … 12, the Joker's with index 13, and those that other packs may have, 14 … 20.
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
            .ok_or_else(|| format!("{letter:?} is not a rank: write one letter of {ALL_RANK_LETTERS}"))
    }
}

impl Rank {
    /// The rank of the ace.
    pub const ACE: Self = Self(12);
    /// The rank of both Jokers.
    pub const JOKER: Self = Self(13);

    /// Returns the rank with this index, 0 … 20.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < MAX_RANKS {
            Some(Self(index))
        } else {
            None
        }
    }

    /// Returns the rank of a letter of [`ALL_RANK_LETTERS`].
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        ALL_RANK_LETTERS.find(letter).map(|i| Self(i as u8))
    }

    /// Returns the index of the rank, 0 … 20.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the letter of the rank; the Joker's is `*`.
    #[must_use]
    pub fn letter(self) -> char {
        char::from(ALL_RANK_LETTERS.as_bytes()[self.index()])
    }

    /// Returns the English name of the rank with a capital; the letter of one that labels name, as in "an Eight".
    #[must_use]
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; MAX_RANKS] = [
            "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King",
            "Ace", "Joker", "Zero", "One", "B", "E", "F", "G", "L",
        ];
        NAMES[self.0 as usize]
    }
}

/// One kind of card of a pack, by its index: in the usual pack rank × 4 + suit, then the red and the black Joker.
///
/// Serialised as its text (`"QS"`, `"*R"`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Card(u8);

impl Card {
    /// Returns the card with this index, 0 … 63.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < MAX_KINDS {
            Some(Self(index))
        } else {
            None
        }
    }

    /// Returns the card with an index that is known to be valid.
    ///
    /// An index of 64 or more makes a card on which table look-ups panic; it does nothing worse.
    #[must_use]
    pub(crate) const fn of(index: u8) -> Self {
        Self(index)
    }

    /// Returns the index of the card, 0 … 63.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the set of this kind alone.
    #[must_use]
    pub const fn bit(self) -> CardSet {
        CardSet(1 << self.0)
    }

    /// Iterates over every kind that a pack may have, in the order of the indices.
    pub(crate) fn every() -> impl Iterator<Item = Self> {
        (0..MAX_KINDS as u8).map(Self)
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
    /// Every kind of any pack; [`Pack::all`](crate::Pack::all) has those of one.
    pub const ALL: Self = Self(u64::MAX);
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
