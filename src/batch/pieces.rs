//! The text of a saved batch in unparsed pieces, so that its contents are never all in memory as values.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::MAX_ENVS;

/// Maximum number of keys of a saved batch.
const MOST_KEYS: usize = 16;

/// The keys, each with its unparsed value.
pub(super) struct Keys<'a>(pub(super) Vec<(&'a str, &'a RawValue)>);

/// The unparsed envs.
pub(super) struct SavedEnvs<'a>(pub(super) Vec<&'a RawValue>);

struct KeysVisitor;
struct EnvsVisitor;

impl<'de> Visitor<'de> for KeysVisitor {
    type Value = Keys<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a mapping of at most {MOST_KEYS} keys")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut keys = Vec::new();
        while let Some(pair) = map.next_entry()? {
            if keys.len() == MOST_KEYS {
                return Err(A::Error::invalid_length(MOST_KEYS + 1, &self));
            }
            keys.push(pair);
        }
        Ok(Keys(keys))
    }
}

impl<'de> Visitor<'de> for EnvsVisitor {
    type Value = SavedEnvs<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MAX_ENVS} envs")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut envs = Vec::new();
        while let Some(env) = list.next_element()? {
            if envs.len() == MAX_ENVS {
                return Err(A::Error::invalid_length(MAX_ENVS + 1, &self));
            }
            envs.push(env);
        }
        Ok(SavedEnvs(envs))
    }
}

impl<'de> Deserialize<'de> for Keys<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(KeysVisitor)
    }
}

impl<'de> Deserialize<'de> for SavedEnvs<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(EnvsVisitor)
    }
}
