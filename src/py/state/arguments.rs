//! Conversion of actions, outcomes and seats from Python.

use pyo3::prelude::*;

use std::sync::{RwLockReadGuard, RwLockWriteGuard, TryLockError};

use super::PyState;
use crate::action::{Action, ActionId, ActionSet};
use crate::engine::{Game, Move, Outcome, Phase, State};
use crate::episode::Episode;
use crate::py::convert::{quoted, text, whole};
use crate::py::errors::{self, to_py};
use crate::seat::Seat;

/// A seat's number as Python gives it; none where it has more than 64 bits. Which seats there are depends on the state.
#[derive(Clone, Copy)]
pub(in crate::py) struct SeatNumber(Option<i128>);

impl<'py> FromPyObject<'_, 'py> for SeatNumber {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        whole("player", &value).map(Self)
    }
}

/// Whose eyes a position is shown to: a seat's, or nobody's in particular, all hands open.
#[derive(Clone, Copy)]
pub(in crate::py) enum Perspective {
    Seat(SeatNumber),
    All,
}

impl<'py> FromPyObject<'_, 'py> for Perspective {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match text("perspective", &value) {
            Ok(word) if word == "all" => Ok(Self::All),
            Ok(word) => Err(errors::argument(
                value.py(),
                format!("perspective = {} is neither a seat nor \"all\"", quoted(&word)),
            )),
            Err(_) => whole("perspective", &value).map(|seat| Self::Seat(SeatNumber(seat))),
        }
    }
}

/// The id of an action or outcome as Python gives it; none where it has more than 64 bits.
#[derive(Clone, Copy)]
pub(in crate::py) struct IdNumber(Option<i128>);

impl<'py> FromPyObject<'_, 'py> for IdNumber {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        whole("action", &value).map(Self)
    }
}

impl IdNumber {
    /// Returns the action of this id in a game with this many actions.
    pub(in crate::py) fn action(self, actions: usize) -> PyResult<Action> {
        let last = actions - 1;
        let Some(n) = self.0 else {
            return Err(errors::action(format!(
                "the action is out of range: ids are 0 … {last}"
            )));
        };
        u8::try_from(n)
            .ok()
            .filter(|&id| usize::from(id) < actions)
            .and_then(ActionId::new)
            .map(Action::from_id)
            .ok_or_else(|| errors::action(format!("{n} is not an action: ids are 0 … {last}")))
    }
}

/// The id or the text of an action or outcome.
pub(in crate::py) enum ActionArg {
    Id(IdNumber),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for ActionArg {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match text("action", &value) {
            Ok(text) => Ok(Self::Text(text)),
            Err(_) => value.extract().map(Self::Id),
        }
    }
}

impl ActionArg {
    fn action(&self, game: &Game) -> PyResult<Action> {
        match self {
            Self::Id(id) => id.action(game.num_actions()),
            Self::Text(text) => game.pack().within(|| text.parse()).map_err(to_py),
        }
    }
}

/// Returns the seat to act; −1 at a chance node, −4 at the end.
pub(super) fn current_player(state: &State) -> i32 {
    match state.phase() {
        Phase::Chance(_) => -1,
        Phase::Over { .. } => -4,
        _ => state.actor().map_or(-4, |seat| i32::from(seat.0)),
    }
}

/// Returns the seats that have won.
pub(super) fn winners(state: &State) -> Vec<usize> {
    match state.phase() {
        Phase::Over { winners, .. } => winners.iter().map(|seat| usize::from(seat.0)).collect(),
        _ => Vec::new(),
    }
}

/// Returns access to the episode; a panic of another thread leaves it as it was before or after a move.
fn leave<G>(tried: Result<G, TryLockError<G>>) -> PyResult<G> {
    match tried {
        Ok(leave) => Ok(leave),
        Err(TryLockError::Poisoned(leave)) => Ok(leave.into_inner()),
        Err(TryLockError::WouldBlock) => Err(errors::action(
            "the state is in use: another call on it has not returned yet".to_owned(),
        )),
    }
}

impl PyState {
    /// Borrows the episode for reading. Arguments must be read before, since that may run Python code.
    pub(in crate::py) fn read(&self) -> PyResult<RwLockReadGuard<'_, Box<Episode>>> {
        leave(self.episode.try_read())
    }

    /// Borrows the episode for writing.
    pub(super) fn write(&self) -> PyResult<RwLockWriteGuard<'_, Box<Episode>>> {
        leave(self.episode.try_write())
    }

    /// Returns the move that an id or text means here: an action, or at a chance node an outcome.
    pub(super) fn to_move(&self, arg: &ActionArg) -> PyResult<Move> {
        if self.is_chance_node()? {
            return self.outcome(arg).map(Move::Outcome);
        }
        arg.action(&self.game.get().game).map(Move::Action)
    }

    /// Returns the ids of the legal actions of a seat, or of the outcomes of a chance node.
    pub(super) fn legal_ids(&self, player: Option<SeatNumber>) -> PyResult<Vec<usize>> {
        if player.is_none() && self.is_chance_node()? {
            let outcomes = self.outcomes()?;
            return Ok(outcomes
                .iter()
                .map(|(outcome, _)| usize::from(outcome.id()))
                .collect());
        }
        let legal = self.legal(player)?;
        Ok(legal.iter().map(|action| action.id().index()).collect())
    }

    /// Returns the outcomes of a chance node, with their probabilities.
    pub(super) fn outcomes(&self) -> PyResult<Vec<(Outcome, f64)>> {
        let episode = self.read()?;
        Ok(episode.game().chance_outcomes(episode.state()))
    }

    /// Returns the given seat; without one, the seat to act.
    pub(in crate::py) fn seat(&self, player: Option<SeatNumber>) -> PyResult<Seat> {
        let players = self.game.get().game.players();
        let Some(player) = player else {
            // If nobody is to act, this is the seat whose turn it is or was.
            let episode = self.read()?;
            return Ok(episode.state().actor().unwrap_or(episode.state().seat()));
        };
        let no_seat =
            |shown: String| errors::action(format!("{shown} is not a seat: there are 0 … {}", players - 1));
        let Some(n) = player.0 else {
            return Err(no_seat("a number of this size".to_owned()));
        };
        u8::try_from(n)
            .ok()
            .filter(|seat| *seat < players)
            .map(Seat)
            .ok_or_else(|| no_seat(n.to_string()))
    }

    /// Returns the outcome that an id or text means at this chance node.
    pub(super) fn outcome(&self, arg: &ActionArg) -> PyResult<Outcome> {
        let outcomes = self.outcomes()?;
        let mut each = outcomes.iter();
        let (found, shown) = match arg {
            ActionArg::Text(text) => (
                each.find(|(outcome, _)| self.game.get().game.text(outcome) == *text),
                quoted(text),
            ),
            ActionArg::Id(IdNumber(Some(id))) => (
                each.find(|(outcome, _)| i128::from(outcome.id()) == *id),
                format!("outcome {id}"),
            ),
            ActionArg::Id(IdNumber(None)) => (None, "a number of this size".to_owned()),
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

    /// Returns the legal actions of a seat now.
    pub(super) fn legal(&self, player: Option<SeatNumber>) -> PyResult<ActionSet> {
        let seat = player.map(|player| self.seat(Some(player))).transpose()?;
        let episode = self.read()?;
        let (game, state) = (episode.game(), episode.state());
        Ok(if seat.is_none() || state.actor() == seat {
            game.legal(state)
        } else {
            ActionSet::EMPTY
        })
    }
}
