//! Conversion of Python values to plain data: mappings of any kind, lists, texts, numbers and bools, within a limit of
//! bytes.

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyException, PyMemoryError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};
use serde_json::{Map, Number, Value};

use super::convert::{Any, describe};
use crate::ruleset::{Problem, RulesetError};

/// Greatest depth of nested mappings and lists.
const DEEPEST: usize = 32;

/// The reason why a value is not plain data.
pub(super) enum Unplain {
    /// The value is too large, or holds something that is not plain data. If code of the value raised an exception, it
    /// is kept.
    Refused(RulesetError, Option<PyErr>),
    /// The value has more than this many bytes.
    TooLarge(usize),
    /// An exception that must be passed on: an interrupt, or a lack of memory.
    Raised(PyErr),
}

impl From<RulesetError> for Unplain {
    fn from(error: RulesetError) -> Self {
        Self::Refused(error, None)
    }
}

/// Converts a value to plain data of at most this many bytes. NumPy's arrays and numbers become lists and numbers.
pub(super) fn plain(value: &Any<'_>, most: usize) -> Result<Value, Unplain> {
    let mut reader = PlainReader {
        path: Vec::new(),
        depth: 0,
        most,
        left: most,
    };
    reader.value(value)
}

struct PlainReader {
    /// The keys that lead to the value being read.
    path: Vec<String>,
    depth: usize,
    /// Number of bytes that may be read.
    most: usize,
    /// Number of bytes that may still be read.
    left: usize,
}

impl PlainReader {
    fn spend(&mut self, bytes: usize) -> Result<(), Unplain> {
        self.left = self.left.checked_sub(bytes).ok_or(Unplain::TooLarge(self.most))?;
        Ok(())
    }

    fn refused(&self, message: impl Into<String>) -> Unplain {
        let path: String = self.path.join(".").chars().take(80).collect();
        let message = message.into();
        RulesetError::Invalid(vec![Problem::new(path, message)]).into()
    }

    /// Refuses the value with the exception that its own code raised.
    fn raised(&self, py: Python<'_>, error: PyErr) -> Unplain {
        let ours = error.is_instance_of::<PyException>(py) && !error.is_instance_of::<PyMemoryError>(py);
        if !ours {
            return Unplain::Raised(error);
        }
        let why: String = error.to_string().chars().take(200).collect();
        match self.refused(format!("it cannot be read: {why}")) {
            Unplain::Refused(refused, _) => Unplain::Refused(refused, Some(error)),
            other => other,
        }
    }

    fn value(&mut self, value: &Any<'_>) -> Result<Value, Unplain> {
        self.spend(1)?;
        if value.is_none() {
            return Ok(Value::Null);
        }
        if let Ok(flag) = value.cast::<PyBool>() {
            return Ok(flag.is_true().into());
        }
        if let Ok(text) = value.cast::<PyString>() {
            return self.text(text).map(Value::String);
        }
        if value.is_instance_of::<PyInt>() {
            return self.int(value);
        }
        if let Ok(number) = value.cast::<PyFloat>() {
            let number = number.value();
            return Number::from_f64(number)
                .map(Value::Number)
                .ok_or_else(|| self.refused(format!("{number} is not allowed in plain data")));
        }
        if self.depth == DEEPEST {
            return Err(self.refused(format!("more than {DEEPEST} deep, or within itself")));
        }
        self.depth += 1;
        let read = self.nested(value);
        self.depth -= 1;
        read
    }

    fn text(&mut self, text: &Bound<'_, PyString>) -> Result<String, Unplain> {
        let py = text.py();
        let characters = text.len().map_err(|error| self.raised(py, error))?;
        if characters > self.left {
            return Err(Unplain::TooLarge(self.most));
        }
        match text.to_str() {
            Ok(text) => {
                self.spend(text.len())?;
                Ok(text.to_owned())
            }
            Err(error) if error.is_instance_of::<PyMemoryError>(py) => Err(Unplain::Raised(error)),
            Err(_) => Err(self.refused("a text with half of a surrogate pair is not Unicode")),
        }
    }

    fn int(&self, value: &Any<'_>) -> Result<Value, Unplain> {
        if let Ok(n) = value.extract::<i64>() {
            return Ok(n.into());
        }
        match value.extract::<u64>() {
            Ok(n) => Ok(n.into()),
            Err(error) if error.is_instance_of::<PyException>(value.py()) => {
                Err(self.refused("an integer of more than 64 bits is larger than any number of plain data"))
            }
            Err(error) => Err(Unplain::Raised(error)),
        }
    }

    /// Reads a value that may hold other values.
    fn nested(&mut self, value: &Any<'_>) -> Result<Value, Unplain> {
        if let Ok(dict) = value.cast_exact::<PyDict>() {
            if dict.len() > self.left {
                return Err(Unplain::TooLarge(self.most));
            }
            // A copy, since reading a value may change the dict.
            return self.pairs(dict.items().iter().map(Ok));
        }
        if let Ok(mapping) = value.cast::<PyMapping>() {
            let items = mapping
                .as_any()
                .call_method0("items")
                .and_then(|items| items.try_iter());
            return match items {
                Ok(items) => self.pairs(items),
                Err(error) => Err(self.raised(value.py(), error)),
            };
        }
        if let Ok(list) = value.cast::<PyList>() {
            return self.items(list.iter());
        }
        if let Ok(tuple) = value.cast::<PyTuple>() {
            return self.items(tuple.iter());
        }
        self.as_list(value)
    }

    fn pairs<'py>(&mut self, pairs: impl Iterator<Item = PyResult<Any<'py>>>) -> Result<Value, Unplain> {
        let mut map = Map::new();
        for pair in pairs {
            self.spend(1)?;
            let pair = pair.map_err(|error| Python::attach(|py| self.raised(py, error)))?;
            let (key, inner) = pair
                .extract::<(Any<'_>, Any<'_>)>()
                .map_err(|error| self.raised(pair.py(), error))?;
            let Ok(text) = key.cast::<PyString>() else {
                self.path.push(shown(&key));
                return Err(self.refused(format!("keys must be texts, not {}", describe(&key))));
            };
            let text = self.text(text)?;
            self.path.push(text);
            let inner = self.value(&inner)?;
            map.extend(self.path.pop().map(|key| (key, inner)));
        }
        Ok(Value::Object(map))
    }

    fn items<'py>(&mut self, items: impl Iterator<Item = Any<'py>>) -> Result<Value, Unplain> {
        let items = items.map(|item| self.value(&item));
        items.collect::<Result<Vec<_>, _>>().map(Value::Array)
    }

    /// Reads a value of any other type, if it has a method `tolist`.
    fn as_list(&mut self, value: &Any<'_>) -> Result<Value, Unplain> {
        let py = value.py();
        let length = match value.cast::<PyUntypedArray>() {
            Ok(array) => array.len(),
            Err(_) => value.len().unwrap_or(0),
        };
        if length > self.left {
            return Err(Unplain::TooLarge(self.most));
        }
        match value.getattr_opt("tolist") {
            Ok(Some(tolist)) if !value.is_instance_of::<pyo3::types::PyType>() => match tolist.call0() {
                Ok(list) => self.value(&list),
                Err(error) => Err(self.raised(py, error)),
            },
            Ok(_) => Err(self.refused(format!(
                "{} is not plain data: write a text, a number, a bool, a list or a mapping",
                describe(value)
            ))),
            Err(error) => Err(self.raised(py, error)),
        }
    }
}

/// Formats a key for a path.
fn shown(key: &Any<'_>) -> String {
    key.str().map_or_else(
        |_| describe(key),
        |text| text.to_string_lossy().chars().take(40).collect(),
    )
}
