//! `eights.solve`: the exact solver.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use super::batch::MAX_THREADS;
use super::convert::{Any, describe, flag, int, optional, quoted, shape, text};
use super::errors::{self, to_py};
use super::game::{PyGame, game};
use super::interrupts::{progress, reporting, watched};
use super::state::PyState;
use crate::seat::Seat;
use crate::solve::{Averaging, Cfr, Limits, Policy, Settings, Tabular, Variant};

const VARIANTS: [(&str, Variant); 4] = [
    ("cfr", Variant::Cfr),
    ("cfr+", Variant::CfrPlus),
    (
        "dcfr",
        Variant::Dcfr {
            alpha: 1.5,
            beta: 0.0,
        },
    ),
    ("pcfr+", Variant::PredictiveCfrPlus),
];

const AVERAGINGS: [(&str, Averaging); 4] = [
    ("uniform", Averaging::Uniform),
    ("linear", Averaging::Linear),
    ("quadratic", Averaging::Quadratic),
    ("last", Averaging::Last),
];

/// Reads one of several words.
fn named<T: Copy>(name: &str, given: &Any<'_>, choices: &[(&str, T)]) -> PyResult<T> {
    let word = text(name, given)?;
    let found = choices.iter().find(|(known, _)| *known == word);
    found.map(|(_, meant)| *meant).ok_or_else(|| {
        let known: Vec<&str> = choices.iter().map(|(known, _)| *known).collect();
        errors::game(format!(
            "{name} = {}: there are {}",
            quoted(&word),
            known.join(", ")
        ))
    })
}

/// Returns the word for a choice.
fn word<T: Copy + PartialEq>(choices: &[(&'static str, T)], meant: T) -> &'static str {
    let found = choices.iter().find(|(_, choice)| *choice == meant);
    found.map_or("", |(word, _)| word)
}

fn variant(given: &Any<'_>) -> PyResult<Variant> {
    named("variant", given, &VARIANTS)
}

fn averaging(given: &Any<'_>) -> PyResult<Option<Averaging>> {
    optional(given, |given| named("averaging", given, &AVERAGINGS))
}

fn alternating(given: &Any<'_>) -> PyResult<bool> {
    flag("alternating", given)
}

fn max_nodes(given: &Any<'_>) -> PyResult<u64> {
    int("max_nodes", given, (1, i64::MAX.into()), errors::game)
}

fn threads(given: &Any<'_>) -> PyResult<usize> {
    int("threads", given, (0, MAX_THREADS), errors::game)
}

fn seat(given: &Any<'_>) -> PyResult<Seat> {
    int("player", given, (0, 1), errors::action).map(Seat)
}

fn infostate(given: &Any<'_>) -> PyResult<usize> {
    int("infostate", given, (0, i64::MAX.into()), errors::game)
}

fn iterations(given: &Any<'_>) -> PyResult<u64> {
    int("iterations", given, (0, i64::MAX.into()), errors::game)
}

/// A game for two that is small enough to be solved exactly: all its information states, and what policies are worth in it.
///
/// Every history is walked once. A policy is an array of float64 of shape ``(num_infostates, num_actions)``: for each information
/// state a distribution over ``actions``, 0 for those that are not legal. Information states are numbered from 0, those of seat 0 first;
/// an earlier decision of a seat has a lower number. Results are the same for any number of threads. How much memory it takes:
/// ``eights docs solve``. It can be pickled: the game is walked again where it is read.
///
/// Args:
///     game: a ``Game`` for two players. Chance is explicit here, whatever its options say.
///     max_nodes: most nodes that are walked; histories that nobody can tell apart count once.
///     threads: 1 … 1024, or 0 for as many as the machine has.
///     progress: if given, it is called about ten times a second, in the caller's thread, with the number of nodes walked so far. If it
///         returns ``False``, or raises, or on Ctrl-C, there is no solver.
///
/// Raises:
///     GameError: the game is not for two players or too large, or the walk was stopped.
///
/// >>> import eights
/// >>> solver = eights.solve.Tabular(eights.Game("tiny_eights_a", players=2))
/// >>> solver.num_histories, solver.num_infostates, solver.num_actions
/// (15281, 4828, 9)
/// >>> uniform = solver.uniform()
/// >>> uniform.shape
/// (4828, 9)
/// >>> round(solver.exploitability(uniform), 6)
/// 0.48125
#[pyclass(name = "Tabular", module = "eights.solve", frozen)]
pub(super) struct PyTabular {
    solver: Arc<Tabular>,
    game: Py<PyGame>,
}

impl PyTabular {
    fn array<'py>(&self, py: Python<'py>, policy: &Policy) -> Bound<'py, PyArray2<f64>> {
        PyArray2::from_owned_array(py, self.solver.array_of(policy))
    }

    /// Converts an array to a policy, or refuses it.
    fn policy(&self, given: &Any<'_>) -> PyResult<Policy> {
        let (rows, width) = self.solver.shape();
        let refused = || {
            errors::array(format!(
                "policy must be a float64 array of shape {}, not {}",
                shape(&[rows, width]),
                describe(given)
            ))
        };
        let array = given.cast::<PyArray2<f64>>().map_err(|_| refused())?;
        if array.shape() != [rows, width] || !array.is_aligned() {
            return Err(refused());
        }
        let array: PyReadonlyArray2<'_, f64> = array.try_readonly().map_err(|_| refused())?;
        self.solver.policy_of(&array.as_array()).map_err(to_py)
    }
}

#[pymethods]
impl PyTabular {
    #[new]
    #[pyo3(signature = (game, *, max_nodes=Limits::default().max_nodes, threads=0, progress=None),
           text_signature = "(game, *, max_nodes=50000000, threads=0, progress=None)")]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = game)] game: Bound<'_, PyGame>,
        #[pyo3(from_py_with = max_nodes)] max_nodes: u64,
        #[pyo3(from_py_with = threads)] threads: usize,
        #[pyo3(from_py_with = progress)] progress: Option<Any<'_>>,
    ) -> PyResult<Self> {
        let limits = Limits { max_nodes, threads };
        let game = &game.get().game;
        let solver = watched(py, threads, progress.as_ref(), |goes_on| {
            Tabular::new(game, limits, &|nodes| goes_on(nodes))
        })?
        .map_err(to_py)?;
        Ok(Self {
            game: Py::new(py, PyGame::of(solver.game().clone()))?,
            solver: Arc::new(solver),
        })
    }

    /// The game, with explicit chance.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// Number of information states of both players: the rows of a policy.
    #[getter]
    fn num_infostates(&self) -> usize {
        self.solver.num_infostates()
    }

    /// Number of actions that are legal anywhere: the columns of a policy.
    #[getter]
    fn num_actions(&self) -> usize {
        self.solver.shape().1
    }

    /// Number of histories: chance nodes, decisions and ends, each order of chance by itself, as OpenSpiel counts.
    #[getter]
    fn num_histories(&self) -> u64 {
        self.solver.num_histories()
    }

    /// Number of nodes that were walked: histories of which those that nobody can tell apart count once.
    #[getter]
    fn num_nodes(&self) -> u64 {
        self.solver.num_nodes()
    }

    /// Number of pairs of sequences, one of each player, that end a game.
    #[getter]
    fn num_ends(&self) -> usize {
        self.solver.num_ends()
    }

    /// Bytes that it holds.
    #[getter]
    fn memory(&self) -> usize {
        self.solver.memory()
    }

    /// The ids of the actions of the columns: int64 of shape ``(num_actions,)``, in order.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let ids = self.solver.action_ids().mapv(|id| id.index() as i64);
        PyArray1::from_owned_array(py, ids)
    }

    /// The seat that decides in each information state: int8 of shape ``(num_infostates,)``.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_owned_array(py, self.solver.players().mapv(|seat| seat.0 as i8))
    }

    /// The legal actions of each information state: bool of shape ``(num_infostates, num_actions)``.
    #[getter]
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        PyArray2::from_owned_array(py, self.solver.legal_actions_mask())
    }

    /// A state in an information state, one of those that its player cannot tell apart.
    ///
    /// Raises:
    ///     GameError: there is no such information state.
    fn state(&self, py: Python<'_>, #[pyo3(from_py_with = infostate)] infostate: usize) -> PyResult<PyState> {
        let episode = self.solver.episode(infostate).map_err(to_py)?;
        Ok(PyState::of(self.game.clone_ref(py), episode))
    }

    /// The number of the information state of the player to act in a state; ``None`` where nobody acts, or where the game of this
    /// solver does not come to. The state may be of the same game with sampled chance.
    ///
    /// >>> import eights
    /// >>> solver = eights.solve.Tabular(eights.Game("tiny_eights_a", players=2))
    /// >>> solver.infostate(solver.state(7))
    /// 7
    fn infostate(&self, state: &Any<'_>) -> PyResult<Option<usize>> {
        let refused = || {
            errors::argument(
                state.py(),
                format!("state must be a State, not {}", describe(state)),
            )
        };
        let state = state.cast::<PyState>().map_err(|_| refused())?;
        Ok(self.solver.infostate_of(&*state.get().read()?))
    }

    /// The policy that plays every legal action equally often.
    fn uniform<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        self.array(py, &self.solver.uniform())
    }

    /// The mean return of each seat when both play a policy.
    ///
    /// Returns:
    ///     tuple[float, float]
    ///
    /// Raises:
    ///     ArrayError: the policy is none, as for all methods that take one.
    fn expected_value(&self, py: Python<'_>, policy: &Any<'_>) -> PyResult<(f64, f64)> {
        let policy = self.policy(policy)?;
        let [first, second] = py.detach(|| self.solver.expected_value(&policy));
        Ok((first, second))
    }

    /// A best response of a seat to what the other seat does by a policy, and its value for the seat.
    ///
    /// Args:
    ///     policy: of both seats.
    ///     player: who responds.
    ///
    /// Returns:
    ///     tuple[numpy.ndarray, float]: the policy with the rows of ``player`` replaced: one of the best actions has probability 1, of
    ///     several that with the lowest id.
    fn best_response<'py>(
        &self,
        py: Python<'py>,
        policy: &Any<'py>,
        #[pyo3(from_py_with = seat)] player: Seat,
    ) -> PyResult<(Bound<'py, PyArray2<f64>>, f64)> {
        let policy = self.policy(policy)?;
        let (response, value) = py.detach(|| self.solver.best_response(&policy, player));
        Ok((self.array(py, &response), value))
    }

    /// The sum of what each seat could win more by a best response.
    fn nash_conv(&self, py: Python<'_>, policy: &Any<'_>) -> PyResult<f64> {
        let policy = self.policy(policy)?;
        Ok(py.detach(|| self.solver.nash_conv(&policy)))
    }

    /// How far a policy is from equilibrium: what a seat could win on average by a best response, half of ``nash_conv``; in units of
    /// returns. 0 is an equilibrium.
    fn exploitability(&self, py: Python<'_>, policy: &Any<'_>) -> PyResult<f64> {
        let policy = self.policy(policy)?;
        Ok(py.detach(|| self.solver.exploitability(&policy)))
    }

    /// Begins a run of CFR.
    ///
    /// Args:
    ///     variant: ``"cfr"``, ``"cfr+"``, ``"dcfr"`` (alpha 3/2, beta 0) or ``"pcfr+"``, predictive CFR+.
    ///     alternating: whether the second player learns against what the first has just learnt, instead of both at once.
    ///     averaging: how much iteration t counts: ``"uniform"``, ``"linear"`` (t), ``"quadratic"`` (t²), or ``"last"``, no average.
    ///         ``None``: as published, uniform for CFR, linear for CFR+, quadratic for the others.
    ///     policy: with which it begins; ``None``: uniform.
    ///
    /// Raises:
    ///     GameError: there is no such variant or averaging.
    ///     ArrayError: the policy is none.
    ///
    /// >>> import eights
    /// >>> solver = eights.solve.Tabular(eights.Game("tiny_eights_a", players=2))
    /// >>> run = solver.cfr("cfr+")
    /// >>> run.run(100)
    /// >>> solver.exploitability(run.average_policy()) < 1e-3
    /// True
    #[pyo3(signature = (variant=Variant::CfrPlus, *, alternating=true, averaging=None, policy=None),
           text_signature = "($self, variant='cfr+', *, alternating=True, averaging=None, policy=None)")]
    fn cfr(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = variant)] variant: Variant,
        #[pyo3(from_py_with = alternating)] alternating: bool,
        #[pyo3(from_py_with = averaging)] averaging: Option<Averaging>,
        policy: Option<Any<'_>>,
    ) -> PyResult<PyCfr> {
        let solver = &slf.get().solver;
        let published = Settings::of(variant);
        let settings = Settings {
            alternating,
            averaging: averaging.unwrap_or(published.averaging),
            ..published
        };
        let run = match policy {
            Some(policy) => Cfr::from_policy(solver, settings, slf.get().policy(&policy)?),
            None => Cfr::new(solver, settings),
        };
        Ok(PyCfr {
            run: Mutex::new(run),
            tabular: slf.clone().unbind(),
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Any<'py>, (Py<PyGame>, u64))> {
        let remake = py.import("eights._pickle")?.getattr("tabular")?;
        Ok((remake, (self.game(py), self.num_nodes())))
    }

    const fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(slf: Py<Self>, memo: Any<'_>) -> Py<Self> {
        let _ = memo;
        slf
    }
}

/// The arguments of `eights._pickle.cfr`, which restores a run.
type CfrParts<'py> = (
    Py<PyTabular>,
    &'static str,
    bool,
    &'static str,
    u64,
    Vec<Bound<'py, PyArray1<f64>>>,
);

/// A run of CFR, made by ``Tabular.cfr``. It can be looked at and go on, be copied and pickled.
#[pyclass(name = "Cfr", module = "eights.solve", frozen)]
pub(super) struct PyCfr {
    run: Mutex<Cfr>,
    tabular: Py<PyTabular>,
}

impl PyCfr {
    fn lock(&self) -> MutexGuard<'_, Cfr> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PyCfr {
    /// How many iterations were made.
    #[getter]
    fn iteration(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.lock().iteration())
    }

    /// Makes iterations for both players. Ctrl-C ends it between two of them: those before are kept.
    ///
    /// Args:
    ///     iterations: how many.
    ///     progress: if given, it is called about ten times a second, in the caller's thread, with the number of iterations made by this
    ///         call. If it returns ``False``, no more are made.
    ///
    /// Raises:
    ///     KeyboardInterrupt: Ctrl-C; ``iteration`` says how far it has come.
    #[pyo3(signature = (iterations, *, progress=None))]
    fn run(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = iterations)] iterations: u64,
        #[pyo3(from_py_with = progress)] progress: Option<Any<'_>>,
    ) -> PyResult<()> {
        let solver = &self.tabular.get().solver;
        reporting(py, progress.as_ref(), |goes_on| {
            for done in 0..iterations {
                self.lock().iterate(solver);
                if let ControlFlow::Break(()) = goes_on(done + 1) {
                    break;
                }
            }
        })
    }

    /// The average of the policies so far; uniform where none of them led.
    fn average_policy<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        let tabular = self.tabular.get();
        let policy = py.detach(|| self.lock().average_policy(&tabular.solver));
        tabular.array(py, &policy)
    }

    /// The policy that the next iteration begins with.
    fn current_policy<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        let policy = py.detach(|| self.lock().current_policy().clone());
        self.tabular.get().array(py, &policy)
    }

    /// Goes on from what another run of this game and these settings has come to, for copies and pickles.
    #[pyo3(name = "_restore")]
    fn restore(&self, iteration: u64, numbers: Vec<PyReadonlyArray1<'_, f64>>) -> PyResult<()> {
        let vectors: Vec<Vec<f64>> = numbers.iter().map(|array| array.as_array().to_vec()).collect();
        let fits = self.lock().restore(iteration, vectors);
        fits.then_some(())
            .ok_or_else(|| errors::array("these are not the numbers of such a run of CFR".to_owned()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Any<'py>, CfrParts<'py>)> {
        // The lock is let go first: whatever is made for Python may run other code of Python.
        let (settings, iteration, numbers) = py.detach(|| {
            let run = self.lock();
            let numbers: Vec<Vec<f64>> = run.numbers().into_iter().cloned().collect();
            (run.settings(), run.iteration(), numbers)
        });
        let numbers = numbers.into_iter().map(|values| PyArray1::from_vec(py, values));
        let remake = py.import("eights._pickle")?.getattr("cfr")?;
        let parts = (
            self.tabular.clone_ref(py),
            word(&VARIANTS, settings.variant),
            settings.alternating,
            word(&AVERAGINGS, settings.averaging),
            iteration,
            numbers.collect(),
        );
        Ok((remake, parts))
    }

    /// How far the average policy is from equilibrium; see ``Tabular.exploitability``.
    fn exploitability(&self, py: Python<'_>) -> f64 {
        let solver = &self.tabular.get().solver;
        py.detach(|| solver.exploitability(&self.lock().average_policy(solver)))
    }
}

/// The ids of the built-in rulesets that are small enough to be solved, the smallest first. ``eights.rulesets()`` does not list them.
///
/// >>> import eights
/// >>> eights.solve.rulesets()[0]
/// 'tiny_eights_a'
#[pyfunction]
pub(super) fn tiny_rulesets() -> Vec<&'static str> {
    crate::ruleset::tiny_ids().collect()
}
