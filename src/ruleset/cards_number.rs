//! A number that applies to a class of cards: `4`, or `{ "all -*" = 4 }`.

use schemars::json_schema;
use serde::de::{Deserializer, Error as _};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::Selector;
use super::schema::types::{CardsKey, TableOf, Whole, schema_of};
use crate::card::CardSet;
use crate::limits::shown;

/// A number that applies to a class of cards; 0 is off and applies to none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardsNumber {
    /// Cards to which the number applies.
    pub cards: Selector,
    /// The number; 0 is off.
    pub number: u8,
}

impl CardsNumber {
    /// Returns the cards that count; all cards if the number is 0.
    #[must_use]
    pub fn counted(&self) -> CardSet {
        if self.number == 0 {
            CardSet::ALL
        } else {
            self.cards.cards()
        }
    }
}

impl Serialize for CardsNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.number == 0 || self.cards.as_str() == "all" {
            return serializer.serialize_u8(self.number);
        }
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.cards.as_str(), &self.number)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for CardsNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let (cards, number) = match &value {
            Value::Object(map) => match map.iter().next() {
                Some((cards, number)) if map.len() == 1 => (cards.parse(), number),
                _ => {
                    let given = shown(&value);
                    let message = format!("{given} has not one entry such as {{ \"all -*\" = 4 }}");
                    return Err(D::Error::custom(message));
                }
            },
            number => (Ok(Selector::all()), number),
        };
        let number = u8::deserialize(number).map_err(D::Error::custom)?;
        let cards = cards.map_err(D::Error::custom)?;
        Ok(if number == 0 {
            Self::default()
        } else {
            Self { cards, number }
        })
    }
}

schema_of!(CardsNumber, |generator| {
    let number = generator.subschema_for::<Whole<0, 20>>();
    let mut table = generator.subschema_for::<TableOf<CardsKey, Whole<0, 20>>>();
    table.insert("minProperties".to_owned(), 1.into());
    table.insert("maxProperties".to_owned(), 1.into());
    json_schema!({ "anyOf": [number, table], "examples": [4, { "all -*": 4 }] })
});
