//! Games as arrays, and the report that is made of them.

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{MOST_ENTRANTS, deals, seed};
use crate::arena::{GameResult, Report, Tally};
use crate::limits::said;
use crate::py::convert::{Any, describe, from_json, items, to_json, zeros};
use crate::py::errors;
use crate::py::game::{PyGame, game};
use crate::ruleset::{GRAMMAR_VERSION, SAMPLE_VERSION};

/// A report as Python has it: with the versions of all that it rests on.
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

/// What is told of a game: columns of an array.
const COLUMNS: usize = 7;

/// Games as an array of shape [games, 7].
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
pub(in crate::py) fn arena_report<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = game)] game: Bound<'py, PyGame>,
    #[pyo3(from_py_with = names)] entrants: Vec<String>,
    #[pyo3(from_py_with = deals)] deals: u64,
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = pairings)] pairings: Vec<Played>,
) -> PyResult<Any<'py>> {
    let game = &game.get().game;
    let mut tallies = Vec::new();
    for (entrant, field, games) in &pairings {
        if let Some(at) = [entrant, field].into_iter().find(|&&at| at >= entrants.len()) {
            let there = entrants.len();
            return Err(errors::bot(format!(
                "there is no entrant {at}: there are {there}"
            )));
        }
        let mut tally = Tally::new(*entrant, *field, game.players());
        tally.add(games);
        tallies.push(tally);
    }
    to_python(py, &Report::new(game, entrants, deals, seed, &tallies))
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
        && [4, COLUMNS].contains(&games.shape()[1])
    {
        let games = games.as_array();
        let results = games.rows().into_iter().map(|line| {
            let known = |column: usize| line.get(column).copied();
            GameResult {
                won: line[0],
                returns: line[1],
                decisions: line[2] as u32,
                truncated: line[3] != 0.0,
                points: known(4).unwrap_or(f64::NAN),
                place: known(5).unwrap_or(0.0) as u8,
                tied: known(6).unwrap_or(0.0) as u8,
            }
        });
        return Ok((entrant, field, results.collect()));
    }
    let (entrant, field, games): (_, _, Vec<Told>) = read_plain("pairings", given)?;
    Ok((entrant, field, games.into_iter().map(GameResult::from).collect()))
}

/// A game as Python tells it in a list.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Told {
    Whole(f64, f64, u32, bool, f64, u8, u8),
    WithoutPlace(f64, f64, u32, bool),
}

impl From<Told> for GameResult {
    fn from(told: Told) -> Self {
        let (won, returns, decisions, truncated, points, place, tied) = match told {
            Told::Whole(won, returns, decisions, truncated, points, place, tied) => {
                (won, returns, decisions, truncated, points, place, tied)
            }
            Told::WithoutPlace(won, returns, decisions, truncated) => {
                (won, returns, decisions, truncated, f64::NAN, 0, 0)
            }
        };
        Self {
            won,
            returns,
            decisions,
            truncated,
            points,
            place,
            tied,
        }
    }
}

fn read_plain<T: serde::de::DeserializeOwned>(name: &str, given: &Any<'_>) -> PyResult<T> {
    serde_json::from_value(to_json(name, given)?)
        .map_err(|why| errors::argument(given.py(), format!("{name} cannot be read: {}", said(&why))))
}
