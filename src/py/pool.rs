//! `eights.GamePool` and `eights.house_rules`: sets of games, of which each episode of a batch plays one.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use super::batch::PyBatchState;
use super::convert::{self, Any, describe, float, int, items, optional};
use super::errors::{self, to_py};
use super::game::{PyGame, beliefs, bytes, history, max_decisions};
use super::state::PyState;
use crate::batch::{GamePool, GameSource, HouseRules, MOST_GAMES, StartEntry};
use crate::engine::{ChanceMode, EpisodeKind, ObservationLayout, Options, Reward, Truncation};
use crate::ruleset::Split;

/// Games of one shape, of which each episode of a ``Batch`` plays one. Immutable.
///
/// Which one is drawn from the seed of the episode, so that it depends neither on threads nor on what else is played. ``house_rules``
/// makes pools of rulesets that are drawn by lot. A pool can be compared, hashed, copied and pickled.
///
/// Args:
///     games: 1 … 65536 games; one that stands twice is twice as likely. They need the same ``chance`` and observations of the same
///         features: as with ``layout="universal"`` or ``"cards"`` and one ``history``. With that they may be for different numbers of players:
///         ``Batch`` has seats for the most. A ``State`` in the place of a game stands for episodes that begin at its position, where a
///         seat must be to act: the cards lie as they do there, and chance goes on from the seed of each episode.
///     weights: how likely each game is: a finite number above 0 for each, of which only the proportions count. ``None``: all are
///         equally likely.
///
/// Raises:
///     GameError: there is no game, one does not have the shape of the first, nobody is to act in a position, or the weights do not
///         fit.
///     ArgumentError: an entry is neither a game nor a state, or a weight is not a number.
///
/// >>> import eights
/// >>> games = [eights.Game(name, players=3, layout="universal") for name in ("crazy_eights", "uno", "macau")]
/// >>> pool = eights.GamePool(games)
/// >>> batch = eights.Batch(pool, num_envs=64, seed=1)
/// >>> sorted({batch.game_of(i).ruleset.id for i in range(64)})
/// ['crazy_eights', 'macau', 'uno']
/// >>> batch.game_of(5) == pool.draw(batch.episode_seed(5))
/// True
/// >>> often = eights.GamePool(games, weights=[1, 1, 8])
/// >>> sum(often.draw(seed).ruleset.id == "macau" for seed in range(1000)) > 700
/// True
/// >>> start = games[0].position({"hands": ["8H 5C", "KD QD", "2S 3S"], "pile": "TC"})
/// >>> ending = eights.Batch(eights.GamePool([start]), num_envs=2, seed=1)
/// >>> ending.state(1).to_dict()["hands"] == start.to_dict()["hands"]
/// True
#[pyclass(name = "GamePool", module = "eights", frozen)]
pub(super) struct PyGamePool {
    pub(super) pool: GamePool,
}

fn entries(given: &Any<'_>) -> PyResult<Vec<StartEntry>> {
    let refused = |what: String| {
        errors::argument(
            given.py(),
            format!("games must be a sequence of Game and State objects, not {what}"),
        )
    };
    let items = items(given, MOST_GAMES)?.ok_or_else(|| refused(describe(given)))?;
    let each = items.iter().map(|item| {
        if let Ok(state) = item.cast::<PyState>() {
            return Ok(StartEntry::from(&**state.get().read()?));
        }
        let game = item.cast::<PyGame>();
        game.map(|game| StartEntry::from(&game.get().game))
            .map_err(|_| refused(format!("one of {}", describe(item))))
    });
    each.collect()
}

fn weights(given: &Any<'_>) -> PyResult<Option<Vec<f64>>> {
    optional(given, |given| {
        let items = items(given, MOST_GAMES)?.ok_or_else(|| {
            errors::argument(
                given.py(),
                format!("weights must be a sequence of numbers, not {}", describe(given)),
            )
        })?;
        let each = items.iter().enumerate();
        each.map(|(at, item)| float(&format!("weights[{at}]"), item))
            .collect()
    })
}

fn seed(given: &Any<'_>) -> PyResult<u64> {
    convert::seed(given, errors::game)
}

/// Reads a number of players, or several.
fn players(given: &Any<'_>) -> PyResult<Vec<u8>> {
    let (least, most) = (HouseRules::FEWEST, HouseRules::MOST);
    let one = |name: &str, given: &Any<'_>| int(name, given, (least.into(), most.into()), errors::game);
    let Some(several) = items(given, MOST_GAMES)? else {
        return Ok(vec![one("players", given)?]);
    };
    let each = several.iter().enumerate();
    each.map(|(at, given)| one(&format!("players[{at}]"), given))
        .collect()
}

fn size(given: &Any<'_>) -> PyResult<Option<u32>> {
    optional(given, |given| {
        int("pool", given, (1, u32::MAX.into()), errors::game)
    })
}

/// Reads an argument that must be a game or a pool.
pub(super) fn source(name: &str, given: &Any<'_>) -> PyResult<GameSource> {
    if let Ok(pool) = given.cast::<PyGamePool>() {
        return Ok(GameSource::Pool(pool.get().pool.clone()));
    }
    if let Ok(game) = given.cast::<PyGame>() {
        return Ok(GameSource::Game(game.get().game.clone()));
    }
    Err(errors::argument(
        given.py(),
        format!("{name} must be a Game or a GamePool, not {}", describe(given)),
    ))
}

/// Most weights that the text of a pool shows.
const SHOWN: usize = 8;

fn weights_in_words(weights: &[f64]) -> String {
    let mut shown: Vec<String> = weights.iter().take(SHOWN).map(|w| format!("{w:?}")).collect();
    if weights.len() > SHOWN {
        shown.push("…".to_owned());
    }
    format!(", weights=[{}]", shown.join(", "))
}

impl PyGamePool {
    /// Formats the pool as a call that makes it, or nearly so.
    pub(super) fn in_words(&self) -> String {
        let players = match self.pool.players() {
            (fewest, most) if fewest < most => format!("{fewest} … {most}"),
            (players, _) => players.to_string(),
        };
        match self.pool.drawn_by() {
            None => format!(
                "GamePool({} games{}, players={players}{})",
                self.pool.listed().len(),
                match self
                    .pool
                    .listed()
                    .filter(|entry| matches!(entry, StartEntry::From(_)))
                    .count()
                {
                    0 => String::new(),
                    starts => format!(", {starts} from positions"),
                },
                self.pool.weights().map_or_else(String::new, weights_in_words)
            ),
            Some(rules) => {
                let size = rules.size.map_or("None".to_owned(), |size| size.to_string());
                let split = rules.split.name();
                let players = match *rules.players {
                    [players] => players.to_string(),
                    ref several => format!("{several:?}"),
                };
                format!("house_rules(players={players}, split={split:?}, pool={size})")
            }
        }
    }
}

#[pymethods]
impl PyGamePool {
    #[new]
    #[pyo3(signature = (games, weights=None))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = entries)] games: Vec<StartEntry>,
        #[pyo3(from_py_with = weights)] weights: Option<Vec<f64>>,
    ) -> PyResult<Self> {
        let make = || GamePool::of_entries(&games, weights.as_deref());
        let pool = py.detach(make).map_err(to_py)?;
        Ok(Self { pool })
    }

    /// Number of games; ``None`` where each episode has house rules of its own.
    #[getter]
    fn size(&self) -> Option<u32> {
        self.pool.size()
    }

    /// How likely each game is, as it was given; ``None`` where all are equally likely, or drawn by house rules.
    #[getter]
    fn weights(&self) -> Option<Vec<f64>> {
        self.pool.weights().map(<[f64]>::to_vec)
    }

    /// The fewest and the most players of a game.
    #[getter]
    fn players(&self) -> (u8, u8) {
        self.pool.players()
    }

    /// The first game, whose shape all have: observations, action masks and, but for the layouts for all games, number of players.
    #[getter]
    fn first(&self) -> PyGame {
        PyGame::prepared(self.pool.first_prepared())
    }

    /// The game at a place: ``Batch.game_index`` says which one each env plays.
    ///
    /// Args:
    ///     place: 0 … ``size`` - 1.
    ///
    /// Raises:
    ///     GameError: there is no such place, or each episode has house rules of its own.
    ///
    /// >>> import eights
    /// >>> pool = eights.GamePool([eights.Game(name, players=2, layout="cards") for name in ("uno", "macau")])
    /// >>> [pool.game_at(place).ruleset.id for place in range(pool.size)]
    /// ['uno', 'macau']
    #[pyo3(signature = (place))]
    fn game_at(&self, py: Python<'_>, place: &Any<'_>) -> PyResult<PyGame> {
        let Some(size) = self.pool.size() else {
            return Err(errors::game("each episode has house rules of its own".to_owned()));
        };
        let place = int("place", place, (0, i128::from(size) - 1), errors::game)?;
        let found = py.detach(|| self.pool.prepared_at(place));
        Ok(PyGame::prepared(
            found.as_ref().unwrap_or(self.pool.first_prepared()),
        ))
    }

    /// The game of the episode of a seed.
    ///
    /// Args:
    ///     seed: 0 … 2**64 - 1, as ``Batch.episode_seed`` tells it.
    ///
    /// Raises:
    ///     GameError: the seed is out of range.
    #[pyo3(signature = (seed))]
    fn draw(&self, py: Python<'_>, #[pyo3(from_py_with = seed)] seed: u64) -> PyGame {
        PyGame::prepared(&py.detach(|| self.pool.draw_prepared(seed)))
    }

    /// The episode of a seed before anybody has acted in it: dealt, or at the position that it begins with.
    ///
    /// Args:
    ///     seed: 0 … 2**64 - 1, as ``Batch.episode_seed`` tells it.
    ///
    /// Raises:
    ///     GameError: the seed is out of range.
    #[pyo3(signature = (seed))]
    fn new_initial_state(&self, py: Python<'_>, #[pyo3(from_py_with = seed)] seed: u64) -> PyResult<PyState> {
        let episode = py.detach(|| self.pool.begin(seed));
        Ok(PyState::of(Py::new(py, self.draw(py, seed))?, episode))
    }

    /// The batch state that ``BatchState.serialize`` of a batch of this pool has saved.
    ///
    /// Args:
    ///     data: the bytes.
    ///
    /// Raises:
    ///     BatchError: they are damaged, of another version, or of another pool or game.
    #[pyo3(signature = (data))]
    fn deserialize_batch_state(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = bytes)] data: Bound<'_, PyBytes>,
    ) -> PyResult<PyBatchState> {
        PyBatchState::read(py, GameSource::Pool(self.pool.clone()), data.as_bytes())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.pool == other.pool
    }

    fn __hash__(&self) -> u64 {
        self.pool.fingerprint()
    }

    fn __repr__(&self) -> String {
        self.in_words()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(slf: Py<Self>, memo: Any<'_>) -> Py<Self> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Any<'py>, Bound<'py, PyTuple>)> {
        let module = py.import("eights._eights")?;
        let Some(rules) = self.pool.drawn_by() else {
            let games = PyList::empty(py);
            for entry in self.pool.listed() {
                let game = PyGame::of(entry.game().clone());
                match entry {
                    StartEntry::Deal(_) => games.append(Bound::new(py, game)?)?,
                    StartEntry::From(episode) => games.append(PyState::of(Py::new(py, game)?, *episode))?,
                }
            }
            let arguments = (games, self.weights()).into_pyobject(py)?;
            return Ok((module.getattr("GamePool")?, arguments));
        };
        let options = &rules.options;
        let players = match *rules.players {
            [players] => players.into_pyobject(py)?.into_any(),
            ref several => PyList::new(py, several)?.into_any(),
        };
        let arguments = (
            players,
            rules.split.name(),
            rules.size,
            options.episode.as_str(),
            options.reward.as_str(),
            options.history,
            options.max_decisions,
            options.truncation.as_str(),
            options.beliefs,
        );
        Ok((module.getattr("house_rules")?, arguments.into_pyobject(py)?))
    }
}

/// A pool of built-in rulesets with house rules that are drawn by lot, in a layout for all games: one policy for many games.
///
/// Args:
///     players: number of seats, 2 … 10; rulesets that do not allow that many are left out. Or several numbers, which the rulesets of
///         a pool have in turns, and of which each episode of ``pool=None`` draws one.
///     split: ``"train"``, ``"test"`` or ``"all"``: parts of all rulesets, of which the first two are apart; see ``Ruleset.sample``.
///     pool: number of rulesets that episodes are drawn from, 1 … 4294967295: those of the seeds 0, 1, 2 … of the split. A seed whose
///         ruleset does not fit is replaced by one further on, the same in every pool, so that a larger pool holds a smaller one. Up
///         to 4096 games are kept, about 0.1 MB each; a larger pool makes each anew. ``None``: each episode draws rules of its own.
///     episode: ``"round"``, or ``"match"``: of rulesets that have one.
///     reward: ``"win"`` or ``"points"``, as for ``Game``, and so are the others.
///     history: number of public events that an observation shows, 0 … 32.
///     max_decisions: decisions after which an episode is ended.
///     truncation: ``"score"`` or ``"bootstrap"``.
///     beliefs: whether observations have the span ``ruled_out``.
///     layout: of observations: ``"universal"`` or ``"cards"``.
///
/// Returns:
///     GamePool
///
/// Raises:
///     GameError: an option is refused; the message says what was possible.
///     RulesetError: there is no such split.
///
/// >>> import eights
/// >>> batch = eights.Batch(eights.house_rules(players=3, split="test", pool=8), num_envs=16, seed=1)
/// >>> batch.observations.shape[1] == eights.Game("uno", players=2, layout="universal").observation_tensor_size()
/// True
/// >>> batch = eights.Batch(eights.house_rules(players=[2, 4], pool=8), num_envs=16, seed=1)
/// >>> batch.rewards.shape, {batch.game_of(i).num_players() for i in range(16)}
/// ((16, 4), {2, 4})
#[pyfunction]
#[pyo3(signature = (players=vec![4], split=Split::Train, pool=None, episode=EpisodeKind::default(), reward=Reward::default(), history=0,
                    max_decisions=None, truncation=Truncation::default(), beliefs=false, layout=ObservationLayout::Universal),
       text_signature = "(players=4, split=\"train\", pool=None, episode=\"round\", reward=\"win\", history=0, \
                         max_decisions=None, truncation=\"score\", beliefs=False, layout=\"universal\")")]
#[allow(clippy::too_many_arguments, reason = "the contract's keyword arguments")]
pub(super) fn house_rules(
    py: Python<'_>,
    #[pyo3(from_py_with = players)] players: Vec<u8>,
    split: Split,
    #[pyo3(from_py_with = size)] pool: Option<u32>,
    episode: EpisodeKind,
    reward: Reward,
    #[pyo3(from_py_with = history)] history: u8,
    #[pyo3(from_py_with = max_decisions)] max_decisions: Option<u32>,
    truncation: Truncation,
    #[pyo3(from_py_with = beliefs)] beliefs: bool,
    layout: ObservationLayout,
) -> PyResult<PyGamePool> {
    let options = Options {
        players: players.first().copied().unwrap_or(HouseRules::FEWEST),
        episode,
        reward,
        chance: ChanceMode::Sampled,
        layout,
        history,
        beliefs,
        max_decisions,
        truncation,
    };
    let rules = HouseRules {
        split,
        size: pool,
        players,
        options,
    };
    let pool = py.detach(|| GamePool::house_rules(rules)).map_err(to_py)?;
    Ok(PyGamePool { pool })
}
