//! `eights.search`.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::convert::{self, Any, describe, flag, float, int, optional, quoted, text};
use super::errors::{self, to_py};
use super::interrupts::watched;
use super::state::PyState;
use crate::bot::{BotKind, Learned, NAMES};
use crate::episode::Episode;
use crate::search::{Budget, KeepSearching, Method, SearchOptions, SearchResult, search_on};

fn method(given: &Any<'_>) -> PyResult<Method> {
    let name = text("algorithm", given)?;
    match name.as_str() {
        "ismcts" => Ok(Method::Tree),
        "pimc" => Ok(Method::Flat),
        _ => Err(errors::bot(format!(
            "{} is not an algorithm: there are ismcts, pimc",
            quoted(&name)
        ))),
    }
}

fn state<'py>(given: &Any<'py>) -> PyResult<Bound<'py, PyState>> {
    let refused = |_| {
        errors::argument(
            given.py(),
            format!("state must be a State, not {}", describe(given)),
        )
    };
    given.cast::<PyState>().cloned().map_err(refused)
}

fn rollout(given: &Any<'_>) -> PyResult<String> {
    text("rollout", given)
}

fn opponents(given: &Any<'_>) -> PyResult<Option<String>> {
    optional(given, |given| text("opponents", given))
}

fn prior(given: &Any<'_>) -> PyResult<Option<String>> {
    optional(given, |given| text("prior", given))
}

fn number(name: &'static str) -> impl Fn(&Any<'_>) -> PyResult<u32> {
    move |given| int(name, given, (1, u32::MAX.into()), errors::bot)
}

fn iterations(given: &Any<'_>) -> PyResult<Option<u32>> {
    optional(given, number("iterations"))
}

fn milliseconds(given: &Any<'_>) -> PyResult<Option<u32>> {
    optional(given, number("milliseconds"))
}

fn worlds(given: &Any<'_>) -> PyResult<u32> {
    number("worlds")(given)
}

fn trees(given: &Any<'_>) -> PyResult<u32> {
    number("trees")(given)
}

fn exploration(given: &Any<'_>) -> PyResult<f64> {
    float("exploration", given)
}

fn keep(given: &Any<'_>) -> PyResult<bool> {
    flag("keep", given)
}

fn seed(given: &Any<'_>) -> PyResult<Option<u64>> {
    optional(given, |given| convert::seed(given, errors::bot))
}

/// Returns the ``eights.Searcher`` of a name such as ``"ismcts(iterations=50)"``, if the name is a searcher's.
///
/// # Errors
/// If a name begins like a searcher's, but is malformed.
pub(in crate::py) fn searcher<'py>(py: Python<'py>, name: &str) -> PyResult<Option<Any<'py>>> {
    if NAMES.contains(&name) {
        return Ok(None);
    }
    let class = py.import("eights.searcher")?.getattr("Searcher")?;
    let found = class.call_method1("named", (name,))?;
    Ok((!found.is_none()).then_some(found))
}

/// Looks ahead for the player to act: many games are played to the end, in worlds that the player cannot tell from the true one.
///
/// Args:
///     state: a position in which a player is to act. Only what that player has seen is used.
///     algorithm: ``"ismcts"``, information-set tree search, which chooses what it has played most; or ``"pimc"``, flat Monte Carlo,
///         which tries each legal action equally often, in the same worlds with the same chance, and chooses what brought most.
///     iterations: games played by each tree; 1000 if no budget is given. The result then follows from the seed.
///     milliseconds: time to play, instead: the result then depends on the machine. What is forced takes none. Where it does not
///         suffice for one game, the action is that of the prior, or of ``heuristic``.
///     worlds: how many worlds are drawn, at most; each is played in turn.
///     trees: 1 … 1024 trees that are grown apart, on as many threads as there are cores, and counted together.
///     rollout: who plays on where a tree ends: one of ``eights.bots(game)``.
///     opponents: the bot that the others are taken to be, in the tree and after it: what is found is then an answer to that bot.
///         ``None``: each plays for itself in the tree, and as ``rollout`` after it.
///     prior: ``"learned"``: worlds are as likely as its policy makes what the others did in them, and it has a say in what is
///         done, the more the fewer games are played: of what it holds to be improbable, more must be expected.
///     exploration: how far the tree prefers what it has seldom played, in units of the range of returns.
///     keep: whether the state keeps the trees, and goes on with those that the last search of this player has left there. They
///         hold below the actions that were taken since, unless the player has been shown a card since, such as one of its own that it
///         drew: then trees begin anew. ``visits`` and ``values`` count what was kept, too. Copies of the state keep nothing.
///     seed: 0 … 2**64 - 1. ``None``: it follows from the state's seed and the number of actions so far.
///
/// Returns:
///     dict: the best ``action``, an id; under ``visits`` and ``values`` for each legal action how often it was played, and the
///     mean return of the player then; and the number of ``iterations`` played now, and of ``worlds``.
///
/// Raises:
///     ActionError: nobody is to act.
///     BotError: there is no such algorithm or bot, or a number is out of range.
///     ResampleError: no world was found.
///
/// >>> import eights
/// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
/// >>> found = eights.search(state, iterations=200, seed=1)
/// >>> found["action"] in state.legal_actions(), sum(found["visits"].values())
/// (True, 200)
#[pyfunction]
#[pyo3(signature = (state, algorithm=Method::Tree, *, iterations=None, milliseconds=None, worlds=100, trees=1, rollout="heuristic".to_owned(),
                    opponents=None, prior=None, exploration=0.7, keep=false, seed=None),
       text_signature = "(state, algorithm='ismcts', *, iterations=None, milliseconds=None, worlds=100, trees=1, rollout='heuristic', \
                         opponents=None, prior=None, exploration=0.7, keep=False, seed=None)")]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(super) fn search<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = state)] state: Bound<'py, PyState>,
    #[pyo3(from_py_with = method)] algorithm: Method,
    #[pyo3(from_py_with = iterations)] iterations: Option<u32>,
    #[pyo3(from_py_with = milliseconds)] milliseconds: Option<u32>,
    #[pyo3(from_py_with = worlds)] worlds: u32,
    #[pyo3(from_py_with = trees)] trees: u32,
    #[pyo3(from_py_with = rollout)] rollout: String,
    #[pyo3(from_py_with = opponents)] opponents: Option<String>,
    #[pyo3(from_py_with = prior)] prior: Option<String>,
    #[pyo3(from_py_with = exploration)] exploration: f64,
    #[pyo3(from_py_with = keep)] keep: bool,
    #[pyo3(from_py_with = seed)] seed: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let budget = match (iterations, milliseconds) {
        (Some(_), Some(_)) => {
            return Err(errors::bot(
                "iterations and milliseconds are both given: a search has one budget".to_owned(),
            ));
        }
        (iterations, None) => Budget::Iterations(iterations.unwrap_or(1000)),
        (None, Some(milliseconds)) => Budget::Time(Duration::from_millis(milliseconds.into())),
    };
    let episode = Episode::clone(&*state.get().read()?);
    let bot = |name: &str| crate::bot::by_name(name).map_err(to_py);
    let rollout = bot(&rollout)?;
    let opponents = opponents.as_deref().map(bot).transpose()?;
    let prior = match prior {
        None => None,
        Some(name) => match bot(&name)? {
            BotKind::Learned => Some(Learned),
            _ => return Err(errors::bot(format!("{name:?} has no prior: there is learned"))),
        },
    };
    let options = SearchOptions {
        method: algorithm,
        budget,
        worlds,
        trees,
        rollout,
        opponents,
        prior,
        exploration,
    };
    let seed = seed.unwrap_or_else(|| episode.move_seed());
    let state = state.get();
    let mut kept = match episode.state().actor() {
        Some(seat) if keep => state.take_kept(seat),
        _ => None,
    };
    let mut look_ahead =
        |goes_on: KeepSearching<'_>| search_on(&episode, &options, seed, &mut kept, goes_on).map_err(to_py);
    let found = watched(py, trees as usize, None, |goes_on| {
        look_ahead(&|| goes_on(0).is_continue())
    })??;
    if let Some(grown) = kept.filter(|_| keep) {
        state.keep(grown);
    }
    result_to_py(py, &found)
}

/// Converts the result of a search to Python.
fn result_to_py<'py>(py: Python<'py>, found: &SearchResult) -> PyResult<Bound<'py, PyDict>> {
    let (visits, values) = (PyDict::new(py), PyDict::new(py));
    for choice in &found.choices {
        let id = choice.action.id().index();
        visits.set_item(id, choice.visits)?;
        values.set_item(id, choice.value)?;
    }
    let told = PyDict::new(py);
    told.set_item("action", found.best.id().index())?;
    told.set_item("visits", visits)?;
    told.set_item("values", values)?;
    told.set_item("iterations", found.iterations)?;
    told.set_item("worlds", found.worlds)?;
    Ok(told)
}
