//! Conversion of actions, envs, masks, controllers and dtypes from Python.

use std::cell::RefCell;
use std::collections::BTreeMap;

use numpy::{
    Element, PyArray1, PyArrayDescr, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use super::PyBatch;
use super::buffers::{Asked, EXTRAS};
use crate::batch::{Controller, GameSource, Seeds};
use crate::bot::BotKind;
use crate::py::convert::{self, Any, describe, int, items, quoted, shown, text};
use crate::py::errors::{self, to_py};
use crate::py::search::searcher;

impl PyBatch {
    /// Reads one action for each env. Arrays of 32 or 64 bits are read directly, other integers after conversion by
    /// NumPy.
    pub(super) fn actions(&self, actions: &Any<'_>) -> PyResult<Vec<i64>> {
        fn read<T: Element + Copy + Into<i64>>(array: &Bound<'_, PyArray1<T>>) -> PyResult<Vec<i64>> {
            let array = array
                .try_readonly()
                .map_err(|e| errors::array(format!("actions cannot be read: {e}")))?;
            // A copy: Python may write into the array while the envs are stepped.
            let mut copy = Vec::new();
            let given = copy.try_reserve_exact(array.len());
            given.map_err(|_| errors::memory("there is no memory for the actions".to_owned()))?;
            match array.as_slice() {
                Ok(actions) => copy.extend(actions.iter().map(|&action| -> i64 { action.into() })),
                Err(_) => copy.extend(array.as_array().iter().map(|&action| -> i64 { action.into() })),
            }
            Ok(copy)
        }
        let fits = |array: &Bound<'_, PyUntypedArray>| array.len() == self.num_envs && array.is_aligned();
        if let Ok(array) = actions.cast::<PyArray1<i64>>()
            && fits(array.as_untyped())
        {
            return read(array);
        }
        if let Ok(array) = actions.cast::<PyArray1<i32>>()
            && fits(array.as_untyped())
        {
            return read(array);
        }
        read(&self.converted(actions)?)
    }

    /// Converts the actions of a list, of an array of a narrower type, or of an array of another library (`__array__`,
    /// `__dlpack__`).
    fn converted<'py>(&self, actions: &Any<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let py = actions.py();
        let refused = || {
            errors::array(format!(
                "actions must be integers, one for each of {} envs, not {}",
                self.num_envs,
                describe(actions)
            ))
        };
        let numpy = py.import("numpy")?;
        let has = |name| actions.hasattr(name).unwrap_or(false);
        let reader = if has("__dlpack__") && !has("__array__") {
            "from_dlpack"
        } else {
            "asarray"
        };
        let found = numpy.call_method1(reader, (actions,)).map_err(|why| {
            if !why.is_instance_of::<PyException>(py) {
                return why;
            }
            let error = refused();
            error.set_cause(py, Some(why));
            error
        })?;
        let array = found.cast::<PyUntypedArray>().map_err(|_| refused())?;
        let kind = array.dtype().kind();
        if array.shape() != [self.num_envs] || !matches!(kind, b'i' | b'u') {
            return Err(refused());
        }
        // Values above the signed 64-bit range are limited to it, and stay too large for an action.
        let found = if kind == b'u' && array.dtype().itemsize() == 8 {
            numpy.call_method1("minimum", (&found, i64::MAX))?
        } else {
            found.clone()
        };
        Ok(found.call_method1("astype", ("int64",))?.cast_into()?)
    }

    /// Reads the argument `seed` of `reset`: one for all envs, or one for each.
    pub(super) fn seeds(&self, given: &Any<'_>) -> PyResult<OwnSeeds> {
        if given.is_none() {
            return Ok(OwnSeeds::GoOn);
        }
        let Some(each) = items(given, self.num_envs)? else {
            return convert::seed(given, errors::batch).map(OwnSeeds::All);
        };
        if each.len() != self.num_envs {
            return Err(errors::array(format!(
                "seed must be an integer, or {} of them, not {}",
                self.num_envs,
                describe(given)
            )));
        }
        let each = each.iter().map(|seed| convert::seed(seed, errors::batch));
        each.collect::<PyResult<_>>().map(OwnSeeds::Each)
    }

    /// Reads the number of an env.
    pub(super) fn env(&self, i: &Any<'_>) -> PyResult<usize> {
        int("env", i, (0, self.num_envs as i128 - 1), errors::batch)
    }

    /// Reads a mask of envs.
    pub(super) fn mask(&self, mask: &Any<'_>) -> PyResult<Vec<bool>> {
        let fits = mask
            .cast::<PyArray1<bool>>()
            .is_ok_and(|array| array.len() == self.num_envs);
        if !fits {
            return Err(errors::array(format!(
                "mask must be a bool array of shape ({},), not {}",
                self.num_envs,
                describe(mask)
            )));
        }
        // The mask is read as bytes, since a view of other bytes as bool may hold more than 0 and 1.
        let bytes = mask.call_method1("view", ("uint8",))?;
        let bytes = bytes
            .cast::<PyArray1<u8>>()
            .map_err(|_| errors::array("mask cannot be read as bytes".to_owned()))?
            .try_readonly()
            .map_err(|e| errors::array(format!("mask cannot be read: {e}")))?;
        Ok(bytes.as_array().iter().map(|&byte| byte != 0).collect())
    }
}

/// Reads the controllers of the seats: names of bots, or `None` for outside; `[P]` or `[N, P]`. The name `"policy"`
/// stands for a policy where policies are accepted, and is not a bot's name elsewhere.
pub(super) fn controllers(
    py: Python<'_>,
    source: &GameSource,
    n: usize,
    given: Option<&Any<'_>>,
    takes_policies: bool,
) -> PyResult<Vec<Controller>> {
    let p = usize::from(source.players().1);
    let Some(given) = given else {
        return Ok(vec![Controller::Outside; p]);
    };
    let refused = || {
        errors::batch(format!(
            "controllers must be None or names of bots, of shape ({p},) or ({n}, {p}), not {}",
            describe(given)
        ))
    };
    // The bots found are kept, since looking one up takes longer than all other work for a seat.
    let found = RefCell::new(BTreeMap::new());
    let bot = |name: String| -> PyResult<BotKind> {
        if let Some(&bot) = found.borrow().get(&name) {
            return Ok(bot);
        }
        if searcher(py, &name)?.is_some() {
            return Err(errors::batch(format!(
                "{name:?} searches from a State: it plays in eights.PolicyBatch"
            )));
        }
        let bot = crate::bot::by_name(&name).map_err(to_py)?;
        found.borrow_mut().insert(name, bot);
        Ok(bot)
    };
    let one = |item: &Any<'_>| -> PyResult<Option<Controller>> {
        if item.is_none() {
            return Ok(Some(Controller::Outside));
        }
        if item.is_callable() {
            return Err(errors::batch(format!(
                "controllers must be None or names of bots, not {}: policies play in eights.PolicyBatch",
                describe(item)
            )));
        }
        let Ok(name) = text("a bot's name", item) else {
            return Ok(None);
        };
        if takes_policies && name == Controller::POLICY {
            return Ok(Some(Controller::Policy));
        }
        bot(name).map(Controller::Bot).map(Some)
    };
    if one(given)?.is_some() {
        return Err(refused());
    }
    let items = few(given, n.max(p))?.ok_or_else(refused)?;
    let flat = items.iter().map(one).collect::<PyResult<Option<Vec<_>>>>()?;
    if let Some(flat) = flat {
        return if flat.len() == p { Ok(flat) } else { Err(refused()) };
    }
    if items.len() != n {
        return Err(refused());
    }
    let mut all = Vec::with_capacity(n * p);
    for (i, row) in items.iter().enumerate() {
        py.check_signals()?;
        let seats = few(row, p)?.filter(|seats| seats.len() == p);
        let row = match seats {
            Some(seats) => seats.iter().map(one).collect::<PyResult<Option<Vec<_>>>>()?,
            None => None,
        };
        all.extend(row.ok_or_else(|| {
            errors::batch(format!(
                "controllers[{i}] must be None or names of bots for {p} seats"
            ))
        })?);
    }
    Ok(all)
}

/// Reads which of [`EXTRAS`] are requested, from a sequence of their names.
pub(super) fn extras(given: &Any<'_>) -> PyResult<Asked> {
    let names = EXTRAS.map(|extra| format!("{:?}", extra.name)).join(", ");
    let refused = |what: &str| {
        errors::batch(format!(
            "extras must be a sequence of names, not {what}: there are {names}"
        ))
    };
    let Some(items) = few(given, EXTRAS.len())? else {
        return Err(refused(&describe(given)));
    };
    let mut asked = Asked::default();
    for item in &items {
        let name = text("the name of an extra array", item)?;
        let Some(i) = EXTRAS.iter().position(|extra| extra.name == name) else {
            return Err(errors::batch(format!(
                "there is no extra array {}: there are {names}",
                quoted(&name)
            )));
        };
        asked[i] = true;
    }
    Ok(asked)
}

/// Returns the items of a sequence, if there are at most `most`; a text is not a sequence.
fn few<'py>(given: &Any<'py>, most: usize) -> PyResult<Option<Vec<Any<'py>>>> {
    Ok(items(given, most)?.filter(|items| items.len() <= most))
}

/// The source of the seeds of episodes, as given by Python.
pub(super) enum OwnSeeds {
    /// Seeds continue from the source that they had before.
    GoOn,
    All(u64),
    Each(Vec<u64>),
}

impl OwnSeeds {
    pub(super) fn lend(&self) -> Option<Seeds<'_>> {
        match self {
            Self::GoOn => None,
            Self::All(seed) => Some(Seeds::All(*seed)),
            Self::Each(seeds) => Some(Seeds::Each(seeds)),
        }
    }
}

/// The type of an observation's features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dtype {
    Float32,
    Uint8,
}

impl<'py> FromPyObject<'_, 'py> for Dtype {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = value.py();
        // NumPy reads None and many other values as float64; only its own types and names are accepted.
        let named = (!value.is_none()).then(|| PyArrayDescr::new(py, &*value).ok());
        match named.flatten() {
            Some(descr) if descr.is_equiv_to(&numpy::dtype::<f32>(py)) => Ok(Self::Float32),
            Some(descr) if descr.is_equiv_to(&numpy::dtype::<u8>(py)) => Ok(Self::Uint8),
            _ => Err(errors::batch(format!(
                "dtype = {} is unknown: there are \"float32\", \"uint8\"",
                shown(&value)
            ))),
        }
    }
}
