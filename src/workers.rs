//! Threads of parallel work, or the calling one alone.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::forked::PerProcess;

/// Number of threads to use where `count` are asked for; a browser has the calling one only.
pub(crate) const fn usable(count: usize) -> usize {
    if cfg!(target_family = "wasm") { 1 } else { count }
}

/// Threads that share the parts of some work; one thread is the calling one. A forked process makes its own.
#[derive(Debug)]
pub(crate) struct Workers {
    /// None for one thread.
    pool: Option<PerProcess<ThreadPool>>,
    count: usize,
}

impl Workers {
    /// Starts this many threads; 0 is as many as the machine has.
    ///
    /// # Errors
    /// The system's error if it has no more threads.
    pub(crate) fn new(count: usize) -> Result<Self, ThreadPoolBuildError> {
        let count = usable(count);
        let pool = match count {
            1 => None,
            _ => Some(PerProcess::new(build(count)?)),
        };
        Ok(Self { pool, count })
    }

    /// Returns the threads of this process; none if the calling one works alone, as in a forked process that can start
    /// no others.
    pub(crate) fn pool(&self) -> Option<&ThreadPool> {
        self.pool.as_ref()?.get(|| build(self.count)).ok()
    }

    /// Does `work` on each item, with a value that each part of the items shares, and returns the results in order, or
    /// the error of one of them.
    pub(crate) fn map_init<I, S, R: Send, E: Send>(
        &self,
        items: impl IntoIterator<Item = I> + IntoParallelIterator<Item = I> + Send,
        init: impl Fn() -> S + Sync + Send,
        work: impl Fn(&mut S, I) -> Result<R, E> + Sync + Send,
    ) -> Result<Vec<R>, E> {
        if let Some(pool) = self.pool() {
            return pool.install(|| items.into_par_iter().map_init(init, work).collect());
        }
        let mut shared = init();
        items.into_iter().map(|item| work(&mut shared, item)).collect()
    }
}

fn build(count: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(count).build()
}

#[cfg(test)]
mod tests {
    use super::Workers;
    use std::thread;

    #[test]
    fn results_come_in_order_or_an_error_does() {
        for count in [1, 2] {
            let workers = Workers::new(count).expect("threads");
            let doubled = workers.map_init(0..100, || 2, |by, n| Ok::<_, u32>(*by * n));
            assert_eq!(doubled, Ok((0..100).map(|n| 2 * n).collect()));
            let refused = workers.map_init(vec![1, 2], || (), |(), n| if n == 2 { Err(n) } else { Ok(n) });
            assert_eq!(refused, Err(2));
        }
    }

    #[test]
    fn one_thread_is_the_calling_one() {
        let me = thread::current().id();
        let workers = Workers::new(1).expect("no thread is needed");
        let others = workers.map_init(0..10, || (), |(), _| Ok::<_, ()>(thread::current().id()));
        assert_eq!(others, Ok(vec![me; 10]));
        assert!(workers.pool().is_none());
    }
}
