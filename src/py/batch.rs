//! `eights.Batch`: many games at once, written in place into NumPy arrays.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::{
    Element, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadwriteArray, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::convert::{describe, writable};
use super::errors::{self, to_py};
use super::game::PyGame;
use super::state::PyState;
use crate::action::NUM_ACTIONS;
use crate::batch::{Autoreset, Batch, BatchError, Buffers, Controller};
use crate::episode::Episode;
use crate::observe::Feature;

/// Names of the buffers, as `buffers=` may give them.
const NAMES: [&str; 8] = [
    "observations",
    "action_masks",
    "players",
    "rewards",
    "terminations",
    "truncations",
    "final_observations",
    "final_players",
];

/// The NumPy arrays of a batch.
struct Arrays {
    /// In the order of [`NAMES`].
    all: [Py<PyAny>; NAMES.len()],
    bytes: bool,
}

/// Many games at once.
#[pyclass(name = "Batch", module = "eights", frozen)]
pub(super) struct PyBatch {
    game: Py<PyGame>,
    inner: Mutex<Batch>,
    arrays: Arrays,
    pool: Option<Arc<rayon::ThreadPool>>,
    threads: usize,
}

/// The positions of a batch, as `get_state` saved them.
#[pyclass(name = "BatchState", module = "eights", frozen)]
pub(super) struct PyBatchState {
    inner: Batch,
}

impl Arrays {
    /// Takes the caller's arrays, and makes those that are not given.
    fn new(py: Python<'_>, batch: &Batch, bytes: bool, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        if let Some(given) = given {
            for key in given.keys() {
                let key: String = key.extract()?;
                if !NAMES.contains(&key.as_str()) {
                    return Err(errors::array(format!(
                        "there is no buffer {key:?}: there are {}",
                        NAMES.join(", ")
                    )));
                }
            }
        }
        let (n, d, p) = (
            batch.num_envs(),
            batch.layout().size(),
            usize::from(batch.game().players()),
        );
        let find = |i: usize| {
            given
                .map(|given| given.get_item(NAMES[i]))
                .transpose()
                .map(Option::flatten)
        };
        let obs = |i: usize| {
            if bytes {
                array2::<u8>(py, find(i)?, NAMES[i], n, d)
            } else {
                array2::<f32>(py, find(i)?, NAMES[i], n, d)
            }
        };
        let all = [
            obs(0)?,
            array2::<bool>(py, find(1)?, NAMES[1], n, NUM_ACTIONS)?,
            array1::<i32>(py, find(2)?, NAMES[2], n)?,
            array2::<f32>(py, find(3)?, NAMES[3], n, p)?,
            array1::<bool>(py, find(4)?, NAMES[4], n)?,
            array1::<bool>(py, find(5)?, NAMES[5], n)?,
            obs(6)?,
            array1::<i32>(py, find(7)?, NAMES[7], n)?,
        ];
        Ok(Self { all, bytes })
    }
}

fn array1<T: Element>(
    py: Python<'_>,
    given: Option<Bound<'_, PyAny>>,
    name: &str,
    n: usize,
) -> PyResult<Py<PyAny>> {
    check_shape::<T>(given, name, &[n], || {
        PyArray1::<T>::zeros(py, n, false).into_any()
    })
}

fn array2<T: Element>(
    py: Python<'_>,
    given: Option<Bound<'_, PyAny>>,
    name: &str,
    n: usize,
    m: usize,
) -> PyResult<Py<PyAny>> {
    check_shape::<T>(given, name, &[n, m], || {
        PyArray2::<T>::zeros(py, [n, m], false).into_any()
    })
}

/// Refuses an array of the caller's that does not fit; makes one where none is given.
fn check_shape<'py, T: Element>(
    given: Option<Bound<'py, PyAny>>,
    name: &str,
    shape: &[usize],
    make: impl FnOnce() -> Bound<'py, PyAny>,
) -> PyResult<Py<PyAny>> {
    let Some(array) = given else {
        return Ok(make().unbind());
    };
    let fits = array.cast::<PyUntypedArray>().is_ok_and(|array| {
        array.shape() == shape
            && array.is_c_contiguous()
            && array.dtype().is_equiv_to(&numpy::dtype::<T>(array.py()))
    });
    let writeable = array
        .getattr("flags")
        .and_then(|f| f.getattr("writeable"))
        .and_then(|w| w.extract());
    if !fits || !writeable.unwrap_or(false) {
        return Err(errors::array(format!(
            "buffer {name} must be a writable, contiguous {} array of shape {shape:?}, not {}",
            numpy::dtype::<T>(array.py()),
            describe(&array)
        )));
    }
    Ok(array.unbind())
}

/// Leave to write one buffer.
type Leave<'py, T> = PyReadwriteArray<'py, T, numpy::IxDyn>;

fn leave<'py, T: Element>(array: &Py<PyAny>, py: Python<'py>, name: &str) -> PyResult<Leave<'py, T>> {
    let array = array
        .bind(py)
        .cast::<numpy::PyArrayDyn<T>>()
        .map_err(|_| errors::array(format!("{name} has changed")))?;
    array
        .try_readwrite()
        .map_err(|e| errors::array(format!("{name} is in use: {e}")))
}

fn slice<'a, T: Element>(leave: &'a mut Leave<'_, T>) -> PyResult<&'a mut [T]> {
    leave.as_slice_mut().map_err(|e| errors::array(e.to_string()))
}

impl PyBatch {
    /// Runs `work` on the batch and its buffers without the GIL.
    fn with<'py, T, R>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(&mut Batch, Buffers<'_, T>) -> Result<R, BatchError> + Send,
    ) -> PyResult<R>
    where
        T: Element + Feature + Send,
        R: Send,
    {
        let all = &self.arrays.all;
        let (mut obs, mut finals) = (
            leave::<T>(&all[0], py, NAMES[0])?,
            leave::<T>(&all[6], py, NAMES[6])?,
        );
        let mut masks = leave::<bool>(&all[1], py, NAMES[1])?;
        let (mut players, mut final_players) = (
            leave::<i32>(&all[2], py, NAMES[2])?,
            leave::<i32>(&all[7], py, NAMES[7])?,
        );
        let mut rewards = leave::<f32>(&all[3], py, NAMES[3])?;
        let (mut terms, mut truncs) = (
            leave::<bool>(&all[4], py, NAMES[4])?,
            leave::<bool>(&all[5], py, NAMES[5])?,
        );
        let buffers = Buffers {
            observations: slice(&mut obs)?,
            action_masks: slice(&mut masks)?,
            players: slice(&mut players)?,
            rewards: slice(&mut rewards)?,
            terminations: slice(&mut terms)?,
            truncations: slice(&mut truncs)?,
            final_observations: slice(&mut finals)?,
            final_players: slice(&mut final_players)?,
        };
        py.detach(|| work(&mut self.lock(), buffers)).map_err(to_py)
    }

    /// The batch; a panic of another thread leaves whole rows behind, so its lock may be taken over.
    fn lock(&self) -> MutexGuard<'_, Batch> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One action a row, of 32 or 64 bits.
    fn actions(&self, actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
        let n = self.lock().num_envs();
        let refused = || {
            errors::array(format!(
                "actions must be an int32 or int64 array of shape ({n},), not {}",
                describe(actions)
            ))
        };
        if let Ok(array) = actions.cast::<PyArray1<i64>>() {
            return Ok(array
                .try_readonly()
                .map_err(|e| errors::array(e.to_string()))?
                .as_array()
                .to_vec());
        }
        let array = actions.cast::<PyArray1<i32>>().map_err(|_| refused())?;
        let array = array.try_readonly().map_err(|e| errors::array(e.to_string()))?;
        Ok(array.as_array().iter().map(|&a| i64::from(a)).collect())
    }
}

/// Who decides for each seat: names of bots, or `None` for outside; `[P]` or `[N, P]`.
fn controllers(given: &Bound<'_, PyAny>) -> PyResult<Vec<Controller>> {
    let mut all = Vec::new();
    for item in given.try_iter()? {
        let item = item?;
        if item.is_none() {
            all.push(Controller::Outside);
        } else if let Ok(name) = item.extract::<String>() {
            all.push(Controller::Bot(crate::bot::by_name(&name).map_err(to_py)?));
        } else {
            all.extend(controllers(&item)?);
        }
    }
    Ok(all)
}

fn autoreset(word: &str) -> PyResult<Autoreset> {
    match word {
        "same-step" => Ok(Autoreset::SameStep),
        "next-step" => Ok(Autoreset::NextStep),
        "disabled" => Ok(Autoreset::Disabled),
        _ => Err(errors::no_option(
            "autoreset",
            word,
            &["same-step", "next-step", "disabled"],
        )),
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, num_envs, seed=0, threads=1, dtype="float32", controllers=None,
                        autoreset="same-step", buffers=None))]
    #[allow(clippy::too_many_arguments, reason = "the contract's keyword arguments")]
    fn new(
        game: Bound<'_, PyGame>,
        num_envs: usize,
        seed: u64,
        threads: usize,
        dtype: &str,
        controllers: Option<&Bound<'_, PyAny>>,
        autoreset: &str,
        buffers: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let py = game.py();
        let bytes = match dtype {
            "float32" => false,
            "uint8" => true,
            _ => return Err(errors::no_option("dtype", dtype, &["float32", "uint8"])),
        };
        if !(1..=1024).contains(&threads) {
            return Err(errors::array(format!("threads = {threads} is not in 1 … 1024")));
        }
        let mut batch =
            Batch::new(&game.get().game, num_envs, seed, self::autoreset(autoreset)?).map_err(to_py)?;
        if let Some(given) = controllers {
            batch.set_controllers(&self::controllers(given)?).map_err(to_py)?;
        }
        let arrays = Arrays::new(py, &batch, bytes, buffers)?;
        let pool = (threads > 1)
            .then(|| {
                rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .map(Arc::new)
            })
            .transpose()
            .map_err(|e| errors::array(format!("threads = {threads}: {e}")))?;
        let batch = Self {
            game: game.unbind(),
            inner: Mutex::new(batch),
            arrays,
            pool,
            threads,
        };
        batch.reset(py, None, None)?;
        Ok(batch)
    }

    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    #[getter]
    fn num_envs(&self) -> usize {
        self.lock().num_envs()
    }

    #[getter]
    const fn threads(&self) -> usize {
        self.threads
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.all[0].clone_ref(py)
    }

    #[getter]
    fn action_masks(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.all[1].clone_ref(py)
    }

    #[getter]
    fn players(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.all[2].clone_ref(py)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.all[3].clone_ref(py)
    }

    #[getter]
    fn terminations(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.all[4].clone_ref(py)
    }

    #[getter]
    fn truncations(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.all[5].clone_ref(py)
    }

    #[getter]
    fn final_observations(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.all[6].clone_ref(py)
    }

    #[getter]
    fn final_players(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.all[7].clone_ref(py)
    }

    #[getter]
    fn skipped_episodes(&self) -> u64 {
        self.lock().skipped_episodes()
    }

    /// Deals new episodes in all rows, or in those of a mask.
    #[pyo3(signature = (mask=None, seed=None))]
    fn reset(&self, py: Python<'_>, mask: Option<&Bound<'_, PyAny>>, seed: Option<u64>) -> PyResult<()> {
        let mask = mask
            .map(|mask| {
                let array = mask.cast::<PyArray1<bool>>().map_err(|_| {
                    errors::array(format!("mask must be a bool array, not {}", describe(mask)))
                })?;
                let array = array.try_readonly().map_err(|e| errors::array(e.to_string()))?;
                Ok::<_, PyErr>(array.as_array().to_vec())
            })
            .transpose()?;
        if self.arrays.bytes {
            self.with::<u8, _>(py, |batch, buffers| batch.reset(mask.as_deref(), seed, buffers))
        } else {
            self.with::<f32, _>(py, |batch, buffers| batch.reset(mask.as_deref(), seed, buffers))
        }
    }

    /// Applies one action a row.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = self.actions(actions)?;
        let pool = self.pool.as_deref();
        if self.arrays.bytes {
            self.with::<u8, _>(py, |batch, buffers| batch.step(&actions, pool, buffers))
        } else {
            self.with::<f32, _>(py, |batch, buffers| batch.step(&actions, pool, buffers))
        }
    }

    /// Chooses for each row an action uniformly over its mask.
    #[pyo3(signature = (out=None))]
    fn sample<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let n = self.num_envs();
        let out = out.unwrap_or_else(|| PyArray1::<i64>::zeros(py, n, false).into_any());
        if out.cast::<PyArray1<i32>>().is_ok() {
            let mut array = writable::<i32>("out", &out, n, "int32 or int64")?;
            self.lock().sample(slice1(&mut array)?).map_err(to_py)?;
        } else {
            let mut array = writable::<i64>("out", &out, n, "int32 or int64")?;
            self.lock().sample(slice1(&mut array)?).map_err(to_py)?;
        }
        Ok(out)
    }

    /// Who decides for each seat from each row's next reset on.
    fn set_controllers(&self, controllers: &Bound<'_, PyAny>) -> PyResult<()> {
        let given = self::controllers(controllers)?;
        self.lock().set_controllers(&given).map_err(to_py)
    }

    /// The seed of the episode that a row is in.
    fn episode_seed(&self, i: usize) -> PyResult<u64> {
        self.lock().episode_seed(i).map_err(to_py)
    }

    /// The position of a row; its record begins here.
    fn state(&self, py: Python<'_>, i: usize) -> PyResult<PyState> {
        let batch = self.lock();
        let state = batch.state(i).map_err(to_py)?.clone();
        let recent = batch.recent(i).map_err(to_py)?.clone();
        Ok(PyState::of(
            self.game.clone_ref(py),
            Episode::from_state(batch.game(), state, recent),
        ))
    }

    /// The positions of all rows.
    fn get_state(&self) -> PyBatchState {
        PyBatchState {
            inner: self.lock().clone(),
        }
    }

    /// Takes positions that `get_state` of a batch of the same game and size has saved.
    fn set_state(&self, py: Python<'_>, state: &Bound<'_, PyBatchState>) -> PyResult<()> {
        let saved = &state.get().inner;
        if self.arrays.bytes {
            self.with::<u8, _>(py, |batch, buffers| batch.restore(saved, buffers))
        } else {
            self.with::<f32, _>(py, |batch, buffers| batch.restore(saved, buffers))
        }
    }

    fn __len__(&self) -> usize {
        self.num_envs()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (id, players) = {
            let game = self.game.bind(py).get();
            (game.game.ruleset().id.clone(), game.game.players())
        };
        format!(
            "Batch({id:?}, players={players}, num_envs={}, threads={})",
            self.num_envs(),
            self.threads
        )
    }
}

fn slice1<'a, T: Element>(array: &'a mut numpy::PyReadwriteArray1<'_, T>) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|e| errors::array(e.to_string()))
}

#[pymethods]
impl PyBatchState {
    fn __repr__(&self) -> String {
        format!("BatchState(num_envs={})", self.inner.num_envs())
    }
}
