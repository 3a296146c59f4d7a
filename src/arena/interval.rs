//! Means with their confidence intervals.

use std::convert::Infallible;
use std::ops::ControlFlow;

use serde::Serialize;

use crate::rng::{Rng, Stream};

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

/// The reason why a win rate has no interval.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum IntervalError {
    /// There are no games.
    #[error("an interval needs at least 1 game")]
    Empty,
    /// A share of a win is not in 0 … 1.
    #[error("the share of game {game} is {share}: it must be in 0 … 1")]
    Share {
        /// Index of the game.
        game: usize,
        /// The share that was given.
        share: f64,
    },
    /// The games are not a whole number of deals.
    #[error("{games} games are not a whole number of deals of {games_per_deal} games")]
    Deals {
        /// Number of games.
        games: usize,
        /// Number of games of each deal, as it was given.
        games_per_deal: usize,
    },
}

/// The quantile of the normal distribution that leaves 2.5 % above it.
const Z: f64 = 1.959_963_984_540_054;

/// Number of draws of a bootstrap.
const DRAWS: usize = 4_000;

/// Returns the win rate of games and its 95 % interval, which lies within 0 and 1 and always has a width.
///
/// `shares` holds the share of the win in each game: 1, 0, or 1/k where k tie. If every game has a deal of its own
/// (`games_per_deal` = 1), the games are independent, and the interval is Wilson's. If a deal is played several times,
/// its games are adjacent and depend on each other: the interval is a bootstrap that draws weights for whole deals
/// (Dirichlet, all parameters equal). One additional, unseen deal is lost for the lower end and won for the upper one,
/// so that deals that all went the same way do not pass for certainty (Gaffke's bound; where a deal has one game it is
/// that of Clopper and Pearson). The bootstrap draws the same numbers every time, so the same games have the same
/// interval.
///
/// # Errors
/// See [`IntervalError`].
///
/// # Examples
/// ```
/// use eights::arena::win_rate_interval;
///
/// let lost = win_rate_interval(&[0.0; 100], 1)?;
/// assert!(lost.low == 0.0 && (0.03..0.04).contains(&lost.high));
/// // The same games, as 50 deals of two games.
/// assert!(win_rate_interval(&[0.0; 100], 2)?.high > lost.high);
/// # Ok::<(), eights::arena::IntervalError>(())
/// ```
pub fn win_rate_interval(shares: &[f64], games_per_deal: usize) -> Result<Interval, IntervalError> {
    let ControlFlow::Continue(found) =
        win_rate_interval_while(
            shares,
            games_per_deal,
            &|| ControlFlow::<Infallible>::Continue(()),
        );
    found
}

/// Decides whether long work continues, and if not, returns the reason.
pub(super) type KeepPlaying<'a, B> = &'a dyn Fn() -> ControlFlow<B>;

/// Computes [`win_rate_interval`] while `goes_on`, which is called often, allows it.
///
/// # Errors
/// See [`IntervalError`].
pub fn win_rate_interval_while<B>(
    shares: &[f64],
    games_per_deal: usize,
    goes_on: KeepPlaying<'_, B>,
) -> ControlFlow<B, Result<Interval, IntervalError>> {
    if let Err(refused) = check(shares, games_per_deal) {
        return ControlFlow::Continue(Err(refused));
    }
    ControlFlow::Continue(Ok(match games_per_deal {
        1 => wilson(shares.iter().sum::<f64>() / shares.len() as f64, shares.len()),
        size => {
            let deals = shares.chunks(size);
            let deals = deals.map(|deal| deal.iter().sum::<f64>() / size as f64);
            by_deal(deals.collect(), goes_on)?
        }
    }))
}

fn check(shares: &[f64], games_per_deal: usize) -> Result<(), IntervalError> {
    if shares.is_empty() {
        return Err(IntervalError::Empty);
    }
    if let Some(game) = shares.iter().position(|share| !(0.0..=1.0).contains(share)) {
        return Err(IntervalError::Share {
            game,
            share: shares[game],
        });
    }
    if games_per_deal == 0 || !shares.len().is_multiple_of(games_per_deal) {
        return Err(IntervalError::Deals {
            games: shares.len(),
            games_per_deal,
        });
    }
    Ok(())
}

/// Returns Wilson's interval: the rates at most 1.96 standard deviations from the observed one.
pub(super) fn wilson(mean: f64, games: usize) -> Interval {
    let n = games as f64;
    let scale = 1.0 + Z * Z / n;
    let middle = (mean + Z * Z / (2.0 * n)) / scale;
    let half = Z * (mean * (1.0 - mean) / n + (Z / (2.0 * n)).powi(2)).sqrt() / scale;
    Interval {
        mean,
        low: (middle - half).clamp(0.0, mean),
        high: (middle + half).clamp(mean, 1.0),
    }
}

/// Computes the bootstrap clustered by deal from the share of the win of each deal: see [`win_rate_interval`].
pub(super) fn by_deal<B>(mut deals: Vec<f64>, goes_on: KeepPlaying<'_, B>) -> ControlFlow<B, Interval> {
    let mean = deals.iter().sum::<f64>() / deals.len() as f64;
    // Rates above one half are computed from the other side's share: both sides then draw the same weights, and agree.
    let turned = mean > 0.5;
    if turned {
        for share in &mut deals {
            *share = 1.0 - *share;
        }
    }
    let (low, high) = bootstrap(&alike(deals), goes_on)?;
    let (low, high) = if turned {
        (1.0 - high, 1.0 - low)
    } else {
        (low, high)
    };
    ControlFlow::Continue(Interval {
        mean,
        low: low.clamp(0.0, mean),
        high: high.clamp(mean, 1.0),
    })
}

/// Sorts numbers and returns each distinct one with its count.
pub(super) fn alike(mut numbers: Vec<f64>) -> Vec<(f64, f64)> {
    numbers.sort_by(f64::total_cmp);
    let groups = numbers.chunk_by(|a, b| a.total_cmp(b).is_eq());
    groups.map(|same| (same[0], same.len() as f64)).collect()
}

/// Returns the ends of the interval of the mean of these shares, each given with its number of deals.
///
/// Deals of equal share are weighed together: the sum of their weights is one draw of a gamma distribution.
fn bootstrap<B>(alike: &[(f64, f64)], goes_on: KeepPlaying<'_, B>) -> ControlFlow<B, (f64, f64)> {
    let mut rng = Rng::new(0, Stream::Sample);
    let (mut lows, mut highs) = (Vec::with_capacity(DRAWS), Vec::with_capacity(DRAWS));
    for _ in 0..DRAWS {
        goes_on()?;
        let unseen = gamma(&mut rng, 1.0);
        let (mut won, mut all) = (0.0, unseen);
        for &(share, count) in alike {
            let weight = gamma(&mut rng, count);
            won += weight * share;
            all += weight;
        }
        lows.push(won / all);
        highs.push((won + unseen) / all);
    }
    let beyond = DRAWS / 40;
    let low = *lows.select_nth_unstable_by(beyond - 1, f64::total_cmp).1;
    let high = *highs.select_nth_unstable_by(DRAWS - beyond, f64::total_cmp).1;
    ControlFlow::Continue((low, high))
}

/// Draws a number between 0 and 1, both excluded.
fn uniform(rng: &mut Rng) -> f64 {
    const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
    ((rng.next_u64() >> 11) as f64 + 0.5) * STEP
}

/// Draws from the gamma distribution of this shape, 1 or more (Marsaglia and Tsang).
pub(super) fn gamma(rng: &mut Rng, shape: f64) -> f64 {
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        // A normally distributed number (Box and Muller).
        let normal = (-2.0 * uniform(rng).ln()).sqrt() * (std::f64::consts::TAU * uniform(rng)).cos();
        let v = (1.0 + c * normal).powi(3);
        if v > 0.0 && uniform(rng).ln() < 0.5 * normal * normal + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// Returns the mean of one number per deal, and its 95 % interval by the normal approximation: mean ± 1.96 · s / √n.
///
/// This is for returns, which have no useful bounds; for win rates see [`win_rate_interval`]. Games on the same deal
/// depend on each other, so they are averaged first: deals are independent (the interval is "clustered by deal"). The
/// approximation is good from some 30 deals on. With fewer than two deals the ends are infinite (`null` in JSON), and
/// without a deal the mean is not a number. If every deal gave the same number, the interval has no width: it does not
/// account for outcomes that were not seen.
#[must_use]
pub fn interval(per_deal: &[f64]) -> Interval {
    let mut moments = Moments::default();
    for &number in per_deal {
        moments.push(number);
    }
    moments.interval()
}

/// Running moments of numbers: their count, their mean, and the sum of squares about it (Welford).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Adds a number.
    pub(super) fn push(&mut self, number: f64) {
        self.count += 1;
        let off = number - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (number - self.mean);
    }

    /// Returns the interval of the numbers: see [`interval`].
    pub(super) fn interval(&self) -> Interval {
        let n = self.count as f64;
        let (mean, half) = match self.count {
            0 => (f64::NAN, f64::INFINITY),
            1 => (self.mean, f64::INFINITY),
            _ => (self.mean, Z * (self.squares / (n - 1.0) / n).sqrt()),
        };
        Interval {
            mean,
            low: mean - half,
            high: mean + half,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(interval(&[]).mean.is_nan() && !interval(&[]).low.is_finite());
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

    fn close(found: f64, expected: f64, by: f64) {
        assert!((found - expected).abs() < by, "{found}, not {expected}");
    }

    #[test]
    fn independent_games_have_wilsons_interval() {
        let games: Vec<f64> = (0..100).map(|game| f64::from(u8::from(game < 15))).collect();
        let found = win_rate_interval(&games, 1).expect("games");
        // 15 of 100: (15 + z²/2 ± z · √(15 · 85 / 100 + z²/4)) / (100 + z²).
        close(found.low, 0.093_060, 1e-5);
        close(found.high, 0.232_836, 1e-5);
    }

    #[test]
    fn deals_of_one_outcome_have_the_bound_of_clopper_and_pearson() {
        // Both games of a deal end alike, so deals are counted: 5 of 20 won.
        let games: Vec<f64> = (0..40).map(|game| f64::from(u8::from(game < 10))).collect();
        let found = win_rate_interval(&games, 2).expect("games");
        close(found.low, 0.086_571, 0.01);
        close(found.high, 0.491_046, 0.01);
    }

    #[test]
    fn win_rates_stay_within_bounds_and_keep_their_width() {
        for games_per_deal in [1, 2, 4] {
            for share in [0.0, 0.25, 1.0] {
                for deals in [1, 2, 40, 1_000] {
                    let found = win_rate_interval(&vec![share; deals * games_per_deal], games_per_deal)
                        .expect("games");
                    assert!(0.0 <= found.low && found.high <= 1.0, "{found:?}");
                    assert!(found.low <= share && share <= found.high, "{found:?}");
                    assert!(found.high - found.low > 3.0 / (deals as f64 + 4.0), "{found:?}");
                }
            }
        }
    }

    #[test]
    fn both_sides_of_a_game_have_the_same_interval() {
        let mut rng = Rng::new(3, Stream::Sample);
        let games: Vec<f64> = (0..300).map(|_| f64::from(rng.below(3)) / 2.0).collect();
        let other: Vec<f64> = games.iter().map(|share| 1.0 - share).collect();
        for games_per_deal in [1, 3] {
            let one = win_rate_interval(&games, games_per_deal).expect("games");
            let two = win_rate_interval(&other, games_per_deal).expect("games");
            close(one.low, 1.0 - two.high, 1e-12);
            close(one.high, 1.0 - two.low, 1e-12);
            assert_eq!(
                win_rate_interval(&games, games_per_deal),
                Ok(one),
                "the same every time"
            );
        }
    }

    /// Counts how often the interval of deals of two games contains the true win rate.
    #[test]
    fn the_interval_of_deals_holds_the_truth_19_times_in_20() {
        // Of 100 deals, `both` are won in both games and `none` in neither; the others are won once.
        for (both, none) in [(2, 96), (10, 30), (45, 45)] {
            let truth = f64::from(both + (100 - both - none) / 2) / 100.0;
            let mut rng = Rng::new(7, Stream::Bot);
            let held = (0..300)
                .filter(|_| {
                    let games: Vec<f64> = (0..60)
                        .flat_map(|_| match rng.below(100) {
                            deal if deal < both => [1.0, 1.0],
                            deal if deal < both + none => [0.0, 0.0],
                            _ => [1.0, 0.0],
                        })
                        .collect();
                    let found = win_rate_interval(&games, 2).expect("games");
                    found.low <= truth && truth <= found.high
                })
                .count();
            assert!((280..=300).contains(&held), "{held} of 300 at {truth}");
        }
    }

    #[test]
    fn what_is_no_win_rate_is_refused() {
        let told = |shares: &[f64], size| win_rate_interval(shares, size).map_err(|error| error.to_string());
        assert_eq!(told(&[], 1), Err("an interval needs at least 1 game".to_owned()));
        assert_eq!(
            told(&[0.0, 1.5], 1),
            Err("the share of game 1 is 1.5: it must be in 0 … 1".to_owned())
        );
        assert!(told(&[f64::NAN], 1).is_err());
        for size in [0, 2] {
            assert_eq!(
                told(&[0.0; 3], size),
                Err(format!("3 games are not a whole number of deals of {size} games"))
            );
        }
    }
}
