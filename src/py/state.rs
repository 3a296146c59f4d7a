//! `eights.State`.

pub(super) mod arguments;
mod tensors;
mod text;

use std::sync::{Mutex, PoisonError, RwLock};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use self::arguments::{ActionArg, IdNumber, Perspective, SeatNumber};
use self::tensors::fill;
use super::convert::{self, Any, bytes, flag, from_json, optional, to_json};
use super::ending::call;
use super::errors::{self, to_py};
use super::game::PyGame;
use crate::action::Action;
use crate::engine::Move;
use crate::episode::Episode;
use crate::render::{NARROWEST, Style};
use crate::search::Kept;
use crate::seat::{MAX_SEATS, Seat};

/// A position of a game, with the events that led to it.
///
/// States are made by ``Game.new_initial_state``, ``Game.position``, ``Game.deserialize_state``, ``Batch.state`` and
/// ``eights.replay``. They can be compared, copied and pickled; two are equal if the game, the position and all that led to it are.
/// Wherever a method takes ``player``, that is an absolute seat, and ``None`` stands for the seat to act (at a chance node or the
/// end: the seat whose turn it is or was); a seat that there is not raises ``ActionError``. So does a call while another thread is
/// changing the state.
///
/// >>> import eights
/// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
/// >>> while not state.is_terminal():
/// ...     state.apply_action(state.legal_actions()[0])
/// >>> sum(state.returns())
/// 0.0
#[pyclass(name = "State", module = "eights", frozen)]
pub(super) struct PyState {
    game: Py<PyGame>,
    /// The episode is boxed, since a position is aligned to a cache line, and Python's memory is not.
    episode: RwLock<Box<Episode>>,
    /// The tree of the last search for each seat, if it was to be kept.
    kept: Mutex<Vec<Kept>>,
}

impl PyState {
    pub(super) fn of(game: Py<PyGame>, episode: Episode) -> Self {
        let episode = RwLock::new(Box::new(episode));
        Self {
            game,
            episode,
            kept: Mutex::default(),
        }
    }

    /// Removes and returns the tree that the last search for a seat has kept.
    pub(super) fn take_kept(&self, seat: Seat) -> Option<Kept> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|kept| kept.seat() == seat)?;
        Some(kept.swap_remove(at))
    }

    /// Keeps the tree of a search for the next search of the same seat.
    pub(super) fn keep(&self, grown: Kept) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|kept| kept.seat() != grown.seat());
        kept.push(grown);
    }
}

fn text(given: &Any<'_>) -> PyResult<String> {
    convert::text("text", given)
}

fn color(given: &Any<'_>) -> PyResult<bool> {
    flag("color", given)
}

fn unicode(given: &Any<'_>) -> PyResult<bool> {
    flag("unicode", given)
}

fn width(given: &Any<'_>) -> PyResult<Option<u16>> {
    const POSSIBLE: (i128, i128) = (NARROWEST as i128, u16::MAX as i128);
    optional(given, |given| {
        convert::int("width", given, POSSIBLE, errors::game)
    })
}

pub(super) fn bot(given: &Any<'_>) -> PyResult<String> {
    convert::text("name", given)
}

fn bot_seed(given: &Any<'_>) -> PyResult<Option<u64>> {
    optional(given, |given| convert::seed(given, errors::bot))
}

fn seed(given: &Any<'_>) -> PyResult<u64> {
    convert::seed(given, errors::action)
}

#[pymethods]
impl PyState {
    /// The game.
    #[getter(game)]
    fn own_game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The game, by OpenSpiel's name.
    fn get_game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// Number of seats.
    fn num_players(&self) -> u8 {
        self.game.get().game.players()
    }

    /// Number of actions: 100, 121 in a game with a pack of its own, or 127 with more than ten players.
    fn num_distinct_actions(&self) -> usize {
        self.game.get().game.num_actions()
    }

    /// Number of actions (and with explicit chance of outcomes) since the beginning: the length of ``history()``.
    fn move_number(&self) -> PyResult<usize> {
        Ok(self.read()?.history().len())
    }

    /// True when nothing has happened yet: ``history()`` is empty.
    fn is_initial_state(&self) -> PyResult<bool> {
        Ok(self.read()?.history().is_empty())
    }

    /// True when a seat is to act.
    fn is_player_node(&self) -> PyResult<bool> {
        Ok(self.read()?.state().actor().is_some())
    }

    /// False: seats never act at once. OpenSpiel asks for it.
    #[expect(clippy::unused_self, reason = "a method, as in OpenSpiel")]
    const fn is_simultaneous_node(&self) -> bool {
        false
    }

    /// False: there is no mean field to update. OpenSpiel asks for it.
    #[expect(clippy::unused_self, reason = "a method, as in OpenSpiel")]
    const fn is_mean_field_node(&self) -> bool {
        false
    }

    /// The seat to act; -1 at a chance node, -4 at the end.
    fn current_player(&self) -> PyResult<i32> {
        Ok(arguments::current_player(self.read()?.state()))
    }

    /// True when the episode has ended, by the rules or by the limit of decisions.
    fn is_terminal(&self) -> PyResult<bool> {
        Ok(self.read()?.state().is_over())
    }

    /// True when the limit of decisions ended the episode; the state is then terminal as well, whatever the game's ``truncation``.
    fn is_truncated(&self) -> PyResult<bool> {
        Ok(self.read()?.state().is_truncated())
    }

    /// True when a history is known that leads to where the state began.
    ///
    /// True for every state but some of ``resample``. False for those that were drawn as positions alone: where no history was found
    /// in bounded time, and where created rules, or cards that others chose to keep, are not replayed.
    #[getter]
    fn has_history(&self) -> PyResult<bool> {
        Ok(self.read()?.has_history())
    }

    /// True when chance is to decide (only with ``chance="explicit"``).
    fn is_chance_node(&self) -> PyResult<bool> {
        Ok(self.read()?.state().is_chance())
    }

    /// Ids of the legal actions, ascending.
    ///
    /// Args:
    ///     player: a seat; empty for those that are not to act. ``None``: the seat to act, at a chance node the ids of the outcomes.
    ///
    /// Returns:
    ///     list[int]; empty at the end.
    #[pyo3(signature = (player=None))]
    fn legal_actions(&self, player: Option<SeatNumber>) -> PyResult<Vec<usize>> {
        self.legal_ids(player)
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
        player: Option<SeatNumber>,
        out: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        let legal = self.legal(player)?;
        let actions = self.game.get().game.num_actions();
        fill::<bool>(py, "bool", actions, out, |slice| legal.write_mask(slice))
    }

    /// Those of the legal actions that are not mistakes by the true rules: for analysis.
    ///
    /// Where mistakes cost cards (``mistakes.penalty``), every card in hand is legal; these are the ones that are not handed
    /// back. Where created rules are hidden, a player that reads this plays another game.
    ///
    /// Returns:
    ///     list[int]; empty at chance nodes, at the end, and for a card to be played on a pile where it fits none.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=2, overrides={"mistakes.penalty": 1})
    /// >>> state = game.new_initial_state(seed=7)
    /// >>> set(state.lawful_actions()) < set(state.legal_actions())
    /// True
    fn lawful_actions(&self) -> PyResult<Vec<usize>> {
        let episode = self.read()?;
        let lawful = episode.game().lawful_actions(episode.state());
        Ok(lawful.iter().map(|action| action.id().index()).collect())
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
    fn apply_action(&self, action: ActionArg) -> PyResult<()> {
        let what = self.to_move(&action)?;
        self.write()?.make(what).map_err(to_py)
    }

    /// Takes actions one after the other: all of them, or none where one is not possible.
    ///
    /// In OpenSpiel the name is for nodes at which all players act at once. There are none here.
    ///
    /// Args:
    ///     actions: ids or texts, as for ``apply_action``.
    ///
    /// Raises:
    ///     ActionError: one is not possible when its turn has come. The state stays as it was.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).position({"hands": ["5C 7D 9D", "6C QD 2D"], "pile": "TC"})
    /// >>> state.apply_actions(["play 5C", "play 6C"])
    /// >>> state.move_number()
    /// 2
    fn apply_actions(&self, py: Python<'_>, actions: Vec<ActionArg>) -> PyResult<()> {
        let ahead = self.clone(py)?;
        for action in actions {
            ahead.apply_action(action)?;
        }
        let reached = Episode::clone(&*ahead.read()?);
        **self.write()? = reached;
        Ok(())
    }

    /// Takes the last action back, as in OpenSpiel; the game is played again up to there.
    ///
    /// Args:
    ///     player: whose it was; -1 for chance.
    ///     action: its id or text.
    ///
    /// Raises:
    ///     ActionError: it was not the last one, or nothing was done yet.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    /// >>> before, player = state.clone(), state.current_player()
    /// >>> state.apply_action("draw")
    /// >>> state.undo_action(player, "draw")
    /// >>> state == before
    /// True
    fn undo_action(&self, py: Python<'_>, player: &Any<'_>, action: ActionArg) -> PyResult<()> {
        let given: i32 = convert::int("player", player, (-1, MAX_SEATS as i128 - 1), errors::action)?;
        let (last, before) = {
            let episode = self.read()?;
            (episode.moves().last(), episode.before_last())
        };
        let (Some(last), Some(before)) = (last, before) else {
            return Err(errors::action(
                "nothing was done that could be taken back".to_owned(),
            ));
        };
        let by = arguments::current_player(before.state());
        let earlier = Self::of(self.game.clone_ref(py), before);
        if by != given || earlier.to_move(&action)? != last {
            return Err(errors::action(format!(
                "the last action was {last} of player {by}"
            )));
        }
        let before = Episode::clone(&*earlier.read()?);
        **self.write()? = before;
        Ok(())
    }

    /// A copy in which an action has been taken; this state stays as it is.
    ///
    /// Args:
    ///     action: its id or text; at a chance node, an outcome's.
    ///
    /// Raises:
    ///     ActionError: it is not possible here.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    /// >>> state.child("draw").move_number(), state.move_number()
    /// (1, 0)
    fn child(&self, py: Python<'_>, action: ActionArg) -> PyResult<Self> {
        let what = self.to_move(&action)?;
        let mut episode = Episode::clone(&*self.read()?);
        episode.make(what).map_err(to_py)?;
        Ok(Self::of(self.game.clone_ref(py), episode))
    }

    /// The text of an action's id; at a chance node, of an outcome's.
    ///
    /// Args:
    ///     action: the id; or, of two arguments, a player, which is not looked at: OpenSpiel has it so.
    ///     second: the id, where a player was given.
    ///
    /// Raises:
    ///     ActionError: there is no such id, or the node has no such outcome.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    /// >>> state.action_to_string(54), state.action_to_string(state.current_player(), 54)
    /// ('draw', 'draw')
    #[pyo3(signature = (action, second=None))]
    fn action_to_string(&self, action: IdNumber, second: Option<IdNumber>) -> PyResult<String> {
        let (action, game) = (second.unwrap_or(action), &self.game.get().game);
        if self.is_chance_node()? {
            let outcome = self.outcome(&ActionArg::Id(action))?;
            return Ok(game.text(&outcome));
        }
        action.action(game.num_actions()).map(|action| game.text(&action))
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
    fn string_to_action(&self, #[pyo3(from_py_with = text)] text: String) -> PyResult<usize> {
        if self.is_chance_node()? {
            let outcome = self.outcome(&ActionArg::Text(text))?;
            return Ok(usize::from(outcome.id()));
        }
        let pack = self.game.get().game.pack();
        let action: Action = pack.within(|| text.parse()).map_err(to_py)?;
        Ok(action.id().index())
    }

    /// The meaning of an action (at a chance node: of an outcome) here, in words; also of one that is not legal.
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
    fn describe_action(&self, action: ActionArg) -> PyResult<String> {
        let what = self.to_move(&action)?;
        let episode = self.read()?;
        let (game, state) = (episode.game(), episode.state());
        Ok(match what {
            Move::Action(action) => crate::words::describe_action(game, state, action),
            Move::Outcome(outcome) => crate::words::describe_outcome(game, state, outcome),
        })
    }

    /// The outcomes of a chance node with their probabilities.
    ///
    /// Returns:
    ///     list[tuple[int, float]], ids ascending, at most ``game.max_chance_outcomes()``; empty elsewhere.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2, chance="explicit").new_initial_state(seed=7)
    /// >>> state.chance_outcomes()  # which seat deals
    /// [(0, 0.5), (1, 0.5)]
    fn chance_outcomes(&self) -> PyResult<Vec<(usize, f64)>> {
        let outcomes = self.outcomes()?;
        let each = outcomes.iter();
        Ok(each.map(|(outcome, p)| (usize::from(outcome.id()), *p)).collect())
    }

    /// The reward of each seat for the last action, as a list of ``num_players()`` floats.
    fn rewards(&self) -> PyResult<Vec<f64>> {
        let episode = self.read()?;
        let game = episode.game();
        Ok(game.rewards(episode.state())[..usize::from(game.players())].to_vec())
    }

    /// The return of each seat since the beginning, as a list of ``num_players()`` floats.
    ///
    /// Of a game with ``truncation="bootstrap"``, the round that the limit of decisions ended brings nothing; what earlier rounds
    /// of the match have paid stays.
    fn returns(&self) -> PyResult<Vec<f64>> {
        let episode = self.read()?;
        let game = episode.game();
        Ok(game.returns(episode.state())[..usize::from(game.players())].to_vec())
    }

    /// The reward of a seat for the last action.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    fn player_reward(&self, player: SeatNumber) -> PyResult<f64> {
        let seat = self.seat(Some(player))?;
        Ok(self.rewards()?[seat.index()])
    }

    /// The return of a seat since the beginning.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    fn player_return(&self, player: SeatNumber) -> PyResult<f64> {
        let seat = self.seat(Some(player))?;
        Ok(self.returns()?[seat.index()])
    }

    /// Seats that have won, as a list of ints; empty before the end, and where ``truncation="bootstrap"`` leaves it open.
    fn winners(&self) -> PyResult<Vec<usize>> {
        Ok(arguments::winners(self.read()?.state()))
    }

    /// Points of each seat on the score sheet, as a list of ints: of the round, or of the match so far.
    ///
    /// For what there are points, and whether many are good, is the ruleset's.
    ///
    /// >>> import eights
    /// >>> eights.Game("crazy_eights", players=3).new_initial_state(seed=7).scores()
    /// [0, 0, 0]
    fn scores(&self) -> PyResult<Vec<i32>> {
        let episode = self.read()?;
        Ok(episode.state().scores(episode.game().players()).to_vec())
    }

    /// The place of each seat at the end, as a list of ints from 1; empty before the end.
    ///
    /// Winners come first. In a round whoever is out follows in the order of going out, then the others by what their hands count,
    /// the fewest points first; in a countdown by score and cards. In a match those who are still in it come before those who are
    /// not, each by their scores. Who tie share the first of the places that they take, such as 1, 2, 2, 4; where
    /// ``truncation="bootstrap"`` leaves it open who has won, all do.
    fn places(&self) -> PyResult<Vec<usize>> {
        let episode = self.read()?;
        if !episode.state().is_over() {
            return Ok(Vec::new());
        }
        let game = episode.game();
        // A list of `u8` would become `bytes`.
        let places = game.places(episode.state()).map(usize::from);
        Ok(places[..usize::from(game.players())].to_vec())
    }

    /// Ids of the actions (and with explicit chance the outcomes) since the beginning, as a list of ints.
    ///
    /// A state from a position, a batch or ``resample`` begins there.
    fn history(&self) -> PyResult<Vec<usize>> {
        Ok(self.read()?.history())
    }

    /// The same as a text, the ids parted by commas.
    fn history_str(&self) -> PyResult<String> {
        let ids = self.read()?.history();
        Ok(ids.iter().map(usize::to_string).collect::<Vec<_>>().join(", "))
    }

    /// The observation of a seat, as numbers: see ``Game.observation_layout``.
    ///
    /// Args:
    ///     player: a seat, or ``None``.
    ///     out: ``float32`` or ``uint8`` array of shape (D,) to write into and return.
    ///
    /// Returns:
    ///     ``out``, or a new ``float32`` array of shape (D,), D = ``game.observation_tensor_size()``.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    ///     ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.
    ///
    /// >>> import eights, numpy as np
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> out = np.empty(game.observation_tensor_size(), dtype=np.uint8)
    /// >>> game.new_initial_state(seed=7).observation_tensor(player=1, out=out) is out
    /// True
    #[pyo3(signature = (player=None, out=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<SeatNumber>,
        out: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        self.observe(py, player, out)
    }

    /// The full position as numbers, for critics: the observation of a seat, then how many of each kind of card each other seat
    /// holds, clockwise, then how many of each kind are in the stock.
    ///
    /// Args:
    ///     player: the seat that comes first, or ``None``.
    ///     out: ``float32`` or ``uint8`` array of shape (S,) to write into and return.
    ///
    /// Returns:
    ///     ``out``, or a new ``float32`` array of shape (S,), S = ``game.privileged_tensor_size()``.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    ///     ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.
    #[pyo3(signature = (player=None, out=None))]
    fn privileged_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<SeatNumber>,
        out: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        self.privileged(py, player, out)
    }

    /// The observation of a seat, as text for people.
    #[pyo3(signature = (player=None))]
    fn observation_string(&self, player: Option<SeatNumber>) -> PyResult<String> {
        let seat = self.seat(player)?;
        self.board_of(seat, Style::PLAIN, None)
    }

    /// The position as a person may like to see it, at most 80 columns wide.
    ///
    /// Args:
    ///     player: from this seat's view. ``None``: from that of the seat to act, as ``print(state)`` shows it; ``"all"``: the full
    ///         table, all hands open.
    ///     color: with ANSI colours.
    ///     unicode: with suits as symbols and boxes; otherwise ASCII.
    ///     width: in few lines of at most this many columns, 40 or more: the piles in words, the players side by side. ``None``: with
    ///         the piles drawn, a line for each player.
    ///
    /// Raises:
    ///     GameError: the width is less than 40.
    #[pyo3(signature = (player=None, color=false, unicode=true, width=None))]
    fn render(
        &self,
        player: Option<Perspective>,
        #[pyo3(from_py_with = color)] color: bool,
        #[pyo3(from_py_with = unicode)] unicode: bool,
        #[pyo3(from_py_with = width)] width: Option<u16>,
    ) -> PyResult<String> {
        self.board(player, Style { color, unicode }, width.map(usize::from))
    }

    /// The position as a picture: an SVG of 800 × 600 that needs nothing from outside; notebooks show it by themselves.
    ///
    /// The players sit around the table in order, the one who looks below. Cards that this seat cannot know lie face down; those
    /// that it may play are raised, in a frame. The deck is drawn as it is labelled.
    ///
    /// Args:
    ///     perspective: a seat. ``None``: the seat to act; ``"all"``: the full table, all hands open, seat 0 below.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    ///     ArgumentError: it is neither a seat nor ``"all"``.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    /// >>> state.to_svg().startswith("<svg ")
    /// True
    #[pyo3(signature = (perspective=None))]
    fn to_svg(&self, perspective: Option<Perspective>) -> PyResult<String> {
        self.svg(perspective)
    }

    /// The picture of ``to_svg`` in PNG, three quarters as high as it is wide; needs the extra ``png``.
    ///
    /// The letters come with the package, so the picture is the same on every machine.
    ///
    /// Args:
    ///     perspective: as for ``to_svg``.
    ///     width: pixels, 16 … 8192.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    ///     ArgumentError: it is neither a seat nor ``"all"``; or the width is not an integer.
    ///     GameError: the width is out of bounds.
    ///     ImportError: resvg-py is not installed.
    #[pyo3(signature = (perspective=None, width=None), text_signature = "($self, /, perspective=None, width=800)")]
    fn to_png<'py>(
        &self,
        py: Python<'py>,
        perspective: Option<Perspective>,
        width: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        let draw = py.import("eights._display.png")?.getattr("png")?;
        match width {
            Some(width) => call(&draw, (self.svg(perspective)?, width)),
            None => call(&draw, (self.svg(perspective)?,)),
        }
    }

    /// The picture in a notebook, for the seat to act.
    fn _repr_html_(&self) -> PyResult<String> {
        self.svg(None)
    }

    /// All that a seat has seen since the beginning (perfect recall), as text.
    ///
    /// Two states that this seat cannot tell apart have the same one.
    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<SeatNumber>) -> PyResult<String> {
        let seat = self.seat(player)?;
        Ok(self.read()?.information_state_string(seat))
    }

    /// All that a seat has seen since the beginning (perfect recall), as numbers.
    ///
    /// Args:
    ///     player: a seat, or ``None``.
    ///     out: ``float32`` array of shape (I,) to write into and return.
    ///
    /// Returns:
    ///     ``out``, or a new ``float32`` array of shape (I,), I = ``game.information_state_tensor_size()``.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    ///     GameError: the game was made without an explicit ``max_decisions``, from which the size follows; or the seat remembers
    ///         more than fits, which no play leads to, but bytes that were made up can say.
    ///     ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.
    #[pyo3(signature = (player=None, out=None))]
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<SeatNumber>,
        out: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        self.information(py, player, out)
    }

    /// The events since the beginning, in words: a list of lines.
    ///
    /// Args:
    ///     player: as this seat may know it, which is then called "you"; ``None``: everything.
    #[pyo3(signature = (player=None))]
    fn events(&self, player: Option<SeatNumber>) -> PyResult<Vec<String>> {
        self.event_texts(player)
    }

    /// The id of the action that a bot would choose here. It sees what the seat to act may know.
    ///
    /// Args:
    ///     name: one of ``eights.bots(game)``, or of an ``eights.Searcher``: ``"ismcts(iterations=50)"``.
    ///     seed: 0 … 2**64 - 1, for what it leaves to chance. ``None``: it follows from the state's seed and the number of actions so
    ///         far: equal states have the same, and along a game it is another each time.
    ///
    /// Raises:
    ///     BotError: there is no such bot, or the seed is out of range.
    ///     ActionError: nobody is to act.
    #[pyo3(signature = (name, seed=None))]
    fn bot_action(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = bot)] name: String,
        #[pyo3(from_py_with = bot_seed)] seed: Option<u64>,
    ) -> PyResult<usize> {
        match super::search::searcher(slf.py(), &name)? {
            Some(searcher) => searcher.call_method1("choose", (slf, seed))?.extract(),
            None => slf.get().bot_action_id(&name, seed),
        }
    }

    /// A copy that goes its own way; with sampled chance it meets the same luck.
    fn clone(&self, py: Python<'_>) -> PyResult<Self> {
        let episode = self.read()?;
        Ok(Self::of(self.game.clone_ref(py), Episode::clone(&episode)))
    }

    /// The state and its log as bytes, for ``Game.deserialize_state`` of the same game.
    fn serialize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        bytes(py, &self.read()?.serialize())
    }

    /// Another state that this player cannot tell apart: all that it cannot know is dealt anew, uniformly.
    ///
    /// The state's ``has_history`` tells whether a whole history leads to it.
    ///
    /// Args:
    ///     player: a seat.
    ///     seed: 0 … 2**64 - 1, of what is dealt and of chance from here on.
    ///     require_history: raise an error where the state would have no history.
    ///
    /// Raises:
    ///     ActionError: there is no such seat, or the seed is out of range.
    ///     ResampleError: what is open is so rare that drawing did not come upon another state that explains it, or no history was
    ///         found where one is required.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    /// >>> other = state.resample(0, seed=1)
    /// >>> other.information_state_string(0) == state.information_state_string(0)
    /// True
    #[pyo3(signature = (player, seed, *, require_history=false))]
    fn resample(
        &self,
        py: Python<'_>,
        player: SeatNumber,
        #[pyo3(from_py_with = seed)] seed: u64,
        require_history: bool,
    ) -> PyResult<Self> {
        let seat = self.seat(Some(player))?;
        let episode = self.read()?;
        let other = if require_history {
            episode.resample_with_history(seat, seed)
        } else {
            episode.resample(seat, seed)
        };
        Ok(Self::of(self.game.clone_ref(py), other.map_err(to_py)?))
    }

    /// Another state that this player cannot tell apart, by OpenSpiel's name: see ``resample``.
    ///
    /// Args:
    ///     player: a seat.
    ///     probability_sampler: a function of no arguments that returns a number of 0 … 1: the only source of chance.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    ///     ResampleError: as for ``resample``.
    ///
    /// >>> import eights, random
    /// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    /// >>> other = state.resample_from_infostate(0, random.Random(1).random)
    /// >>> other.information_state_string(0) == state.information_state_string(0)
    /// True
    fn resample_from_infostate(
        &self,
        py: Python<'_>,
        player: SeatNumber,
        probability_sampler: &Any<'_>,
    ) -> PyResult<Self> {
        let drawn: f64 = probability_sampler.call0()?.extract()?;
        self.resample(
            py,
            player,
            (drawn.clamp(0.0, 1.0) * (1_u64 << 53) as f64) as u64,
            false,
        )
    }

    /// The position as a dict in position notation, with all that ``Game.position`` needs to restore it; where observations show a
    /// history, with what is ``recent``.
    ///
    /// >>> import eights
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> state = game.position({"hands": ["8H 5C", "KD QD"], "pile": "TC"})
    /// >>> state.to_dict()["hands"]
    /// ['5C 8H', 'QD KD']
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        let value = self.read()?.to_value();
        from_json(py, &value)
    }

    /// The episode so far as a record: readable JSON, which ``eights.replay`` plays again.
    ///
    /// Args:
    ///     annotations: what whoever decided thought of decisions, a list of dicts. ``"move"`` is the number of the move that came
    ///         of it, from 1; of the rest each may be absent. By the texts of actions: ``"probabilities"`` of a policy (0 … 1),
    ///         ``"values"`` (the return expected after them), a search's ``"visits"`` (whole numbers). ``"value"`` is the return
    ///         expected before the decision. They change nothing of the game; ``eights replay --html`` shows them.
    ///
    /// Raises:
    ///     ArgumentError: the annotations are not a list of dicts.
    ///     RecordError: one of them is refused; the message says which.
    ///
    /// >>> import eights
    /// >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    /// >>> state.apply_action("draw")
    /// >>> record = state.record([{"move": 1, "probabilities": {"draw": 1.0}, "value": -0.2}])
    /// >>> eights.replay(record) == state
    /// True
    #[pyo3(signature = (annotations=None))]
    fn record(&self, annotations: Option<&Any<'_>>) -> PyResult<String> {
        let annotations = annotations
            .map(|annotations| to_json("annotations", annotations))
            .transpose()?;
        let episode = self.read()?;
        match annotations {
            None => Ok(episode.record()),
            Some(annotations) => episode.annotated_record(annotations).map_err(to_py),
        }
    }

    fn __eq__(&self, other: &Self) -> PyResult<bool> {
        Ok(self.game.get().same(other.game.get()) && self.read()?.serialize() == other.read()?.serialize())
    }

    fn __str__(&self) -> PyResult<String> {
        self.board(None, Style::PLAIN, None)
    }

    fn __repr__(&self) -> PyResult<String> {
        let episode = self.read()?;
        Ok(format!(
            "State({:?}, players={}, phase={:?}, player={})",
            episode.game().ruleset().id,
            episode.game().players(),
            episode.state().phase().name(),
            arguments::current_player(episode.state())
        ))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.clone(py)
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, py: Python<'_>, memo: Any<'_>) -> PyResult<Self> {
        let _ = memo;
        self.clone(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Any<'py>, (Bound<'py, PyBytes>,))> {
        Ok((
            self.game.bind(py).getattr("deserialize_state")?,
            (self.serialize(py)?,),
        ))
    }
}
