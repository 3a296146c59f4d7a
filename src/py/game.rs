//! `eights.Game`, and records.

use std::sync::{Arc, OnceLock};

use numpy::ndarray::{Array3, Array4};
use numpy::{IntoPyArray, PyArray1, PyArray3, PyArray4};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use serde_json::{Map, Value};

use super::batch::PyBatchState;
use super::convert::{
    self, Any, describe, flag, fresh_seed, from_json, int, optional, text, to_json, to_map, whole,
};
use super::errors::{self, to_py};
use super::explain::explain;
use super::ruleset::{PyRuleset, overridden};
use super::state::PyState;
use super::state::arguments::IdNumber;
use crate::action::Action;
use crate::batch::{GameSource, Prepared};
use crate::engine::{
    ChanceMode, EpisodeKind, Game, MAX_HISTORY, ObservationLayout, Options, Reward, Truncation,
};
use crate::episode::Episode;
use crate::limits::{JsonError, MAX_RECORD_BYTES};
use crate::observation::{FeatureNames, Layout, RELATIONS, card_rule_names, table_rule_names};
use crate::record::{Record, RecordError};
use crate::ruleset::Ruleset;
use crate::seat::{Seat, SeatSet};

/// A game: a ruleset for a number of players, with options. Immutable.
///
/// A game can be compared, hashed, copied and pickled.
///
/// Args:
///     ruleset: an id of ``eights.rulesets()``, or a ``Ruleset``.
///     players: number of seats; ``None``: the fewest that the ruleset is for.
///     overrides: changes to the ruleset, as ``Ruleset.override`` takes them.
///     episode: ``"round"``, or ``"match"``: rounds to a target, where the ruleset has one.
///     reward: ``"win"``: +1 for the winner and -1/(players - 1) for each other seat (in teams, to each member: teams in place of players), those who tie share, in a match once, at its end;
///         ``"points"``: minus the points scored, divided by the ruleset's ``score.reward-scale``.
///     chance: ``"sampled"``, or ``"explicit"``: chance nodes with outcomes and probabilities.
///     layout: of observations: ``"compact"`` fits this ruleset and number of players; ``"universal"`` is the same for
///         all games and shows the ruleset; ``"cards"`` is the same for all games and leaves out what is constant in a game,
///         which ``rule_matrix()``, ``rule_vector()`` and ``card_relations()`` give. The last two tell no more than 8 copies of
///         a kind of card apart.
///     history: number of public events that an observation shows, 0 … 32.
///     max_decisions: decisions after which an episode is ended (``State.is_truncated()``), 1 … 65535; ``None``: 5000 for a
///         round, 60000 for a match.
///     truncation: what becomes of an episode that they end: ``"score"`` pays the round as a blocked one, and that is its end (a
///         batch says terminated and truncated); ``"bootstrap"`` pays nothing for it, nobody has won, and a batch says truncated only,
///         so that a learner may put its own estimate in the place of what was not played.
///     beliefs: whether observations have the span ``ruled_out``: of how many cards of each other seat play under compulsion has
///         proved that they are not of a kind, in rulesets in which who can play must. It costs such games up to a fifth of their speed.
///
/// Raises:
///     RulesetError: the ruleset or the overrides are refused.
///     GameError: an option is refused; the message says what was possible.
///
/// >>> import eights
/// >>> game = eights.Game("crazy_eights_special", players=4, overrides={"deal.cards": 6})
/// >>> game
/// Game("crazy_eights_special", players=4, fingerprint=5578f1f3af1700f4)
/// >>> eights.Game("crazy_eights_special", players=11)
/// Traceback (most recent call last):
///   ...
/// eights.GameError: crazy_eights_special is not for 11 players: 2 to 10 may play
#[pyclass(name = "Game", module = "eights", frozen)]
#[derive(Clone)]
pub(super) struct PyGame {
    pub(super) game: Game,
    pub(super) layout: Arc<Layout>,
    /// The names of features, computed when they are first requested.
    names: Arc<OnceLock<FeatureNames>>,
}

/// Returns the ruleset that was given, or that of an id.
pub(super) fn ruleset(given: &Any<'_>) -> PyResult<Ruleset> {
    if let Ok(ruleset) = given.cast::<PyRuleset>() {
        return Ok(ruleset.get().inner.clone());
    }
    let Ok(id) = text("ruleset", given) else {
        let what = describe(given);
        return Err(errors::argument(
            given.py(),
            format!("ruleset must be an id or a Ruleset, not {what}"),
        ));
    };
    Ruleset::builtin(&id).map_err(to_py)
}

/// Reads the number of seats; the default is the fewest of the ruleset.
fn players(given: Option<&Any<'_>>, ruleset: &Ruleset) -> PyResult<u8> {
    let (least, most) = (ruleset.players.min, ruleset.players.max);
    let Some(given) = given else { return Ok(least) };
    // `Game::new` has a better message for a number that is only too small or too large for the ruleset.
    match whole("players", given)?.map(u8::try_from) {
        Some(Ok(players)) => Ok(players),
        _ => int("players", given, (least.into(), most.into()), errors::game),
    }
}

fn overrides(given: &Any<'_>) -> PyResult<Option<Map<String, Value>>> {
    optional(given, |given| to_map("overrides", given))
}

fn position(given: &Any<'_>) -> PyResult<Value> {
    to_json("position", given)
}

pub(super) fn history(given: &Any<'_>) -> PyResult<u8> {
    int("history", given, (0, MAX_HISTORY.into()), errors::game)
}

pub(super) fn beliefs(given: &Any<'_>) -> PyResult<bool> {
    flag("beliefs", given)
}

pub(super) fn max_decisions(given: &Any<'_>) -> PyResult<Option<u32>> {
    optional(given, |given| {
        int("max_decisions", given, (1, 65_535), errors::game)
    })
}

/// Reads a seed of 64 bits.
fn seed(given: &Any<'_>) -> PyResult<u64> {
    convert::seed(given, errors::game)
}

fn optional_seed(given: &Any<'_>) -> PyResult<Option<u64>> {
    optional(given, seed)
}

pub(super) fn bytes<'py>(given: &Any<'py>) -> PyResult<Bound<'py, PyBytes>> {
    let refused = |_| errors::argument(given.py(), format!("data must be bytes, not {}", describe(given)));
    given.cast::<PyBytes>().cloned().map_err(refused)
}

impl PyGame {
    pub(super) fn of(game: Game) -> Self {
        let layout = Arc::new(Layout::new(&game));
        Self {
            game,
            layout,
            names: Arc::default(),
        }
    }

    /// Makes the Python object of a batch's game.
    pub(super) fn prepared(prepared: &Prepared) -> Self {
        Self {
            game: prepared.game.clone(),
            layout: Arc::clone(&prepared.layout),
            names: Arc::default(),
        }
    }

    fn names(&self) -> &FeatureNames {
        self.names.get_or_init(|| FeatureNames::new(&self.game))
    }

    pub(super) fn same(&self, other: &Self) -> bool {
        self.game.is_same(&other.game)
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (ruleset, players=None, overrides=None, episode=EpisodeKind::default(), reward=Reward::default(),
                        chance=ChanceMode::default(), layout=ObservationLayout::default(), history=0,
                        max_decisions=None, truncation=Truncation::default(), beliefs=false),
           text_signature = "(ruleset, players=None, overrides=None, episode=\"round\", reward=\"win\", \
                             chance=\"sampled\", layout=\"compact\", history=0, max_decisions=None, truncation=\"score\", beliefs=False)")]
    #[allow(clippy::too_many_arguments, reason = "the contract's keyword arguments")]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = ruleset)] ruleset: Ruleset,
        players: Option<&Any<'_>>,
        #[pyo3(from_py_with = overrides)] overrides: Option<Map<String, Value>>,
        episode: EpisodeKind,
        reward: Reward,
        chance: ChanceMode,
        layout: ObservationLayout,
        #[pyo3(from_py_with = history)] history: u8,
        #[pyo3(from_py_with = max_decisions)] max_decisions: Option<u32>,
        truncation: Truncation,
        #[pyo3(from_py_with = beliefs)] beliefs: bool,
    ) -> PyResult<Self> {
        let ruleset = match overrides {
            Some(overrides) => overridden(py, &ruleset, &overrides)?,
            None => ruleset,
        };
        let options = Options {
            players: self::players(players, &ruleset)?,
            episode,
            reward,
            chance,
            layout,
            history,
            beliefs,
            max_decisions,
            truncation,
        };
        Game::new(&ruleset, options).map(Self::of).map_err(to_py)
    }

    /// The ruleset, overrides applied.
    #[getter]
    fn ruleset(&self) -> PyRuleset {
        PyRuleset {
            inner: self.game.ruleset().clone(),
        }
    }

    /// The keyword arguments that make this game of its ruleset, as a new dict.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=3, history=4)
    /// >>> game.options["players"], game.options["history"]
    /// (3, 4)
    /// >>> eights.Game(game.ruleset, **game.options) == game
    /// True
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        from_json(py, &serde_json::to_value(self.game.options()).unwrap_or_default())
    }

    /// Number of seats.
    fn num_players(&self) -> u8 {
        self.game.players()
    }

    /// The seats of each team, as a new list; where everybody plays alone, each seat is a team of its own.
    ///
    /// The members of a team win and lose together, have the same returns and scores, and do not see each other's cards.
    ///
    /// >>> import eights
    /// >>> eights.Game("crazy_eights_teams").teams, eights.Game("crazy_eights", players=3).teams
    /// ([[0, 2], [1, 3]], [[0], [1], [2]])
    #[getter]
    fn teams(&self) -> Vec<Vec<usize>> {
        let seats = |team: SeatSet| team.iter().map(Seat::index).collect();
        self.game.teams().map(seats).collect()
    }

    /// Number of cards in the deck, of all packs.
    fn num_cards(&self) -> usize {
        self.game.rules().deck.cards.len()
    }

    /// Number of actions: 100, 121 in a game with a pack of its own, or 127 with more than ten players.
    fn num_distinct_actions(&self) -> usize {
        self.game.num_actions()
    }

    /// The text of an action of the game: the same as ``eights.action_to_string`` has, but for the cards of a pack of its own.
    ///
    /// Args:
    ///     action: 0 … ``num_distinct_actions()`` - 1.
    ///
    /// Raises:
    ///     ActionError: there is no such id.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("whot", players=2)
    /// >>> game.action_to_string(4), eights.action_to_string(4)
    /// ('play AV', 'play 3C')
    fn action_to_string(&self, action: IdNumber) -> PyResult<String> {
        let action = action.action(self.game.num_actions())?;
        Ok(self.game.text(&action))
    }

    /// The id of an action's text in the game.
    ///
    /// Raises:
    ///     ActionError: the text names no action.
    ///
    /// >>> import eights
    /// >>> eights.Game("whot", players=2).string_to_action("play AV")
    /// 4
    #[pyo3(signature = (text))]
    fn string_to_action(&self, #[pyo3(from_py_with = super::text)] text: String) -> PyResult<usize> {
        let action: Action = self.game.pack().within(|| text.parse()).map_err(to_py)?;
        Ok(action.id().index())
    }

    /// Most outcomes of a chance node: 54, or 64 in a game with a pack of its own.
    fn max_chance_outcomes(&self) -> usize {
        self.game.all_kinds()
    }

    /// Most actions that an episode can have.
    ///
    /// An episode is ended after ``max_decisions``; answers to offers that only their player can see are not counted there.
    fn max_game_length(&self) -> u32 {
        self.game.max_actions()
    }

    /// The least that a seat's return can be.
    fn min_utility(&self) -> f64 {
        self.game.utility().0
    }

    /// The most that a seat's return can be.
    fn max_utility(&self) -> f64 {
        self.game.utility().1
    }

    /// The sum of the returns of all seats; ``None`` where that is not always the same.
    ///
    /// 0 with ``reward="win"``. Points do not add up to the same in every game.
    fn utility_sum(&self) -> Option<f64> {
        (self.game.options().reward == Reward::Win).then_some(0.0)
    }

    /// The type of the game in OpenSpiel's words: an ``eights.openspiel_type.GameType``.
    ///
    /// >>> import eights
    /// >>> eights.Game("crazy_eights", chance="explicit").get_type().chance_mode
    /// 'EXPLICIT_STOCHASTIC'
    fn get_type<'py>(slf: &Bound<'py, Self>) -> PyResult<Any<'py>> {
        slf.py()
            .import("eights.openspiel_type")?
            .call_method1("of_game", (slf,))
    }

    /// More chance nodes than any history has: 0 with sampled chance.
    fn max_chance_nodes_in_history(&self) -> u32 {
        self.game.max_chance_nodes()
    }

    /// ``[observation_tensor_size()]``.
    fn observation_tensor_shape(&self) -> [usize; 1] {
        [self.layout.size()]
    }

    /// ``[information_state_tensor_size()]``.
    ///
    /// Raises:
    ///     GameError: the game was made without an explicit ``max_decisions``, from which the size follows.
    fn information_state_tensor_shape(&self) -> PyResult<[usize; 1]> {
        self.information_state_tensor_size().map(|size| [size])
    }

    /// ``[num_distinct_actions()]``.
    fn policy_tensor_shape(&self) -> [usize; 1] {
        [self.game.num_actions()]
    }

    /// Number of values of an observation.
    fn observation_tensor_size(&self) -> usize {
        self.layout.size()
    }

    /// Number of values of ``State.privileged_tensor``.
    fn privileged_tensor_size(&self) -> usize {
        self.layout.privileged_size()
    }

    /// Number of values of ``State.information_state_tensor``.
    ///
    /// Raises:
    ///     GameError: the game was made without an explicit ``max_decisions``, from which the size follows.
    fn information_state_tensor_size(&self) -> PyResult<usize> {
        crate::episode::information_state_tensor_size(&self.game).map_err(to_py)
    }

    /// The named spans of an observation, as a new dict: name → (start, length, high).
    ///
    /// A feature is an integer of 0 … high: ``uint8`` observations hold it, ``float32`` ones hold it times 1/high. Spans that the
    /// game cannot need have length 0.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> start, length, high = game.observation_layout["hand"]
    /// >>> state = game.new_initial_state(seed=7)
    /// >>> hand = state.observation_tensor()[start : start + length]
    /// >>> round(float(hand.sum()) * high)
    /// 7
    #[getter]
    fn observation_layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for span in self.layout.spans() {
            dict.set_item(span.name, (span.start, span.len, span.high))?;
        }
        Ok(dict)
    }

    /// The greatest value of every feature: a new ``uint8`` array of shape (D,), D = ``observation_tensor_size()``.
    ///
    /// ``uint8`` observations go up to it, and divided by it they are the ``float32`` ones.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> int(game.observation_high[game.feature_names().index("hand_sizes[self]")])
    /// 52
    #[getter]
    fn observation_high<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let spans = self.layout.spans().iter();
        let highs: Vec<u8> = spans
            .flat_map(|span| std::iter::repeat_n(span.high, span.len))
            .collect();
        PyArray1::from_vec(py, highs)
    }

    /// The name of every feature of an observation, in order; each is there once.
    ///
    /// A name begins with its span: ``"hand 8H"``, ``"phase play"``, ``"hand_sizes[+1]"``. Seats are ``[self]``,
    /// ``[+1]``, ``[+2]`` …, clockwise. docs/observations.md says what each means. The universal layout has the names
    /// of the compact one, and more.
    ///
    /// >>> import eights
    /// >>> names = eights.Game("crazy_eights", players=2).feature_names()
    /// >>> names[0], names[52], names[-1]
    /// ('hand 2C', 'upcard 2C', 'match decisions_left low_byte')
    fn feature_names(&self) -> Vec<&str> {
        self.names().names().collect()
    }

    /// Explains an observation as a dict: the name of each feature that is not 0, in order, and its value.
    ///
    /// A number is a whole number, whatever the type of the observation; a flag, or one of several, is ``True``.
    ///
    /// Args:
    ///     observation: a ``float32`` or ``uint8`` array of shape (D,), as ``State.observation_tensor`` makes it, or as
    ///         one env's of ``Batch.observations``.
    ///
    /// Raises:
    ///     ArrayError: it is another array, or holds a value that its feature cannot have.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> told = game.explain(game.new_initial_state(seed=7).observation_tensor())
    /// >>> told["hand_sizes[self]"], told["phase play"]
    /// (7, True)
    fn explain<'py>(&self, observation: &Any<'py>) -> PyResult<Bound<'py, PyDict>> {
        explain(self.names(), observation)
    }

    /// The rules of each kind of card: a new ``float32`` array of shape (M, K, F), of 0 … 1, for policies that read the rules.
    ///
    /// K is 54, or 64 in a game with a pack of its own. Row k holds the rules of the k-th kind of card and its suit and rank; ``rule_matrix_names()`` names the F features. M is 1
    /// unless rules depend on a player's score or on what is drawn for an episode: then the feature ``match meaning`` of
    /// ``layout="cards"`` says which matrix holds for the observer.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> wild = game.rule_matrix()[0, :, game.rule_matrix_names().index("wild")]
    /// >>> [eights.action_to_string(k) for k in range(54) if wild[k] > 0]
    /// ['play 8C', 'play 8D', 'play 8H', 'play 8S']
    fn rule_matrix<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<f32>> {
        let shape = (
            self.game.meanings(),
            self.game.all_kinds(),
            self.game.card_rules(),
        );
        let matrix = Array3::from_shape_vec(shape, self.game.rule_matrix());
        matrix.expect("as many as the shape has").into_pyarray(py)
    }

    /// The names of the features of a row of ``rule_matrix()``, in order, the same for every game with the usual suits and ranks.
    ///
    /// docs/observations.md says what each means.
    fn rule_matrix_names(&self) -> Vec<String> {
        card_rule_names(&self.game)
    }

    /// The rules of the table: a new ``float32`` array of shape (F,), of 0 … 1, named by ``rule_vector_names()``.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> vector = dict(zip(game.rule_vector_names(), game.rule_vector()))
    /// >>> round(vector["players"] * 50), round(vector["deal"] * 50)
    /// (2, 7)
    fn rule_vector<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_vec(py, self.game.rule_vector())
    }

    /// The names of the features of ``rule_vector()``, in order, the same for every game.
    fn rule_vector_names(&self) -> Vec<String> {
        table_rule_names(&self.game)
    }

    /// Which cards go with which: a new ``bool`` array of shape (M, 3, K, K), M and K as in ``rule_matrix()``.
    ///
    /// ``relations[m, r, a, b]`` is true if card b can be played on card a while no suit is nominated (r = 0), answers the attack of
    /// card a (1), or covers card a in the same turn (2).
    ///
    /// >>> import eights
    /// >>> follows, answers, covers = eights.Game("crazy_eights", players=2).card_relations()[0]
    /// >>> int(follows.sum(axis=1)[0])
    /// 19
    fn card_relations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray4<bool>> {
        let kinds = self.game.all_kinds();
        let shape = (self.game.meanings(), RELATIONS.len(), kinds, kinds);
        let relations = Array4::from_shape_vec(shape, self.game.card_relations());
        relations.expect("as many as the shape has").into_pyarray(py)
    }

    /// True when an episode is a match.
    #[getter]
    fn is_match(&self) -> bool {
        self.game.options().episode == EpisodeKind::Match
    }

    /// A new episode: dealt, or with explicit chance at its first chance node.
    ///
    /// Args:
    ///     seed: 0 … 2**64 - 1. The same seed means the same game on every platform. ``None``: one from the system.
    ///
    /// Raises:
    ///     GameError: the seed is out of range.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> game.new_initial_state(seed=7) == game.new_initial_state(seed=7)
    /// True
    #[pyo3(signature = (seed=None))]
    fn new_initial_state(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = optional_seed)] seed: Option<u64>,
    ) -> PyResult<PyState> {
        let seed = seed.map_or_else(|| fresh_seed(slf.py()), Ok)?;
        let game = slf.get();
        Ok(PyState::of(slf.clone().unbind(), Episode::new(&game.game, seed)))
    }

    /// A state from position notation.
    ///
    /// Args:
    ///     position: a mapping; only ``hands`` and ``pile`` are needed, ``State.to_dict()`` gives the same keys.
    ///     seed: 0 … 2**64 - 1, from which chance goes on.
    ///
    /// Raises:
    ///     PositionError: the position is malformed or impossible; every reason is listed.
    ///     ArgumentError: it is not plain data.
    ///     GameError: the seed is out of range.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> state = game.position({"hands": ["8H 5C", "KD QD"], "pile": "TC"})
    /// >>> [state.action_to_string(a) for a in state.legal_actions()]
    /// ['play 5C', 'play 8H', 'draw']
    #[pyo3(signature = (position, seed=0))]
    fn position(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = position)] position: Value,
        #[pyo3(from_py_with = seed)] seed: u64,
    ) -> PyResult<PyState> {
        let episode = Episode::from_position(&slf.get().game, &position, seed).map_err(to_py)?;
        Ok(PyState::of(slf.clone().unbind(), episode))
    }

    /// The state that ``State.serialize`` of this game has saved, with its log.
    ///
    /// Args:
    ///     data: the bytes.
    ///
    /// Raises:
    ///     PositionError: they are not the state of this game.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> state = game.new_initial_state(seed=7)
    /// >>> game.deserialize_state(state.serialize()) == state
    /// True
    #[pyo3(signature = (data))]
    fn deserialize_state(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = bytes)] data: Bound<'_, PyBytes>,
    ) -> PyResult<PyState> {
        let episode = Episode::deserialize(&slf.get().game, data.as_bytes()).map_err(to_py)?;
        Ok(PyState::of(slf.clone().unbind(), episode))
    }

    /// The batch state that ``BatchState.serialize`` of a batch of this game has saved.
    ///
    /// Args:
    ///     data: the bytes.
    ///
    /// Raises:
    ///     BatchError: they are damaged, of another version, or of another game.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> saved = eights.Batch(game, num_envs=2, seed=1).get_state()
    /// >>> other = eights.Batch(game, num_envs=2, seed=0)
    /// >>> other.set_state(game.deserialize_batch_state(saved.serialize()))
    #[pyo3(signature = (data))]
    fn deserialize_batch_state(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = bytes)] data: Bound<'_, PyBytes>,
    ) -> PyResult<PyBatchState> {
        let source = GameSource::Game(slf.get().game.clone());
        PyBatchState::read(slf.py(), source, data.as_bytes())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.same(other)
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(self.game.fingerprint(), 16).unwrap_or_default() ^ u64::from(self.game.players())
    }

    fn __repr__(&self) -> String {
        let options = self.game.options();
        let given =
            [options, &Options::new(options.players)].map(|of| serde_json::to_value(of).unwrap_or_default());
        let [given, defaults] = given.map(|of| of.as_object().cloned().unwrap_or_default());
        let changed: Vec<String> = given
            .iter()
            .filter(|(name, value)| defaults.get(*name) != Some(value))
            .map(|(name, value)| format!(", {name}={value}"))
            .collect();
        format!(
            "Game({:?}, players={}{}, fingerprint={})",
            self.game.ruleset().id,
            options.players,
            changed.concat(),
            self.game.fingerprint()
        )
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(slf: Py<Self>, memo: Any<'_>) -> Py<Self> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Any<'py>, (Any<'py>, Any<'py>))> {
        let py = slf.py();
        let rebuild = py.import("eights._pickle")?.getattr("game")?;
        let ruleset = Bound::new(py, slf.get().ruleset())?.into_any();
        Ok((rebuild, (ruleset, slf.get().options(py)?)))
    }
}

/// Replays a record.
///
/// Args:
///     record: what ``State.record`` returned.
///
/// Returns:
///     State: where the record ends, with its log.
///
/// Raises:
///     RecordError: it is not a record, or a move cannot be made; the message says which.
///
/// >>> import eights
/// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
/// >>> state.apply_action("draw")
/// >>> eights.replay(state.record()) == state
/// True
#[pyfunction]
pub(super) fn replay(py: Python<'_>, #[pyo3(from_py_with = record)] record: String) -> PyResult<PyState> {
    let episode = Record::parse(&record)
        .and_then(|record| record.replay())
        .map_err(to_py)?;
    let game = Py::new(py, PyGame::of(episode.game().clone()))?;
    Ok(PyState::of(game, episode))
}

pub(super) fn record(given: &Any<'_>) -> PyResult<String> {
    let most = MAX_RECORD_BYTES;
    if given
        .cast::<PyString>()
        .is_ok_and(|text| text.len().is_ok_and(|len| len > most))
    {
        return Err(to_py(RecordError::from(JsonError::TooLarge { most })));
    }
    text("record", given)
}

/// Reads an argument that must be a game.
pub(super) fn game<'py>(given: &Any<'py>) -> PyResult<Bound<'py, PyGame>> {
    let refused = |_| {
        errors::argument(
            given.py(),
            format!("game must be a Game, not {}", describe(given)),
        )
    };
    given.cast::<PyGame>().cloned().map_err(refused)
}
