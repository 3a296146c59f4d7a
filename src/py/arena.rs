//! The arena: tournaments of bots and policies, and the statistics of their win rates.

pub(super) mod judge;
pub(super) mod parts;
pub(super) mod report;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PyMappingMethods};

use super::batch::MAX_THREADS;
use super::convert::{self, Any, describe, flag, float, int, items, optional};
use super::ending::call;
use super::errors::{self, to_py};
use super::game::{PyGame, game};
use super::interrupts::{attended, progress, watched};
use crate::action::{Action, ActionSet};
use crate::arena::{Plan, decision_time as time_decisions, games_while, tournament};
use crate::bot::{Bot, BotKind};
use crate::rng::Rng;
use crate::view::View;

/// Most bots of an arena.
const MOST_ENTRANTS: usize = 1_000;

/// Bots against bots on duplicate deals: each entrant plays every deal on every seat, against a field of each other one.
///
/// Args:
///     game: a game; chance is sampled also where the game makes it explicit.
///     entrants: 2 … 1000 names of bots or of searchers (``"ismcts(iterations=50)"``), or policies: what can be called on
///         ``(observations, action_masks)``, see ``eights.PolicyBatch``. Or a dict of them by the names that the report gives them:
///         ``{"mine": policy, "old": other}``. Without, a policy has the name of its function or class; equal names are numbered.
///         Games with a policy are played by Python, and bots draw from streams of their own in them.
///     deals: number of deals of each pairing; ``None``: 100, or with a precision at most 1,000,000.
///     seed: 0 … 2**64 - 1.
///     threads: 1 … 1024, or 0 for as many as the machine has; the result does not depend on it.
///     progress: if given, it is called about ten times a second, in the caller's thread, with the number of games finished so
///         far. If it returns ``False`` the arena stops, and the report is of the deals that every pairing has finished. An
///         exception that it raises, or Ctrl-C, stops the arena without a report.
///     precision: above 0, at most 0.5: stop as soon as half the interval of every win rate is at most so wide. That is looked
///         at after 100 deals, 150, 225, … so the result depends on nothing else. Where an arena stops so is a matter of chance, too, but
///         of widths only, never of who leads: in simulations the intervals there held the truth in 94 to 97 of 100 arenas.
///     timing: whether the report says under ``"timing"`` how long each entrant takes for a decision, as
///         ``eights.decision_time`` measures it afterwards, unless the arena was told to stop. It is all that two reports of the same
///         arguments differ in.
///
/// Returns:
///     eights.reports.Report: a dict that is shown as a table, by ``print``, too: what was played, and under ``"pairings"`` for each entrant
///     against each field the number of ``games``, ``win_rate``, ``mean_return``, ``mean_points`` (of the game's own score sheet)
///     and ``mean_place`` (1 is the best; who tie share their places), and the first two seat by seat. Each is ``mean``, ``low``
///     and ``high``: a 95 % interval clustered by deal, that of a win rate as
///     ``eights.win_rate_interval`` makes it, the others by the normal approximation. ``p_value`` asks whether the win rate is the
///     ``fair_share``, and ``over_fair_share`` is the difference, exactly 0 where there is none. ``"adjusted_p_values"`` ask it of all
///     pairings at once (Holm). ``"ranking"`` is the entrants, the best first, with ratings by who wins. Names
///     of what was played and ``"versions"`` are all that ``eights.reports.repeat`` needs to play it again.
///
/// Raises:
///     BotError: there is no such bot, or a number is out of range.
///     ActionError: a policy chose what it may not.
///     ArrayError: what a policy returned is not an integer for each env.
///
/// >>> import eights
/// >>> game = eights.Game("crazy_eights", players=2)
/// >>> report = eights.arena(game, ["greedy", "random"], deals=10)
/// >>> report["pairings"][0]["entrant"], report["pairings"][0]["games"]
/// ('greedy', 20)
#[pyfunction]
#[pyo3(signature = (game, entrants, deals=None, seed=0, threads=1, progress=None, precision=None, timing=false))]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(super) fn arena<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = game)] game: Bound<'py, PyGame>,
    entrants: Any<'py>,
    #[pyo3(from_py_with = some_deals)] deals: Option<u64>,
    #[pyo3(from_py_with = seed)] seed: u64,
    #[pyo3(from_py_with = threads)] threads: usize,
    #[pyo3(from_py_with = progress)] progress: Option<Any<'py>>,
    #[pyo3(from_py_with = precision)] precision: Option<f64>,
    #[pyo3(from_py_with = timing)] timing: bool,
) -> PyResult<Any<'py>> {
    let plan = Plan {
        deals: deals.unwrap_or(if precision.is_some() { 1_000_000 } else { 100 }),
        seed,
        threads,
        precision,
    };
    let entrants = self::entrants(&entrants)?;
    let Some(bots) = entrants.bots else {
        let (names, players) = (entrants.names, entrants.players);
        let arena = py.import("eights.evaluate")?.getattr("arena")?;
        return call(
            &arena,
            (
                game, names, players, plan.deals, seed, progress, precision, timing,
            ),
        );
    };
    let played = &game.get().game;
    let report = watched(py, threads, progress.as_ref(), |goes_on| {
        tournament(played, &bots, &plan, goes_on)
    })?;
    let report = report.map_err(to_py)?;
    let is_interrupted = report.stopped.by == "interrupt";
    let report = report::to_python(py, &report)?;
    report.set_item("bots", &entrants.players)?;
    if timing && !is_interrupted {
        let timed = py.import("eights.evaluate")?.getattr("timing")?;
        let timed = call(&timed, (game, entrants.names, entrants.players, seed))?;
        report.set_item("timing", timed)?;
    }
    Ok(report)
}

/// How long a bot or policy takes for a decision, alone on all seats of the first deals of an arena.
///
/// A bot plays on one thread for a tenth of a second, and one game at least. A policy plays 64 games side by side, after as many to
/// warm up: what it takes for a call is divided by the games that wait for it.
///
/// Args:
///     game: as for ``eights.arena``.
///     entrant: the name of a bot, or a policy.
///     seed: 0 … 2**64 - 1, the arena's.
///
/// Returns:
///     dict: ``"microseconds"`` for a decision on average, and how many ``"decisions"`` were measured.
///
/// Raises:
///     BotError: there is no such bot, or a number is out of range.
///     ActionError: a policy chose what it may not.
///     ArrayError: what a policy returned is not an integer for each env.
///
/// >>> import eights
/// >>> eights.decision_time(eights.Game("crazy_eights", players=2), "greedy")["microseconds"] < 1000
/// True
#[pyfunction]
#[pyo3(signature = (game, entrant, seed=0))]
pub(super) fn decision_time<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = game)] game: Bound<'py, PyGame>,
    entrant: Any<'py>,
    #[pyo3(from_py_with = seed)] seed: u64,
) -> PyResult<Any<'py>> {
    let entrants = entrants(PyList::new(py, [entrant])?.as_any())?;
    let Some(bots) = entrants.bots else {
        let time = py.import("eights.evaluate")?.getattr("decision_time")?;
        return call(&time, (game, &entrants.players[0], seed));
    };
    let played = &game.get().game;
    let time = attended(py, |goes_on| {
        time_decisions(played, &bots[0], seed, goes_on).map_err(to_py)
    })?;
    let told = PyDict::new(py);
    told.set_item("microseconds", time.microseconds)?;
    told.set_item("decisions", time.decisions)?;
    Ok(told.into_any())
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
///     list: the entrant's games, float64 of shape [games, 7], deal by deal and within a deal seat by seat: its share of
///     the win, its return, the number of decisions, whether the game was truncated, its points, its place, and how many others share
///     it. With two players also those of the field, which is the other side. ``eights.arena_report`` takes such arrays.
///
/// Raises:
///     BotError: there is no such bot, or a number is out of range.
///     ActionError: a policy chose what it may not.
///     ArrayError: what a policy returned is not an integer for each env.
///
/// >>> import eights
/// >>> game = eights.Game("crazy_eights", players=3)
/// >>> [games] = eights.arena_games(game, "greedy", "random", deals=10, first=90)
/// >>> games.shape
/// (30, 7)
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
    let entrants = entrants(PyList::new(py, [entrant, field])?.as_any())?;
    let Some(bots) = entrants.bots else {
        let play = py.import("eights.evaluate")?.getattr("games")?;
        let (one, other) = (&entrants.players[0], &entrants.players[1]);
        return call(&play, (game, one, other, deals, first, seed));
    };
    let played = &game.get().game;
    let sides = watched(py, threads, None, |goes_on| {
        let range = first..first + deals;
        games_while(played, [&bots[0], &bots[1]], range, seed, threads, goes_on)
    })?;
    let arrays = sides
        .map_err(to_py)?
        .into_iter()
        .map(|games| report::to_array(py, &games));
    Ok(PyList::new(py, arrays.collect::<PyResult<Vec<_>>>()?)?.into_any())
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

/// The entrants of an arena.
struct Entrants<'py> {
    names: Vec<String>,
    /// Names of bots, searchers and policies.
    players: Vec<Any<'py>>,
    /// The bots of all entrants, if none of them is a policy.
    bots: Option<Vec<Entrant>>,
}

/// A bot under the name that a report gives it.
struct Entrant {
    name: String,
    bot: BotKind,
}

impl Bot for Entrant {
    fn name(&self) -> &str {
        &self.name
    }

    #[inline]
    fn act(&self, view: &View<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        self.bot.act(view, legal, rng)
    }
}

fn entrants<'py>(given: &Any<'py>) -> PyResult<Entrants<'py>> {
    let py = given.py();
    let by_name = given.cast::<PyMapping>().ok();
    let listed = match by_name {
        Some(by_name) => items(by_name.values()?.as_any(), MOST_ENTRANTS)?,
        None => items(given, MOST_ENTRANTS)?,
    };
    let Some(listed) = listed else {
        return Err(errors::argument(
            py,
            format!("entrants must be names of bots, not {}", describe(given)),
        ));
    };
    if listed.len() > MOST_ENTRANTS {
        return Err(errors::bot(format!(
            "there are more than {MOST_ENTRANTS} entrants"
        )));
    }
    let names = by_name.map(PyMappingMethods::keys).transpose()?;
    let read = py.import("eights.evaluate")?.getattr("named_entrants")?;
    let (names, players): (Vec<String>, Vec<Any<'py>>) = read.call1((listed, names))?.extract()?;
    let mut bots = Vec::with_capacity(players.len());
    for (name, player) in names.iter().zip(&players) {
        if !player.is_callable() {
            let bot = crate::bot::by_name(&player.extract::<String>()?).map_err(to_py)?;
            let name = name.clone();
            bots.push(Entrant { name, bot });
        }
    }
    let bots = (bots.len() == players.len()).then_some(bots);
    Ok(Entrants { names, players, bots })
}

fn deals(given: &Any<'_>) -> PyResult<u64> {
    int("deals", given, (1, MOST_DEALS), errors::bot)
}

fn some_deals(given: &Any<'_>) -> PyResult<Option<u64>> {
    optional(given, deals)
}

fn precision(given: &Any<'_>) -> PyResult<Option<f64>> {
    optional(given, |given| float("precision", given))
}

fn timing(given: &Any<'_>) -> PyResult<bool> {
    flag("timing", given)
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
