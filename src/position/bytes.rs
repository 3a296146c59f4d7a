//! A state as bytes: readable JSON that restores it exactly, chance included.

use serde_json::{Map, Value};

use super::problem::PositionError;
use crate::card_text::{format_cards, parse_cards};
use crate::engine::{Game, State};
use crate::limits::{self, JsonError, MAX_STATE_BYTES, shown};
use crate::rng::Rng;

/// The name of the format.
const FORMAT: &str = "eights-state";

/// The version of the format that this crate writes and reads.
const VERSION: u64 = 1;

/// The reason why bytes are not a state of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SerializedError {
    /// The bytes are not JSON, or there are too many.
    #[error("not a serialized state: {0}")]
    NotJson(String),
    /// There is not enough memory to read the bytes.
    #[error("no memory to read a serialized state of {bytes} bytes")]
    Memory {
        /// Number of bytes.
        bytes: usize,
    },
    /// A key is absent or has an unexpected value.
    #[error("not a serialized state: {key} is {given}, not {expected}")]
    Malformed {
        /// The key.
        key: &'static str,
        /// The value given.
        given: String,
        /// The expected value.
        expected: String,
    },
    /// The state is of another version of the format.
    #[error("the state is of version {given}: this version of eights reads version {expected}")]
    Version {
        /// The version of the state.
        given: String,
        /// The version that can be read.
        expected: u64,
    },
    /// The state is of another game.
    #[error("the state is of another game: {key} is {given}, here it is {expected}")]
    OtherGame {
        /// The key that differs.
        key: &'static str,
        /// Its value in the state.
        given: String,
        /// Its value in this game.
        expected: String,
    },
    /// The position is impossible.
    #[error("the state is impossible: {0}")]
    Position(#[from] PositionError),
    /// A move that led to the state cannot be made.
    #[error("the state is impossible: move {number}: {why}")]
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// The reason why it cannot be made.
        why: String,
    },
}

impl Game {
    /// Serialises a state to bytes that [`Game::deserialize`] restores exactly, future chance included.
    #[must_use]
    pub fn serialize(&self, state: &State) -> Vec<u8> {
        state_to_value(self, state).to_string().into_bytes()
    }

    /// Restores a state from bytes that [`Game::serialize`] wrote for the same ruleset, players, episode, chance and
    /// truncation.
    ///
    /// # Errors
    /// If there are more than [`MAX_STATE_BYTES`], or the bytes are damaged, of another version, or of another game.
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

/// Returns the values that must be equal for a state to be of this game.
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
    /// Makes the error for a key that is absent or has an unexpected value.
    pub(crate) fn malformed(value: &Value, key: &'static str, expected: &str) -> Self {
        Self::Malformed {
            key,
            given: value.get(key).map_or("absent".to_owned(), shown),
            expected: expected.to_owned(),
        }
    }

    /// Refuses a value of another format, version or game.
    pub(crate) fn check_header(game: &Game, value: &Value, format: &str, version: u64) -> Result<(), Self> {
        Self::check_format(value, format, version)?;
        Self::check_identity(identity(game), value)
    }

    /// Refuses a value of another format or version.
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

    /// Refuses a value in which one of these keys is absent or differs.
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

/// Returns the mapping that is serialised.
pub(crate) fn state_to_value(game: &Game, state: &State) -> Value {
    let mut map = Map::new();
    map.insert("format".to_owned(), Value::from(FORMAT));
    map.insert("version".to_owned(), Value::from(VERSION));
    for (key, value) in identity(game) {
        map.insert(key.to_owned(), value);
    }
    map.insert("position".to_owned(), game.to_value(state));
    let cards = state.stock.cards().iter().copied();
    let cards = game.pack().within(|| format_cards(cards));
    map.insert("stock".to_owned(), Value::from(cards));
    map.insert(
        "rng".to_owned(),
        serde_json::to_value(&state.rng).unwrap_or_default(),
    );
    Value::Object(map)
}

/// Restores a state from such a mapping.
pub(crate) fn state_from_value(game: &Game, value: &Value) -> Result<State, SerializedError> {
    game.pack().within(|| state_of_pack(game, value))
}

fn state_of_pack(game: &Game, value: &Value) -> Result<State, SerializedError> {
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

/// Parses a generator that can advance.
pub(crate) fn rng_from_value(value: &Value) -> Option<Rng> {
    is_alive(value)
        .then(|| serde_json::from_value(value.clone()).ok())
        .flatten()
}

/// True if some word of the generator is not 0; a generator of zeros cannot advance.
fn is_alive(rng: &Value) -> bool {
    let words = rng.get("s").and_then(Value::as_array);
    words.is_some_and(|words| {
        words
            .iter()
            .any(|word| word.as_u64().is_some_and(|word| word != 0))
    })
}
