//! A state as bytes: readable JSON that restores it exactly, chance included.

use serde_json::{Map, Value};

use super::problem::PositionError;
use crate::card::{format_cards, parse_cards};
use crate::engine::{Game, State};
use crate::limits::{self, JsonError, MAX_STATE_BYTES, shown};
use crate::rng::Rng;

/// What the bytes say they are.
const FORMAT: &str = "eights-state";

/// The version of the format that this crate writes and reads.
const VERSION: u64 = 1;

/// Why bytes are no state of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SerializedError {
    /// They are not JSON, or too many.
    #[error("not a serialized state: {0}")]
    NotJson(String),
    /// There is no memory to read them.
    #[error("no memory to read a serialized state of {bytes} bytes")]
    Memory {
        /// How many there are.
        bytes: usize,
    },
    /// They say that they are something else.
    #[error("not a serialized state: {key} is {given}, not {expected}")]
    Malformed {
        /// The key.
        key: &'static str,
        /// What stands there.
        given: String,
        /// What was possible.
        expected: String,
    },
    /// They are of another version.
    #[error("the state is of version {given}: this version of eights reads version {expected}")]
    Version {
        /// Its version.
        given: String,
        /// The version that can be read.
        expected: u64,
    },
    /// They are of another game.
    #[error("the state is of another game: {key} is {given}, here it is {expected}")]
    OtherGame {
        /// What differs.
        key: &'static str,
        /// What it is in the state.
        given: String,
        /// What it is in this game.
        expected: String,
    },
    /// The position in it is impossible.
    #[error("the state is impossible: {0}")]
    Position(#[from] PositionError),
    /// A move that led to it cannot be made.
    #[error("the state is impossible: move {number}: {why}")]
    Move {
        /// Its number, from 1.
        number: usize,
        /// Why it cannot be made.
        why: String,
    },
}

impl Game {
    /// A state as bytes that [`Game::deserialize`] restores exactly, future chance included.
    #[must_use]
    pub fn serialize(&self, state: &State) -> Vec<u8> {
        state_to_value(self, state).to_string().into_bytes()
    }

    /// The state of bytes that [`Game::serialize`] wrote for the same ruleset, players, episode and chance.
    ///
    /// # Errors
    /// More than [`MAX_STATE_BYTES`], or bytes that are damaged, of another version, or of another game.
    pub fn deserialize(&self, bytes: &[u8]) -> Result<State, SerializedError> {
        let value = limits::json(bytes, MAX_STATE_BYTES)?;
        state_from_value(self, &value)
    }
}

impl From<JsonError> for SerializedError {
    fn from(error: JsonError) -> Self {
        match error {
            JsonError::Memory { bytes } => Self::Memory { bytes },
            error => Self::NotJson(error.to_string()),
        }
    }
}

/// What must be equal for a state to be of this game.
pub(crate) fn identity(game: &Game) -> [(&'static str, Value); 5] {
    let options = game.options();
    [
        ("ruleset", Value::from(game.fingerprint())),
        ("players", Value::from(game.players())),
        ("episode", Value::from(options.episode.as_str())),
        ("chance", Value::from(options.chance.as_str())),
        ("truncation", Value::from(options.truncation.as_str())),
    ]
}

impl SerializedError {
    /// A key that is absent or holds something else.
    pub(crate) fn malformed(value: &Value, key: &'static str, expected: &str) -> Self {
        Self::Malformed {
            key,
            given: value.get(key).map_or("absent".to_owned(), shown),
            expected: expected.to_owned(),
        }
    }

    /// Refuses what is of another format, version or game.
    pub(crate) fn check_header(game: &Game, value: &Value, format: &str, version: u64) -> Result<(), Self> {
        Self::check_format(value, format, version)?;
        Self::check_identity(identity(game), value)
    }

    /// Refuses what is of another format or version.
    pub(crate) fn check_format(value: &Value, format: &str, version: u64) -> Result<(), Self> {
        if value.get("format").and_then(Value::as_str) != Some(format) {
            return Err(Self::malformed(value, "format", format));
        }
        let given = value.get("version");
        if given != Some(&Value::from(version)) {
            return Err(Self::Version {
                given: given.map_or("none".to_owned(), shown),
                expected: version,
            });
        }
        Ok(())
    }

    /// Refuses what does not say the same of itself.
    pub(crate) fn check_identity(
        expected: impl IntoIterator<Item = (&'static str, Value)>,
        value: &Value,
    ) -> Result<(), Self> {
        for (key, expected) in expected {
            match value.get(key) {
                Some(given) if *given == expected => {}
                Some(given) => {
                    return Err(Self::OtherGame {
                        key,
                        given: shown(given),
                        expected: shown(&expected),
                    });
                }
                None => return Err(Self::malformed(value, key, &expected.to_string())),
            }
        }
        Ok(())
    }
}

/// The mapping that is serialized.
pub(crate) fn state_to_value(game: &Game, state: &State) -> Value {
    let mut map = Map::new();
    map.insert("format".to_owned(), Value::from(FORMAT));
    map.insert("version".to_owned(), Value::from(VERSION));
    for (key, value) in identity(game) {
        map.insert(key.to_owned(), value);
    }
    map.insert("position".to_owned(), game.to_value(state));
    let cards = state.stock.cards().iter().copied();
    map.insert("stock".to_owned(), Value::from(format_cards(cards)));
    map.insert(
        "rng".to_owned(),
        serde_json::to_value(&state.rng).unwrap_or_default(),
    );
    Value::Object(map)
}

/// The state of such a mapping.
pub(crate) fn state_from_value(game: &Game, value: &Value) -> Result<State, SerializedError> {
    SerializedError::check_header(game, value, FORMAT, VERSION)?;
    let malformed = |key, expected: &str| SerializedError::malformed(value, key, expected);
    let position = value
        .get("position")
        .ok_or_else(|| malformed("position", "a position"))?;
    let rng = value.get("rng").and_then(rng_from_value);
    let mut state = game.position(position, 0)?;
    state.rng = rng.ok_or_else(|| malformed("rng", "the four words of the generator, not all 0"))?;
    let cards = value
        .get("stock")
        .and_then(Value::as_str)
        .and_then(|text| parse_cards(text).ok());
    if !cards.is_some_and(|cards| state.stock.rearrange(&cards)) {
        return Err(malformed(
            "stock",
            "the cards of the position's stock, in their places",
        ));
    }
    Ok(state)
}

/// A generator that stands anywhere but still.
pub(crate) fn rng_from_value(value: &Value) -> Option<Rng> {
    is_alive(value)
        .then(|| serde_json::from_value(value.clone()).ok())
        .flatten()
}

/// Whether one of the generator's words is not 0; a generator of nothing but 0 would stand still.
fn is_alive(rng: &Value) -> bool {
    let words = rng.get("s").and_then(Value::as_array);
    words.is_some_and(|words| {
        words
            .iter()
            .any(|word| word.as_u64().is_some_and(|word| word != 0))
    })
}
