//! `eights.Ruleset`.

use std::ffi::CString;
use std::fmt::Display;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyException, PyUnicodeEncodeError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use serde_json::{Map, Value};

use super::convert::{self, Any, describe, from_json, text, to_map};
use super::errors::{self, to_py};
use crate::limits::MAX_RULESET_BYTES;
use crate::ruleset::{CreatedRule, Loaded, Problem, Ruleset, RulesetError, Split};

/// The rules of one game, as data. Immutable; equal if every key is.
///
/// ``Ruleset(id)`` is a built-in one; ``from_toml``, ``from_file`` and ``from_dict`` read one's own. It can be compared,
/// hashed, copied and pickled.
///
/// Args:
///     id: one of ``eights.rulesets()``.
///
/// Raises:
///     RulesetError: there is no built-in ruleset of this id; the message names those that there are.
///
/// >>> import eights
/// >>> ruleset = eights.Ruleset("crazy_eights")
/// >>> ruleset.id, ruleset.players
/// ('crazy_eights', (2, 10))
/// >>> ruleset.override({"deal.cards": 6}) == ruleset
/// False
#[pyclass(name = "Ruleset", module = "eights", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(super) struct PyRuleset {
    pub(super) inner: Ruleset,
}

/// Ids of the built-in rulesets.
///
/// Returns:
///     list[str]
///
/// >>> import eights
/// >>> "kings_reverse" in eights.rulesets()
/// True
#[pyfunction]
pub(super) fn rulesets() -> Vec<&'static str> {
    crate::ruleset::ids().collect()
}

/// The reference of every key of a ruleset, as Markdown.
///
/// >>> import eights
/// >>> "deal.cards" in eights.schema_reference()
/// True
#[pyfunction]
pub(super) fn schema_reference() -> String {
    crate::ruleset::schema_reference()
}

/// The JSON Schema of rulesets (draft 7): what an editor completes and checks them by.
///
/// ``eights schema`` writes it, and ``eights/docs/ruleset.schema.json`` of the package is the same.
///
/// >>> import eights
/// >>> schema = eights.ruleset_schema()
/// >>> schema["properties"]["draw"]["properties"]["end-of-turn"]["maximum"]
/// 20
#[pyfunction]
pub(super) fn ruleset_schema(py: Python<'_>) -> PyResult<Any<'_>> {
    from_json(py, &crate::ruleset::schema_json())
}

/// A created rule in English.
///
/// Args:
///     rule: as rulesets and positions write it: ``cards``, ``does``, and where needed ``after``, ``count``, ``follow``.
///
/// Raises:
///     RulesetError: it is not a created rule; every problem is listed with its key.
///     ArgumentError: it is not a mapping.
///
/// >>> import eights
/// >>> eights.describe_rule({"cards": "6", "does": "skip", "count": 2})
/// 'Sixes skip 2 players'
#[pyfunction]
#[pyo3(signature = (rule))]
pub(super) fn describe_rule(#[pyo3(from_py_with = rule)] rule: Map<String, Value>) -> PyResult<String> {
    let rule = CreatedRule::from_value(&Value::Object(rule)).map_err(to_py)?;
    Ok(rule.to_string())
}

fn seed(given: &Any<'_>) -> PyResult<u64> {
    convert::seed(given, errors::ruleset)
}

fn id(given: &Any<'_>) -> PyResult<String> {
    text("id", given)
}

fn toml(given: &Any<'_>) -> PyResult<String> {
    // A text of this many characters is refused without a copy.
    if given.is_instance_of::<PyString>() && given.len()? > MAX_RULESET_BYTES {
        return Err(to_py(RulesetError::TooLarge));
    }
    text("text", given)
}

fn path(given: &Any<'_>) -> PyResult<PathBuf> {
    location("path", "a str or os.PathLike", given)
}

fn folder(given: &Any<'_>) -> PyResult<Option<PathBuf>> {
    if given.is_none() {
        return Ok(None);
    }
    location("folder", "a str, an os.PathLike or None", given).map(Some)
}

/// Reads the path of a file or folder; `allowed` names the types that the argument may have.
fn location(name: &str, allowed: &str, given: &Any<'_>) -> PyResult<PathBuf> {
    let py = given.py();
    given.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyUnicodeEncodeError>(py) {
            errors::argument(
                py,
                format!("{name} {} is not Unicode text", convert::shown(given)),
            )
        } else if error.is_instance_of::<PyException>(py) {
            errors::argument(py, format!("{name} must be {allowed}, not {}", describe(given)))
        } else {
            error
        }
    })
}

fn mapping(given: &Any<'_>) -> PyResult<Map<String, Value>> {
    to_map("mapping", given)
}

fn overrides(given: &Any<'_>) -> PyResult<Map<String, Value>> {
    to_map("overrides", given)
}

fn rule(given: &Any<'_>) -> PyResult<Map<String, Value>> {
    to_map("rule", given)
}

/// Makes a ruleset while other threads run.
pub(super) fn make(
    py: Python<'_>,
    make: impl Send + FnOnce() -> Result<Ruleset, RulesetError>,
) -> PyResult<PyRuleset> {
    py.detach(make).map(|inner| PyRuleset { inner }).map_err(to_py)
}

/// Issues Python's warnings for settings without effect, at the line of the caller.
pub(super) fn warn(py: Python<'_>, warnings: &[Problem]) -> PyResult<()> {
    let category = py.get_type::<PyUserWarning>();
    for warning in warnings {
        let text = CString::new(warning.to_string().replace('\0', " "))?;
        PyErr::warn(py, &category, &text, 1)?;
    }
    Ok(())
}

/// Returns a ruleset that was read, and warns of settings without effect.
fn warned(py: Python<'_>, loaded: Loaded) -> PyResult<PyRuleset> {
    warn(py, &loaded.all_warnings())?;
    Ok(PyRuleset {
        inner: loaded.ruleset,
    })
}

/// Parses TOML, and warns of settings without effect. Files that the ruleset starts from are searched for in `folder`.
fn read_toml(py: Python<'_>, text: &str, folder: Option<&Path>) -> PyResult<PyRuleset> {
    let loaded = py.detach(|| Ruleset::load(text, folder)).map_err(to_py)?;
    warned(py, loaded)
}

/// Returns a ruleset with overrides, and warns of those without effect and of settings that they make idle.
pub(super) fn overridden(
    py: Python<'_>,
    base: &Ruleset,
    overrides: &Map<String, Value>,
) -> PyResult<Ruleset> {
    let made = make(py, || base.with(overrides))?.inner;
    let (mut warnings, known) = (base.warnings_of(overrides), base.warnings());
    warnings.extend(
        made.warnings()
            .into_iter()
            .filter(|warning| !known.contains(warning)),
    );
    warn(py, &warnings)?;
    Ok(made)
}

/// Reads the text of a file, but no more than a ruleset may have.
fn read_file(path: &Path) -> PyResult<String> {
    let cannot = |why: &dyn Display| errors::ruleset(format!("cannot read {}: {why}", path.display()));
    let mut bytes = Vec::new();
    let most = MAX_RULESET_BYTES as u64 + 1;
    let read = File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
    read.map_err(|why| cannot(&why))?;
    if bytes.len() > MAX_RULESET_BYTES {
        return Err(to_py(RulesetError::TooLarge));
    }
    String::from_utf8(bytes).map_err(|_| cannot(&"it is not UTF-8 text"))
}

#[pymethods]
impl PyRuleset {
    #[new]
    fn new(py: Python<'_>, #[pyo3(from_py_with = id)] id: String) -> PyResult<Self> {
        make(py, || Ruleset::builtin(&id))
    }

    /// Reads and validates TOML.
    ///
    /// Args:
    ///     text: the TOML; ``eights.schema_reference()`` lists the keys, all but ``id`` have defaults.
    ///     folder: ``str`` or ``os.PathLike``, where a file is looked for that the text names as its base. ``None``: nowhere, so
    ///         that such a text is refused.
    ///
    /// Raises:
    ///     RulesetError: it is not TOML, has more than a million bytes, or some keys or values are wrong; every problem is
    ///         listed with its key, or the first two hundred and how many more there are.
    ///
    /// Warns:
    ///     UserWarning: something in it changes nothing, such as a special without cards.
    ///
    /// >>> import eights
    /// >>> eights.Ruleset.from_toml('id = "mine"\n[special.jack]\ncards = "J"\nskip = 1').title
    /// 'mine'
    /// >>> eights.Ruleset.from_toml('id = "mine"\n[deal]\ncard = 7')
    /// Traceback (most recent call last):
    ///   ...
    /// eights.RulesetError: deal.card: ...
    #[classmethod]
    #[pyo3(signature = (text, folder=None))]
    fn from_toml(
        cls: &Bound<'_, PyType>,
        #[pyo3(from_py_with = toml)] text: String,
        #[pyo3(from_py_with = folder)] folder: Option<PathBuf>,
    ) -> PyResult<Self> {
        read_toml(cls.py(), &text, folder.as_deref())
    }

    /// Keys of its base that stay in the tables that a text of TOML writes, a line for each table.
    ///
    /// Args:
    ///     text: the TOML.
    ///     folder: as for ``from_toml``.
    ///
    /// Raises:
    ///     RulesetError: see ``from_toml``.
    ///
    /// >>> import eights
    /// >>> text = 'id = "mine"\nbase = "crazy_eights_special"\n[special.two]\nskip = 1'
    /// >>> eights.Ruleset.kept_from_base(text)
    /// ['special.two: `cards` and `hit` stay as in crazy_eights_special']
    #[classmethod]
    #[pyo3(signature = (text, folder=None))]
    fn kept_from_base(
        cls: &Bound<'_, PyType>,
        #[pyo3(from_py_with = toml)] text: String,
        #[pyo3(from_py_with = folder)] folder: Option<PathBuf>,
    ) -> PyResult<Vec<String>> {
        let loaded = cls.py().detach(|| Ruleset::load(&text, folder.as_deref()));
        loaded.map(|loaded| loaded.kept).map_err(to_py)
    }

    /// Reads and validates a TOML file.
    ///
    /// Args:
    ///     path: ``str`` or ``os.PathLike``. A file that it names as its base is looked for from there.
    ///
    /// Raises:
    ///     RulesetError: the file cannot be read, or see ``from_toml``.
    #[classmethod]
    fn from_file(cls: &Bound<'_, PyType>, #[pyo3(from_py_with = path)] path: PathBuf) -> PyResult<Self> {
        let text = cls.py().detach(|| read_file(&path))?;
        read_toml(cls.py(), &text, Some(path.parent().unwrap_or(Path::new(""))))
    }

    /// Reads and validates a mapping: what ``to_dict`` returns, or the same keys as TOML has.
    ///
    /// Args:
    ///     mapping: any ``Mapping``: nested mappings, lists, texts, numbers and bools, NumPy's too.
    ///
    /// Raises:
    ///     RulesetError: some keys or values are wrong, or it is larger than a text may be; problems are listed as by
    ///         ``from_toml``.
    ///     ArgumentError: it is not a mapping.
    ///
    /// >>> import eights
    /// >>> eights.Ruleset.from_dict({"id": "mine", "title": "Mine"}).title
    /// 'Mine'
    #[classmethod]
    fn from_dict(
        cls: &Bound<'_, PyType>,
        #[pyo3(from_py_with = mapping)] mapping: Map<String, Value>,
    ) -> PyResult<Self> {
        let py = cls.py();
        let loaded = py.detach(|| Ruleset::load_value(Value::Object(mapping)));
        warned(py, loaded.map_err(to_py)?)
    }

    /// Reads as ``from_dict``, without warnings: for pickles, since their contents have been read before.
    #[classmethod]
    fn _restore(
        cls: &Bound<'_, PyType>,
        #[pyo3(from_py_with = mapping)] mapping: Map<String, Value>,
    ) -> PyResult<Self> {
        make(cls.py(), || Ruleset::from_value(Value::Object(mapping)))
    }

    /// A ruleset drawn by lot: a built-in one with two to five house rules. ``id`` and ``title`` say what was changed.
    ///
    /// Args:
    ///     seed: 0 … 2**64 - 1; the same seed means the same ruleset.
    ///     split: ``"train"``, ``"test"`` (one ruleset of five, by a hash of the fingerprint) or ``"all"``. No ruleset is in both
    ///         of the first two, whatever the seeds.
    ///
    /// Raises:
    ///     RulesetError: the seed is out of range, or there is no such split.
    ///
    /// >>> import eights
    /// >>> ruleset = eights.Ruleset.sample(3, split="test")
    /// >>> ruleset == eights.Ruleset.sample(3, split="test")
    /// True
    #[classmethod]
    #[pyo3(signature = (seed, split=Split::Train), text_signature = "($cls, seed, split=\"train\")")]
    fn sample(
        cls: &Bound<'_, PyType>,
        #[pyo3(from_py_with = seed)] seed: u64,
        split: Split,
    ) -> PyResult<Self> {
        make(cls.py(), || Ok(Ruleset::sample(seed, split)))
    }

    /// This ruleset with some keys changed.
    ///
    /// Args:
    ///     overrides: dotted keys or nested mappings; ``None`` takes a key away, and so does ``False`` where no flag stands,
    ///         as in TOML, which has no ``None``; ``"variant"`` names one of ``variants``, or several in a list, applied first. A
    ///         variant that does not go with what was changed is not offered any more.
    ///
    /// Raises:
    ///     RulesetError: the result is not valid; problems are listed as by ``from_toml``.
    ///     ArgumentError: ``overrides`` is not a mapping.
    ///
    /// Warns:
    ///     UserWarning: an override changes nothing, such as one of a special that there is not.
    ///
    /// >>> import eights
    /// >>> ruleset = eights.Ruleset("crazy_eights_special").override({"special.queen.skip": 2, "deal": {"cards": 6}})
    /// >>> ruleset.to_dict()["special"]["queen"]["skip"]
    /// 2
    #[pyo3(name = "override")]
    fn with_overrides(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = overrides)] overrides: Map<String, Value>,
    ) -> PyResult<Self> {
        overridden(py, &self.inner, &overrides).map(|inner| Self { inner })
    }

    /// The id: lower case, with underscores.
    #[getter]
    fn id(&self) -> &str {
        &self.inner.id
    }

    /// The title, for people, on one line; the id where there is none.
    #[getter]
    fn title(&self) -> String {
        self.inner.name()
    }

    /// The document that its rules are from; empty where it names none.
    #[getter]
    fn source(&self) -> &str {
        &self.inner.source
    }

    /// 16 hexadecimal digits that differ if the rules do: the same on every platform and in every process.
    ///
    /// >>> import eights
    /// >>> len(eights.Ruleset("crazy_eights").fingerprint)
    /// 16
    #[getter]
    fn fingerprint(&self) -> String {
        self.inner.fingerprint()
    }

    /// Fewest and most players, as a tuple of two ints.
    #[getter]
    fn players(&self) -> (u8, u8) {
        (self.inner.players.min, self.inner.players.max)
    }

    /// Names of its variants: sets of overrides that it offers, for ``override({"variant": name})``.
    #[getter]
    fn variants(&self) -> Vec<&str> {
        self.inner.variants.keys().map(String::as_str).collect()
    }

    /// True when there are matches: rounds played to a target, or a number of rounds, for ``Game(..., episode="match")``.
    #[getter]
    fn has_match(&self) -> bool {
        self.inner.has_matches()
    }

    /// The ruleset as TOML, which ``from_toml`` reads.
    ///
    /// >>> import eights
    /// >>> ruleset = eights.Ruleset("kings_reverse")
    /// >>> eights.Ruleset.from_toml(ruleset.to_toml()) == ruleset
    /// True
    fn to_toml(&self) -> String {
        self.inner.to_toml()
    }

    /// The ruleset as nested dicts with every key, defaults too, which ``from_dict`` reads. What a special does not have,
    /// such as an attack, is ``None``.
    ///
    /// >>> import eights
    /// >>> ruleset = eights.Ruleset("kings_reverse")
    /// >>> eights.Ruleset.from_dict(ruleset.to_dict()) == ruleset
    /// True
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        from_json(py, &self.inner.to_full_value())
    }

    /// The rules in English, as Markdown, generated from the ruleset.
    ///
    /// >>> import eights
    /// >>> print(eights.Ruleset("crazy_eights").describe().splitlines()[0])
    /// # Crazy Eights, basic game
    fn describe(&self) -> String {
        self.inner.describe()
    }

    /// The text in a notebook: the rules in English.
    fn _repr_markdown_(&self) -> String {
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

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(slf: Py<Self>, memo: Any<'_>) -> Py<Self> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Any<'py>, (Any<'py>,))> {
        let dict = slf.get().to_dict(slf.py())?;
        Ok((slf.get_type().getattr("_restore")?, (dict,)))
    }
}
