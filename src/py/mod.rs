//! The Python extension module: wrappers that convert and delegate.

mod batch;
mod convert;
mod errors;
mod game;
mod ruleset;
mod state;

use pyo3::prelude::*;

use crate::action::{Action, ActionId, NUM_ACTIONS};

/// The extension module `eights._eights`.
#[pymodule(gil_used = false)]
fn _eights(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("NUM_ACTIONS", NUM_ACTIONS)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::register(module)?;
    module.add_class::<ruleset::PyRuleset>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<state::PyState>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_class::<batch::PyBatchState>()?;
    module.add_function(wrap_pyfunction!(ruleset::rulesets, module)?)?;
    module.add_function(wrap_pyfunction!(ruleset::schema_reference, module)?)?;
    module.add_function(wrap_pyfunction!(state::replay, module)?)?;
    module.add_function(wrap_pyfunction!(game::arena, module)?)?;
    module.add_function(wrap_pyfunction!(bots, module)?)?;
    module.add_function(wrap_pyfunction!(action_to_string, module)?)?;
    module.add_function(wrap_pyfunction!(string_to_action, module)?)?;
    module.add_function(wrap_pyfunction!(episode_seed, module)?)?;
    Ok(())
}

/// Names of the built-in bots.
#[pyfunction]
fn bots() -> Vec<&'static str> {
    crate::bot::NAMES.to_vec()
}

/// The text of an action's id, such as ``"play 8H"``.
#[pyfunction]
fn action_to_string(action: i64) -> PyResult<String> {
    let id = u8::try_from(action)
        .ok()
        .and_then(ActionId::new)
        .ok_or_else(|| errors::no_action(action))?;
    Ok(Action::from_id(id).to_string())
}

/// The id of an action's text, such as ``"play 8H"``.
#[pyfunction]
fn string_to_action(text: &str) -> PyResult<usize> {
    text.parse::<Action>()
        .map(|action| action.id().index())
        .map_err(errors::to_py)
}

/// The seed of episode ``episode`` of environment ``env`` of a batch with seed ``seed``.
#[pyfunction]
fn episode_seed(seed: u64, env: u64, episode: u64) -> u64 {
    crate::rng::episode_seed(seed, env, episode)
}
