//! Conversion between Python values and the library's: mappings through JSON, arrays without a copy.
//!
//! A refused value raises an `eights.Error` that names the argument, the value and what was possible.

use numpy::{Element, PyArray1, PyArrayMethods, PyReadwriteArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyException, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyMapping, PyString};
use serde_json::{Map, Value};

use super::errors;
use super::plain::{Unplain, plain};
use crate::batch::Autoreset;
use crate::engine::{ChanceMode, EpisodeKind, ObservationLayout, Reward, Truncation};
use crate::limits::{MAX_RECORD_BYTES, MAX_RULESET_BYTES, given};
use crate::ruleset::{RulesetError, Split};

/// Maximum bytes of plain data that is no ruleset or record, such as a position: of its texts, and one for each value.
const MOST_PLAIN: usize = 1 << 20;

/// An argument as given by Python.
pub(super) type Any<'py> = Bound<'py, PyAny>;

/// A constructor of an exception from its message.
pub(super) type Refuse = fn(String) -> PyErr;

/// Returns an input text as messages quote it.
pub(super) fn quoted(text: &str) -> String {
    format!("{:?}", given(text))
}

/// Reads an integer of Python or NumPy within bounds; `refuse` makes the exception for one outside of them.
pub(super) fn int<T: TryFrom<i128>>(
    name: &str,
    value: &Any<'_>,
    (low, high): (i128, i128),
    refuse: Refuse,
) -> PyResult<T> {
    let out_of_range = |shown: &str| refuse(format!("{name} = {shown} is not in {low} … {high}"));
    match whole(name, value)? {
        Some(n) if (low..=high).contains(&n) => T::try_from(n).map_err(|_| out_of_range(&n.to_string())),
        Some(n) => Err(out_of_range(&n.to_string())),
        None => Err(out_of_range(&shown(value))),
    }
}

/// Reads an integer; none if it has more than 64 bits.
pub(super) fn whole(name: &str, value: &Any<'_>) -> PyResult<Option<i128>> {
    let py = value.py();
    match value.extract::<i64>() {
        Ok(n) => Ok(Some(n.into())),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
            Ok(value.extract::<u64>().ok().map(i128::from))
        }
        Err(error) if error.is_instance_of::<PyException>(py) => Err(errors::argument(
            py,
            format!("{name} must be an integer, not {}", describe(value)),
        )),
        Err(error) => Err(error),
    }
}

/// Formats a value for a message, cut if it is long.
pub(super) fn shown(value: &Any<'_>) -> String {
    const MOST: usize = 40;
    match value.repr() {
        Ok(text) => {
            let text = text.to_string_lossy();
            let cut: String = text.chars().take(MOST).collect();
            if cut.len() < text.len() {
                format!("{cut}…")
            } else {
                cut
            }
        }
        // Python refuses to format integers of thousands of digits, and an object's own method may fail.
        Err(_) if value.cast::<PyInt>().is_ok() => "a very large integer".to_owned(),
        Err(_) => format!("a {}", describe(value)),
    }
}

/// Reads a number of Python or NumPy.
pub(super) fn float(name: &str, value: &Any<'_>) -> PyResult<f64> {
    let py = value.py();
    match value.extract::<f64>() {
        Err(error) if error.is_instance_of::<PyException>(py) => Err(errors::argument(
            py,
            format!("{name} must be a number, not {}", describe(value)),
        )),
        other => other,
    }
}

/// Returns the items of an iterable, at most one more than `most`: the length that it reports is not trusted. None for
/// a text, and for a value that cannot be iterated.
pub(super) fn items<'py>(value: &Any<'py>, most: usize) -> PyResult<Option<Vec<Any<'py>>>> {
    /// Number of items that are taken between two checks for Ctrl-C.
    const SOME: usize = 1 << 16;
    let py = value.py();
    if value.cast::<PyString>().is_ok() {
        return Ok(None);
    }
    let iter = match value.try_iter() {
        Ok(iter) => iter,
        Err(error) if error.is_instance_of::<PyException>(py) => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut items = Vec::new();
    for item in iter.take(most + 1) {
        if items.len() % SOME == SOME - 1 {
            py.check_signals()?;
        }
        items.push(item?);
    }
    Ok(Some(items))
}

/// Reads an argument by `read`; `None` stays none.
pub(super) fn optional<'py, T>(
    given: &Any<'py>,
    read: impl FnOnce(&Any<'py>) -> PyResult<T>,
) -> PyResult<Option<T>> {
    if given.is_none() {
        return Ok(None);
    }
    read(given).map(Some)
}

/// Reads a bool of Python or NumPy.
pub(super) fn flag(name: &str, value: &Any<'_>) -> PyResult<bool> {
    value.extract::<bool>().map_err(|_| {
        errors::argument(
            value.py(),
            format!("{name} must be True or False, not {}", describe(value)),
        )
    })
}

/// Copies bytes to Python; `MemoryError` if there is no memory for them.
pub(super) fn bytes<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, bytes.len(), |copy| {
        copy.copy_from_slice(bytes);
        Ok(())
    })
}

/// Makes an array of zeros; `MemoryError` if there is no memory for it.
pub(super) fn zeros<T: Element>(py: Python<'_>, len: usize) -> PyResult<Any<'_>> {
    /// Number of values from which NumPy's Python function is called, which takes longer and reports a lack of memory.
    const MANY: usize = 1 << 16;
    if len < MANY {
        return Ok(PyArray1::<T>::zeros(py, len, false).into_any());
    }
    py.import("numpy")?
        .call_method1("zeros", (len, numpy::dtype::<T>(py)))
}

/// Reads a seed of 64 bits.
pub(super) fn seed(value: &Any<'_>, refuse: Refuse) -> PyResult<u64> {
    int("seed", value, (0, u64::MAX.into()), refuse)
}

/// Draws a seed from the operating system.
pub(super) fn fresh_seed(py: Python<'_>) -> PyResult<u64> {
    py.import("secrets")?.call_method1("randbits", (64,))?.extract()
}

/// Reads a text. One that is longer than any accepted text is refused without a copy.
pub(super) fn text(name: &str, value: &Any<'_>) -> PyResult<String> {
    match value.cast::<PyString>() {
        Ok(text) if text.len()? > MAX_RECORD_BYTES => Err(errors::argument(
            value.py(),
            format!("{name} has more than {MAX_RECORD_BYTES} bytes"),
        )),
        Ok(text) => Ok(text.to_string_lossy().into_owned()),
        Err(_) => Err(errors::argument(
            value.py(),
            format!("{name} must be a text, not {}", describe(value)),
        )),
    }
}

/// Converts a Python mapping, list, text or number to JSON.
pub(super) fn to_json(name: &str, value: &Any<'_>) -> PyResult<Value> {
    plain(value, MOST_PLAIN).map_err(|unplain| match unplain {
        Unplain::TooLarge(most) => errors::argument(
            value.py(),
            format!("{name} has more than {most} bytes of plain data"),
        ),
        Unplain::Refused(why, cause) => {
            let refused = errors::argument(value.py(), format!("{name} must be plain data: {why}"));
            because(value.py(), refused, cause)
        }
        Unplain::Raised(error) => error,
    })
}

/// Converts a mapping of a ruleset's keys to JSON; a value that no ruleset can have is refused as in a ruleset.
pub(super) fn to_map(name: &str, value: &Any<'_>) -> PyResult<Map<String, Value>> {
    let no_mapping = || {
        errors::argument(
            value.py(),
            format!("{name} must be a mapping, not {}", describe(value)),
        )
    };
    if value.cast::<PyMapping>().is_err() {
        return Err(no_mapping());
    }
    match plain(value, MAX_RULESET_BYTES) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(no_mapping()),
        Err(Unplain::TooLarge(_)) => Err(errors::to_py(RulesetError::TooLarge)),
        Err(Unplain::Refused(why, cause)) => Err(because(value.py(), errors::to_py(why), cause)),
        Err(Unplain::Raised(error)) => Err(error),
    }
}

/// Sets the cause of an exception.
fn because(py: Python<'_>, error: PyErr, cause: Option<PyErr>) -> PyErr {
    error.set_cause(py, cause);
    error
}

/// Converts JSON to Python values.
pub(super) fn from_json<'py>(py: Python<'py>, value: &Value) -> PyResult<Any<'py>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// Generates the reading of a choice from its word; any other value is refused under the argument's name.
macro_rules! choice {
    ($type:ty, $name:expr, $refuse:path, $all:expr, $word:path) => {
        impl<'py> FromPyObject<'_, 'py> for $type {
            type Error = PyErr;

            fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                let word = text($name, &value)?;
                let all = $all.into_iter();
                if let Some(choice) = all.clone().find(|choice| $word(*choice) == word) {
                    return Ok(choice);
                }
                let possible: Vec<_> = all.map(|choice| format!("{:?}", $word(choice))).collect();
                let possible = possible.join(", ");
                Err($refuse(format!(
                    "{} = {} is unknown: there are {possible}",
                    $name,
                    quoted(&word)
                )))
            }
        }
    };
}

macro_rules! options {
    ($($type:ident),+) => {
        $(choice!($type, $type::KEY, errors::game, $type::ALL.iter().copied(), $type::as_str);)+
    };
}

options!(EpisodeKind, Reward, ChanceMode, ObservationLayout, Truncation);

/// Reads the mode from its word or Gymnasium's, or from a member of Gymnasium's enumeration, whose value is that word.
impl<'py> FromPyObject<'_, 'py> for Autoreset {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let member = match value.cast::<PyString>() {
            Ok(_) => None,
            Err(_) => value.getattr("value").ok(),
        };
        let given = text("autoreset", member.as_ref().unwrap_or(&value))?;
        Self::from_name(&given).ok_or_else(|| {
            let possible = Self::ALL.map(|choice| format!("{:?}", choice.as_str()));
            errors::batch(format!(
                "autoreset = {} is unknown: there are {}",
                quoted(&given),
                possible.join(", ")
            ))
        })
    }
}

choice!(
    Split,
    "split",
    errors::ruleset,
    [Split::Train, Split::Test, Split::All],
    Split::name
);

/// Checks an array that is to be written in place, and returns write access to it.
pub(super) fn writable<'py, T: Element>(
    name: &str,
    array: &Any<'py>,
    len: usize,
    dtype: &str,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    let refused = || {
        errors::array(format!(
            "{name} must be a writable, contiguous {dtype} array of shape ({len},), not {}",
            describe(array)
        ))
    };
    let typed = array.cast::<PyArray1<T>>().map_err(|_| refused())?;
    if typed.len() != len || !typed.is_c_contiguous() || !typed.is_aligned() {
        return Err(refused());
    }
    typed
        .try_readwrite()
        .map_err(|e| errors::array(format!("{name} cannot be written: {e}")))
}

/// Describes an object for messages: the dtype, shape and odd layout of an array, else its type.
pub(super) fn describe(value: &Any<'_>) -> String {
    match value.cast::<PyUntypedArray>() {
        Ok(array) => {
            let writable = array
                .getattr("flags")
                .and_then(|f| f.getattr("writeable"))
                .and_then(|w| w.extract())
                .unwrap_or(true);
            let mut what = format!("{} of shape {}", array.dtype(), shape(array.shape()));
            for (odd, word) in [
                (!array.is_c_contiguous(), "not contiguous"),
                (!array.is_aligned(), "not aligned"),
                (!writable, "read-only"),
            ] {
                if odd {
                    what = format!("{what}, {word}");
                }
            }
            what
        }
        Err(_) => value
            .get_type()
            .name()
            .map_or_else(|_| "this".to_owned(), |name| given(&name.to_string_lossy())),
    }
}

/// Formats a shape as Python does.
pub(super) fn shape(shape: &[usize]) -> String {
    match shape {
        [n] => format!("({n},)"),
        _ => format!(
            "({})",
            shape
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        ),
    }
}
