//! What a state is in words and pictures, and what a bot would do in it.

use pyo3::prelude::*;

use super::PyState;
use super::arguments::SeatNumber;
use crate::bot::BotKind;
use crate::py::errors;
use crate::render::{Style, render, render_table};
use crate::rng::{Rng, Stream};
use crate::seat::Seat;
use crate::view::View;

impl PyState {
    /// The full table.
    pub(super) fn table(&self, color: bool, unicode: bool) -> PyResult<String> {
        let episode = self.read()?;
        Ok(render_table(
            episode.game(),
            episode.state(),
            Style { color, unicode },
        ))
    }

    /// The table as a seat sees it.
    pub(super) fn board_of(&self, seat: Seat, color: bool, unicode: bool) -> PyResult<String> {
        let episode = self.read()?;
        let view = View::new(episode.game(), episode.state(), seat);
        Ok(render(&view, Style { color, unicode }))
    }

    /// The table as a seat sees it; without one, the full table.
    pub(super) fn board(&self, player: Option<SeatNumber>, color: bool, unicode: bool) -> PyResult<String> {
        match player {
            None => self.table(color, unicode),
            Some(_) => self.board_of(self.seat(player)?, color, unicode),
        }
    }

    /// What happened, as a seat may know it; without one, everything.
    pub(super) fn told(&self, player: Option<SeatNumber>) -> PyResult<Vec<String>> {
        let viewer = player.map(|player| self.seat(Some(player))).transpose()?;
        let episode = self.read()?;
        let events = episode.events().iter();
        Ok(events
            .map(|event| crate::words::describe_event(episode.game(), event, viewer))
            .collect())
    }

    /// What a bot would do.
    pub(super) fn advice(&self, bot: BotKind, seed: Option<u64>) -> PyResult<usize> {
        let episode = self.read()?;
        let state = episode.state();
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
        let view = View::new(episode.game(), state, seat);
        let mut rng = Rng::new(seed.unwrap_or_else(|| episode.move_seed()), Stream::Bot);
        Ok(bot.act(&view, view.legal(), &mut rng).id().index())
    }
}
