//! The conditions under which an arena stops.

use serde::Serialize;

use super::Interval;

/// The reason for the number of deals that an arena played.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Stop {
    /// `"deals"`: all were played; `"precision"`: the precision was reached; `"interrupt"`: the caller stopped it.
    pub by: &'static str,
    /// The precision that was requested, if any.
    pub precision: Option<f64>,
    /// Most deals that it would have played.
    pub most_deals: u64,
}

impl Stop {
    /// Returns the stop of an arena that played all its deals.
    #[must_use]
    pub const fn all(deals: u64) -> Self {
        Self {
            by: "deals",
            precision: None,
            most_deals: deals,
        }
    }
}

/// The number of deals after which an arena checks its precision for the first time.
const FIRST_LOOK: u64 = 100;

/// Returns the numbers of deals after which an arena of at most `deals` deals checks its precision: 100, then each half
/// as many again, and all of them.
///
/// The numbers depend on nothing else, so the arena stops at the same deal wherever it is played.
pub fn checkpoints(deals: u64) -> impl Iterator<Item = u64> {
    let next = move |&look: &u64| (look < deals).then(|| look.saturating_add(look / 2).min(deals));
    std::iter::successors(Some(FIRST_LOOK.min(deals)), next)
}

/// True if a precision can be reached, and is not reached by every interval.
#[must_use]
pub fn is_possible(precision: f64) -> bool {
    precision > 0.0 && precision <= 0.5
}

/// True if half the width of an interval is at most the precision.
#[must_use]
pub fn is_precise(interval: Interval, precision: f64) -> bool {
    (interval.high - interval.low) / 2.0 <= precision
}

#[cfg(test)]
mod tests {
    use super::super::win_rate_interval;
    use super::*;
    use crate::rng::{Rng, Stream};

    #[test]
    fn looks_grow_by_half() {
        assert_eq!(checkpoints(500).collect::<Vec<_>>(), [100, 150, 225, 337, 500]);
        assert_eq!(checkpoints(100).collect::<Vec<_>>(), [100]);
        assert_eq!(checkpoints(7).collect::<Vec<_>>(), [7]);
        assert_eq!(checkpoints(u64::MAX).last(), Some(u64::MAX));
    }

    /// Stopping when the interval is narrow favours intervals that are narrow by chance, so slightly more of them may
    /// miss the truth. Deals are of four games each, whose odds differ from deal to deal.
    #[test]
    fn where_an_arena_stops_its_interval_holds_the_truth() {
        let mut rng = Rng::new(6, Stream::Bot);
        let held = (0..150)
            .filter(|_| {
                let mut games = Vec::new();
                for look in checkpoints(100_000) {
                    while games.len() < 4 * look as usize {
                        let odds = 10 + rng.below(31);
                        games.extend((0..4).map(|_| f64::from(u8::from(rng.below(100) < odds))));
                    }
                    let found = win_rate_interval(&games, 4).expect("games");
                    if is_precise(found, 0.025) {
                        return found.low <= 0.25 && 0.25 <= found.high;
                    }
                }
                false
            })
            .count();
        assert!((135..=150).contains(&held), "{held} of 150");
    }

    #[test]
    fn a_half_counts() {
        let interval = |low, high| Interval { mean: 0.3, low, high };
        assert!(is_precise(interval(0.25, 0.375), 0.0625));
        assert!(!is_precise(interval(0.25, 0.375), 0.06));
        assert!(!is_precise(interval(f64::NEG_INFINITY, f64::INFINITY), 0.5));
    }
}
