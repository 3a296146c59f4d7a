//! A running account of whether sharing work among threads pays.

use std::time::Duration;

/// Time that sharing work has saved and cost, compared with one thread that does all of it.
///
/// Where other processes take the cores, a thread waits to run for as long as many steps take, and all others wait for
/// it. So once sharing has cost more than it saved, the calling thread works alone for [`ALONE`] times the loss before it
/// shares again, and at least twice as long as the last time if sharing has not paid since: little is lost whatever else
/// the machine does.
#[derive(Debug, Default)]
pub(super) struct Account {
    /// Seconds saved, less those lost.
    saved: f64,
    /// Seconds of work that the calling thread is still to do alone.
    alone: f64,
    /// Seconds of the last such period as it began; 0 once sharing has paid.
    before: f64,
}

/// Maximum number of seconds saved up: some delays are forgiven, but not many in a short time.
const MOST_SAVED: f64 = 0.005;

/// Seconds saved beyond which sharing counts as paying.
const PAYS: f64 = 0.001;

/// Seconds lost that are no reason to work alone: about as long as a thread takes to wake.
const FORGIVEN: f64 = 0.000_1;

/// Time for which nothing is shared, as a multiple of the time lost.
const ALONE: f64 = 16.0;

/// Maximum number of seconds for which nothing is shared, so that one long halt of the machine is soon forgotten.
const MOST_ALONE: f64 = 1.0;

impl Account {
    /// True if the calling thread is to work alone now.
    pub(super) fn is_to_work_alone(&self) -> bool {
        self.alone > 0.0
    }

    /// Records work that the calling thread has done alone.
    pub(super) fn worked_alone(&mut self, took: Duration) {
        self.alone -= took.as_secs_f64();
    }

    /// Records that work was shared in `parts` parts of equal size: the time of the caller's own part, and that of all
    /// together.
    pub(super) fn shared(&mut self, parts: usize, own: Duration, all: Duration) {
        let saved = parts as f64 * own.as_secs_f64() - all.as_secs_f64();
        self.saved = (self.saved + saved).min(MOST_SAVED);
        if self.saved > PAYS {
            self.before = 0.0;
        }
        if self.saved < -FORGIVEN {
            let alone = (ALONE * -self.saved).max(2.0 * self.before);
            self.alone = alone.min(MOST_ALONE);
            self.before = self.alone;
            self.saved = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn us(micros: u64) -> Duration {
        Duration::from_micros(micros)
    }

    /// Returns the time that a second's work takes when it is shared and the machine delays every `every`-th share by
    /// `delay` µs.
    fn time_of(own: u64, every: u64, delay: u64) -> Duration {
        let (mut account, mut passed, mut done, mut shared) = (Account::default(), us(0), us(0), 0);
        while done < Duration::from_secs(1) {
            let took = if account.is_to_work_alone() {
                account.worked_alone(us(2 * own));
                us(2 * own)
            } else {
                shared += 1;
                let delay = if shared % every == 0 { delay } else { 0 };
                account.shared(2, us(own), us(own + delay));
                us(own + delay)
            };
            passed += took;
            done += us(2 * own);
        }
        passed
    }

    #[test]
    fn where_nothing_delays_work_it_is_always_shared() {
        assert!(time_of(100, u64::MAX, 0) <= us(501_000));
        // Nor does an occasional delay make the thread work alone.
        assert!(time_of(100, 1_000, 4_000) <= us(550_000));
    }

    #[test]
    fn where_others_take_the_cores_a_fifth_is_lost_at_most() {
        // Next to nothing is lost if sharing never pays.
        assert!(time_of(20, 1, 60) < us(1_020_000));
        for own in [20, 100, 1_000] {
            for every in [1, 2, 5, 20] {
                for delay in [2 * own, 1_000, 4_000, 30_000] {
                    let passed = time_of(own, every, delay);
                    assert!(passed < us(1_200_000), "{own} {every} {delay}: {passed:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_halt_is_forgotten_after_a_second_of_work() {
        let mut account = Account::default();
        account.shared(2, us(100), Duration::from_secs(3_600));
        account.worked_alone(us(999_000));
        assert!(account.is_to_work_alone());
        account.worked_alone(us(2_000));
        assert!(!account.is_to_work_alone());
    }
}
