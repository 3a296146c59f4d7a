//! Sets of words, written as a list: `["suit", "rank"]`.

use std::collections::BTreeSet;

use schemars::json_schema;
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::schema::types::schema_of;

/// A set of words of a key, in the order in which the schema names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct WordSet<T: Ord>(BTreeSet<T>);

impl<T: Ord + Copy> WordSet<T> {
    /// True if the set has this word.
    #[must_use]
    pub fn has(&self, word: T) -> bool {
        self.0.contains(&word)
    }

    /// True if the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Ord> Default for WordSet<T> {
    fn default() -> Self {
        Self(BTreeSet::new())
    }
}

impl<T: Ord> FromIterator<T> for WordSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(words: I) -> Self {
        Self(words.into_iter().collect())
    }
}

impl<'de, T: Ord + DeserializeOwned> Deserialize<'de> for WordSet<T> {
    /// Accepts a list or a single word.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = match Value::deserialize(deserializer)? {
            Value::Array(words) => words,
            word => vec![word],
        };
        let words = words.into_iter().map(T::deserialize);
        words
            .collect::<Result<_, _>>()
            .map(Self)
            .map_err(D::Error::custom)
    }
}

schema_of!(<T: Ord> WordSet<T>, |generator| {
    let word = generator.subschema_for::<T>();
    json_schema!({ "anyOf": [word, { "type": "array", "items": word, "uniqueItems": true }] })
});

/// Serialises a single word as itself, and several as a list.
pub(crate) fn alone_or_list<T: Ord + Serialize, S: Serializer>(
    words: &WordSet<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut each = words.0.iter();
    match (each.next(), each.next()) {
        (Some(word), None) => word.serialize(serializer),
        _ => words.serialize(serializer),
    }
}
