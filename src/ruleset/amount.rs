//! Numbers of cards that a hit draws: a number, one by lot, or as many as it takes until a card of a class.

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::limits::shown;
use crate::ruleset::Selector;
use crate::ruleset::schema::types::{LateCards, Whole, schema_of};

/// Number of cards that a hit draws.
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
