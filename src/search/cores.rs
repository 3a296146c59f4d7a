//! Work on as many threads as there are cores.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, available_parallelism, scope};

/// Does `work` on each item and returns the results in order, on as many threads as there are cores, counting the
/// caller's; on fewer if the system has no more threads.
///
/// The threads end with the work, so that no process that is forked afterwards waits for threads that it does not have.
pub(super) fn on_cores<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let cores = available_parallelism().map_or(1, NonZero::get);
    let count = items.len().min(cores);
    let left = Mutex::new(items.into_iter().enumerate());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let some = || {
        let mut done = Vec::new();
        while let Some((at, item)) = next() {
            done.push((at, work(item)));
        }
        done
    };
    let mut done = scope(|scope| {
        let start = |_| Builder::new().spawn_scoped(scope, some).ok();
        let others: Vec<_> = (1..count).map_while(start).collect();
        let mut done = some();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::on_cores;
    use std::panic::catch_unwind;

    #[test]
    fn results_come_in_the_order_of_their_items() {
        assert_eq!(
            on_cores((0..100).collect(), |n| 2 * n),
            (0..100).map(|n| 2 * n).collect::<Vec<_>>()
        );
        assert!(on_cores(Vec::<u8>::new(), |n| n).is_empty());
        assert!(catch_unwind(|| on_cores(vec![1, 2], |n| assert_ne!(n, 2))).is_err());
    }
}
