//! Tables for people and pages of replays, for this package's own modules.

use pyo3::prelude::*;
use serde::Serialize;

use super::convert::{Any, from_json, to_json};
use super::errors::{argument, to_py};
use super::game::{PyGame, record};
use super::state::PyState;
use super::state::arguments::SeatNumber;
use crate::seat::Seat;
use crate::table::{self, Choices, Frames, SeatView};

/// Adds the functions, which are not in `__all__`.
pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.setattr("_SEARCHERS", table::SEARCHERS)?;
    module.setattr("_seat_view", wrap_pyfunction!(seat_view, module)?)?;
    module.setattr("_news", wrap_pyfunction!(news, module)?)?;
    module.setattr("_usual_names", wrap_pyfunction!(usual_names, module)?)?;
    module.setattr("_strength", wrap_pyfunction!(strength, module)?)?;
    module.setattr("_frames", wrap_pyfunction!(frames, module)?)?;
    module.setattr("_table_setup", wrap_pyfunction!(table_setup, module)?)?;
    module.setattr("_table_game", wrap_pyfunction!(table_game, module)?)
}

/// Converts plain data to Python values.
fn to_python<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Any<'py>> {
    let value = serde_json::to_value(data).map_err(|why| argument(py, why.to_string()))?;
    from_json(py, &value)
}

/// The view of a seat of a position, with the names of players if there are any.
#[pyfunction]
fn seat_view<'py>(
    py: Python<'py>,
    state: PyRef<'py, PyState>,
    seat: SeatNumber,
    names: Vec<String>,
) -> PyResult<Any<'py>> {
    let seat = state.seat(Some(seat))?;
    let view = SeatView::new(&*state.read()?, seat, &names);
    to_python(py, &view)
}

/// Events that are new as lines: the deal is one, and so are draws.
#[pyfunction]
fn news(events: Vec<String>, names: Vec<String>) -> Vec<String> {
    table::news(&events, &names)
}

/// The name of each seat that was given none, by who plays on it.
#[pyfunction]
fn usual_names(who: Vec<String>) -> Vec<String> {
    table::usual_names(who.iter().map(String::as_str))
}

/// How strong an opponent is; empty where nobody knows.
#[pyfunction]
fn strength(name: &str) -> &'static str {
    table::strength(name)
}

/// A record as a row of pictures, from some perspectives or from all; none among them has all hands open.
#[pyfunction]
fn frames(
    py: Python<'_>,
    #[pyo3(from_py_with = record)] record: String,
    perspectives: Option<Vec<Option<u8>>>,
    names: Vec<String>,
) -> PyResult<Any<'_>> {
    let chosen = perspectives.map(|all| all.into_iter().map(|one| one.map(Seat)).collect::<Vec<_>>());
    let frames = py.detach(|| Frames::new(&record, chosen.as_deref(), &names));
    to_python(py, &frames.map_err(to_py)?)
}

/// The game of somebody's choices for a table, and the possible choices after them.
#[pyfunction]
fn table_setup<'py>(py: Python<'py>, choices: &Any<'py>) -> PyResult<(PyGame, Any<'py>)> {
    let chosen = read(choices)?;
    let (game, setup) = py.detach(|| chosen.setup()).map_err(to_py)?;
    Ok((PyGame::of(game), to_python(py, &setup)?))
}

/// The game of somebody's choices for a table.
#[pyfunction]
fn table_game(py: Python<'_>, choices: &Any<'_>) -> PyResult<PyGame> {
    let chosen = read(choices)?;
    py.detach(|| chosen.game()).map(PyGame::of).map_err(to_py)
}

/// Reads the choices for a table.
fn read(choices: &Any<'_>) -> PyResult<Choices> {
    let value = to_json("choices", choices)?;
    serde_json::from_value(value).map_err(|why| argument(choices.py(), format!("choices: {why}")))
}
