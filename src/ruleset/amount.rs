//! Numbers of cards to draw: a number, one by lot, or as many as it takes until a card of a class.

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::Selector;
use super::schema::types::{LateCards, Whole, schema_of};
use crate::card::CardSet;
use crate::limits::shown;

/// Number of cards to draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amount {
    /// This number.
    Number(u8),
    /// One of these, by lot; each is as likely as it is often listed.
    Lot(Vec<u8>),
    /// One card after another until one of these is drawn.
    Until(Until),
}

/// Cards that end a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Until {
    /// Cards of the suit in force.
    Suit,
    /// Cards of a class.
    Cards(Selector),
}

/// Word for the suit in force.
const SUIT: &str = "@suit";

/// An amount that is a table.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum AmountTable {
    /// Numbers, of which one is drawn by lot.
    Lot(Vec<u8>),
    /// Cards that end the draw, or `@suit`.
    Until(Value),
}

impl Amount {
    /// Returns the number, if it is one; 0 if chance or cards decide.
    pub(crate) const fn number(&self) -> u8 {
        match self {
            Self::Number(cards) => *cards,
            Self::Lot(_) | Self::Until(_) => 0,
        }
    }

    /// Returns the class of cards that ends the draw, if one does.
    pub(crate) const fn until(&self) -> Option<&Selector> {
        match self {
            Self::Until(Until::Cards(cards)) => Some(cards),
            Self::Until(Until::Suit) | Self::Number(_) | Self::Lot(_) => None,
        }
    }

    /// True for a single card.
    pub(crate) const fn is_one(&self) -> bool {
        matches!(self, Self::Number(1))
    }

    /// Returns why these numbers cannot be drawn by lot, if so.
    fn refused_lot(numbers: &[u8]) -> Option<&'static str> {
        let known = (2..=16).contains(&numbers.len()) && numbers.iter().all(|&number| number <= 20);
        let differ = numbers.iter().any(|number| Some(number) != numbers.first());
        if !known {
            return Some("lot lists 2 to 16 numbers of cards, each at most 20");
        }
        (!differ).then_some("all numbers of lot are the same: write that number")
    }

    /// Returns why an open amount is refused with these decks, if so.
    pub(crate) fn refused(&self, decks: CardSet) -> Option<String> {
        match self {
            Self::Number(_) | Self::Until(Until::Suit) => None,
            Self::Lot(numbers) => Self::refused_lot(numbers).map(str::to_owned),
            Self::Until(Until::Cards(cards)) if cards.is_late() => Some(format!(
                "until = {:?} has late-bound words other than \"@suit\", the suit in force: list cards",
                cards.as_str()
            )),
            Self::Until(Until::Cards(cards)) => cards.cards().and(decks).is_empty().then(|| {
                format!(
                    "until = {:?} matches no card of the deck: list some",
                    cards.as_str()
                )
            }),
        }
    }

    /// True if chance or the cards decide.
    pub(crate) const fn is_open(&self) -> bool {
        !matches!(self, Self::Number(_))
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(cards) => serializer.serialize_u8(*cards),
            Self::Lot(numbers) => AmountTable::Lot(numbers.clone()).serialize(serializer),
            Self::Until(Until::Suit) => AmountTable::Until(SUIT.into()).serialize(serializer),
            Self::Until(Until::Cards(cards)) => {
                AmountTable::Until(cards.as_str().into()).serialize(serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if let Some(number) = value.as_u64().and_then(|number| u8::try_from(number).ok()) {
            return Ok(Self::Number(number));
        }
        let refused = || {
            D::Error::custom(format!(
                "{} is not a number of cards, nor {{ lot = [0, 1, 3] }}, nor {{ until = \"@suit\" }}",
                shown(&value)
            ))
        };
        if !value.is_object() {
            return Err(refused());
        }
        match serde_json::from_value(value.clone()).map_err(|_| refused())? {
            AmountTable::Lot(numbers) => Ok(Self::Lot(numbers)),
            AmountTable::Until(cards) if cards == SUIT => Ok(Self::Until(Until::Suit)),
            AmountTable::Until(cards) => serde_json::from_value(cards)
                .map(|cards| Self::Until(Until::Cards(cards)))
                .map_err(D::Error::custom),
        }
    }
}

schema_of!(Amount, |generator| {
    json_schema!({
        "anyOf": [
            generator.subschema_for::<Whole<0, 50>>(),
            {
                "type": "object",
                "properties": {
                    "lot": { "type": "array", "items": generator.subschema_for::<Whole<0, 20>>(), "maxItems": 16 },
                    "until": generator.subschema_for::<LateCards>(),
                },
                "additionalProperties": false,
            },
        ],
        "examples": [2, { "lot": [0, 0, 1, 3] }],
    })
});
