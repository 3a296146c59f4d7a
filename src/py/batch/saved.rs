//! Pickling and copying of batches.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use super::buffers::{EXTRAS, NAMES};
use super::{PyBatch, PyBatchState};
use crate::batch::{Batch, GameSource};
use crate::py::convert::{Any, bytes};
use crate::py::errors::to_py;
use crate::py::game::PyGame;
use crate::py::pool::PyGamePool;

/// Indices of the arrays that positions do not determine: those of the last step.
const OF_THE_STEP: [usize; 5] = [3, 4, 5, 6, 7];

impl PyBatch {
    /// Returns the function that rebuilds the batch, and its arguments.
    pub(super) fn parts<'py>(&self, py: Python<'py>) -> PyResult<(Any<'py>, Bound<'py, PyTuple>)> {
        let rebuild = py.import("eights._pickle")?.getattr("batch")?;
        let state = self.get_state(py)?;
        let autoreset = state.inner.autoreset().as_str();
        let arrays = PyDict::new(py);
        for i in OF_THE_STEP {
            arrays.set_item(NAMES[i], self.arrays.get(py, i))?;
        }
        let mut extras = Vec::new();
        for (extra, shown) in EXTRAS.iter().zip(&self.arrays.extras) {
            if let Some(shown) = shown {
                extras.push(extra.name);
                arrays.set_item(extra.of_ends, &shown.of_ends)?;
            }
        }
        let dtype = if self.arrays.bytes { "uint8" } else { "float32" };
        let of = self.of(py);
        let of = match of.pool {
            Some(pool) => pool.into_any(),
            None => of.game.into_any(),
        };
        let arguments = (
            of,
            self.num_envs,
            self.threads,
            dtype,
            autoreset,
            Bound::new(py, state)?,
            arrays,
            extras,
        );
        Ok((rebuild, arguments.into_pyobject(py)?))
    }
}

impl PyBatchState {
    /// Deserialises the state of a batch of this game or pool.
    pub(in crate::py) fn read(py: Python<'_>, source: GameSource, bytes: &[u8]) -> PyResult<Self> {
        let inner = py.detach(|| Batch::deserialize(source, bytes));
        inner.map(|inner| Self { inner }).map_err(to_py)
    }
}

#[pymethods]
impl PyBatchState {
    /// The game of its batch; where games are drawn from a pool its first.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame::prepared(&self.inner.first)
    }

    /// The pool that the games of its batch are drawn from; ``None`` where all are of one game.
    #[getter]
    fn pool(&self) -> Option<PyGamePool> {
        self.inner.pool().cloned().map(|pool| PyGamePool { pool })
    }

    /// Number of envs.
    #[getter]
    fn num_envs(&self) -> usize {
        self.inner.num_envs()
    }

    /// All of it as bytes, for ``deserialize_batch_state`` of the same ``Game`` or ``GamePool``.
    ///
    /// They are readable JSON with the version of their format, the same on every machine.
    fn serialize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let all = py.detach(|| self.inner.serialize()).map_err(to_py)?;
        bytes(py, &all)
    }

    fn __repr__(&self) -> String {
        format!("BatchState(num_envs={})", self.inner.num_envs())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(slf: Py<Self>, memo: Any<'_>) -> Py<Self> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Any<'py>, (Bound<'py, PyBytes>,))> {
        let of = match self.pool() {
            Some(pool) => Bound::new(py, pool)?.into_any(),
            None => Bound::new(py, self.game())?.into_any(),
        };
        let read = of.getattr("deserialize_batch_state")?;
        Ok((read, (self.serialize(py)?,)))
    }
}
