//! Cards with which nobody goes out: `{ "A" = 1 }`, or `{ "2 8" = "never" }`.

use schemars::json_schema;
use serde::de::{Deserializer, Error as _};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::schema::types::{CardsKey, TableOf, Whole, schema_of};
use super::{CardsNumber, Selector};
use crate::limits::shown;

/// Cards with which nobody goes out: those for which cards are drawn, and those that are never played last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NotOn {
    /// Cards that keep their player in, and the number of cards drawn for one.
    pub drawn: CardsNumber,
    /// Cards that cannot be played as the last one of a hand.
    pub never: Selector,
}

/// The word for cards that cannot be played as the last one.
const NEVER: &str = "never";

impl Serialize for NotOn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.never.is_none() {
            return self.drawn.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.never.as_str(), NEVER)?;
        if self.drawn.number > 0 {
            map.serialize_entry(self.drawn.cards.as_str(), &self.drawn.number)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for NotOn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut value = Value::deserialize(deserializer)?;
        let mut never = Selector::none();
        if let Value::Object(map) = &mut value {
            let mut words = map.iter().filter(|(_, value)| *value == NEVER);
            let first = words.next().map(|(cards, _)| cards.clone());
            if words.next().is_some() {
                let message = format!(
                    "{} has two entries with \"never\": list all cards in one",
                    shown(&value)
                );
                return Err(D::Error::custom(message));
            }
            if let Some(cards) = first {
                never = cards.parse().map_err(D::Error::custom)?;
                map.remove(&cards);
                if map.is_empty() {
                    value = 0.into();
                }
            }
        }
        let drawn = CardsNumber::deserialize(value).map_err(D::Error::custom)?;
        Ok(Self { drawn, never })
    }
}

schema_of!(NotOn, |generator| {
    let number = generator.subschema_for::<Whole<0, 20>>();
    let mut table = generator.subschema_for::<TableOf<CardsKey, Whole<0, 20>>>();
    let each = json_schema!({ "anyOf": [number, { "const": NEVER }] });
    table.insert("additionalProperties".to_owned(), each.into());
    table.insert("minProperties".to_owned(), 1.into());
    table.insert("maxProperties".to_owned(), 2.into());
    json_schema!({ "anyOf": [number, table], "examples": [2, { "A": 1 }, { "2 8": NEVER }] })
});
