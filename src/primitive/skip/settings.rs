//! Settings of cards that take turns.

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::ruleset::Who;
use crate::ruleset::schema::types::{Whole, schema_of};

/// The players who lose turns: as a number the next ones, a turn each; or players by their place, by lot or by choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skip {
    /// This many next players lose a turn each.
    Next(u8),
    /// Others lose turns.
    Turns(LostTurns),
}

/// Turns that players lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LostTurns {
    /// The players who lose turns.
    pub who: Who,
    /// Number of turns that each of them loses.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 9))]
    pub turns: u8,
}

const fn one() -> u8 {
    1
}

impl Default for Skip {
    fn default() -> Self {
        Self::Next(0)
    }
}

impl Serialize for Skip {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Next(players) => serializer.serialize_u8(*players),
            Self::Turns(turns) => turns.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Skip {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if value.is_object() {
            return serde_json::from_value(value)
                .map(Self::Turns)
                .map_err(D::Error::custom);
        }
        u8::deserialize(value).map(Self::Next).map_err(D::Error::custom)
    }
}

schema_of!(Skip, |generator| {
    json_schema!({
        "anyOf": [generator.subschema_for::<Whole<0, 9>>(), generator.subschema_for::<LostTurns>()],
        "examples": [1, { "turns": 1, "who": "chosen" }],
    })
});
