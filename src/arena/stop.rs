//! When an arena has played enough.

use serde::Serialize;

use super::Interval;

/// Why an arena played as many deals as it did.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Stop {
    /// `"deals"`: it played all of them; `"precision"`: it was as precise as was wanted; `"interrupt"`: it was told to stop.
    pub by: &'static str,
    /// The precision that was wanted, if one was.
    pub precision: Option<f64>,
    /// How many deals it would have played at most.
    pub most_deals: u64,
}

impl Stop {
    /// All deals were played that were asked for.
    #[must_use]
    pub const fn all(deals: u64) -> Self {
        Self {
            by: "deals",
            precision: None,
            most_deals: deals,
        }
    }
}

/// The first number of deals after which an arena looks whether it is precise.
const FIRST_LOOK: u64 = 100;

/// The numbers of deals after which an arena of at most so many deals looks whether it is precise: 100, then each half as
/// many again, and all of them.
///
/// They depend on nothing else, so the arena stops at the same deal wherever it is played.
pub fn looks(deals: u64) -> impl Iterator<Item = u64> {
    let next = move |&look: &u64| (look < deals).then(|| look.saturating_add(look / 2).min(deals));
    std::iter::successors(Some(FIRST_LOOK.min(deals)), next)
}

/// Whether a precision is one that can be reached, and is not there from the beginning.
#[must_use]
pub fn is_possible(precision: f64) -> bool {
    precision > 0.0 && precision <= 0.5
}

/// Whether the half of an interval is at most so wide.
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
        assert_eq!(looks(500).collect::<Vec<_>>(), [100, 150, 225, 337, 500]);
        assert_eq!(looks(100).collect::<Vec<_>>(), [100]);
        assert_eq!(looks(7).collect::<Vec<_>>(), [7]);
        assert_eq!(looks(u64::MAX).last(), Some(u64::MAX));
    }

    /// Who stops when the interval is narrow stops a little more often where it is so by chance. Deals are of four games
    /// each, whose odds differ from deal to deal.
    #[test]
    fn where_an_arena_stops_its_interval_holds_the_truth() {
        let mut rng = Rng::new(6, Stream::Bot);
        let held = (0..150)
            .filter(|_| {
                let mut games = Vec::new();
                for look in looks(100_000) {
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
