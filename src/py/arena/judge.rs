//! Intervals of win rates, and the numbers of deals after which an arena may stop.

use std::ops::ControlFlow;

use pyo3::prelude::*;

use super::{deals, precision};
use crate::arena::{ArenaError, checkpoints, is_possible, win_rate_interval_while};
use crate::py::convert::{Any, describe, float, int, items};
use crate::py::errors::{self, to_py};
use crate::py::interrupts::attended;

/// Most games of an interval.
pub(super) const MOST_GAMES: usize = 1 << 26;

/// The numbers of deals after which ``eights.arena`` looks whether it is precise, and may stop.
///
/// Args:
///     deals: how many are played at most.
///     precision: as for ``eights.arena``; ``None``: nothing is looked at before the end.
///
/// Returns:
///     list[int]: they rise, and the last one is ``deals``.
///
/// Raises:
///     BotError: a number is out of range.
///
/// >>> import eights
/// >>> eights.arena_looks(300, precision=0.01)
/// [100, 150, 225, 300]
#[pyfunction]
#[pyo3(signature = (deals, precision=None))]
pub(in crate::py) fn arena_looks(
    #[pyo3(from_py_with = deals)] deals: u64,
    #[pyo3(from_py_with = precision)] precision: Option<f64>,
) -> PyResult<Vec<u64>> {
    match precision {
        None => Ok(vec![deals]),
        Some(given) if is_possible(given) => Ok(checkpoints(deals).collect()),
        Some(given) => Err(to_py(ArenaError::Precision { given })),
    }
}

/// The 95 % interval of a win rate: always within 0 and 1, and never without width.
///
/// Where each game is of a deal of its own it is Wilson's. Where each deal is played several times, as on duplicate deals with
/// seats exchanged, games of a deal depend on each other: then it is a bootstrap clustered by deal, with one deal more that nobody
/// has seen, lost for the lower end and won for the upper. The same games have the same interval.
///
/// Args:
///     shares: the share of the win in each game, 0 … 1: 1 for a win, 0 for a loss, 1/k where k tie. Games of a deal stand next to
///         each other.
///     games_per_deal: how many games there are of each deal; 1: all are independent.
///
/// Returns:
///     tuple[float, float, float]: the win rate, and the lower and the upper end of its interval.
///
/// Raises:
///     BotError: there are no games, a share is not in 0 … 1, or they are not a whole number of deals.
///     ArgumentError: the shares are not numbers.
///
/// >>> import eights
/// >>> [round(end, 3) for end in eights.win_rate_interval([1] * 50 + [0] * 50)]
/// [0.5, 0.404, 0.596]
/// >>> rate, low, high = eights.win_rate_interval([0, 0] * 50, games_per_deal=2)
/// >>> rate, low, 0 < high < 0.1
/// (0.0, 0.0, True)
#[pyfunction]
#[pyo3(signature = (shares, games_per_deal=1))]
pub(in crate::py) fn win_rate_interval(
    py: Python<'_>,
    #[pyo3(from_py_with = shares)] shares: Vec<f64>,
    #[pyo3(from_py_with = games_per_deal)] games_per_deal: usize,
) -> PyResult<(f64, f64, f64)> {
    let found = attended(py, |goes_on| {
        match win_rate_interval_while(&shares, games_per_deal, goes_on) {
            ControlFlow::Continue(found) => found.map_err(to_py),
            ControlFlow::Break(()) => Err(to_py(ArenaError::Stopped)),
        }
    })?;
    Ok((found.mean, found.low, found.high))
}

fn shares(given: &Any<'_>) -> PyResult<Vec<f64>> {
    let Some(games) = items(given, MOST_GAMES)? else {
        return Err(errors::argument(
            given.py(),
            format!("shares must be numbers, not {}", describe(given)),
        ));
    };
    if games.len() > MOST_GAMES {
        return Err(errors::bot(format!("there are more than {MOST_GAMES} games")));
    }
    games.iter().map(|share| float("a share", share)).collect()
}

fn games_per_deal(given: &Any<'_>) -> PyResult<usize> {
    int("games_per_deal", given, (1, MOST_GAMES as i128), errors::bot)
}
