//! A value that may depend on the number of players.

use std::fmt;

use schemars::json_schema;
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::schema::types::{PlayersKey, PlayersText, TableOf, Whole, schema_of};
use crate::limits::{cut, shown};
use crate::seat::MAX_SEATS;

/// One value for any number of players, or one for each range: `{ "2-5" = 1, "6-10" = 2 }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ByPlayers<T> {
    /// The same value for any number of players.
    Same(T),
    /// Fewest and most players of each range with its value, in order and without overlap.
    Ranges(Vec<(u8, u8, T)>),
}

impl<T: Default> Default for ByPlayers<T> {
    fn default() -> Self {
        Self::Same(T::default())
    }
}

impl<T: Copy> ByPlayers<T> {
    /// Returns the value for a number of players, if one is given.
    pub fn get(&self, players: u8) -> Option<T> {
        match self {
            Self::Same(value) => Some(*value),
            Self::Ranges(ranges) => ranges
                .iter()
                .find(|(least, most, _)| (*least..=*most).contains(&players))
                .map(|(_, _, value)| *value),
        }
    }

    /// Returns every value given.
    pub fn values(&self) -> impl Iterator<Item = T> + '_ {
        let (same, ranges) = match self {
            Self::Same(value) => (Some(*value), &[][..]),
            Self::Ranges(ranges) => (None, ranges.as_slice()),
        };
        same.into_iter().chain(ranges.iter().map(|(_, _, value)| *value))
    }
}

/// A range of numbers of players, both ends included: one number, or two (`"3-10"`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// Fewest players.
    pub min: u8,
    /// Most players.
    pub max: u8,
}

impl Range {
    /// True if the range includes this number of players.
    #[must_use]
    pub const fn contains(self, players: u8) -> bool {
        self.min <= players && players <= self.max
    }
}

impl Serialize for Range {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.min == self.max {
            return serializer.serialize_u8(self.min);
        }
        serializer.collect_str(&format_args!("{}-{}", self.min, self.max))
    }
}

impl<'de> Deserialize<'de> for Range {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let written = match &value {
            Value::String(text) => range(text),
            number => number.as_u64().and_then(|players| range(&players.to_string())),
        };
        let (min, max) = written.ok_or_else(|| {
            D::Error::custom(format!(
                "{} is not a range of players in 2 … {MAX_SEATS}, such as \"3-10\"",
                shown(&value)
            ))
        })?;
        Ok(Self { min, max })
    }
}

schema_of!(Range, |generator| {
    json_schema!({
        "anyOf": [generator.subschema_for::<Whole<2, { MAX_SEATS as i64 }>>(), generator.subschema_for::<PlayersText>()],
    })
});

fn range(text: &str) -> Option<(u8, u8)> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let (least, most) = (least.parse().ok()?, most.parse().ok()?);
    (2 <= least && least <= most && usize::from(most) <= MAX_SEATS).then_some((least, most))
}

impl<T: Serialize + fmt::Debug + Clone> Serialize for ByPlayers<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Same(value) => value.serialize(serializer),
            Self::Ranges(ranges) => serializer.collect_map(ranges.iter().map(|(least, most, value)| {
                (
                    if least == most {
                        least.to_string()
                    } else {
                        format!("{least}-{most}")
                    },
                    value,
                )
            })),
        }
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for ByPlayers<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Reads a value, or values by ranges of players; returns the reason for a failure.
fn read<T: DeserializeOwned>(value: Value) -> Result<ByPlayers<T>, String> {
    let map = match value {
        Value::Object(map) => map,
        same => {
            return T::deserialize(same)
                .map(ByPlayers::Same)
                .map_err(|why| why.to_string());
        }
    };
    let mut ranges = Vec::new();
    for (key, value) in map {
        let (least, most) = range(&key).ok_or_else(|| {
            format!(
                "{:?} is not a range of players: write \"2-5\" or \"2\", of 2 to {MAX_SEATS}",
                cut(&key, 20)
            )
        })?;
        let value = T::deserialize(value).map_err(|why| format!("for {key} players {why}"))?;
        ranges.push((least, most, value));
    }
    ranges.sort_by_key(|(least, most, _)| (*least, *most));
    if let Some(pair) = ranges.windows(2).find(|pair| pair[0].1 >= pair[1].0) {
        return Err(format!(
            "the ranges {}-{} and {}-{} overlap",
            pair[0].0, pair[0].1, pair[1].0, pair[1].1
        ));
    }
    Ok(ByPlayers::Ranges(ranges))
}

schema_of!(<T> ByPlayers<T>, |generator| {
    json_schema!({
        "anyOf": [generator.subschema_for::<T>(), generator.subschema_for::<TableOf<PlayersKey, T>>()],
    })
});
