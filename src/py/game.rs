//! `eights.Game`, and bots against bots.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::convert::{OptionArgs, from_json, to_json, to_map};
use super::errors::to_py;
use super::ruleset::PyRuleset;
use super::state::PyState;
use crate::action::NUM_ACTIONS;
use crate::arena::arena_while;
use crate::engine::{EpisodeKind, Game};
use crate::episode::Episode;
use crate::observe::Layout;
use crate::ruleset::Ruleset;

/// How often a running arena looks for Ctrl-C and tells its progress.
const TICK: Duration = Duration::from_millis(100);

/// A game: a ruleset for a number of players, with options.
#[pyclass(name = "Game", module = "eights", frozen)]
#[derive(Clone)]
pub(super) struct PyGame {
    pub(super) game: Game,
    pub(super) layout: Arc<Layout>,
}

/// An id of a built-in ruleset, or a ruleset.
#[derive(FromPyObject)]
pub(super) enum RulesetArg {
    Id(String),
    Ruleset(PyRuleset),
}

impl RulesetArg {
    fn get(self) -> PyResult<Ruleset> {
        match self {
            Self::Id(id) => Ruleset::builtin(&id).map_err(to_py),
            Self::Ruleset(ruleset) => Ok(ruleset.inner),
        }
    }
}

impl PyGame {
    pub(super) fn of(game: Game) -> Self {
        let layout = Arc::new(Layout::new(&game));
        Self { game, layout }
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (ruleset, players=None, overrides=None, episode="round", reward="win", chance="sampled",
                        layout="compact", history=0, max_decisions=None))]
    #[allow(clippy::too_many_arguments, reason = "the contract's keyword arguments")]
    fn new(
        ruleset: RulesetArg,
        players: Option<u8>,
        overrides: Option<&Bound<'_, PyAny>>,
        episode: &str,
        reward: &str,
        chance: &str,
        layout: &str,
        history: u8,
        max_decisions: Option<u32>,
    ) -> PyResult<Self> {
        let mut ruleset = ruleset.get()?;
        if let Some(overrides) = overrides {
            ruleset = ruleset.with(&to_map(overrides)?).map_err(to_py)?;
        }
        let players = players.unwrap_or(ruleset.players.min);
        let args = OptionArgs {
            players,
            episode: episode.to_owned(),
            reward: reward.to_owned(),
            chance: chance.to_owned(),
            layout: layout.to_owned(),
            history,
            max_decisions,
        };
        Game::new(&ruleset, args.options()?).map(Self::of).map_err(to_py)
    }

    #[getter]
    fn ruleset(&self) -> PyRuleset {
        PyRuleset {
            inner: self.game.ruleset().clone(),
        }
    }

    /// The keyword arguments that make this game of its ruleset.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        OptionArgs::of(self.game.options()).kwargs(py)
    }

    fn num_players(&self) -> u8 {
        self.game.players()
    }

    /// Number of cards in the deck, of all packs.
    fn num_cards(&self) -> usize {
        self.game.rules().deck.len()
    }

    fn num_distinct_actions(&self) -> usize {
        NUM_ACTIONS
    }

    fn max_chance_outcomes(&self) -> usize {
        crate::card::KINDS
    }

    fn max_game_length(&self) -> u32 {
        self.game.max_decisions()
    }

    fn min_utility(&self) -> f64 {
        self.game.utility().0
    }

    fn max_utility(&self) -> f64 {
        self.game.utility().1
    }

    fn observation_tensor_size(&self) -> usize {
        self.layout.size()
    }

    fn privileged_tensor_size(&self) -> usize {
        self.layout.privileged_size()
    }

    fn information_state_tensor_size(&self) -> PyResult<usize> {
        crate::episode::information_state_tensor_size(&self.game).map_err(to_py)
    }

    /// The named spans of an observation: name → (start, length, high).
    #[getter]
    fn observation_layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for span in self.layout.spans() {
            dict.set_item(span.name, (span.start, span.len, span.high))?;
        }
        Ok(dict)
    }

    /// Whether an episode is a match.
    #[getter]
    fn is_match(&self) -> bool {
        self.game.options().episode == EpisodeKind::Match
    }

    #[pyo3(signature = (seed=None))]
    fn new_initial_state(slf: &Bound<'_, Self>, seed: Option<u64>) -> PyResult<PyState> {
        let seed = match seed {
            Some(seed) => seed,
            None => slf
                .py()
                .import("secrets")?
                .call_method1("randbits", (64,))?
                .extract()?,
        };
        let game = slf.get();
        Ok(PyState::of(slf.clone().unbind(), Episode::new(&game.game, seed)))
    }

    /// A state from position notation.
    #[pyo3(signature = (position, seed=0))]
    fn position(slf: &Bound<'_, Self>, position: &Bound<'_, PyAny>, seed: u64) -> PyResult<PyState> {
        let value = to_json(position)?;
        let episode = Episode::from_position(&slf.get().game, &value, seed).map_err(to_py)?;
        Ok(PyState::of(slf.clone().unbind(), episode))
    }

    fn deserialize_state(slf: &Bound<'_, Self>, bytes: &Bound<'_, PyBytes>) -> PyResult<PyState> {
        let episode = Episode::deserialize(&slf.get().game, bytes.as_bytes()).map_err(to_py)?;
        Ok(PyState::of(slf.clone().unbind(), episode))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game.ruleset() == other.game.ruleset() && self.game.options() == other.game.options()
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(&self.game.ruleset().fingerprint(), 16).unwrap_or_default()
            ^ u64::from(self.game.players())
    }

    fn __repr__(&self) -> String {
        format!(
            "Game({:?}, players={})",
            self.game.ruleset().id,
            self.game.players()
        )
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[allow(clippy::needless_pass_by_value, reason = "Python's protocol")]
    fn __deepcopy__(slf: Py<Self>, _memo: Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>, Bound<'py, PyDict>))> {
        let py = slf.py();
        let rebuild = py.import("eights._pickle")?.getattr("game")?;
        let ruleset = Bound::new(py, slf.get().ruleset())?.into_any();
        Ok((rebuild, (ruleset, slf.get().options(py)?)))
    }
}

/// Bots against bots on duplicate deals; returns the report as a mapping.
///
/// ``progress``, if given, is called about ten times a second, in the caller's thread, with the number of games
/// finished so far. An exception that it raises, or Ctrl-C, stops the arena.
#[pyfunction]
#[pyo3(signature = (game, entrants, deals=100, seed=0, threads=1, progress=None))]
#[allow(clippy::needless_pass_by_value, reason = "extracted from Python")]
pub(super) fn arena<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyGame>,
    entrants: Vec<String>,
    deals: u64,
    seed: u64,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let bots = entrants
        .iter()
        .map(|name| crate::bot::by_name(name))
        .collect::<Result<Vec<_>, _>>()
        .map_err(to_py)?;
    let game = game.get().game.clone();
    let (done, stop, finished) = (AtomicU64::new(0), AtomicBool::new(false), AtomicBool::new(false));
    let caller = std::thread::current();
    let report = std::thread::scope(|scope| {
        let playing = scope.spawn(|| {
            let report = arena_while(&game, &bots, deals, seed, threads, |games| {
                done.fetch_max(games, Ordering::Relaxed);
                if stop.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            finished.store(true, Ordering::Release);
            caller.unpark();
            report
        });
        // Games are played elsewhere, since Python tells of Ctrl-C in the caller's thread.
        let watched = loop {
            if finished.load(Ordering::Acquire) || playing.is_finished() {
                break Ok(());
            }
            py.detach(|| std::thread::park_timeout(TICK));
            let told = py.check_signals().and_then(|()| match &progress {
                Some(progress) => progress.call1((done.load(Ordering::Relaxed),)).map(drop),
                None => Ok(()),
            });
            if told.is_err() {
                stop.store(true, Ordering::Relaxed);
                break told;
            }
        };
        let report = playing
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        watched.map(|()| report)
    })?;
    let value = serde_json::to_value(report.map_err(to_py)?).unwrap_or_default();
    from_json(py, &value)
}
