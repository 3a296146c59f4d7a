//! Exclusive use of a batch: one call at a time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;

use super::PyBatch;
use crate::batch::{Batch, BatchError, Threads};
use crate::py::errors::{self, to_py};
use crate::py::interrupts::{InterruptCheck, attended};

/// A batch with its threads, used by one call at a time.
pub(super) struct ExclusiveBatch {
    inner: Mutex<(Batch, Option<Threads>)>,
    busy: AtomicBool,
}

/// The exclusive use of a batch, until this is dropped. A second call does not wait, but is refused.
pub(super) struct BatchGuard<'a>(&'a ExclusiveBatch);

impl Drop for BatchGuard<'_> {
    fn drop(&mut self) {
        self.0.busy.store(false, Ordering::Release);
    }
}

impl BatchGuard<'_> {
    /// Locks the batch. A panic of another thread leaves every env whole, so its lock may be taken over.
    pub(super) fn lock(&self) -> MutexGuard<'_, (Batch, Option<Threads>)> {
        self.0.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work` without the GIL, with a function that checks for Ctrl-C and decides whether to continue.
    pub(super) fn run<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Batch, Option<&Threads>, InterruptCheck<'_>) -> Result<R, BatchError> + Send,
    ) -> PyResult<R> {
        attended(py, |goes_on| {
            let (batch, threads) = &mut *self.lock();
            if let Some(threads) = threads {
                let count = threads.count();
                let revived = threads.revive();
                revived.map_err(|why| errors::batch(format!("threads = {count}: {why}")))?;
            }
            work(batch, threads.as_ref(), goes_on).map_err(to_py)
        })
    }
}

impl ExclusiveBatch {
    pub(super) const fn new(batch: Batch, threads: Option<Threads>) -> Self {
        Self {
            inner: Mutex::new((batch, threads)),
            busy: AtomicBool::new(false),
        }
    }
}

impl PyBatch {
    /// Acquires the batch. Arguments must be read before, since that may run Python code.
    pub(super) fn leave(&self) -> PyResult<BatchGuard<'_>> {
        if self.table.busy.swap(true, Ordering::Acquire) {
            return Err(errors::batch(
                "the batch is in use: another call on it has not returned yet".to_owned(),
            ));
        }
        Ok(BatchGuard(&self.table))
    }
}
