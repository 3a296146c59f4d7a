//! The threads of a batch: they share the envs of a step, and stay awake for the next one.

use std::hint::spin_loop;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

use super::account::Account;
use super::watch::{PAUSE, Watch};
use crate::forked::PerProcess;

/// Threads that share work with the calling thread.
///
/// A sleeping thread takes longer to wake than a step takes. So each thread watches for more work for 200 µs after its
/// last; unless there are more threads than cores, where they would be in each other's way. Where other processes take
/// the cores, so that sharing costs time, the calling thread works alone for most of the time.
#[derive(Debug)]
pub struct Threads {
    team: PerProcess<Team>,
    count: usize,
    /// Time for which a thread watches for more work.
    awake: Duration,
    account: Mutex<Account>,
}

/// The threads of one process, without the calling one.
#[derive(Debug)]
struct Team {
    pool: rayon::ThreadPool,
    /// Flags of the threads that watch for work.
    watching: Arc<[AtomicBool]>,
}

impl Team {
    /// Creates the threads that share work with a calling one, `count` together.
    fn new(count: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count - 1).build()?;
        let watching = (1..count).map(|_| AtomicBool::new(false)).collect();
        Ok(Self { pool, watching })
    }

    /// Makes every thread that does not watch for work do so for this time.
    fn watch(&self, awake: Duration) {
        let all = || {
            let mut watching = self.watching.iter();
            watching.all(|watches| watches.load(Ordering::Relaxed))
        };
        if awake.is_zero() || all() {
            return;
        }
        let watching = Arc::clone(&self.watching);
        self.pool.spawn_broadcast(move |thread| {
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

/// Time for which a thread watches for more work: a few steps, and little compared with the time of a policy's decision.
const AWAKE: Duration = Duration::from_micros(200);

impl Threads {
    /// Creates this many threads, counting the calling one; at least two.
    ///
    /// # Errors
    /// The system's error if it has no more threads.
    pub fn new(count: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        let count = count.max(2);
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Ok(Self {
            team: PerProcess::new(Team::new(count)?),
            count,
            awake: if count <= cores { AWAKE } else { Duration::ZERO },
            account: Mutex::default(),
        })
    }

    /// Returns the number of threads, counting the calling one.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the threads of this process, and makes them in a forked process that has none.
    fn team(&self) -> Result<&Team, rayon::ThreadPoolBuildError> {
        self.team.get(|| Team::new(self.count))
    }

    /// Makes the threads anew in a forked process that has none.
    ///
    /// # Errors
    /// The system's error if it has no more threads.
    pub fn revive(&self) -> Result<(), rayon::ThreadPoolBuildError> {
        self.team().map(|_| ())
    }

    fn account(&self) -> MutexGuard<'_, Account> {
        self.account.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does `work` on each of at most [`Threads::count`] parts: the first in the calling thread, the others in other
    /// threads at the same time, unless the calling thread is to work alone.
    ///
    /// While it waits for the others, the calling thread keeps the watch, if there is one.
    pub(super) fn share<T: Send>(
        &self,
        parts: impl Iterator<Item = T>,
        work: impl Fn(T) + Sync,
        watch: Option<&Watch<'_>>,
    ) {
        let begun = Instant::now();
        match self.team() {
            Ok(team) if !self.account().is_to_work_alone() => {
                let (count, own) = self.share_in(team, parts, work, watch);
                self.account().shared(count, own, begun.elapsed());
            }
            _ => {
                parts.for_each(work);
                self.account().worked_alone(begun.elapsed());
            }
        }
    }

    /// Shares work with a team; returns the number of parts, and the time of the part done by the calling thread.
    fn share_in<T: Send>(
        &self,
        team: &Team,
        mut parts: impl Iterator<Item = T>,
        work: impl Fn(T) + Sync,
        watch: Option<&Watch<'_>>,
    ) -> (usize, Duration) {
        let mut count = 1;
        let left = AtomicUsize::new(0);
        let caller = watch.map(|_| std::thread::current());
        team.watch(self.awake);
        team.pool.in_place_scope(|scope| {
            let own = parts.next();
            for part in parts {
                count += 1;
                left.fetch_add(1, Ordering::Relaxed);
                let (work, left, caller) = (&work, &left, caller.as_ref());
                scope.spawn(move |_| {
                    let _done = Done { left, caller };
                    work(part);
                });
            }
            let begun = Instant::now();
            if let Some(own) = own {
                work(own);
            }
            let own = begun.elapsed();
            // The others are nearly done as well.
            while left.load(Ordering::Acquire) > 0 && begun.elapsed() < own + self.awake {
                spin_loop();
            }
            if let Some(watch) = watch {
                while left.load(Ordering::Acquire) > 0 {
                    std::thread::park_timeout(PAUSE);
                    watch.stops();
                }
            }
            (count, own)
        })
    }
}

/// Counts a part as done when dropped, also by a panic; the last one wakes the waiting thread.
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
                threads.account = Mutex::default();
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
    fn where_sharing_has_cost_time_one_thread_does_all() {
        let threads = Threads::new(2).expect("threads");
        let workers = || {
            let seen = Mutex::new(Vec::new());
            let note = |_| {
                let me = std::thread::current().id();
                seen.lock().expect("no panic").push(me);
            };
            threads.share([0, 1].into_iter(), note, None);
            seen.into_inner().expect("no panic")
        };
        let me = std::thread::current().id();
        assert_eq!(workers().iter().filter(|&&worker| worker == me).count(), 1);
        threads.account().shared(2, Duration::ZERO, AWAKE);
        assert_eq!(workers(), [me, me]);
    }
}
