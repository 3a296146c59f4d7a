//! Arenas whose games are played by Python.

use std::ops::ControlFlow;

use pyo3::prelude::*;

use super::report::{names, results, to_python};
use super::{deals, precision, seed};
use crate::arena::{ArenaError, Plan, Tournament, pairs};
use crate::engine::Game;
use crate::py::convert::Any;
use crate::py::ending::call;
use crate::py::errors::to_py;
use crate::py::game::{PyGame, game};
use crate::py::interrupts::{attended, is_false, progress};

/// The report of an arena whose parts are played by ``play``: for what is to be played, how it is counted and when it is enough
/// there is one place, whoever plays.
///
/// ``play(first, last)`` is called for deals that all pairs are to play. It gives, in any order, parts of them and what
/// ``eights.arena_games`` makes of each: ``((entrant, field, first, deals), sides)``. It is a generator, and closed where no more
/// is wanted.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of an arena")]
pub(in crate::py) fn play_parts<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = game)] game: Bound<'py, PyGame>,
    #[pyo3(from_py_with = names)] entrants: Vec<String>,
    #[pyo3(from_py_with = deals)] deals: u64,
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = precision)] precision: Option<f64>,
    play: Any<'py>,
    #[pyo3(from_py_with = progress)] progress: Option<Any<'py>>,
) -> PyResult<Any<'py>> {
    let game = &game.get().game;
    let mut tournament = tournament(game, &entrants, deals, seed, precision)?;
    let mut played = 0;
    while let Some(todo) = attended(py, |goes_on| finished(tournament.todo_while(goes_on)))? {
        let parts = call(&play, (todo.start, todo.end))?;
        let counted = count(&parts, &mut tournament, &mut played, progress.as_ref());
        // Parts that are still being played elsewhere are abandoned.
        let closed = parts.call_method0("close");
        counted?;
        closed?;
    }
    let report = attended(py, |goes_on| {
        finished(tournament.report_while(game, entrants, goes_on))
    })?;
    to_python(py, &report.map_err(to_py)?)
}

/// Refuses what ``_play_parts`` cannot play.
#[pyfunction]
pub(in crate::py) fn validate_arena(
    #[pyo3(from_py_with = game)] game: Bound<'_, PyGame>,
    #[pyo3(from_py_with = names)] entrants: Vec<String>,
    #[pyo3(from_py_with = deals)] deals: u64,
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = precision)] precision: Option<f64>,
) -> PyResult<()> {
    tournament(&game.get().game, &entrants, deals, seed, precision).map(|_| ())
}

fn tournament(
    game: &Game,
    entrants: &[String],
    deals: u64,
    seed: u64,
    precision: Option<f64>,
) -> PyResult<Tournament> {
    let plan = Plan {
        deals,
        seed,
        threads: 1,
        precision,
    };
    Tournament::new(entrants.len(), game.num_teams(), plan).map_err(to_py)
}

/// Returns the result of work, or the error of an arena that was stopped.
fn finished<T>(found: ControlFlow<(), T>) -> PyResult<T> {
    match found {
        ControlFlow::Continue(found) => Ok(found),
        ControlFlow::Break(()) => Err(to_py(ArenaError::Stopped)),
    }
}

/// Counts parts as they arrive, until `progress` stops the arena.
fn count(
    parts: &Any<'_>,
    tournament: &mut Tournament,
    played: &mut usize,
    progress: Option<&Any<'_>>,
) -> PyResult<()> {
    for part in parts.try_iter()? {
        type Part<'py> = ((usize, usize, u64, u64), Vec<Any<'py>>);
        let ((entrant, field, first, _), sides): Part<'_> = part?.extract()?;
        let sides = sides.iter().map(results).collect::<PyResult<Vec<_>>>()?;
        *played += sides.first().map_or(0, Vec::len);
        tournament.add((entrant, field), first, sides).map_err(to_py)?;
        if let Some(progress) = progress
            && is_false(&call(progress, (*played,))?)?
        {
            tournament.stop();
            break;
        }
    }
    Ok(())
}

/// Return the pairs that an arena plays: entrant and field, by their numbers.
#[pyfunction]
pub(in crate::py) fn arena_pairs(entrants: usize, teams: u8) -> Vec<(usize, usize)> {
    pairs(entrants, teams)
}
