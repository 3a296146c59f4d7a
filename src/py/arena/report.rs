//! Games as arrays, and the report computed from them.

use std::ops::ControlFlow;

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::judge::MOST_GAMES;
use super::{MOST_ENTRANTS, deals, seed};
use crate::arena::{ArenaError, GameResult, Report, Tally};
use crate::limits::said;
use crate::py::convert::{Any, describe, float, from_json, items, shown, to_json, zeros};
use crate::py::errors::{self, to_py};
use crate::py::game::{PyGame, game};
use crate::py::interrupts::reporting;
use crate::ruleset::{GRAMMAR_VERSION, SAMPLE_VERSION};

/// Converts a report to Python, with the versions of everything that its figures depend on.
pub(super) fn to_python<'py>(py: Python<'py>, report: &Report) -> PyResult<Any<'py>> {
    let told = from_json(py, &serde_json::to_value(report).unwrap_or_default())?;
    let versions = PyDict::new(py);
    versions.set_item("eights", report.version)?;
    versions.set_item("grammar", GRAMMAR_VERSION)?;
    versions.set_item("sample", SAMPLE_VERSION)?;
    let python = py.version_info();
    let python = format!("{}.{}.{}", python.major, python.minor, python.patch);
    versions.set_item("python", python)?;
    versions.set_item("numpy", py.import("numpy")?.getattr("__version__")?)?;
    told.set_item("versions", versions)?;
    py.import("eights.reports")?.getattr("Report")?.call1((told,))
}

/// Number of columns of an array of games.
const COLUMNS: usize = 7;

/// Converts games to an array of shape [games, 7].
pub(super) fn to_array<'py>(py: Python<'py>, games: &[GameResult]) -> PyResult<Any<'py>> {
    let array = zeros::<f64>(py, games.len() * COLUMNS)?;
    let array = array.cast::<PyArray1<f64>>()?;
    let mut values = array.readwrite();
    for (line, game) in values.as_slice_mut()?.chunks_exact_mut(COLUMNS).zip(games) {
        line.copy_from_slice(&[
            game.won,
            game.returns,
            f64::from(game.decisions),
            f64::from(u8::from(game.truncated)),
            game.points,
            f64::from(game.place),
            f64::from(game.tied),
        ]);
    }
    Ok(array.reshape([games.len(), COLUMNS])?.into_any())
}

/// The report of games that were played elsewhere, as ``eights.arena`` makes it of its own.
///
/// Args:
///     game: what was played.
///     entrants: the names of who took part.
///     deals: number of deals of each pairing.
///     seed: that of the deals, see ``eights.deal_seed``.
///     pairings: for each the numbers of the entrant and of the field, and the entrant's games, deal by deal and within a deal seat
///         by seat: its share of the win, its return, the number of decisions, whether the game was truncated, its points, its
///         place, and how many others share it. They are a list of these, or an array of shape [games, 7], as
///         ``eights.arena_games`` gives it. Points and places may be left out: what is made of them is then ``None``.
///
/// Returns:
///     dict: as ``eights.arena`` returns it.
///
/// Raises:
///     BotError: there is no such entrant, or a number is out of range: a share of the win is in 0 … 1, and a return is finite.
///     ArgumentError: the pairings cannot be read.
///
/// >>> import eights
/// >>> game = eights.Game("crazy_eights", players=2)
/// >>> games = [(1.0, 1.0, 30, False), (0.0, -1.0, 28, False)]
/// >>> report = eights.arena_report(game, ["one", "two"], 1, 0, [(0, 1, games)])
/// >>> report["pairings"][0]["win_rate"]["mean"]
/// 0.5
#[pyfunction]
pub(in crate::py) fn arena_report<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = game)] game: Bound<'py, PyGame>,
    #[pyo3(from_py_with = names)] entrants: Vec<String>,
    #[pyo3(from_py_with = deals)] deals: u64,
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = pairings)] pairings: Vec<Played>,
) -> PyResult<Any<'py>> {
    let game = &game.get().game;
    for (entrant, field, _) in &pairings {
        if let Some(at) = [entrant, field].into_iter().find(|&&at| at >= entrants.len()) {
            let there = entrants.len();
            return Err(errors::bot(format!(
                "there is no entrant {at}: there are {there}"
            )));
        }
    }
    let report = reporting(py, None, |goes_on| {
        let goes_on = || match goes_on(0) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(ArenaError::Stopped),
        };
        let mut tallies = Vec::new();
        for (entrant, field, games) in &pairings {
            let mut tally = Tally::new(*entrant, *field, game.num_teams());
            tally.add(games)?;
            tallies.push(tally);
        }
        match Report::new_while(game, entrants, deals, seed, &tallies, &goes_on) {
            ControlFlow::Continue(report) => Ok(report),
            ControlFlow::Break(stopped) => Err(stopped),
        }
    })?;
    to_python(py, &report.map_err(to_py)?)
}

/// A pairing as Python gives it: the entrant, the field, and the games.
type Played = (usize, usize, Vec<GameResult>);

pub(super) fn names(given: &Any<'_>) -> PyResult<Vec<String>> {
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
    let Ok((entrant, field, games)) = given.extract::<(usize, usize, Any<'_>)>() else {
        let why = "pairings cannot be read: a pairing is two numbers of entrants and the games";
        return Err(errors::argument(given.py(), why.to_owned()));
    };
    Ok((entrant, field, results(&games)?))
}

/// Reads the results of games from an array or a list.
pub(super) fn results(games: &Any<'_>) -> PyResult<Vec<GameResult>> {
    if let Ok(games) = games.extract::<PyReadonlyArray2<'_, f64>>()
        && [FEWEST_COLUMNS, COLUMNS].contains(&games.shape()[1])
    {
        let games = games.as_array();
        let lines = games.rows().into_iter().enumerate();
        let results = lines.map(|(at, line)| result(at, |column| line.get(column).copied()));
        return results.collect();
    }
    let py = games.py();
    let unread = |why: &str| errors::argument(py, format!("pairings cannot be read: {why}"));
    let no_games = || {
        let why =
            format!("games are a list of {FEWEST_COLUMNS} or {COLUMNS} numbers each, or a float64 array");
        unread(&format!("{why} of as many columns, not {}", describe(games)))
    };
    if games.cast::<PyUntypedArray>().is_ok() {
        return Err(no_games());
    }
    let lines = items(games, MOST_GAMES)?.ok_or_else(no_games)?;
    if lines.len() > MOST_GAMES {
        return Err(errors::bot(format!("there are more than {MOST_GAMES} games")));
    }
    let mut results = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        if at % LOOK == LOOK - 1 {
            py.check_signals()?;
        }
        let numbers = items(line, COLUMNS)?.unwrap_or_default();
        if ![FEWEST_COLUMNS, COLUMNS].contains(&numbers.len()) {
            let why = format!(
                "game {at} is not {FEWEST_COLUMNS} or {COLUMNS} numbers: it is {}",
                shown(line)
            );
            return Err(unread(&why));
        }
        let numbers: Vec<f64> = numbers
            .iter()
            .map(|number| float(&format!("a number of game {at}"), number))
            .collect::<PyResult<_>>()?;
        results.push(result(at, |column| numbers.get(column).copied())?);
    }
    Ok(results)
}

/// Number of columns that must be given; the last ones may be left out.
const FEWEST_COLUMNS: usize = 4;

/// Number of games of a list that are read between two checks for Ctrl-C.
const LOOK: usize = 1 << 14;

/// Makes the result of a game from its columns.
fn result(game: usize, column: impl Fn(usize) -> Option<f64>) -> PyResult<GameResult> {
    let whole = |at: usize, what, most: u32| {
        let given = column(at).unwrap_or_default();
        if given.fract() == 0.0 && (0.0..=f64::from(most)).contains(&given) {
            return Ok(given as u32);
        }
        Err(to_py(ArenaError::Game {
            game,
            what,
            given,
            possible: format!("a whole number in 0 … {most}"),
        }))
    };
    Ok(GameResult {
        won: column(0).unwrap_or_default(),
        returns: column(1).unwrap_or_default(),
        decisions: whole(2, "number of decisions", u32::MAX)?,
        truncated: whole(3, "truncation", 1)? == 1,
        points: column(4).unwrap_or(f64::NAN),
        place: whole(5, "place", u8::MAX.into())? as u8,
        tied: whole(6, "number of others on its place", u8::MAX.into())? as u8,
    })
}

fn read_plain<T: serde::de::DeserializeOwned>(name: &str, given: &Any<'_>) -> PyResult<T> {
    serde_json::from_value(to_json(name, given)?)
        .map_err(|why| errors::argument(given.py(), format!("{name} cannot be read: {}", said(&why))))
}
