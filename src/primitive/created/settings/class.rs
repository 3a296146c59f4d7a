//! Classes of cards in created rules: words that must all hold.

use std::fmt;
use std::str::FromStr;

use schemars::json_schema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::{CardSet, Rank, SUIT_LETTERS, Suit};
use crate::limits::given;
use crate::pack::Pack;
use crate::ruleset::card_words;
use crate::ruleset::schema::types::schema_of;

/// The number of the Jokers' rank; the others are 1 (ace) … 13 (King).
const JOKERS: u8 = 14;
const KING: u8 = 13;
const EVERY_SUIT: u8 = 0xF;
const RED: u8 = 0b0110;
const BLACK: u8 = 0b1001;

/// A restriction to even or odd numbers, with ace 1, Jack 11, Queen 12 and King 13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Parity {
    /// No restriction.
    #[default]
    Any,
    /// Even numbers only.
    Even,
    /// Odd numbers only.
    Odd,
}

/// A restriction to pictures or number cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Face {
    /// No restriction.
    #[default]
    Any,
    /// Jack, Queen, King.
    Face,
    /// Ace to Ten.
    Number,
}

/// A class of cards, written as words joined by blanks that must all hold: `all`, a rank (`7`, `*` for Jokers), a suit
/// (`H`), `red`, `black`, `even`, `odd`, `face`, `number`, a range of ranks with the ace low (`A-4`, `9-K`).
///
/// Equal classes have one text only: words that add nothing are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Class {
    pub(crate) low: u8,
    pub(crate) high: u8,
    /// One bit per suit; a class holds Jokers only if all four are set.
    pub(crate) suits: u8,
    pub(crate) parity: Parity,
    pub(crate) face: Face,
}

impl Default for Class {
    fn default() -> Self {
        Self::ALL
    }
}

impl Class {
    /// Every card, Jokers included.
    pub const ALL: Self = Self {
        low: 1,
        high: JOKERS,
        suits: EVERY_SUIT,
        parity: Parity::Any,
        face: Face::Any,
    };
    pub(crate) const FACE: Self = Self {
        face: Face::Face,
        ..Self::ALL
    };
    pub(crate) const NUMBER: Self = Self {
        face: Face::Number,
        ..Self::ALL
    };
    pub(crate) const EVEN: Self = Self {
        parity: Parity::Even,
        ..Self::ALL
    };
    pub(crate) const ODD: Self = Self {
        parity: Parity::Odd,
        ..Self::ALL
    };

    /// The ranks with these numbers.
    pub(crate) const fn ranks(low: u8, high: u8) -> Self {
        Self {
            low,
            high,
            ..Self::ALL
        }
    }

    /// The red cards of the class.
    pub(crate) const fn red(self) -> Self {
        Self { suits: RED, ..self }
    }

    /// The black cards of the class.
    pub(crate) const fn black(self) -> Self {
        Self { suits: BLACK, ..self }
    }

    /// The cards of this suit in the class.
    pub(crate) const fn of(self, suit: Suit) -> Self {
        Self {
            suits: 1 << suit as u8,
            ..self
        }
    }

    /// The even cards of the class.
    pub(crate) const fn even(self) -> Self {
        Self {
            parity: Parity::Even,
            ..self
        }
    }

    /// The odd cards of the class.
    pub(crate) const fn odd(self) -> Self {
        Self {
            parity: Parity::Odd,
            ..self
        }
    }

    fn has(self, number: u8, suit: Option<Suit>) -> bool {
        let parity = match self.parity {
            Parity::Any => true,
            Parity::Even => number < JOKERS && number.is_multiple_of(2),
            Parity::Odd => number < JOKERS && !number.is_multiple_of(2),
        };
        let face = match self.face {
            Face::Any => true,
            Face::Face => (11..=KING).contains(&number),
            Face::Number => number <= 10,
        };
        let suit = match suit {
            Some(suit) => self.suits >> suit as u8 & 1 == 1,
            None => self.suits == EVERY_SUIT,
        };
        (self.low..=self.high).contains(&number) && parity && face && suit
    }

    /// The cards of the class.
    #[must_use]
    pub fn cards(self) -> CardSet {
        let pack = Pack::standard();
        let cards = pack.all().iter();
        cards
            .filter(|&card| self.has(number(pack.rank(card)), pack.suit(card)))
            .collect()
    }

    /// Returns the class with the same cards and the fewest words; of several, the first in a fixed order.
    fn canonical(self) -> Self {
        let cards = self.cards();
        let numbers = || cards.iter().map(|card| number(Pack::standard().rank(card)));
        let tight = (numbers().min().unwrap_or(1), numbers().max().unwrap_or(1));
        let (mut best, mut fewest) = (self, usize::MAX);
        for (low, high) in [(1, JOKERS), tight] {
            for face in [Face::Any, Face::Face, Face::Number] {
                for parity in [Parity::Any, Parity::Even, Parity::Odd] {
                    let other = Self {
                        low,
                        high,
                        suits: self.suits,
                        parity,
                        face,
                    };
                    if other.words() < fewest && other.cards() == cards {
                        (best, fewest) = (other, other.words());
                    }
                }
            }
        }
        best
    }

    fn words(self) -> usize {
        usize::from(self.suits != EVERY_SUIT)
            + usize::from(self.parity != Parity::Any)
            + usize::from(self.face != Face::Any)
            + usize::from(self.has_range())
    }

    const fn has_range(self) -> bool {
        self.low != 1 || self.high != JOKERS
    }

    /// Adds a word to the class; none if the text is not a word of a class.
    fn and(self, word: &str) -> Option<Self> {
        let mut class = self;
        match word {
            "all" => {}
            "red" => class.suits &= RED,
            "black" => class.suits &= BLACK,
            "even" | "odd" => {
                let parity = if word == "even" { Parity::Even } else { Parity::Odd };
                // Even and odd together leave no card; nor does a range without numbers.
                if class.parity != Parity::Any && class.parity != parity {
                    class.high = 0;
                }
                class.parity = parity;
            }
            "face" | "number" => {
                let face = if word == "face" { Face::Face } else { Face::Number };
                if class.face != Face::Any && class.face != face {
                    class.high = 0;
                }
                class.face = face;
            }
            _ => {
                let word = &card_words::kept(word);
                if let Some(at) = SUIT_LETTERS.find(word.as_str()).filter(|_| word.len() == 1) {
                    class.suits &= 1 << at;
                } else {
                    let (low, high) = range(word)?;
                    (class.low, class.high) = (class.low.max(low), class.high.min(high));
                }
            }
        }
        Some(class)
    }

    /// Formats the cards as a noun: "Sixes", "red even cards", "Queens of spades".
    pub(crate) fn noun(self) -> String {
        let one = Suit::USUAL
            .into_iter()
            .find(|suit| self.suits == 1 << *suit as u8)
            .map(Suit::name);
        let mut text = match self.suits {
            RED => "red ",
            BLACK => "black ",
            _ => "",
        }
        .to_owned();
        text.push_str(match self.parity {
            Parity::Any => "",
            Parity::Even => "even ",
            Parity::Odd => "odd ",
        });
        text.push_str(match self.face {
            Face::Any => "",
            Face::Face => "face ",
            Face::Number => "number ",
        });
        let few = self.high - self.low < 2 && self.parity == Parity::Any;
        if few {
            let ranks: Vec<String> = (self.low..=self.high).map(plural).collect();
            text.push_str(&ranks.join(" and "));
        } else {
            text.push_str("cards");
        }
        if let Some(suit) = one {
            text.push_str(" of ");
            text.push_str(suit);
        }
        if !few && self.has_range() {
            let name = |number| rank(number).name();
            text.push_str(" from ");
            text.push_str(name(self.low));
            text.push_str(" to ");
            text.push_str(name(self.high));
        }
        text
    }
}

/// Returns the number of a rank: ace 1 … King 13, Jokers 14.
fn number(rank: Rank) -> u8 {
    match rank.index() as u8 {
        12 => 1,
        13 => JOKERS,
        index => index + 2,
    }
}

fn rank(number: u8) -> Rank {
    let index = match number {
        1 => 12,
        JOKERS => 13,
        number => number - 2,
    };
    Rank::from_index(index).unwrap_or(Rank::JOKER)
}

fn plural(number: u8) -> String {
    let name = rank(number).name();
    format!("{name}{}", if name.ends_with('x') { "es" } else { "s" })
}

/// Parses a rank's letter, or two joined by a hyphen, into the first and last number.
fn range(word: &str) -> Option<(u8, u8)> {
    let one = |word: &str| {
        let word = card_words::kept(word);
        let mut letters = word.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        Rank::from_letter(letter).map(number)
    };
    match word.split_once('-') {
        None => one(word).map(|number| (number, number)),
        Some((low, high)) => Some((one(low)?, one(high)?)).filter(|(low, high)| low <= high && *high <= KING),
    }
}

/// A text that is not a class of cards.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseClassError {
    /// A word that has no meaning in a class.
    #[error("{word:?} is not a word of a class: {}", suggestion(word))]
    Word {
        /// The word.
        word: String,
    },
    /// No card is in the class.
    #[error("no card is {text:?}: every word of a class must hold")]
    Empty {
        /// The text.
        text: String,
    },
}

/// Suggests what to write in place of an unknown word.
fn suggestion(word: &str) -> String {
    const CLASSES: [&str; 7] = ["all", "red", "black", "even", "odd", "face", "number"];
    card_words::closest_word(word, &CLASSES).map_or_else(
        || {
            "write all, a rank of 23456789TJQKA*, a suit of CDHS, red, black, even, odd, face, number, or a range of \
             ranks with the ace low such as A-4"
                .to_owned()
        },
        |meant| format!("did you mean {meant:?}?"),
    )
}

impl FromStr for Class {
    type Err = ParseClassError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut class = Self::ALL;
        for word in text.split_whitespace() {
            class = class
                .and(word)
                .ok_or_else(|| ParseClassError::Word { word: given(word) })?;
        }
        if class.cards().is_empty() || text.trim().is_empty() {
            return Err(ParseClassError::Empty { text: given(text) });
        }
        Ok(class.canonical())
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = Vec::new();
        match self.suits {
            EVERY_SUIT => {}
            RED => words.push("red".to_owned()),
            BLACK => words.push("black".to_owned()),
            _ => words.extend(
                Suit::USUAL
                    .into_iter()
                    .filter(|suit| self.suits == 1 << *suit as u8)
                    .map(|suit| suit.letter().to_string()),
            ),
        }
        match self.parity {
            Parity::Any => {}
            Parity::Even => words.push("even".to_owned()),
            Parity::Odd => words.push("odd".to_owned()),
        }
        match self.face {
            Face::Any => {}
            Face::Face => words.push("face".to_owned()),
            Face::Number => words.push("number".to_owned()),
        }
        let letter = |number| rank(number).letter();
        if self.low == self.high {
            words.push(letter(self.low).to_string());
        } else if self.has_range() {
            words.push(format!("{}-{}", letter(self.low), letter(self.high)));
        }
        f.write_str(if words.is_empty() { "all" } else { "" })?;
        f.write_str(&words.join(" "))
    }
}

impl Serialize for Class {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Class {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

schema_of!(
    Class,
    |_| json_schema!({ "type": "string", "format": "class of cards", "examples": ["red 2-7"] })
);
