//! Observations explained in words.

use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::convert::{Any, describe};
use super::errors::{self, to_py};
use crate::observation::{Explained, FeatureNames, Value};

/// Returns the features of an observation that are not 0.
pub(super) fn explain<'py>(names: &FeatureNames, observation: &Any<'py>) -> PyResult<Bound<'py, PyDict>> {
    if let Ok(array) = observation.cast::<PyArray1<u8>>() {
        return explain_array(names, array);
    }
    match observation.cast::<PyArray1<f32>>() {
        Ok(array) => explain_array(names, array),
        Err(_) => Err(refused(names, observation)),
    }
}

fn explain_array<'py, T: Explained + Element>(
    names: &FeatureNames,
    array: &Bound<'py, PyArray1<T>>,
) -> PyResult<Bound<'py, PyDict>> {
    if !array.is_aligned() {
        return Err(refused(names, array.as_any()));
    }
    let values = array
        .try_readonly()
        .map_err(|e| errors::array(format!("observation cannot be read: {e}")))?;
    let values = values.as_array().to_vec();
    let told = PyDict::new(array.py());
    for (name, value) in names.explain(&values).map_err(to_py)? {
        match value {
            Value::Number(number) => told.set_item(name, number)?,
            Value::Flag => told.set_item(name, true)?,
        }
    }
    Ok(told)
}

/// Makes the error for a value that is not an array of an observation.
fn refused(names: &FeatureNames, given: &Any<'_>) -> PyErr {
    let (len, given) = (names.names().len(), describe(given));
    errors::array(format!(
        "observation must be a float32 or uint8 array of shape ({len},), not {given}"
    ))
}
