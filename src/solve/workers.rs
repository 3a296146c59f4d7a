//! The threads of a solver.

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::SolveError;
use crate::forked::PerProcess;

/// Threads that a solver keeps for as long as it lives; a forked process makes its own.
#[derive(Debug)]
pub(super) struct Workers {
    pool: PerProcess<ThreadPool>,
    count: usize,
}

impl Workers {
    /// Starts this many threads; 0 is as many as the machine has.
    pub(super) fn new(count: usize) -> Result<Self, SolveError> {
        let pool = PerProcess::new(build(count)?);
        Ok(Self { pool, count })
    }

    /// Returns the threads of this process.
    pub(super) fn pool(&self) -> Result<&ThreadPool, SolveError> {
        self.pool.get(|| build(self.count))
    }
}

fn build(count: usize) -> Result<ThreadPool, SolveError> {
    let pool = ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|error| SolveError::Threads {
        threads: count,
        why: error.to_string(),
    })
}
