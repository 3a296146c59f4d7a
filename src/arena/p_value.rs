//! P-values of win rates under the hypothesis that all play alike.

use std::ops::ControlFlow;

use super::interval::{KeepPlaying, alike};

/// Returns the probability of a win rate at least as far from the fair share as that of these deals, if all play alike:
/// a two-sided p-value, clustered by deal.
///
/// The p-value belongs to the bootstrap of [`super::win_rate_interval`]: apart from the randomness of the bootstrap it
/// is below 0.05 exactly if the 95 % interval excludes `fair`. `deals` holds the share of the win of each deal.
pub(super) fn p_value<B>(deals: &[f64], fair: f64, goes_on: KeepPlaying<'_, B>) -> ControlFlow<B, f64> {
    let lost: Vec<f64> = deals.iter().map(|share| 1.0 - share).collect();
    let side = at_most(deals, fair, goes_on)?.min(at_most(&lost, 1.0 - fair, goes_on)?);
    ControlFlow::Continue((2.0 * side).min(1.0))
}

/// Returns the probability that the bootstrap's mean, with one additional lost deal, is at most `fair`.
///
/// The mean is at most `fair` if the sum of weight · (share − `fair`) is at most 0, and weights are exponentially
/// distributed. So no draws are needed: the approximation of Lugannani and Rice is good to a few percent, however small
/// the probability.
fn at_most<B>(deals: &[f64], fair: f64, goes_on: KeepPlaying<'_, B>) -> ControlFlow<B, f64> {
    let mut terms: Vec<(f64, f64)> = alike(deals.to_vec())
        .into_iter()
        .map(|(share, count)| (share - fair, count))
        // A fair share adds nothing; the tolerance covers rounding of sums.
        .filter(|(over, _)| over.abs() > 1e-9)
        .collect();
    terms.push((-fair, 1.0));
    let most = terms.iter().map(|term| term.0).fold(0.0, f64::max);
    let least = terms.iter().map(|term| term.0).fold(0.0, f64::min);
    if most <= 0.0 {
        return ControlFlow::Continue(1.0);
    }
    let slope = |t: f64| -> f64 { terms.iter().map(|(over, n)| n * over / (1.0 - over * t)).sum() };
    let t = zero_between(1.0 / least, 1.0 / most, slope, goes_on)?;
    let cumulants = terms.iter().map(|&(over, n)| {
        let each = over / (1.0 - over * t);
        [
            -n * (-over * t).ln_1p(),
            n * each * each,
            2.0 * n * each * each * each,
        ]
    });
    let [value, second, third] = cumulants.fold([0.0; 3], |sum, term| [0, 1, 2].map(|k| sum[k] + term[k]));
    let w = (-2.0 * value).max(0.0).sqrt().copysign(t);
    let u = t * second.sqrt();
    let density = (-w * w / 2.0).exp() / std::f64::consts::TAU.sqrt();
    let found = if w.abs() < 1e-3 {
        // The limit of the formula, which would divide by nearly 0 in the middle.
        0.5 + third / (6.0 * std::f64::consts::TAU.sqrt() * second.powf(1.5)) + density * w
    } else {
        normal_below(w) + density * (1.0 / w - 1.0 / u)
    };
    ControlFlow::Continue(found.clamp(0.0, 1.0))
}

/// Finds the zero of a function that rises from −∞ to ∞ between two ends.
fn zero_between<B>(
    mut low: f64,
    mut high: f64,
    value: impl Fn(f64) -> f64,
    goes_on: KeepPlaying<'_, B>,
) -> ControlFlow<B, f64> {
    for _ in 0..200 {
        goes_on()?;
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if value(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    ControlFlow::Continue(f64::midpoint(low, high))
}

/// Returns the probability that a normally distributed number is below this one.
fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

/// Adjusts the p-values of several questions by Holm's method: those below 0.05 hold together with 95 % confidence.
///
/// The smallest is multiplied by their number, the next one by one less, and so on; none becomes smaller than one
/// before it.
pub(super) fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least: f64 = 0.0;
    for (rank, &at) in order.iter().enumerate() {
        least = least.max(p_values[at] * (p_values.len() - rank) as f64).min(1.0);
        adjusted[at] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::super::win_rate_interval;
    use super::*;
    use crate::rng::{Rng, Stream};
    use std::convert::Infallible;

    const ALWAYS: KeepPlaying<'_, Infallible> = &|| ControlFlow::Continue(());

    fn p_value(deals: &[f64], fair: f64) -> f64 {
        let ControlFlow::Continue(found) = super::p_value(deals, fair, ALWAYS);
        found
    }

    fn at_most(deals: &[f64], fair: f64) -> f64 {
        let ControlFlow::Continue(found) = super::at_most(deals, fair, ALWAYS);
        found
    }

    fn close(found: f64, expected: f64, by: f64) {
        assert!(
            (found - expected).abs() < by * expected,
            "{found}, not {expected}"
        );
    }

    #[test]
    fn it_is_exact_where_the_sum_is_known() {
        // All of n deals won: weights W₁ + … + Wₙ against the weight of one lost deal, at a fair share of f. The share
        // of the lost one is Beta(1, n), above 1 − f with probability fⁿ.
        for (deals, fair) in [(1, 0.5_f64), (5, 0.5), (20, 0.25), (40, 0.5)] {
            let exact = fair.powi(deals);
            close(at_most(&vec![1.0; deals as usize], fair), exact, 0.06);
        }
        // 15 of 20 won, at one half: the probability that Beta(15, 6) is below 1/2 is a binomial tail, 15 or more of
        // 20.
        let mut deals = vec![1.0; 15];
        deals.resize(20, 0.0);
        close(at_most(&deals, 0.5), 21_700.0 / 1_048_576.0, 0.02);
    }

    #[test]
    fn it_is_below_5_percent_where_the_interval_leaves_out_the_fair_share() {
        let mut rng = Rng::new(8, Stream::Sample);
        for round in 0..200 {
            let games: Vec<f64> = (0..120)
                .map(|_| f64::from(u8::from(rng.below(100) < 40 + round % 20)))
                .collect();
            let deals: Vec<f64> = games.chunks(2).map(|two| f64::midpoint(two[0], two[1])).collect();
            let (p, found) = (p_value(&deals, 0.5), win_rate_interval(&games, 2).expect("games"));
            let outside = found.high < 0.5 || 0.5 < found.low;
            assert!(outside == (p < 0.05) || (p - 0.05).abs() < 0.01, "{p}, {found:?}");
        }
    }

    #[test]
    fn who_plays_alike_is_rarely_found_to_differ() {
        let mut rng = Rng::new(2, Stream::Sample);
        let found = (0..2_000)
            .filter(|_| {
                let deals: Vec<f64> = (0..50).map(|_| f64::from(rng.below(3)) / 2.0).collect();
                p_value(&deals, 0.5) < 0.05
            })
            .count();
        assert!((50..=110).contains(&found), "{found} of 2000");
    }

    #[test]
    fn fair_deals_are_no_surprise() {
        for players in 2..=10 {
            let fair = 1.0 / f64::from(players);
            assert!((p_value(&[fair; 30], fair) - 1.0).abs() < f64::EPSILON);
        }
    }

    #[test]
    fn both_sides_of_a_game_surprise_alike() {
        let (won, lost) = ([1.0, 0.5, 1.0, 1.0, 0.5], [0.0, 0.5, 0.0, 0.0, 0.5]);
        close(p_value(&won, 0.5), p_value(&lost, 0.5), 1e-12);
        assert!(p_value(&won, 0.5) < p_value(&won[1..], 0.5));
    }

    #[test]
    fn the_middle_is_without_a_step() {
        let at = |fair: f64| at_most(&[0.0, 1.0, 0.25, 1.0, 0.5, 0.5, 0.75, 0.0], fair);
        let mut last = at(0.3);
        for step in 1..2_000 {
            let next = at(0.3 + f64::from(step) * 2e-4);
            assert!(last < next && next < last + 1e-3, "{last}, {next} at {step}");
            last = next;
        }
    }

    #[test]
    fn holms_correction_of_known_numbers_is_known() {
        let found = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in found.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            close(*found, expected, 1e-12);
        }
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }
}
