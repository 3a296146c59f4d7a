//! The time that a search may take.

use std::time::Duration;

use web_time::Instant;

use super::{Budget, KeepSearching};

/// A clock that began with a search.
#[derive(Clone, Copy)]
pub(super) struct Clock<'a> {
    begin: Instant,
    /// None where games are counted instead.
    time: Option<Duration>,
    goes_on: KeepSearching<'a>,
}

impl<'a> Clock<'a> {
    pub(super) fn new(budget: Budget, goes_on: KeepSearching<'a>) -> Self {
        Self {
            begin: Instant::now(),
            time: match budget {
                Budget::Time(time) => Some(time),
                Budget::Iterations(_) => None,
            },
            goes_on,
        }
    }

    /// True while the caller lets the search go on, and at most this share of its time has passed.
    pub(super) fn allows(&self, share: f64) -> bool {
        (self.goes_on)() && self.is_before(share)
    }

    /// True while at most this share of the time has passed.
    pub(super) fn is_before(&self, share: f64) -> bool {
        self.time
            .is_none_or(|time| self.begin.elapsed() < time.mul_f64(share))
    }
}
