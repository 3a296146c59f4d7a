//! `eights.Ruleset`.

use pyo3::prelude::*;
use pyo3::types::PyType;

use super::convert::{from_json, to_json, to_map};
use super::errors::to_py;
use crate::ruleset::Ruleset;

/// The rules of one game, as data.
#[pyclass(name = "Ruleset", module = "eights", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(super) struct PyRuleset {
    pub(super) inner: Ruleset,
}

/// Ids of the built-in rulesets.
#[pyfunction]
pub(super) fn rulesets() -> Vec<&'static str> {
    crate::ruleset::ids().collect()
}

/// The reference of every key of a ruleset, as Markdown.
#[pyfunction]
pub(super) fn schema_reference() -> String {
    crate::ruleset::schema_reference()
}

#[pymethods]
impl PyRuleset {
    /// The built-in ruleset of this id.
    #[new]
    fn new(id: &str) -> PyResult<Self> {
        Ruleset::builtin(id).map(|inner| Self { inner }).map_err(to_py)
    }

    /// Reads TOML.
    #[classmethod]
    fn from_toml(_: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        Ruleset::from_toml(text)
            .map(|inner| Self { inner })
            .map_err(to_py)
    }

    /// Reads a TOML file.
    #[classmethod]
    fn from_file(_: &Bound<'_, PyType>, path: std::path::PathBuf) -> PyResult<Self> {
        let text = std::fs::read_to_string(path)?;
        Ruleset::from_toml(&text)
            .map(|inner| Self { inner })
            .map_err(to_py)
    }

    /// Reads a mapping.
    #[classmethod]
    fn from_dict(_: &Bound<'_, PyType>, mapping: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ruleset::from_value(to_json(mapping)?)
            .map(|inner| Self { inner })
            .map_err(to_py)
    }

    /// This ruleset with some keys changed.
    #[pyo3(name = "override")]
    fn with_overrides(&self, overrides: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.inner
            .with(&to_map(overrides)?)
            .map(|inner| Self { inner })
            .map_err(to_py)
    }

    #[getter]
    fn id(&self) -> &str {
        &self.inner.id
    }

    #[getter]
    fn title(&self) -> &str {
        &self.inner.title
    }

    #[getter]
    fn source(&self) -> &str {
        &self.inner.source
    }

    #[getter]
    fn fingerprint(&self) -> String {
        self.inner.fingerprint()
    }

    /// Fewest and most players.
    #[getter]
    fn players(&self) -> (u8, u8) {
        (self.inner.players.min, self.inner.players.max)
    }

    /// Names of its variants: sets of overrides that it offers.
    #[getter]
    fn variants(&self) -> Vec<&str> {
        self.inner.variants.keys().map(String::as_str).collect()
    }

    /// Whether it has matches: rounds played to a target.
    #[getter]
    fn has_match(&self) -> bool {
        self.inner.matches.target.values().any(|target| target > 0)
    }

    fn to_toml(&self) -> String {
        self.inner.to_toml()
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &self.inner.to_value())
    }

    /// The rules in English, as Markdown.
    fn describe(&self) -> String {
        self.inner.describe()
    }

    fn __repr__(&self) -> String {
        format!(
            "Ruleset({:?}, fingerprint={})",
            self.inner.id,
            self.inner.fingerprint()
        )
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(&self.inner.fingerprint(), 16).unwrap_or_default()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let dict = slf.get().to_dict(slf.py())?;
        Ok((slf.get_type().getattr("from_dict")?, (dict,)))
    }
}
