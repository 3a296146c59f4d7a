//! The Python extension module: wrappers that convert and delegate.
//!
//! Items that Python sees are documented for its readers: Google style, with doctests that
//! `tests/python/test_docstrings.py` runs.
#![allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "docstrings of Python's names"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "arguments are extracted from Python, which owns nothing of them"
)]

mod arena;
mod batch;
mod convert;
mod ending;
mod errors;
mod explain;
mod game;
mod interrupts;
mod plain;
mod pool;
mod ruleset;
mod search;
mod solve;
mod state;
mod table;

use pyo3::prelude::*;

use self::convert::{Any, int};
use crate::action::{Action, NUM_ACTIONS};
use crate::seat::MAX_SEATS;

/// Python aligns the memory of objects to 16 bytes: a type of greater alignment, such as a state, is boxed.
const _: () = {
    assert!(align_of::<ruleset::PyRuleset>() <= 16);
    assert!(align_of::<game::PyGame>() <= 16);
    assert!(align_of::<state::PyState>() <= 16);
    assert!(align_of::<batch::PyBatch>() <= 16);
    assert!(align_of::<batch::PyBatchState>() <= 16);
    assert!(align_of::<pool::PyGamePool>() <= 16);
};

/// The compiled part of `eights`: rulesets, games, states, batches and their errors.
///
/// Everything here is exported by the package `eights`; import it from there.
#[pymodule(gil_used = false)]
fn _eights(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("MAX_RECORD_BYTES", crate::limits::MAX_RECORD_BYTES)?;
    module.add("MAX_RULESET_BYTES", crate::limits::MAX_RULESET_BYTES)?;
    module.add("MAX_SEATS", MAX_SEATS)?;
    module.add("NUM_ACTIONS", NUM_ACTIONS)?;
    module.add("GRAMMAR_VERSION", crate::ruleset::GRAMMAR_VERSION)?;
    module.add("SAMPLE_VERSION", crate::ruleset::SAMPLE_VERSION)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::register(module)?;
    module.add_class::<ruleset::PyRuleset>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<state::PyState>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_class::<batch::PyBatchState>()?;
    module.add_class::<pool::PyGamePool>()?;
    module.add_function(wrap_pyfunction!(pool::house_rules, module)?)?;
    module.add_class::<solve::PyTabular>()?;
    module.add_class::<solve::PyCfr>()?;
    module.add_function(wrap_pyfunction!(solve::tiny_rulesets, module)?)?;
    module.add_function(wrap_pyfunction!(ruleset::rulesets, module)?)?;
    module.add_function(wrap_pyfunction!(ruleset::schema_reference, module)?)?;
    module.add_function(wrap_pyfunction!(ruleset::ruleset_schema, module)?)?;
    module.add_function(wrap_pyfunction!(ruleset::describe_rule, module)?)?;
    module.add_function(wrap_pyfunction!(game::replay, module)?)?;
    module.add_function(wrap_pyfunction!(arena::arena, module)?)?;
    module.add_function(wrap_pyfunction!(arena::arena_games, module)?)?;
    module.add_function(wrap_pyfunction!(arena::judge::arena_looks, module)?)?;
    module.add_function(wrap_pyfunction!(arena::report::arena_report, module)?)?;
    module.add_function(wrap_pyfunction!(arena::deal_seed, module)?)?;
    // Functions for this package's own modules, which are not in `__all__`.
    module.setattr("_play_parts", wrap_pyfunction!(arena::parts::play_parts, module)?)?;
    module.setattr(
        "_validate_arena",
        wrap_pyfunction!(arena::parts::validate_arena, module)?,
    )?;
    module.setattr(
        "_arena_pairs",
        wrap_pyfunction!(arena::parts::arena_pairs, module)?,
    )?;
    table::register(module)?;
    module.add_function(wrap_pyfunction!(search::search, module)?)?;
    module.add_function(wrap_pyfunction!(arena::decision_time, module)?)?;
    module.add_function(wrap_pyfunction!(arena::judge::win_rate_interval, module)?)?;
    module.add_function(wrap_pyfunction!(bots, module)?)?;
    module.add_function(wrap_pyfunction!(action_to_string, module)?)?;
    module.add_function(wrap_pyfunction!(string_to_action, module)?)?;
    module.add_function(wrap_pyfunction!(episode_seed, module)?)?;
    Ok(())
}

/// Names of the built-in bots, as ``controllers=`` and ``opponents=`` take them.
///
/// Args:
///     game: the bots that play this game: all play every game.
///
/// Returns:
///     list[str]: the weakest first.
///
/// >>> import eights
/// >>> eights.bots()
/// ['random', 'greedy', 'heuristic', 'learned']
#[pyfunction]
#[pyo3(signature = (game=None))]
fn bots(game: Option<PyRef<'_, game::PyGame>>) -> Vec<&'static str> {
    // Every bot plays every game.
    drop(game);
    crate::bot::NAMES.to_vec()
}

/// The text of an action's id, the same in every game with the usual suits and ranks; see ``Game.action_to_string``.
///
/// Args:
///     action: 0 … 99.
///
/// Raises:
///     ActionError: there is no such id.
///
/// >>> import eights
/// >>> eights.action_to_string(26)
/// 'play 8H'
/// >>> eights.action_to_string(100)
/// Traceback (most recent call last):
///   ...
/// eights.ActionError: 100 is not an action: ids are 0 … 99
#[pyfunction]
fn action_to_string(action: state::arguments::IdNumber) -> PyResult<String> {
    action.action(NUM_ACTIONS).map(|action| action.to_string())
}

/// The id of an action's text, the same in every game with the usual suits and ranks; see ``Game.string_to_action``.
///
/// Args:
///     text: such as ``"play 8H"``, ``"draw"``, ``"suit S"``, ``"seat +1"``.
///
/// Raises:
///     ActionError: the text names no action.
///
/// >>> import eights
/// >>> eights.string_to_action("draw")
/// 54
#[pyfunction]
#[pyo3(signature = (text))]
fn string_to_action(#[pyo3(from_py_with = text)] text: String) -> PyResult<usize> {
    text.parse::<Action>()
        .map(|action| action.id().index())
        .map_err(errors::to_py)
}

/// The seed of an episode of a batch: in a batch with seed ``seed`` env number ``env`` deals
/// its k-th episode (from 0) with ``episode_seed(seed, env, k)``.
///
/// Args:
///     seed: 0 … 2**64 - 1, the batch's.
///     env: number of the env in the batch, from 0.
///     episode: number of the episode in that env, from 0.
///
/// Returns:
///     int, for ``Game.new_initial_state(seed=...)``.
///
/// Raises:
///     BatchError: a number is out of range.
///
/// >>> import eights
/// >>> game = eights.Game("crazy_eights", players=2)
/// >>> batch = eights.Batch(game, num_envs=3, seed=5)
/// >>> batch.episode_seed(2) == eights.episode_seed(5, 2, 0)
/// True
#[pyfunction]
fn episode_seed(
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = env)] env: u64,
    #[pyo3(from_py_with = episode)] episode: u64,
) -> u64 {
    crate::rng::episode_seed(seed, env, episode)
}

fn text(given: &Any<'_>) -> PyResult<String> {
    convert::text("text", given)
}

fn seed(given: &Any<'_>) -> PyResult<u64> {
    convert::seed(given, errors::batch)
}

fn env(given: &Any<'_>) -> PyResult<u64> {
    int("env", given, (0, u64::MAX.into()), errors::batch)
}

fn episode(given: &Any<'_>) -> PyResult<u64> {
    int("episode", given, (0, u64::MAX.into()), errors::batch)
}
