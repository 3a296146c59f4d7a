//! Means with their intervals.

use serde::Serialize;

/// A mean and its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

/// The quantile of the normal distribution that leaves 2.5 % above it.
const Z: f64 = 1.959_963_984_540_054;

/// The mean of one number per deal, and its 95 % interval by the normal approximation: mean ± 1.96 · s / √n.
///
/// Games on the same deal depend on each other, so they are first averaged: deals are what is independent (the interval
/// is "clustered by deal"). The approximation is good from some 30 deals on. With one deal, or none, nothing is known:
/// the ends are infinite (`null` in JSON), and without a deal the mean is not a number. Where every deal gave the same
/// number the interval has no width: it cannot tell of what was not seen.
#[must_use]
pub fn interval(per_deal: &[f64]) -> Interval {
    let n = per_deal.len() as f64;
    let mean = per_deal.iter().sum::<f64>() / n;
    if per_deal.len() < 2 {
        return Interval {
            mean,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        };
    }
    let squares: f64 = per_deal.iter().map(|x| (x - mean).powi(2)).sum();
    let half = Z * (squares / (n - 1.0) / n).sqrt();
    Interval {
        mean,
        low: mean - half,
        high: mean + half,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Rng, Stream};

    #[test]
    fn the_interval_of_known_numbers_is_known() {
        let found = interval(&[0.0, 1.0, 0.0, 1.0]);
        assert!((found.mean - 0.5).abs() < 1e-12);
        // s² = 1/3, s/√n = √(1/12).
        assert!((found.high - 0.5 - 1.959_964 * (1.0_f64 / 12.0).sqrt()).abs() < 1e-6);
        assert!((found.high + found.low - 1.0).abs() < 1e-12);
    }

    #[test]
    fn one_deal_tells_nothing() {
        let found = interval(&[1.0]);
        assert_eq!((found.low, found.high), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(interval(&[]).mean.is_nan());
    }

    #[test]
    fn the_interval_holds_the_truth_19_times_in_20() {
        let mut rng = Rng::new(5, Stream::Sample);
        let held = (0..2_000)
            .filter(|_| {
                let deals: Vec<f64> = (0..60).map(|_| f64::from(rng.below(3)) / 2.0).collect();
                let found = interval(&deals);
                found.low <= 0.5 && 0.5 <= found.high
            })
            .count();
        assert!((1_860..1_940).contains(&held), "{held} of 2000");
    }
}
