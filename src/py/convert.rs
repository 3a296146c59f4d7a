//! Between Python values and the library's: mappings by way of JSON, arrays without a copy.

use numpy::{Element, PyArray1, PyArrayMethods, PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value};

use super::errors;
use crate::engine::{ChanceMode, EpisodeKind, Options, Reward};

/// A Python mapping, list, text or number as JSON.
pub(super) fn to_json(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text: String = value
        .py()
        .import("json")?
        .call_method1("dumps", (value,))?
        .extract()?;
    serde_json::from_str(&text).map_err(|e| errors::array(format!("not plain data: {e}")))
}

/// A mapping as JSON.
pub(super) fn to_map(value: &Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    match to_json(value)? {
        Value::Object(map) => Ok(map),
        other => Err(errors::array(format!("{other} is not a mapping"))),
    }
}

/// JSON as Python values.
pub(super) fn from_json<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// The options of a game from their Python names and values.
#[derive(FromPyObject)]
pub(super) struct OptionArgs {
    pub(super) players: u8,
    pub(super) episode: String,
    pub(super) reward: String,
    pub(super) chance: String,
    pub(super) layout: String,
    pub(super) history: u8,
    pub(super) max_decisions: Option<u32>,
}

/// One of two words.
fn word<T>(name: &str, given: &str, words: [(&str, T); 2]) -> PyResult<T> {
    let known = [words[0].0, words[1].0];
    words
        .into_iter()
        .find(|(word, _)| *word == given)
        .map(|(_, value)| value)
        .ok_or_else(|| errors::no_option(name, given, &known))
}

impl OptionArgs {
    /// The options that they mean.
    pub(super) fn options(&self) -> PyResult<Options> {
        Ok(Options {
            players: self.players,
            episode: word(
                "episode",
                &self.episode,
                [("round", EpisodeKind::Round), ("match", EpisodeKind::Match)],
            )?,
            reward: word(
                "reward",
                &self.reward,
                [("win", Reward::Win), ("points", Reward::Points)],
            )?,
            chance: word(
                "chance",
                &self.chance,
                [
                    ("sampled", ChanceMode::Sampled),
                    ("explicit", ChanceMode::Explicit),
                ],
            )?,
            universal: word("layout", &self.layout, [("compact", false), ("universal", true)])?,
            history: self.history,
            max_decisions: self.max_decisions,
        })
    }

    /// The words of options.
    pub(super) fn of(options: &Options) -> Self {
        Self {
            players: options.players,
            episode: if options.episode == EpisodeKind::Round {
                "round"
            } else {
                "match"
            }
            .to_owned(),
            reward: if options.reward == Reward::Win {
                "win"
            } else {
                "points"
            }
            .to_owned(),
            chance: if options.chance == ChanceMode::Sampled {
                "sampled"
            } else {
                "explicit"
            }
            .to_owned(),
            layout: if options.universal { "universal" } else { "compact" }.to_owned(),
            history: options.history,
            max_decisions: options.max_decisions,
        }
    }

    /// As keyword arguments of `Game`.
    pub(super) fn kwargs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("players", self.players)?;
        dict.set_item("episode", &self.episode)?;
        dict.set_item("reward", &self.reward)?;
        dict.set_item("chance", &self.chance)?;
        dict.set_item("layout", &self.layout)?;
        dict.set_item("history", self.history)?;
        dict.set_item("max_decisions", self.max_decisions)?;
        Ok(dict)
    }
}

/// Checks an array that is to be written in place, and gives leave to write.
pub(super) fn writable<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyAny>,
    len: usize,
    dtype: &str,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    let typed = array.cast::<PyArray1<T>>().map_err(|_| {
        errors::array(format!(
            "{name} must be a 1-dimensional {dtype} array, not {}",
            describe(array)
        ))
    })?;
    if typed.len() != len {
        return Err(errors::array(format!(
            "{name} has {} values; {len} are needed",
            typed.len()
        )));
    }
    if !typed.is_c_contiguous() {
        return Err(errors::array(format!("{name} must be contiguous")));
    }
    typed
        .try_readwrite()
        .map_err(|e| errors::array(format!("{name} cannot be written: {e}")))
}

/// What an object is, for messages: the dtype and shape of an array, else its type.
pub(super) fn describe(value: &Bound<'_, PyAny>) -> String {
    match value.cast::<numpy::PyUntypedArray>() {
        Ok(array) => format!("{} of shape {:?}", array.dtype(), array.shape()),
        Err(_) => value.get_type().to_string(),
    }
}
