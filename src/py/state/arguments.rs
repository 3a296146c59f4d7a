//! What Python says of actions, outcomes and seats.

use pyo3::prelude::*;

use super::PyState;
use crate::action::{Action, ActionId, ActionSet};
use crate::engine::Outcome;
use crate::py::convert::{Any, text, whole};
use crate::py::errors::{self, to_py};
use crate::seat::Seat;

/// The action of an id.
pub(in crate::py) fn action_of_id(id: &Any<'_>) -> PyResult<Action> {
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
pub(super) fn action(arg: &Any<'_>) -> PyResult<Action> {
    match text("action", arg) {
        Ok(text) => text.parse().map_err(to_py),
        Err(_) => action_of_id(arg),
    }
}

impl PyState {
    /// A seat; without one, the seat to act.
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
    pub(super) fn outcome(&self, arg: &Any<'_>) -> PyResult<Outcome> {
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
    pub(super) fn legal(&self, player: Option<&Any<'_>>) -> PyResult<ActionSet> {
        let (game, state) = (self.episode.game(), self.episode.state());
        let theirs = player.is_none() || state.actor() == Some(self.seat(player)?);
        Ok(if theirs {
            game.legal(state)
        } else {
            ActionSet::EMPTY
        })
    }
}
