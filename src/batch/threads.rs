//! The threads of a batch: they share the envs of a step, and stay awake for the next one.

use std::hint::spin_loop;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

use super::watch::{PAUSE, Watch};

/// Threads that share work with the one that asks for it.
///
/// A sleeping thread takes longer to wake than a step takes, so that each watches for more work for 200 µs after it was
/// last given some; unless there are more of them than cores, where they would be in each other's way.
#[derive(Debug)]
pub struct Threads {
    /// All but the one that asks; none only while it is dropped.
    pool: Option<rayon::ThreadPool>,
    /// The process that they live in.
    process: u32,
    /// Which of them watch.
    watching: Arc<[AtomicBool]>,
    count: usize,
    /// How long they watch.
    awake: Duration,
}

/// How long a thread watches for more work: a few steps, and little beside what a policy takes to decide.
const AWAKE: Duration = Duration::from_micros(200);

impl Threads {
    /// So many threads, the one that asks counted; at least two.
    ///
    /// # Errors
    /// The system's, where it has no more threads.
    pub fn new(count: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        let count = count.max(2);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count - 1).build()?;
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Ok(Self {
            pool: Some(pool),
            process: std::process::id(),
            watching: (1..count).map(|_| AtomicBool::new(false)).collect(),
            count,
            awake: if count <= cores { AWAKE } else { Duration::ZERO },
        })
    }

    /// Number of threads, the one that asks counted.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Makes the threads anew in a process that was forked from theirs, where there are none.
    ///
    /// # Errors
    /// The system's, where it has no more threads.
    pub fn revive(&mut self) -> Result<(), rayon::ThreadPoolBuildError> {
        if self.process != std::process::id() {
            *self = Self::new(self.count)?;
        }
        Ok(())
    }

    /// Does `work` on each of at most [`Threads::count`] parts at the same time; the first is done by the thread that asks.
    ///
    /// While it waits for the others, that thread keeps the watch, if there is one.
    pub(super) fn share<T: Send>(
        &self,
        parts: impl Iterator<Item = T>,
        work: impl Fn(T) + Sync,
        watch: Option<&Watch<'_>>,
    ) {
        let Some(pool) = &self.pool else {
            parts.for_each(work);
            return;
        };
        let left = AtomicUsize::new(0);
        let caller = watch.map(|_| std::thread::current());
        self.watch(pool);
        pool.in_place_scope(|scope| {
            let mut parts = parts;
            let own = parts.next();
            for part in parts {
                left.fetch_add(1, Ordering::Relaxed);
                let (work, left, caller) = (&work, &left, caller.as_ref());
                scope.spawn(move |_| {
                    let _done = Done { left, caller };
                    work(part);
                });
            }
            if let Some(own) = own {
                work(own);
            }
            // The others are nearly done as well.
            let begun = Instant::now();
            while left.load(Ordering::Acquire) > 0 && begun.elapsed() < self.awake {
                spin_loop();
            }
            if let Some(watch) = watch {
                while left.load(Ordering::Acquire) > 0 {
                    std::thread::park_timeout(PAUSE);
                    watch.stops();
                }
            }
        });
    }

    /// Has every thread watch that does not.
    fn watch(&self, pool: &rayon::ThreadPool) {
        let awake = self.awake;
        let all = || {
            let mut watching = self.watching.iter();
            watching.all(|watches| watches.load(Ordering::Relaxed))
        };
        if awake.is_zero() || all() {
            return;
        }
        let watching = Arc::clone(&self.watching);
        pool.spawn_broadcast(move |thread| {
            let watches = &watching[thread.index()];
            if watches.swap(true, Ordering::Relaxed) {
                return;
            }
            let mut last = Instant::now();
            while last.elapsed() < awake {
                match rayon::yield_now() {
                    Some(rayon::Yield::Executed) => last = Instant::now(),
                    _ => spin_loop(),
                }
            }
            watches.store(false, Ordering::Relaxed);
        });
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        // In a forked process nobody is there to be told, and a lock of theirs may be held for ever.
        if self.process != std::process::id() {
            std::mem::forget(self.pool.take());
        }
    }
}

/// Counts a part as done when it is dropped, also by a panic; the last one wakes who waits.
struct Done<'a> {
    left: &'a AtomicUsize,
    caller: Option<&'a Thread>,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        if self.left.fetch_sub(1, Ordering::Release) == 1
            && let Some(caller) = self.caller
        {
            caller.unpark();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn every_part_is_done_once_awake_or_asleep() {
        let mut threads = Threads::new(3).expect("threads");
        for (awake, pause) in [
            (Duration::ZERO, AWAKE),
            (AWAKE, Duration::ZERO),
            (AWAKE, 3 * AWAKE),
        ] {
            threads.awake = awake;
            for parts in 0..=3 {
                let mut done = [0; 3];
                threads.share(done[..parts].iter_mut(), |part| *part += 1, None);
                assert!(done[..parts].iter().all(|&times| times == 1), "{done:?}");
                std::thread::sleep(pause);
            }
        }
    }

    #[test]
    fn a_panic_of_a_part_is_the_callers_and_the_threads_go_on() {
        let threads = Threads::new(2).expect("threads");
        for bad in [0, 1] {
            let work = || threads.share([0, 1].into_iter(), |part| assert_ne!(part, bad), None);
            assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
            let mut done = [0; 2];
            threads.share(done.iter_mut(), |part| *part += 1, None);
            assert_eq!(done, [1, 1]);
        }
    }

    #[test]
    fn who_waits_keeps_the_watch_and_wakes_when_all_is_done() {
        let threads = Threads::new(2).expect("threads");
        let stop = || ControlFlow::Break(());
        let watch = Watch::new(&stop);
        let begun = Instant::now();
        let work = |part| {
            while part == 1 && !watch.has_stopped() && begun.elapsed() < 100 * PAUSE {
                std::thread::yield_now();
            }
        };
        threads.share([0, 1].into_iter(), work, Some(&watch));
        assert!(watch.has_stopped());
        assert!(begun.elapsed() < 50 * PAUSE, "{:?}", begun.elapsed());
    }

    #[test]
    fn threads_of_another_process_are_made_anew() {
        let mut threads = Threads::new(2).expect("threads");
        threads.process += 1;
        threads.revive().expect("threads");
        assert_eq!(threads.process, std::process::id());
        let mut done = [0; 2];
        threads.share(done.iter_mut(), |part| *part += 1, None);
        assert_eq!(done, [1, 1]);
    }
}
