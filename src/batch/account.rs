//! Whether sharing work among threads has paid of late.

use std::time::Duration;

/// What sharing work has saved and cost, beside one thread that does all of it.
///
/// Where other processes take the cores, a thread waits to run for as long as many steps take, and all wait for it. So whatever
/// sharing has cost more than it saved, for [`ALONE`] times as long the thread that asks works alone, before it tries again, and twice
/// as long each time that this costs, too: little is lost whatever else the machine does.
#[derive(Debug, Default)]
pub(super) struct Account {
    /// Seconds that it has saved, less those that it has cost.
    saved: f64,
    /// Seconds for which the thread that asks is still to work alone.
    alone: f64,
    /// For how long it was to, last time; 0 once sharing has paid.
    before: f64,
}

/// Most seconds that are saved up: some delays are forgiven, but soon none where they come often.
const MOST_SAVED: f64 = 0.005;

/// Seconds that sharing has saved where it pays.
const PAYS: f64 = 0.001;

/// What is no reason to work alone: about as long as a thread takes to wake.
const FORGIVEN: f64 = 0.000_1;

/// For how many times what it has cost nothing is shared.
const ALONE: f64 = 16.0;

/// The longest time for which nothing is shared, so that one long halt of the machine is soon forgotten.
const MOST_ALONE: f64 = 1.0;

impl Account {
    /// Whether nothing is to be shared now.
    pub(super) fn is_to_work_alone(&self) -> bool {
        self.alone > 0.0
    }

    /// The thread that asks has worked alone for so long.
    pub(super) fn worked_alone(&mut self, took: Duration) {
        self.alone -= took.as_secs_f64();
    }

    /// So many parts of equal size were shared: how long the own one took, and how long all of them took together.
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

    /// Shares for a while where the machine delays every so-many-th work; the time that passes for work that one thread does in a second.
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
        // Nor does a delay now and then make it work alone.
        assert!(time_of(100, 1_000, 4_000) <= us(550_000));
    }

    #[test]
    fn where_others_take_the_cores_a_fifth_is_lost_at_most() {
        // Nothing to speak of, where it is never worth it.
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
