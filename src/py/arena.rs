//! Bots against bots, and what their win rates are worth.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::batch::MAX_THREADS;
use super::convert::{self, Any, describe, float, from_json, int, items, text, to_json, zeros};
use super::errors::{self, to_py};
use super::game::{PyGame, game};
use crate::arena::{ArenaError, GameResult, Pairing, Report, arena_while, games_while};
use crate::bot::BotKind;

/// How often a running arena looks for Ctrl-C and tells its progress.
const TICK: Duration = Duration::from_millis(100);

/// Most bots of an arena.
const MOST_ENTRANTS: usize = 1_000;

/// Most games of an interval.
const MOST_GAMES: usize = 1 << 26;

/// Bots against bots on duplicate deals: each entrant plays every deal on every seat, against a field of each other one.
///
/// Args:
///     game: a game; chance is sampled also where the game makes it explicit.
///     entrants: 2 … 1000 names of bots, or policies: what can be called on ``(observations, action_masks)``, see
///         ``eights.PolicyBatch``. Games with a policy are played by Python, and bots draw from streams of their own in them.
///     deals: number of deals of each pairing.
///     seed: 0 … 2**64 - 1.
///     threads: 1 … 1024, or 0 for as many as the machine has; the result does not depend on it.
///     progress: if given, it is called about ten times a second, in the caller's thread, with the number of games finished so
///         far. An exception that it raises, or Ctrl-C, stops the arena.
///
/// Returns:
///     dict: what was played, and under ``"pairings"`` for each entrant against each field the number of ``games``, ``win_rate`` and
///     ``mean_return``, and the same seat by seat. Both are ``mean``, ``low`` and ``high``: a 95 % interval clustered by deal, that of
///     a win rate as ``eights.win_rate_interval`` makes it, that of a mean return by the normal approximation.
///
/// Raises:
///     BotError: there is no such bot, or a number is out of range.
///     ActionError: a policy chose what it may not.
///     ArrayError: what a policy returned is no integer for each env.
///
/// >>> import eights
/// >>> game = eights.Game("crazy_eights", players=2)
/// >>> report = eights.arena(game, ["greedy", "random"], deals=10)
/// >>> report["pairings"][0]["entrant"], report["pairings"][0]["games"]
/// ('greedy', 20)
#[pyfunction]
#[pyo3(signature = (game, entrants, deals=100, seed=0, threads=1, progress=None))]
pub(super) fn arena<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = game)] game: Bound<'py, PyGame>,
    #[pyo3(from_py_with = entrants)] entrants: Entrants<'py>,
    #[pyo3(from_py_with = deals)] deals: u64,
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = threads)] threads: usize,
    progress: Option<Any<'py>>,
) -> PyResult<Any<'py>> {
    if let Some(told) = progress.as_ref().filter(|told| !told.is_callable()) {
        return Err(errors::argument(
            py,
            format!(
                "progress must be a function of one number, not {}",
                describe(told)
            ),
        ));
    }
    let entrants = match entrants {
        Entrants::Bots(bots) => bots,
        Entrants::Policies(all) => {
            let play = py.import("eights.evaluate")?.getattr("arena")?;
            return play.call1((game, all, deals, seed, progress));
        }
    };
    let game = game.get().game.clone();
    let report = watched(py, progress.as_ref(), |goes_on| {
        arena_while(&game, &entrants, deals, seed, threads, goes_on)
    })?;
    let value = serde_json::to_value(report.map_err(to_py)?).unwrap_or_default();
    from_json(py, &value)
}

/// Some deals of a pairing of ``eights.arena``: parts can be played anywhere, and are the same games there.
///
/// Args:
///     game: as for ``eights.arena``.
///     entrant: the name of a bot, or a policy; it sits on each seat in turn.
///     field: who sits on all the others.
///     deals: how many are played.
///     first: number of the first one, from 0.
///     seed: 0 … 2**64 - 1, the arena's.
///     threads: 1 … 1024, or 0 for as many as the machine has; the result does not depend on it.
///
/// Returns:
///     list: the entrant's games, float64 of shape [games, 4], deal by deal and within a deal seat by seat: its share of
///     the win, its return, the number of decisions, and whether the game was truncated. With two players also those of the field,
///     which is the other side. ``eights.arena_report`` takes such arrays.
///
/// Raises:
///     BotError: there is no such bot, or a number is out of range.
///     ActionError: a policy chose what it may not.
///     ArrayError: what a policy returned is no integer for each env.
///
/// >>> import eights
/// >>> game = eights.Game("crazy_eights", players=3)
/// >>> [games] = eights.arena_games(game, "greedy", "random", deals=10, first=90)
/// >>> games.shape
/// (30, 4)
#[pyfunction]
#[pyo3(signature = (game, entrant, field, deals=100, first=0, seed=0, threads=1))]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(super) fn arena_games<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = game)] game: Bound<'py, PyGame>,
    entrant: Any<'py>,
    field: Any<'py>,
    #[pyo3(from_py_with = deals)] deals: u64,
    #[pyo3(from_py_with = first)] first: u64,
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = threads)] threads: usize,
) -> PyResult<Any<'py>> {
    let bots = match entrants(PyList::new(py, [&entrant, &field])?.as_any())? {
        Entrants::Bots(bots) => bots,
        Entrants::Policies(_) => {
            let play = py.import("eights.evaluate")?.getattr("games")?;
            return play.call1((game, entrant, field, deals, first, seed));
        }
    };
    let game = game.get().game.clone();
    let sides = watched(py, None, |goes_on| {
        let range = first..first + deals;
        games_while(&game, [&bots[0], &bots[1]], range, seed, threads, goes_on)
    })?;
    let arrays = sides
        .map_err(to_py)?
        .into_iter()
        .map(|games| to_array(py, &games));
    Ok(PyList::new(py, arrays.collect::<PyResult<Vec<_>>>()?)?.into_any())
}

/// Games as an array of shape [games, 4].
fn to_array<'py>(py: Python<'py>, games: &[GameResult]) -> PyResult<Any<'py>> {
    let array = zeros::<f64>(py, games.len() * 4)?;
    let array = array.cast::<PyArray1<f64>>()?;
    let mut values = array.readwrite();
    for (line, game) in values.as_slice_mut()?.chunks_exact_mut(4).zip(games) {
        let truncated = if game.truncated { 1.0 } else { 0.0 };
        line.copy_from_slice(&[game.won, game.returns, f64::from(game.decisions), truncated]);
    }
    Ok(array.reshape([games.len(), 4])?.into_any())
}

/// The report of games that were played elsewhere, as ``eights.arena`` makes it of its own.
///
/// Args:
///     game: what was played.
///     entrants: the names of who took part.
///     deals: number of deals of each pairing.
///     seed: that of the deals, see ``eights.deal_seed``.
///     pairings: for each the numbers of the entrant and of the field, and the entrant's games, deal by deal and within a deal seat
///         by seat: its share of the win, its return, the number of decisions, and whether the game was truncated. They are a list
///         of these, or an array of shape [games, 4], as ``eights.arena_games`` gives it.
///
/// Returns:
///     dict: as ``eights.arena`` returns it.
///
/// Raises:
///     BotError: there is no such entrant, or a number is out of range.
///     ArgumentError: the pairings cannot be read.
///
/// >>> import eights
/// >>> game = eights.Game("crazy_eights", players=2)
/// >>> games = [(1.0, 1.0, 30, False), (0.0, -1.0, 28, False)]
/// >>> report = eights.arena_report(game, ["one", "two"], 1, 0, [(0, 1, games)])
/// >>> report["pairings"][0]["win_rate"]["mean"]
/// 0.5
#[pyfunction]
pub(super) fn arena_report<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = game)] game: Bound<'py, PyGame>,
    #[pyo3(from_py_with = names)] entrants: Vec<String>,
    #[pyo3(from_py_with = deals)] deals: u64,
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = pairings)] pairings: Vec<Played>,
) -> PyResult<Any<'py>> {
    let game = &game.get().game;
    let name = |at: usize| {
        let found = entrants.get(at).map(String::as_str);
        found.ok_or_else(|| errors::bot(format!("there is no entrant {at}: there are {}", entrants.len())))
    };
    let mut told = Vec::new();
    for (entrant, field, games) in &pairings {
        told.push(Pairing::new(
            name(*entrant)?,
            name(*field)?,
            game.players(),
            games,
        ));
    }
    let report = Report::new(game, entrants.clone(), deals, seed, told);
    from_json(py, &serde_json::to_value(report).unwrap_or_default())
}

/// A pairing as Python tells it: the entrant, the field, and the games.
type Played = (usize, usize, Vec<GameResult>);

fn names(given: &Any<'_>) -> PyResult<Vec<String>> {
    read_plain("entrants", given)
}

fn pairings(given: &Any<'_>) -> PyResult<Vec<Played>> {
    const MOST: usize = MOST_ENTRANTS * MOST_ENTRANTS;
    let Some(pairings) = items(given, MOST)? else {
        return Err(errors::argument(
            given.py(),
            format!("pairings must be a list, not {}", describe(given)),
        ));
    };
    if pairings.len() > MOST {
        return Err(errors::bot(format!("there are more than {MOST} pairings")));
    }
    pairings.iter().map(pairing).collect()
}

fn pairing(given: &Any<'_>) -> PyResult<Played> {
    if let Ok((entrant, field, games)) = given.extract::<(usize, usize, PyReadonlyArray2<'_, f64>)>()
        && games.shape()[1] == 4
    {
        let games = games.as_array();
        let results = games.rows().into_iter().map(|line| GameResult {
            won: line[0],
            returns: line[1],
            decisions: line[2] as u32,
            truncated: line[3] != 0.0,
        });
        return Ok((entrant, field, results.collect()));
    }
    let (entrant, field, games): (_, _, Vec<(f64, f64, u32, bool)>) = read_plain("pairings", given)?;
    let result = |(won, returns, decisions, truncated)| GameResult {
        won,
        returns,
        decisions,
        truncated,
    };
    Ok((entrant, field, games.into_iter().map(result).collect()))
}

fn read_plain<T: serde::de::DeserializeOwned>(name: &str, given: &Any<'_>) -> PyResult<T> {
    serde_json::from_value(to_json(name, given)?)
        .map_err(|why| errors::argument(given.py(), format!("{name} cannot be read: {why}")))
}

/// The seed of a deal of an arena: ``game.new_initial_state(seed=eights.deal_seed(seed, deal))`` deals the same.
///
/// Args:
///     seed: 0 … 2**64 - 1, the arena's.
///     deal: number of the deal, from 0.
///
/// Returns:
///     int, the same for all entrants and seats.
///
/// Raises:
///     BotError: a number is out of range.
///
/// >>> import eights
/// >>> eights.deal_seed(0, 1) == eights.deal_seed(0, 2)
/// False
#[pyfunction]
pub(super) fn deal_seed(
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = deal)] deal: u64,
) -> u64 {
    crate::arena::deal_seed(seed, deal)
}

fn deal(given: &Any<'_>) -> PyResult<u64> {
    int("deal", given, (0, u64::MAX.into()), errors::bot)
}

/// Most deals of an arena.
const MOST_DEALS: i128 = 1 << 40;

/// Who takes part.
pub(super) enum Entrants<'py> {
    Bots(Vec<BotKind>),
    /// Policies, and names of bots that were looked up.
    Policies(Vec<Any<'py>>),
}

fn entrants<'py>(given: &Any<'py>) -> PyResult<Entrants<'py>> {
    let Some(names) = items(given, MOST_ENTRANTS)? else {
        return Err(errors::argument(
            given.py(),
            format!("entrants must be names of bots, not {}", describe(given)),
        ));
    };
    if names.len() > MOST_ENTRANTS {
        return Err(errors::bot(format!(
            "there are more than {MOST_ENTRANTS} entrants"
        )));
    }
    let bot = |name| text("a bot's name", name).and_then(|name| crate::bot::by_name(&name).map_err(to_py));
    let bots = names.iter().filter(|name| !name.is_callable()).map(bot);
    let bots = bots.collect::<PyResult<Vec<_>>>()?;
    Ok(if bots.len() == names.len() {
        Entrants::Bots(bots)
    } else {
        Entrants::Policies(names)
    })
}

fn deals(given: &Any<'_>) -> PyResult<u64> {
    int("deals", given, (1, MOST_DEALS), errors::bot)
}

fn first(given: &Any<'_>) -> PyResult<u64> {
    int("first", given, (0, MOST_DEALS), errors::bot)
}

fn seed(given: &Any<'_>) -> PyResult<u64> {
    convert::seed(given, errors::bot)
}

fn threads(given: &Any<'_>) -> PyResult<usize> {
    int("threads", given, (0, MAX_THREADS), errors::bot)
}

/// Runs `work` elsewhere, since Python tells of Ctrl-C in the caller's thread only; the work asks whether it is to go on.
fn watched<R: Send>(
    py: Python<'_>,
    progress: Option<&Any<'_>>,
    work: impl FnOnce(&(dyn Fn(u64) -> ControlFlow<()> + Sync)) -> Result<R, ArenaError> + Send,
) -> PyResult<Result<R, ArenaError>> {
    let (done, stop, finished) = (AtomicU64::new(0), AtomicBool::new(false), AtomicBool::new(false));
    let goes_on = |games| {
        done.fetch_max(games, Ordering::Relaxed);
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let caller = std::thread::current();
    std::thread::scope(|scope| {
        let playing = std::thread::Builder::new().spawn_scoped(scope, || {
            let report = work(&goes_on);
            finished.store(true, Ordering::Release);
            caller.unpark();
            report
        });
        let playing = playing.map_err(|why| errors::bot(format!("a thread could not be started: {why}")))?;
        let watched = loop {
            if finished.load(Ordering::Acquire) || playing.is_finished() {
                break Ok(());
            }
            py.detach(|| std::thread::park_timeout(TICK));
            let told = py.check_signals().and_then(|()| match progress {
                Some(progress) => progress.call1((done.load(Ordering::Relaxed),)).map(drop),
                None => Ok(()),
            });
            if told.is_err() {
                stop.store(true, Ordering::Relaxed);
                break told;
            }
        };
        let report = py.detach(|| playing.join());
        let report = report.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        watched.map(|()| report)
    })
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
///     BotError: there are no games, a share is not in 0 … 1, or they are no whole number of deals.
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
pub(super) fn win_rate_interval(
    py: Python<'_>,
    #[pyo3(from_py_with = shares)] shares: Vec<f64>,
    #[pyo3(from_py_with = games_per_deal)] games_per_deal: usize,
) -> PyResult<(f64, f64, f64)> {
    let found = py
        .detach(|| crate::arena::win_rate_interval(&shares, games_per_deal))
        .map_err(to_py)?;
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
