//! `eights.State`.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::convert::{Any, from_json, seed, text, whole};
use super::errors::{self, to_py};
use super::game::PyGame;
use super::tensors::fill;
use crate::action::{Action, ActionId, ActionSet, NUM_ACTIONS};
use crate::engine::{Outcome, Phase};
use crate::episode::Episode;
use crate::record::Record;
use crate::seat::Seat;
use crate::view::View;

/// A position of a game, with the events that led to it.
///
/// States are made by ``Game.new_initial_state``, ``Game.position``, ``Game.deserialize_state``, ``Batch.state`` and
/// ``eights.replay``. They can be compared, copied and pickled; two are equal if the game, the position and all that led to it are.
/// Wherever a method takes ``player``, that is an absolute seat, and ``None`` stands for the seat to act (at a chance node or the
/// end: the seat whose turn it is or was).
///
/// >>> import eights
/// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
/// >>> while not state.is_terminal():
/// ...     state.apply_action(state.legal_actions()[0])
/// >>> sum(state.returns())
/// 0.0
#[pyclass(name = "State", module = "eights")]
pub(super) struct PyState {
    game: Py<PyGame>,
    pub(super) episode: Episode,
}

/// The action of an id.
pub(super) fn action_of_id(id: &Any<'_>) -> PyResult<Action> {
    let Some(n) = whole("action", id)? else {
        return Err(errors::action(
            "the action is out of range: ids are 0 … 99".to_owned(),
        ));
    };
    u8::try_from(n)
        .ok()
        .and_then(ActionId::new)
        .map(Action::from_id)
        .ok_or_else(|| errors::action(format!("{n} is not an action: ids are 0 … 99")))
}

/// An action's id or its text.
fn action(arg: &Any<'_>) -> PyResult<Action> {
    match text("action", arg) {
        Ok(text) => text.parse().map_err(to_py),
        Err(_) => action_of_id(arg),
    }
}

impl PyState {
    pub(super) const fn of(game: Py<PyGame>, episode: Episode) -> Self {
        Self { game, episode }
    }

    pub(super) fn seat(&self, player: Option<&Any<'_>>) -> PyResult<Seat> {
        let players = self.episode.game().players();
        let Some(player) = player else {
            // Where nobody is to act, the seat whose turn it is or was looks.
            return Ok(self
                .episode
                .state()
                .actor()
                .unwrap_or(self.episode.state().seat()));
        };
        let no_seat =
            |shown: String| errors::action(format!("{shown} is not a seat: there are 0 … {}", players - 1));
        let Some(n) = whole("player", player)? else {
            return Err(no_seat("a number of this size".to_owned()));
        };
        u8::try_from(n)
            .ok()
            .filter(|seat| *seat < players)
            .map(Seat)
            .ok_or_else(|| no_seat(n.to_string()))
    }

    /// The outcome that an id or text means at this chance node.
    fn outcome(&self, arg: &Any<'_>) -> PyResult<Outcome> {
        let outcomes = self.episode.game().chance_outcomes(self.episode.state());
        let (found, shown) = if let Ok(text) = text("action", arg) {
            (
                outcomes.iter().find(|(outcome, _)| outcome.to_string() == text),
                format!("{text:?}"),
            )
        } else {
            let id = whole("action", arg)?;
            let found = outcomes
                .iter()
                .find(|(outcome, _)| Some(i128::from(outcome.id())) == id);
            (
                found,
                id.map_or_else(
                    || "a number of this size".to_owned(),
                    |id| format!("outcome {id}"),
                ),
            )
        };
        found.map(|(outcome, _)| *outcome).ok_or_else(|| {
            let possible = outcomes
                .iter()
                .map(|(o, _)| o.to_string())
                .collect::<Vec<_>>()
                .join(", ");
            to_py(crate::engine::ActionError::Outcome {
                outcome: shown,
                possible,
            })
        })
    }

    /// What a seat may do now.
    fn legal(&self, player: Option<&Any<'_>>) -> PyResult<ActionSet> {
        let (game, state) = (self.episode.game(), self.episode.state());
        let theirs = player.is_none() || state.actor() == Some(self.seat(player)?);
        Ok(if theirs {
            game.legal(state)
        } else {
            ActionSet::EMPTY
        })
    }

    pub(super) fn layout(&self) -> std::sync::Arc<crate::observe::Layout> {
        self.game.get().layout.clone()
    }
}

#[pymethods]
impl PyState {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The seat to act; -1 at a chance node, -4 at the end.
    fn current_player(&self) -> i32 {
        let state = self.episode.state();
        match state.phase() {
            Phase::Chance(_) => -1,
            Phase::Over { .. } => -4,
            _ => state.actor().map_or(-4, |seat| i32::from(seat.0)),
        }
    }

    /// Whether the episode has ended.
    fn is_terminal(&self) -> bool {
        self.episode.state().is_over()
    }

    /// Whether the limit of decisions ended the episode.
    fn is_truncated(&self) -> bool {
        self.episode.state().is_truncated()
    }

    /// Whether chance is to decide (only with ``chance="explicit"``).
    fn is_chance_node(&self) -> bool {
        self.episode.state().is_chance()
    }

    /// Ids of the legal actions, ascending.
    ///
    /// Args:
    ///     player: a seat; empty for those that are not to act. ``None``: the seat to act, at a chance node the ids of the outcomes.
    ///
    /// Returns:
    ///     list[int]; empty at the end.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    #[pyo3(signature = (player=None))]
    fn legal_actions(&self, player: Option<&Any<'_>>) -> PyResult<Vec<usize>> {
        let (game, state) = (self.episode.game(), self.episode.state());
        if state.is_chance() && player.is_none() {
            return Ok(game
                .chance_outcomes(state)
                .iter()
                .map(|(outcome, _)| usize::from(outcome.id()))
                .collect());
        }
        Ok(self
            .legal(player)?
            .iter()
            .map(|action| action.id().index())
            .collect())
    }

    /// The legal actions as booleans.
    ///
    /// Args:
    ///     player: a seat; all False for those that are not to act. ``None``: the seat to act.
    ///     out: bool array of shape (100,) to write into and return.
    ///
    /// Returns:
    ///     bool array of shape (100,); all False at chance nodes and at the end.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    ///     ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    /// >>> state.legal_actions_mask().nonzero()[0].tolist() == state.legal_actions()
    /// True
    #[pyo3(signature = (player=None, out=None))]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Any<'py>>,
        out: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        let legal = self.legal(player)?;
        fill::<bool>(py, "bool", NUM_ACTIONS, out, |slice| legal.write_mask(slice))
    }

    /// Applies an action of the seat to act, or at a chance node an outcome.
    ///
    /// Args:
    ///     action: its id, or its text such as ``"play 8H"`` or ``"chance 8H"``.
    ///
    /// Raises:
    ///     ActionError: it is not possible here; the message says why and what is. The state stays as it was.
    ///     ArgumentError: it is neither an integer nor a text.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).position({"hands": ["8H 5C", "KD QD"], "pile": "TC"})
    /// >>> state.apply_action("play KD")
    /// Traceback (most recent call last):
    ///   ...
    /// eights.ActionError: play KD is not legal: ...
    /// >>> state.apply_action("play 5C")
    fn apply_action(&mut self, action: &Any<'_>) -> PyResult<()> {
        if self.episode.state().is_chance() {
            let outcome = self.outcome(action)?;
            return self.episode.apply_outcome(outcome).map_err(to_py);
        }
        self.episode.apply(self::action(action)?).map_err(to_py)
    }

    /// The text of an action's id; at a chance node, of an outcome's.
    ///
    /// Raises:
    ///     ActionError: there is no such id, or the node has no such outcome.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    /// >>> state.action_to_string(54)
    /// 'draw'
    fn action_to_string(&self, action: &Any<'_>) -> PyResult<String> {
        if self.episode.state().is_chance() {
            whole("action", action)?;
            return self.outcome(action).map(|outcome| outcome.to_string());
        }
        action_of_id(action).map(|action| action.to_string())
    }

    /// The id of an action's text; at a chance node, of an outcome's.
    ///
    /// Raises:
    ///     ActionError: the text names no action, or the node has no such outcome.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    /// >>> state.string_to_action("play 8H")
    /// 26
    #[pyo3(signature = (text))]
    fn string_to_action(&self, text: &Any<'_>) -> PyResult<usize> {
        let given = self::text("text", text)?;
        if self.episode.state().is_chance() {
            return self.outcome(text).map(|outcome| usize::from(outcome.id()));
        }
        given
            .parse::<Action>()
            .map(|action| action.id().index())
            .map_err(to_py)
    }

    /// What an action (at a chance node: an outcome) means here, in words. It need not be legal.
    ///
    /// Args:
    ///     action: its id or text.
    ///
    /// Raises:
    ///     ActionError: there is no such action, or the node has no such outcome.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    /// >>> state.describe_action("draw")
    /// 'draw a card'
    fn describe_action(&self, action: &Any<'_>) -> PyResult<String> {
        if self.episode.state().is_chance() {
            return self
                .outcome(action)
                .map(|outcome| crate::words::describe_outcome(self.episode.state(), outcome));
        }
        let action = self::action(action)?;
        Ok(crate::words::describe_action(
            self.episode.game(),
            self.episode.state(),
            action,
        ))
    }

    /// The outcomes of a chance node with their probabilities.
    ///
    /// Returns:
    ///     list[tuple[int, float]], ids ascending, at most 54; empty elsewhere.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2, chance="explicit").new_initial_state(seed=7)
    /// >>> state.chance_outcomes()  # which seat deals
    /// [(0, 0.5), (1, 0.5)]
    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        let outcomes = self.episode.game().chance_outcomes(self.episode.state());
        outcomes
            .iter()
            .map(|(outcome, p)| (usize::from(outcome.id()), *p))
            .collect()
    }

    /// What each seat won in the last action, as a list of ``num_players()`` floats.
    fn rewards(&self) -> Vec<f64> {
        let players = usize::from(self.episode.game().players());
        self.episode.game().rewards(self.episode.state())[..players].to_vec()
    }

    /// What each seat has won since the beginning, as a list of ``num_players()`` floats.
    fn returns(&self) -> Vec<f64> {
        let players = usize::from(self.episode.game().players());
        self.episode.game().returns(self.episode.state())[..players].to_vec()
    }

    /// Seats that have won, as a list of ints; empty before the end.
    fn winners(&self) -> Vec<usize> {
        match self.episode.state().phase() {
            Phase::Over { winners, .. } => winners.iter().map(|seat| usize::from(seat.0)).collect(),
            _ => Vec::new(),
        }
    }

    /// Ids of the actions (and with explicit chance the outcomes) since the beginning, as a list of ints.
    ///
    /// A state from a position, a batch or ``resample`` begins there.
    fn history(&self) -> Vec<usize> {
        self.episode.history()
    }

    /// What happened since the beginning, in words: a list of lines.
    ///
    /// Args:
    ///     player: as this seat may know it, which is then called "you"; ``None``: everything.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    #[pyo3(signature = (player=None))]
    fn events(&self, player: Option<&Any<'_>>) -> PyResult<Vec<String>> {
        let viewer = player.map(|player| self.seat(Some(player))).transpose()?;
        Ok(self
            .episode
            .events()
            .iter()
            .map(|event| crate::words::describe_event(event, viewer))
            .collect())
    }

    /// The id of the action that a built-in bot would choose here. It sees what the seat to act may know.
    ///
    /// Args:
    ///     name: one of ``eights.bots()``.
    ///     seed: 0 … 2**64 - 1, for what it leaves to chance.
    ///
    /// Raises:
    ///     BotError: there is no such bot, or the seed is out of range.
    ///     ActionError: nobody is to act.
    #[pyo3(signature = (name, seed=None), text_signature = "($self, name, seed=0)")]
    fn bot_action(&self, name: &Any<'_>, seed: Option<&Any<'_>>) -> PyResult<usize> {
        let bot = crate::bot::by_name(&text("name", name)?).map_err(to_py)?;
        let seed = seed.map_or(Ok(0), |seed| self::seed(seed, errors::bot))?;
        let state = self.episode.state();
        let Some(seat) = state.actor() else {
            let why = if state.is_over() {
                "the game is over"
            } else {
                "chance decides here"
            };
            return Err(errors::action(format!(
                "{} has nothing to choose: {why}",
                bot.name()
            )));
        };
        let view = View::new(self.episode.game(), state, seat);
        let mut rng = crate::rng::Rng::new(seed, crate::rng::Stream::Bot);
        Ok(bot.act(&view, view.legal(), &mut rng).id().index())
    }

    /// A copy that goes its own way; with sampled chance it meets the same luck.
    fn clone(&self, py: Python<'_>) -> Self {
        Self {
            game: self.game.clone_ref(py),
            episode: self.episode.clone(),
        }
    }

    /// The state and its log as bytes, for ``Game.deserialize_state`` of the same game.
    fn serialize<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.episode.serialize())
    }

    /// Another state that this player cannot tell apart: all that it cannot know is dealt anew, uniformly.
    ///
    /// Args:
    ///     player: a seat.
    ///     seed: 0 … 2**64 - 1, of what is dealt and of chance from here on.
    ///
    /// Raises:
    ///     ActionError: there is no such seat, or the seed is out of range.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    /// >>> other = state.resample(0, seed=1)
    /// >>> other.information_state_string(0) == state.information_state_string(0)
    /// True
    fn resample(&self, py: Python<'_>, player: &Any<'_>, seed: &Any<'_>) -> PyResult<Self> {
        let seat = self.seat(Some(player))?;
        let seed = self::seed(seed, errors::action)?;
        Ok(Self {
            game: self.game.clone_ref(py),
            episode: self.episode.resample(seat, seed),
        })
    }

    /// The position as a dict in position notation, with all that ``Game.position`` needs to restore it.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> state = game.position({"hands": ["8H 5C", "KD QD"], "pile": "TC"})
    /// >>> state.to_dict()["hands"]
    /// ['5C 8H', 'QD KD']
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        from_json(py, &self.episode.game().to_value(self.episode.state()))
    }

    /// The episode so far as a record: readable JSON, which ``eights.replay`` plays again.
    fn record(&self) -> String {
        self.episode.record()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game.get().same(other.game.get()) && self.episode.serialize() == other.episode.serialize()
    }

    fn __str__(&self) -> String {
        let style = crate::render::Style {
            color: false,
            unicode: true,
        };
        crate::render::render_table(self.episode.game(), self.episode.state(), style)
    }

    fn __repr__(&self) -> String {
        let state = self.episode.state();
        format!(
            "State({:?}, players={}, phase={:?}, player={})",
            self.episode.game().ruleset().id,
            self.episode.game().players(),
            state.phase().name(),
            self.current_player()
        )
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.clone(py)
    }

    #[allow(clippy::needless_pass_by_value, reason = "Python's protocol")]
    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, py: Python<'_>, memo: Any<'_>) -> Self {
        let _ = memo;
        self.clone(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Any<'py>, (Bound<'py, PyBytes>,))> {
        Ok((
            self.game.bind(py).getattr("deserialize_state")?,
            (self.serialize(py),),
        ))
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
///     RecordError: it is no record, or a move cannot be made; the message says which.
///
/// >>> import eights
/// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
/// >>> state.apply_action("draw")
/// >>> eights.replay(state.record()) == state
/// True
#[pyfunction]
pub(super) fn replay(record: &Any<'_>) -> PyResult<PyState> {
    let episode = Record::parse(&text("record", record)?)
        .and_then(|record| record.replay())
        .map_err(to_py)?;
    Ok(PyState::of(
        Py::new(record.py(), PyGame::of(episode.game().clone()))?,
        episode,
    ))
}
