//! The NumPy arrays of a batch: the caller's or its own, written in place without the GIL.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::ndarray::{ArrayViewMut, Dimension};
use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadwriteArray, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyTuple};

use super::PyBatch;
use crate::aligned::{LINE, to_line};
use crate::batch::{Batch, BatchError, Buffers, Extras, Threads};
use crate::observation::Feature;
use crate::py::convert::{describe, quoted, shape as show, text, zeros};
use crate::py::errors;
use crate::py::interrupts::InterruptCheck;

/// Names of the buffers, as `buffers=` may give them.
pub(super) const NAMES: [&str; 8] = [
    "observations",
    "action_masks",
    "players",
    "rewards",
    "terminations",
    "truncations",
    "final_observations",
    "final_players",
];

/// An array that is made and written only if it is requested.
pub(super) struct Extra {
    pub(super) name: &'static str,
    /// Name of the array for the ends of episodes.
    pub(super) of_ends: &'static str,
}

/// Every array that `extras=` may request.
pub(super) const EXTRAS: [Extra; 2] = [
    Extra {
        name: "seat_observations",
        of_ends: "final_seat_observations",
    },
    Extra {
        name: "privileged_observations",
        of_ends: "final_privileged_observations",
    },
];

/// A flag for each of [`EXTRAS`]: true when it is requested.
pub(super) type Asked = [bool; EXTRAS.len()];

/// The NumPy arrays of a batch.
pub(super) struct NumpyArrays {
    /// The arrays in the order of [`NAMES`]; the first may be replaced.
    all: Mutex<[Py<PyAny>; NAMES.len()]>,
    /// The arrays in the order of [`EXTRAS`].
    pub(super) extras: [Option<ExtraArrays>; EXTRAS.len()],
    pub(super) bytes: bool,
}

/// The two arrays of an [`Extra`].
pub(super) struct ExtraArrays {
    pub(super) now: Py<PyAny>,
    pub(super) of_ends: Py<PyAny>,
    /// Number of values of each.
    len: usize,
}

impl NumpyArrays {
    /// Takes the caller's arrays, and makes those that are not given.
    pub(super) fn new(
        py: Python<'_>,
        batch: &Batch,
        bytes: bool,
        asked: Asked,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        if let Some(given) = given {
            check_names(given, asked)?;
        }
        let (n, d, p) = (batch.num_envs(), batch.layout().size(), batch.seats());
        let find = |name: &str| {
            given
                .map(|given| given.get_item(name))
                .transpose()
                .map(Option::flatten)
        };
        let obs = |name: &str, shape: &[usize]| {
            if bytes {
                aligned::<u8>(py, find(name)?, name, shape)
            } else {
                aligned::<f32>(py, find(name)?, name, shape)
            }
        };
        let all = [
            obs(NAMES[0], &[n, d])?,
            aligned::<bool>(py, find(NAMES[1])?, NAMES[1], &[n, batch.layout().num_actions()])?,
            array1::<i32>(py, find(NAMES[2])?, NAMES[2], n)?,
            aligned::<f32>(py, find(NAMES[3])?, NAMES[3], &[n, p])?,
            array1::<bool>(py, find(NAMES[4])?, NAMES[4], n)?,
            array1::<bool>(py, find(NAMES[5])?, NAMES[5], n)?,
            obs(NAMES[6], &[n, d])?,
            array1::<i32>(py, find(NAMES[7])?, NAMES[7], n)?,
        ];
        let shapes: [&[usize]; EXTRAS.len()] = [&[n, p, d], &[n, batch.layout().privileged_size()]];
        let mut extras = [const { None }; EXTRAS.len()];
        for (i, extra) in EXTRAS.iter().enumerate().filter(|(i, _)| asked[*i]) {
            extras[i] = Some(ExtraArrays {
                now: obs(extra.name, shapes[i])?,
                of_ends: obs(extra.of_ends, shapes[i])?,
                len: shapes[i].iter().product(),
            });
        }
        let all = Mutex::new(all);
        Ok(Self { all, extras, bytes })
    }

    fn lock(&self) -> MutexGuard<'_, [Py<PyAny>; NAMES.len()]> {
        // An array is replaced in one move, so all are whole even after a panic.
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the array of this index in [`NAMES`].
    pub(super) fn get(&self, py: Python<'_>, i: usize) -> Py<PyAny> {
        self.lock()[i].clone_ref(py)
    }

    /// Replaces the array of observations by the caller's or a new one of this shape, and returns the old array.
    pub(super) fn exchange<'py>(
        &self,
        py: Python<'py>,
        shape: &[usize; 2],
        observations: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let observations = if self.bytes {
            aligned::<u8>(py, observations, NAMES[0], shape)?
        } else {
            aligned::<f32>(py, observations, NAMES[0], shape)?
        };
        Ok(std::mem::replace(&mut self.lock()[0], observations))
    }
}

/// Refuses the name of a buffer that the batch does not have.
fn check_names(given: &Bound<'_, PyDict>, asked: Asked) -> PyResult<()> {
    let mut names = NAMES.to_vec();
    for (extra, _) in EXTRAS.iter().zip(asked).filter(|(_, asked)| *asked) {
        names.extend([extra.name, extra.of_ends]);
    }
    for key in given.keys() {
        let key = text("the name of a buffer", &key)?;
        if names.contains(&key.as_str()) {
            continue;
        }
        let extra = EXTRAS
            .iter()
            .find(|extra| [extra.name, extra.of_ends].contains(&key.as_str()));
        return Err(errors::array(match extra {
            Some(extra) => format!("buffer {key} is written only with extras=[{:?}]", extra.name),
            None => format!(
                "there is no buffer {}: there are {}",
                quoted(&key),
                names.join(", ")
            ),
        }));
    }
    Ok(())
}

fn array1<T: Element>(
    py: Python<'_>,
    given: Option<Bound<'_, PyAny>>,
    name: &str,
    n: usize,
) -> PyResult<Py<PyAny>> {
    check_shape::<T>(given, name, &[n], || zeros::<T>(py, n))
}

fn aligned<T: Element>(
    py: Python<'_>,
    given: Option<Bound<'_, PyAny>>,
    name: &str,
    shape: &[usize],
) -> PyResult<Py<PyAny>> {
    check_shape::<T>(given, name, shape, || {
        // NumPy aligns its arrays to less than a cache line, and a store across two lines costs as much as two.
        let len: usize = shape.iter().product();
        let all = zeros::<T>(py, len + LINE)?;
        let first = to_line(all.cast::<PyArray1<T>>()?.data());
        // The slice is made by Python's own type, since `PySlice::new` leaks its three numbers (PyO3 0.30.1).
        let places = py.get_type::<PySlice>().call1((first, first + len))?;
        all.get_item(places)?
            .call_method1("reshape", (PyTuple::new(py, shape)?,))
    })
}

/// Checks an array of the caller's, or makes one where none is given.
fn check_shape<'py, T: Element>(
    given: Option<Bound<'py, PyAny>>,
    name: &str,
    shape: &[usize],
    make: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let Some(array) = given else {
        return Ok(make()?.unbind());
    };
    let fits = array.cast::<PyUntypedArray>().is_ok_and(|array| {
        array.shape() == shape
            && array.is_c_contiguous()
            && array.is_aligned()
            && array.dtype().is_equiv_to(&numpy::dtype::<T>(array.py()))
    });
    let writeable = array
        .getattr("flags")
        .and_then(|f| f.getattr("writeable"))
        .and_then(|w| w.extract());
    if !fits || !writeable.unwrap_or(false) {
        return Err(errors::array(format!(
            "buffer {name} must be a writable, contiguous {} array of shape {}, not {}",
            numpy::dtype::<T>(array.py()),
            show(shape),
            describe(&array)
        )));
    }
    Ok(array.unbind())
}

/// Write access to a buffer.
type WriteAccess<'py, T> = PyReadwriteArray<'py, T, numpy::IxDyn>;

/// Requests write access, since the caller may have made the array read-only or resized it in the meantime.
fn leave<'py, T: Element>(
    array: &Py<PyAny>,
    py: Python<'py>,
    name: &str,
    len: usize,
) -> PyResult<WriteAccess<'py, T>> {
    let array = array.bind(py);
    let typed = array
        .cast::<numpy::PyArrayDyn<T>>()
        .ok()
        .filter(|typed| typed.len() == len)
        .ok_or_else(|| {
            errors::array(format!(
                "buffer {name} has changed: it is now {}",
                describe(array)
            ))
        })?;
    typed
        .try_readwrite()
        .map_err(|e| errors::array(format!("buffer {name} cannot be written: {e}")))
}

/// Returns a view of an array in the dimension that the batch takes.
fn view<'a, T: Element, D: Dimension>(leave: &'a mut WriteAccess<'_, T>) -> PyResult<ArrayViewMut<'a, T, D>> {
    let view = leave.as_array_mut();
    view.into_dimensionality()
        .map_err(|error| errors::array(error.to_string()))
}

/// Returns views of an extra array and of that of the ends, where they are asked for.
#[expect(clippy::type_complexity, reason = "two views that may be absent")]
fn views<'a, T: Element, D: Dimension>(
    leaves: Option<&'a mut (WriteAccess<'_, T>, WriteAccess<'_, T>)>,
) -> PyResult<(Option<ArrayViewMut<'a, T, D>>, Option<ArrayViewMut<'a, T, D>>)> {
    match leaves {
        Some((now, of_ends)) => Ok((Some(view(now)?), Some(view(of_ends)?))),
        None => Ok((None, None)),
    }
}

impl PyBatch {
    /// Runs `work` on the batch, its threads and its buffers without the GIL; `work` may ask whether to continue.
    pub(super) fn with<T, R>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(
            &mut Batch,
            Option<&Threads>,
            Buffers<'_, T>,
            InterruptCheck<'_>,
        ) -> Result<R, BatchError>
        + Send,
    ) -> PyResult<R>
    where
        T: Element + Feature + Send,
        R: Send,
    {
        let of_batch = self.leave()?;
        let all: [Py<PyAny>; NAMES.len()] = std::array::from_fn(|i| self.arrays.get(py, i));
        let (n, d, p) = (self.num_envs, self.size, self.seats);
        let mut obs = leave::<T>(&all[0], py, NAMES[0], n * d)?;
        let mut masks = leave::<bool>(&all[1], py, NAMES[1], n * self.num_actions)?;
        let mut players = leave::<i32>(&all[2], py, NAMES[2], n)?;
        let mut rewards = leave::<f32>(&all[3], py, NAMES[3], n * p)?;
        let mut terms = leave::<bool>(&all[4], py, NAMES[4], n)?;
        let mut truncs = leave::<bool>(&all[5], py, NAMES[5], n)?;
        let mut finals = leave::<T>(&all[6], py, NAMES[6], n * d)?;
        let mut final_players = leave::<i32>(&all[7], py, NAMES[7], n)?;
        let mut extras = [const { None }; EXTRAS.len()];
        for (i, extra) in EXTRAS.iter().enumerate() {
            if let Some(arrays) = &self.arrays.extras[i] {
                let now = leave::<T>(&arrays.now, py, extra.name, arrays.len)?;
                extras[i] = Some((now, leave::<T>(&arrays.of_ends, py, extra.of_ends, arrays.len)?));
            }
        }
        let [seats, privileged] = extras.each_mut().map(|extra| extra.as_mut());
        let (seats, final_seats) = views(seats)?;
        let (privileged, final_privileged) = views(privileged)?;
        let buffers = Buffers {
            observations: view(&mut obs)?,
            action_masks: view(&mut masks)?,
            players: view(&mut players)?,
            rewards: view(&mut rewards)?,
            terminations: view(&mut terms)?,
            truncations: view(&mut truncs)?,
            final_observations: view(&mut finals)?,
            final_players: view(&mut final_players)?,
            extras: Extras { seats, privileged },
            final_extras: Extras {
                seats: final_seats,
                privileged: final_privileged,
            },
        };
        of_batch.run(py, |batch, threads, goes_on| {
            work(batch, threads, buffers, goes_on)
        })
    }
}
