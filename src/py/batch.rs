//! `eights.Batch`: many games at once, written in place into NumPy arrays.

mod arguments;
mod buffers;
mod in_use;
mod saved;

use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{Element, PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use self::arguments::{Dtype, OwnSeeds};
use self::buffers::{Asked, EXTRAS, ExtraArrays, NumpyArrays};
use self::in_use::ExclusiveBatch;
use super::convert::{self, Any, describe, fresh_seed, int, optional, writable, zeros};
use super::errors::{self, to_py};
use super::game::PyGame;
use super::pool::{PyGamePool, source};
use super::state::{PyState, bot};
use crate::batch::{Autoreset, Batch, BatchError, GameSource, Index, MAX_ENVS, Threads};
use crate::episode::Episode;
use crate::render::render_svg;
use crate::seat::Seat;
use crate::view::View;
use crate::workers::usable;

/// Most threads of a batch or an arena.
pub(super) const MAX_THREADS: i128 = 1024;

/// Most games that a notebook shows as pictures.
const SHOWN: usize = 4;

/// Many games at once, stepped together; observations, masks and rewards are written in place into NumPy arrays.
///
/// A batch can be copied and pickled: the copy has arrays of its own with the same contents, and goes on with the same games, also in another
/// process. One call is made at a time: one that comes while another thread is in another raises ``BatchError``.
///
/// N = ``num_envs`` envs, P = ``num_players`` seats, D = ``game.observation_tensor_size()`` features. Every call writes into
/// the same arrays; copy what must outlive the next call. An env shows what its seat to act may know and do; actions are for that seat.
///
/// Args:
///     game: with sampled chance; or a ``GamePool``, from which each episode of each env draws its game.
///     num_envs: number of envs, 1 … 1048576.
///     seed: 0 … 2**64 - 1; episode k of env i has the seed ``eights.episode_seed(seed, i, k)``. ``None``: one that the operating
///         system draws, so that every batch plays other games; the property ``seed`` tells it.
///     threads: 1 … 1024. What is computed does not depend on it. They pay from some 256 envs on, on cores that nothing else uses;
///         where they cost time, one of them does most of the work. In a process that was forked from this one they are made anew.
///     dtype: of the observations: ``"float32"`` or ``"uint8"``, also as NumPy's types.
///     controllers: who decides for each seat: ``None`` for the actions given to ``step``, or the name of a bot; shape [P] for all envs, or
///         [N, P]. Default: all ``None`` (self-play). Each env needs at least one ``None``. A game of fewer than P players has the
///         first ones; where there may be some, one of those that every game has must be ``None``.
///     autoreset: what an env does when its episode ends: ``"same-step"`` begins the next one in the same step and keeps the end in
///         ``final_observations``; ``"next-step"`` shows the end, and the next step begins anew and ignores its action;
///         ``"disabled"`` shows the end until ``reset``, in every array, with rewards of 0. An env that shows an end has only ``pass``
///         in its mask. An ``eights.Autoreset``, its value, or Gymnasium's mode or word.
///     buffers: a dict of arrays that the caller owns, under the names of the properties below; those not given are made. Those of two
///         or three dimensions then begin at a cache line (64 bytes), which is fastest.
///     extras: names of arrays that are written, too: ``"seat_observations"``, ``"privileged_observations"``. Each comes with the
///         same for the ends of episodes, and costs what it takes to write it in each step.
///
/// Raises:
///     BatchError: the game has explicit chance, a number is out of range, or an env has no outside seat.
///     BotError: there is no such bot.
///     ArrayError: a buffer has another dtype or shape, is not contiguous, is read-only, or has an unknown name.
///     MemoryError: there is too little memory.
///
/// >>> import eights, numpy as np
/// >>> batch = eights.Batch(eights.Game("crazy_eights", players=2), num_envs=4, seed=1)
/// >>> actions = np.zeros(4, dtype=np.int64)
/// >>> for _ in range(100):
/// ...     batch.step(batch.sample(out=actions))
/// >>> batch.action_masks.shape, bool(batch.action_masks.any(axis=1).all())
/// ((4, 100), True)
#[pyclass(name = "Batch", module = "eights", frozen)]
pub(super) struct PyBatch {
    of: Mutex<EpisodeSource>,
    table: ExclusiveBatch,
    arrays: NumpyArrays,
    threads: usize,
    num_envs: usize,
    autoreset: Autoreset,
    /// Number of features of an observation.
    size: usize,
    /// Number of actions of each env.
    num_actions: usize,
    /// Number of seats in the arrays.
    seats: usize,
}

/// The game or pool of a batch's next episodes.
struct EpisodeSource {
    /// The game, or the first one of the pool.
    game: Py<PyGame>,
    pool: Option<Py<PyGamePool>>,
}

impl EpisodeSource {
    /// Keeps the object that was given, not an equal one, since callers compare them.
    fn new(py: Python<'_>, given: Any<'_>, batch: &Batch) -> PyResult<Self> {
        match given.cast_into::<PyGame>() {
            Ok(game) => Ok(Self {
                game: game.unbind(),
                pool: None,
            }),
            Err(other) => {
                let pool = other.into_inner().cast_into::<PyGamePool>()?;
                Ok(Self {
                    game: Py::new(py, PyGame::prepared(&batch.first))?,
                    pool: Some(pool.unbind()),
                })
            }
        }
    }

    fn clone_ref(&self, py: Python<'_>) -> Self {
        Self {
            game: self.game.clone_ref(py),
            pool: self.pool.as_ref().map(|pool| pool.clone_ref(py)),
        }
    }
}

/// The positions, controllers and random streams of a batch, as ``Batch.get_state`` saved them. Immutable.
///
/// A state can be copied and pickled: a batch of the same game, size and autoreset goes on from it, also in another process.
#[pyclass(name = "BatchState", module = "eights", frozen)]
pub(super) struct PyBatchState {
    inner: Batch,
}

fn num_envs(given: &Any<'_>) -> PyResult<usize> {
    int("num_envs", given, (1, MAX_ENVS as i128), errors::batch)
}

fn seed(given: &Any<'_>) -> PyResult<Option<u64>> {
    optional(given, |given| convert::seed(given, errors::batch))
}

fn saved_state<'py>(given: &Any<'py>) -> PyResult<Bound<'py, PyBatchState>> {
    let refused = |_| {
        errors::argument(
            given.py(),
            format!("state must be a BatchState, not {}", describe(given)),
        )
    };
    given.cast::<PyBatchState>().cloned().map_err(refused)
}

fn threads(given: &Any<'_>) -> PyResult<usize> {
    int("threads", given, (1, MAX_THREADS), errors::batch)
}

fn buffers<'py>(given: &Any<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
    if given.is_none() {
        return Ok(None);
    }
    let refused = |_| {
        errors::argument(
            given.py(),
            format!("buffers must be a dict, not {}", describe(given)),
        )
    };
    given.cast::<PyDict>().cloned().map(Some).map_err(refused)
}

/// Chooses an action for each env: as this bot would, or uniformly over its mask.
fn choose<A: Index>(
    batch: &mut Batch,
    threads: Option<&Threads>,
    bot: Option<&str>,
    out: &mut [A],
) -> Result<(), BatchError> {
    match bot {
        Some(bot) => batch.bot_actions(bot, threads, out),
        None => batch.sample(threads, out),
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, num_envs, seed=None, threads=1, dtype=Dtype::Float32, controllers=None,
                        autoreset=Autoreset::default(), buffers=None, extras=Asked::default()),
           text_signature = "(game, num_envs, seed=None, threads=1, dtype=\"float32\", controllers=None, \
                             autoreset=\"same-step\", buffers=None, extras=())")]
    #[allow(clippy::too_many_arguments, reason = "the contract's keyword arguments")]
    fn new(
        py: Python<'_>,
        game: Any<'_>,
        #[pyo3(from_py_with = num_envs)] num_envs: usize,
        #[pyo3(from_py_with = seed)] seed: Option<u64>,
        #[pyo3(from_py_with = threads)] threads: usize,
        dtype: Dtype,
        controllers: Option<&Any<'_>>,
        autoreset: Autoreset,
        #[pyo3(from_py_with = buffers)] buffers: Option<Bound<'_, PyDict>>,
        #[pyo3(from_py_with = arguments::extras)] extras: Asked,
    ) -> PyResult<Self> {
        let source = source("game", &game)?;
        let controllers = arguments::controllers(py, &source, num_envs, controllers, false)?;
        let seed = seed.map_or_else(|| fresh_seed(py), Ok)?;
        let mut batch = Batch::new(source, num_envs, seed, autoreset).map_err(to_py)?;
        batch.set_controllers(&controllers).map_err(to_py)?;
        let arrays = NumpyArrays::new(py, &batch, dtype == Dtype::Uint8, extras, buffers.as_ref())?;
        let team = (usable(threads) > 1)
            .then(|| Threads::new(threads))
            .transpose()
            .map_err(|e| errors::batch(format!("threads = {threads}: {e}")))?;
        let (size, seats) = (batch.layout().size(), batch.seats());
        let num_actions = batch.layout().num_actions();
        let batch = Self {
            of: Mutex::new(EpisodeSource::new(py, game, &batch)?),
            table: ExclusiveBatch::new(batch, team),
            arrays,
            threads,
            num_envs,
            autoreset,
            size,
            num_actions,
            seats,
        };
        batch.reset(py, None, None)?;
        Ok(batch)
    }

    /// The game; where games are drawn from a pool its first, whose shape all have. See ``game_of``.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.of(py).game
    }

    /// The pool that the games of the episodes are drawn from; ``None`` where all are of one game.
    #[getter]
    fn pool(&self, py: Python<'_>) -> Option<Py<PyGamePool>> {
        self.of(py).pool
    }

    /// Number of seats that the arrays have room for, P: those of the game with the most players.
    #[getter]
    const fn num_players(&self) -> usize {
        self.seats
    }

    /// Number of envs, N.
    #[getter]
    const fn num_envs(&self) -> usize {
        self.num_envs
    }

    /// The seed that the episodes of all envs come from; ``None`` where envs have got seeds of their own by ``reset``.
    #[getter]
    fn seed(&self) -> PyResult<Option<u64>> {
        Ok(self.leave()?.lock().0.seed())
    }

    /// Number of threads that step envs.
    #[getter]
    const fn threads(&self) -> usize {
        self.threads
    }

    /// The mode in which an env goes on when its episode ends: ``"same-step"``, ``"next-step"`` or ``"disabled"``.
    #[getter]
    const fn autoreset(&self) -> &'static str {
        self.autoreset.as_str()
    }

    /// The names of the extra arrays that it was asked for.
    #[getter]
    fn extras(&self) -> Vec<&'static str> {
        let extras = EXTRAS.iter().zip(&self.arrays.extras);
        extras
            .filter_map(|(extra, arrays)| arrays.as_ref().map(|_| extra.name))
            .collect()
    }

    /// Observations of each env's seat to act: ``float32`` or ``uint8``, shape [N, D].
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.get(py, 0)
    }

    /// Legal actions of each env's seat to act: bool, shape [N, 100]. No env is empty; one that shows an end has only ``pass``.
    #[getter]
    fn action_masks(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.get(py, 1)
    }

    /// The seat to act: int32, shape [N].
    #[getter]
    fn players(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.get(py, 2)
    }

    /// Rewards of each seat since the env's previous outside decision: ``float32``, shape [N, P]. 0 once an env has shown its end,
    /// and for seats that its game does not have.
    ///
    /// Credit a seat's share to that seat's last decision.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.get(py, 3)
    }

    /// True where an episode ended in this step and its rewards are final: bool, shape [N].
    ///
    /// The episode ended by the rules; or, with the game's ``truncation="score"``, by the limit of decisions, the round being paid as a blocked
    /// one: then ``truncations`` is set as well, and a learner that bootstraps where this is not set adds nothing on top. With
    /// ``autoreset="disabled"`` it stays set until the env is reset.
    #[getter]
    fn terminations(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.get(py, 4)
    }

    /// True where the limit of decisions ended an episode in this step: bool, shape [N].
    ///
    /// With the game's ``truncation="bootstrap"`` nothing was paid for the round, and ``terminations`` is not set: put an estimate of
    /// the final observation's value in the place of what was not played. With ``autoreset="disabled"`` it stays set until the env
    /// is reset.
    #[getter]
    fn truncations(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.get(py, 5)
    }

    /// Last observations of the episodes that ended in this step (with ``autoreset="disabled"``: of those that have ended), as the
    /// outside seat that acted last sees them: shape [N, D].
    ///
    /// Other envs hold what they held before.
    #[getter]
    fn final_observations(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.get(py, 6)
    }

    /// The seat of each final observation, -1 where no episode ended in this step: int32, shape [N].
    ///
    /// With ``autoreset="disabled"`` it stays until the env is reset.
    #[getter]
    fn final_players(&self, py: Python<'_>) -> Py<PyAny> {
        self.arrays.get(py, 7)
    }

    /// Observations of every seat, by its number, also of those not to act: shape [N, P, D], of the observations' dtype.
    ///
    /// For every seat to learn from every step, and for the value of a seat's next decision where a rollout ends before it. All 0
    /// for seats that the env's game does not have.
    ///
    /// Raises:
    ///     BatchError: the batch was made without ``extras=["seat_observations"]``.
    #[getter]
    fn seat_observations(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.extra(0).map(|arrays| arrays.now.clone_ref(py))
    }

    /// Observations of every seat at the ends of the episodes that ended in this step: shape [N, P, D].
    ///
    /// Other envs hold what they held before.
    ///
    /// Raises:
    ///     BatchError: the batch was made without ``extras=["seat_observations"]``.
    #[getter]
    fn final_seat_observations(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.extra(0).map(|arrays| arrays.of_ends.clone_ref(py))
    }

    /// The full position for a critic, as ``State.privileged_tensor`` of the seat to act: shape [N, V] with
    /// V = ``game.privileged_tensor_size()``, of the observations' dtype.
    ///
    /// Raises:
    ///     BatchError: the batch was made without ``extras=["privileged_observations"]``.
    #[getter]
    fn privileged_observations(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.extra(1).map(|arrays| arrays.now.clone_ref(py))
    }

    /// The same at the ends of the episodes that ended in this step, for the seats of ``final_players``: shape [N, V].
    ///
    /// Other envs hold what they held before.
    ///
    /// Raises:
    ///     BatchError: the batch was made without ``extras=["privileged_observations"]``.
    #[getter]
    fn final_privileged_observations(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.extra(1).map(|arrays| arrays.of_ends.clone_ref(py))
    }

    /// Number of episodes that bots finished without an outside decision; they were played on and never shown.
    #[getter]
    fn skipped_episodes(&self) -> PyResult<u64> {
        Ok(self.leave()?.lock().0.skipped_episodes())
    }

    /// Number of decisions that bots have made in all envs and episodes, those of skipped episodes included.
    #[getter]
    fn bot_decisions(&self) -> PyResult<u64> {
        Ok(self.leave()?.lock().0.bot_decisions())
    }

    /// Deals new episodes in all envs, or in those of a mask; the others stay as they are.
    ///
    /// Args:
    ///     mask: bool array of shape [N], or ``None`` for all.
    ///     seed: 0 … 2**64 - 1: seeds and sampling of all envs begin anew from it, episodes count from 0 again. N seeds, one for
    ///         each env, begin anew only the envs that are reset: each becomes env 0 of a batch of its seed. ``None``: they go on.
    ///
    /// Raises:
    ///     ArrayError: the mask has another dtype or shape, or there are more or fewer than N seeds.
    ///     BatchError: a seed is out of range.
    #[pyo3(signature = (mask=None, seed=None))]
    fn reset(&self, py: Python<'_>, mask: Option<&Any<'_>>, seed: Option<&Any<'_>>) -> PyResult<()> {
        let mask = mask.map(|mask| self.mask(mask)).transpose()?;
        let seeds = seed.map_or(Ok(OwnSeeds::GoOn), |seed| self.seeds(seed))?;
        if self.arrays.bytes {
            self.with::<u8, _>(py, |batch, _, buffers, goes_on| {
                batch.reset_while(mask.as_deref(), seeds.lend(), buffers, goes_on)
            })
        } else {
            self.with::<f32, _>(py, |batch, _, buffers, goes_on| {
                batch.reset_while(mask.as_deref(), seeds.lend(), buffers, goes_on)
            })
        }
    }

    /// Applies one action an env, for the seat to act; then bots move up to the next outside decision.
    ///
    /// Args:
    ///     actions: integers of shape [N]: an array of NumPy or of another library, or a list; int32 and int64 arrays are read
    ///         as they are. Ignored in envs that show an end, and in those that do not move.
    ///     mask: bool array of shape [N]: which envs move; ``None`` for all. The others and what they show stay as they are.
    ///
    /// Raises:
    ///     BatchError: an action is not legal; the message says which env and what is. No env has moved, no array has changed.
    ///     KeyboardInterrupt: Ctrl-C, where bots take long. Some envs have moved then and others not, so the batch takes nothing
    ///         but ``reset`` of all envs or ``set_state``; anything else raises ``BatchError``.
    ///     ArrayError: ``actions`` are not integers, or ``actions`` or ``mask`` has another dtype or shape.
    #[pyo3(signature = (actions, mask=None))]
    fn step(&self, py: Python<'_>, actions: &Any<'_>, mask: Option<&Any<'_>>) -> PyResult<()> {
        let actions = self.actions(actions)?;
        let mask = mask.map(|mask| self.mask(mask)).transpose()?;
        if self.arrays.bytes {
            self.with::<u8, _>(py, |batch, threads, buffers, goes_on| {
                batch.step_while(&actions, mask.as_deref(), threads, buffers, goes_on)
            })
        } else {
            self.with::<f32, _>(py, |batch, threads, buffers, goes_on| {
                batch.step_while(&actions, mask.as_deref(), threads, buffers, goes_on)
            })
        }
    }

    /// Chooses an action for each env, uniformly over its mask.
    ///
    /// Args:
    ///     out: int32 or int64 array of shape [N] to write into and return.
    ///
    /// Returns:
    ///     ``out``, or a new int64 array of shape [N].
    ///
    /// Raises:
    ///     ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.
    #[pyo3(signature = (out=None))]
    fn sample<'py>(&self, py: Python<'py>, out: Option<Any<'py>>) -> PyResult<Any<'py>> {
        self.chosen(py, out, None)
    }

    /// Chooses an action for each env as a built-in bot would, which sees what the seat to act may know.
    ///
    /// For learning by imitation: nothing moves, and asking again gives the same.
    ///
    /// Args:
    ///     name: one of ``eights.bots(game)``.
    ///     out: int32 or int64 array of shape [N] to write into and return.
    ///
    /// Returns:
    ///     ``out``, or a new int64 array of shape [N]; ``pass`` for an env that shows an end.
    ///
    /// Raises:
    ///     BotError: there is no such bot.
    ///     ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.
    ///
    /// >>> import eights
    /// >>> batch = eights.Batch(eights.Game("crazy_eights", players=2), num_envs=4, seed=1)
    /// >>> advice = batch.bot_actions("heuristic")
    /// >>> bool(batch.action_masks[range(4), advice].all())
    /// True
    #[pyo3(signature = (name, out=None))]
    fn bot_actions<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = bot)] name: String,
        out: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        self.chosen(py, out, Some(&name))
    }

    /// Who decides for each seat from each env's next reset on; games that are being played go on as they are.
    ///
    /// Args:
    ///     controllers: as for the class.
    ///
    /// Raises:
    ///     BatchError: the shape does not fit, or an env has no outside seat; nothing has changed.
    ///     BotError: there is no such bot; nothing has changed.
    fn set_controllers(&self, py: Python<'_>, controllers: Option<&Any<'_>>) -> PyResult<()> {
        let given = arguments::controllers(py, &self.source(py), self.num_envs, controllers, false)?;
        let leave = self.leave()?;
        leave.lock().0.set_controllers(&given).map_err(to_py)
    }

    /// From each env's next deal on its episodes are games of this pool; games that are being played go on as they are.
    ///
    /// A batch saved afterwards (``get_state``) goes on exactly, also while some envs play games that were drawn before; the saved
    /// state fits a batch that has the same pool now.
    ///
    /// Args:
    ///     pool: a ``GamePool``, or a ``Game`` for all episodes: with observations of the same features, and the same most players.
    ///
    /// Raises:
    ///     BatchError: the games need other arrays, or have explicit chance; or the controllers leave an env of them without an
    ///         outside seat. Nothing has changed.
    ///     ArgumentError: it is neither a game nor a pool.
    ///
    /// >>> import eights
    /// >>> easy, hard = (eights.Game(name, players=2, layout="universal") for name in ("crazy_eights", "fat_buddah"))
    /// >>> batch = eights.Batch(easy, num_envs=2, seed=1)
    /// >>> batch.set_pool(hard)
    /// >>> {batch.game_of(i).ruleset.id for i in range(2)}
    /// {'crazy_eights'}
    /// >>> batch.reset()
    /// >>> {batch.game_of(i).ruleset.id for i in range(2)}
    /// {'fat_buddah'}
    #[pyo3(signature = (pool))]
    fn set_pool(&self, py: Python<'_>, pool: Any<'_>) -> PyResult<()> {
        let source = source("pool", &pool)?;
        let leave = self.leave()?;
        let mut inner = leave.lock();
        inner.0.set_pool(source).map_err(to_py)?;
        let of = EpisodeSource::new(py, pool, &inner.0)?;
        drop(inner);
        *self.lock_of() = of;
        Ok(())
    }

    /// The place in ``pool`` of the game that each env plays: a new int64 array of shape [N], for ``pool.game_at``.
    ///
    /// -1 where the game is in no pool, or has house rules of its own, or was drawn from an earlier pool.
    ///
    /// >>> import eights
    /// >>> pool = eights.GamePool([eights.Game(name, players=2, layout="cards") for name in ("uno", "macau")])
    /// >>> batch = eights.Batch(pool, num_envs=8, seed=1)
    /// >>> bool((pool.game_at(batch.game_index[3]) == batch.game_of(3)))
    /// True
    #[getter]
    fn game_index<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let leave = self.leave()?;
        let batch = &leave.lock().0;
        let places = (0..self.num_envs).map(|env| Ok(batch.place_of(env)?.map_or(-1, i64::from)));
        let places = places.collect::<Result<Vec<_>, BatchError>>().map_err(to_py)?;
        Ok(PyArray1::from_vec(py, places))
    }

    /// The game that env ``i`` plays: ``game``, or what the seed of its episode draws from ``pool``.
    ///
    /// Raises:
    ///     BatchError: there is no such env.
    fn game_of(&self, py: Python<'_>, i: &Any<'_>) -> PyResult<Py<PyGame>> {
        let i = self.env(i)?;
        let leave = self.leave()?;
        self.played(py, &leave.lock().0, i)
    }

    /// The seed of the episode that env ``i`` is in: ``batch.game_of(i).new_initial_state(seed=batch.episode_seed(i))`` deals the
    /// same.
    ///
    /// Raises:
    ///     BatchError: there is no such env.
    fn episode_seed(&self, i: &Any<'_>) -> PyResult<u64> {
        let i = self.env(i)?;
        let leave = self.leave()?;
        leave.lock().0.episode_seed(i).map_err(to_py)
    }

    /// The position of env ``i``, as a state of its own. Its history and record begin here.
    ///
    /// Raises:
    ///     BatchError: there is no such env.
    fn state(&self, py: Python<'_>, i: &Any<'_>) -> PyResult<PyState> {
        let i = self.env(i)?;
        let leave = self.leave()?;
        let (game, episode) = {
            let batch = &leave.lock().0;
            let game = self.played(py, batch, i)?;
            let state = batch.state(i).map_err(to_py)?.clone();
            let recent = batch.recent(i).map_err(to_py)?.clone();
            let episode = Episode::from_state(&game.get().game, state, recent);
            (game, episode)
        };
        Ok(PyState::of(game, episode))
    }

    /// The positions, controllers and random streams of all envs, for ``set_state``.
    ///
    /// Raises:
    ///     BatchError: a step was interrupted, see ``step``.
    ///     MemoryError: there is too little memory for a copy.
    fn get_state(&self, py: Python<'_>) -> PyResult<PyBatchState> {
        let inner = self.leave()?.run(py, |batch, _, _| batch.save())?;
        Ok(PyBatchState { inner })
    }

    /// Takes what ``get_state`` of a batch of the same game, size and autoreset has saved, and goes on exactly from there.
    ///
    /// Observations, masks and players are written anew, and envs that stand at their end show it; rewards are 0.
    ///
    /// Raises:
    ///     BatchError: it does not fit this batch; nothing has changed.
    ///
    /// >>> import eights
    /// >>> batch = eights.Batch(eights.Game("crazy_eights", players=2), num_envs=2, seed=1)
    /// >>> saved = batch.get_state()
    /// >>> batch.step(batch.sample())
    /// >>> batch.set_state(saved)
    #[pyo3(signature = (state))]
    fn set_state(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = saved_state)] state: Bound<'_, PyBatchState>,
    ) -> PyResult<()> {
        let saved = &state.get().inner;
        if self.arrays.bytes {
            self.with::<u8, _>(py, |batch, _, buffers, _| batch.restore(saved, buffers))
        } else {
            self.with::<f32, _>(py, |batch, _, buffers, _| batch.restore(saved, buffers))
        }
    }

    /// Writes observations into this array from the next call on, and gives back that which it has written into so far.
    ///
    /// The array keeps its contents until a call writes it; without one, a new one is made. For those who hand arrays out for good,
    /// see ``eights.envs.fresh``.
    ///
    /// Raises:
    ///     ArrayError: the array has another dtype or shape, or cannot be written; nothing has changed.
    #[pyo3(name = "_exchange", signature = (observations=None))]
    fn exchange<'py>(&self, py: Python<'py>, observations: Option<Any<'py>>) -> PyResult<Py<PyAny>> {
        let _leave = self.leave()?;
        self.arrays
            .exchange(py, &[self.num_envs, self.size], observations)
    }

    /// As ``set_controllers``, for ``eights.PolicyBatch``: the seats of ``"policy"`` are decided for by ``_decide``.
    #[pyo3(name = "_set_controllers")]
    fn set_controllers_and_policies(&self, py: Python<'_>, controllers: &Any<'_>) -> PyResult<()> {
        let source = self.source(py);
        let given = arguments::controllers(py, &source, self.num_envs, Some(controllers), true)?;
        let leave = self.leave()?;
        leave.lock().0.set_controllers(&given).map_err(to_py)
    }

    /// Decides for policies: goes on with the step or reset that left these envs waiting, and adds to what it told.
    ///
    /// Args:
    ///     envs: int64 array of shape [K]: of those that ``_waiting`` returned, each once.
    ///     actions: int64 array of shape [K].
    ///
    /// Raises:
    ///     BatchError: an action is not legal, or there is no such env; nothing has changed.
    #[pyo3(name = "_decide")]
    fn decide(
        &self,
        py: Python<'_>,
        envs: PyReadonlyArray1<'_, i64>,
        actions: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<()> {
        let (mut mask, mut all) = (vec![false; self.num_envs], vec![0_i64; self.num_envs]);
        for (&env, &action) in envs.as_array().iter().zip(actions.as_array()) {
            let at = usize::try_from(env).ok().filter(|&at| at < self.num_envs);
            let at = at.ok_or_else(|| errors::batch(format!("there is no env {env}")))?;
            (mask[at], all[at]) = (true, action);
        }
        drop((envs, actions));
        if self.arrays.bytes {
            self.with::<u8, _>(py, |batch, threads, buffers, goes_on| {
                batch.policies_decide(&all, &mask, threads, buffers, goes_on)
            })
        } else {
            self.with::<f32, _>(py, |batch, threads, buffers, goes_on| {
                batch.policies_decide(&all, &mask, threads, buffers, goes_on)
            })
        }
    }

    /// Where policies are to decide, by their numbers.
    ///
    /// Args:
    ///     playing: int64 array of shape [N, P]: the number of the policy that has each seat.
    ///
    /// Returns:
    ///     The envs in which a policy is to decide: int64, shape [K]. The numbers of those policies, in order, and for how many of
    ///     these envs each is to decide: the first for the first envs, and so on.
    #[pyo3(name = "_waiting")]
    fn waiting<'py>(
        &self,
        py: Python<'py>,
        playing: PyReadonlyArray2<'py, i64>,
    ) -> PyResult<WaitingArrays<'py>> {
        let playing = playing.as_array();
        let leave = self.leave()?;
        let batch = &leave.lock().0;
        let waiting = batch.waiting().map_err(to_py)?;
        let number =
            |(env, seat): (usize, Seat)| playing.get((env, seat.index())).map(|&number| (number, env));
        let waiting: Option<Vec<(i64, usize)>> = waiting.map(number).collect();
        let mut waiting =
            waiting.ok_or_else(|| errors::array("playing is not of shape [N, P]".to_owned()))?;
        waiting.sort_unstable();
        let calls = waiting.chunk_by(|(one, _), (next, _)| one == next);
        let calls = calls.map(|of| (of[0].0, of.len())).collect();
        let envs = waiting.into_iter().map(|(_, env)| env as i64);
        Ok((PyArray1::from_iter(py, envs), calls))
    }

    /// Ends and beginnings of episodes since the last call, in the envs in which policies have seats.
    ///
    /// Returns:
    ///     How policies fared in episodes that have ended: env, seat, and the share of the seats from outside that won more than it
    ///     did, where one that won as much counts half. The envs that have begun an episode in a step.
    #[pyo3(name = "_policy_episodes")]
    fn policy_episodes(&self) -> PyResult<Episodes> {
        let told = self.leave()?.lock().0.policy_episodes();
        let ended = told
            .ended
            .into_iter()
            .map(|(env, seat, beaten)| (env, seat.0, beaten));
        Ok((ended.collect(), told.dealt))
    }

    /// ``Batch[numpy.float32]`` and ``Batch[numpy.uint8]``, for annotations.
    #[classmethod]
    fn __class_getitem__<'py>(cls: &Bound<'py, PyType>, item: &Any<'py>) -> PyResult<Any<'py>> {
        cls.py()
            .import("types")?
            .call_method1("GenericAlias", (cls, item))
    }

    fn __len__(&self) -> usize {
        self.num_envs
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Any<'py>, Bound<'py, PyTuple>)> {
        slf.get().parts(slf.py())
    }

    /// The picture in a notebook: the first games, each for its seat to act.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let mut html = format!(
            "<p><code>{}</code></p><div style=\"display:flex;flex-wrap:wrap;gap:8px\">",
            self.__repr__(py).replace('<', "&lt;")
        );
        let leave = self.leave()?;
        let batch = &leave.lock().0;
        for i in 0..self.num_envs.min(SHOWN) {
            let state = batch.state(i).map_err(to_py)?;
            let seat = state.actor().unwrap_or(state.seat());
            let game = batch.game_of(i).map_err(to_py)?;
            let picture = render_svg(&View::new(game, state, seat));
            let small = picture.replacen("width=\"800\" height=\"600\"", "width=\"400\" height=\"300\"", 1);
            let _ = write!(
                html,
                "<figure style=\"margin:0\"><figcaption>env {i}</figcaption>{small}</figure>"
            );
        }
        Ok(html + "</div>")
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let EpisodeSource { game, pool } = self.of(py);
        let of = if let Some(pool) = &pool {
            pool.get().in_words()
        } else {
            let game = &game.get().game;
            format!("{:?}, players={}", game.ruleset().id, game.players())
        };
        format!(
            "Batch({of}, num_envs={}, threads={})",
            self.num_envs, self.threads
        )
    }
}

/// The result of `_waiting`.
type WaitingArrays<'py> = (Bound<'py, PyArray1<i64>>, Vec<(i64, usize)>);

/// The result of `_policy_episodes`.
type Episodes = (Vec<(usize, u8, f64)>, Vec<usize>);

impl PyBatch {
    /// Chooses actions into `out`, or into a new array, and returns that.
    fn chosen<'py>(&self, py: Python<'py>, out: Option<Any<'py>>, bot: Option<&str>) -> PyResult<Any<'py>> {
        let n = self.num_envs;
        let out = out.map_or_else(|| zeros::<i64>(py, n), Ok)?;
        let leave = self.leave()?;
        if out.cast::<PyArray1<i32>>().is_ok() {
            let mut array = writable::<i32>("out", &out, n, "int32 or int64")?;
            let slice = slice1(&mut array)?;
            leave.run(py, |batch, threads, _| choose(batch, threads, bot, slice))?;
        } else {
            let mut array = writable::<i64>("out", &out, n, "int32 or int64")?;
            let slice = slice1(&mut array)?;
            leave.run(py, |batch, threads, _| choose(batch, threads, bot, slice))?;
        }
        Ok(out)
    }

    /// Returns the game that an env plays.
    fn played(&self, py: Python<'_>, batch: &Batch, i: usize) -> PyResult<Py<PyGame>> {
        let prepared = batch.prepared_of(i).map_err(to_py)?;
        let EpisodeSource { game, pool } = self.of(py);
        if pool.is_none() && std::ptr::eq(prepared, &raw const *batch.first) {
            return Ok(game);
        }
        Py::new(py, PyGame::prepared(prepared))
    }

    /// Locks the game or pool of the next episodes, for reading or writing.
    fn lock_of(&self) -> MutexGuard<'_, EpisodeSource> {
        // The value is replaced in one move, so it is whole even after a panic.
        self.of.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn of(&self, py: Python<'_>) -> EpisodeSource {
        self.lock_of().clone_ref(py)
    }

    /// Returns the game or pool of the next episodes, as the core takes it.
    fn source(&self, py: Python<'_>) -> GameSource {
        match self.of(py) {
            EpisodeSource { pool: Some(pool), .. } => GameSource::Pool(pool.get().pool.clone()),
            EpisodeSource { game, .. } => GameSource::Game(game.get().game.clone()),
        }
    }

    /// Returns the arrays of an item of [`EXTRAS`], which must have been requested.
    fn extra(&self, i: usize) -> PyResult<&ExtraArrays> {
        self.arrays.extras[i].as_ref().ok_or_else(|| {
            let name = EXTRAS[i].name;
            errors::batch(format!(
                "the batch was made without {name}: give extras=[{name:?}]"
            ))
        })
    }
}

fn slice1<'a, T: Element>(array: &'a mut numpy::PyReadwriteArray1<'_, T>) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|e| errors::array(e.to_string()))
}
