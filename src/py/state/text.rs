//! A state in words and pictures, and the action of a bot in it.

use pyo3::prelude::*;

use super::PyState;
use super::arguments::{Perspective, SeatNumber};
use crate::py::errors::{self, to_py};
use crate::render::{
    Style, render, render_compact, render_svg, render_table, render_table_compact, render_table_svg,
};
use crate::rng::{Rng, Stream};
use crate::seat::Seat;
use crate::view::View;

impl PyState {
    /// Renders the table as a seat sees it; with a width, in few lines.
    pub(super) fn board_of(&self, seat: Seat, style: Style, width: Option<usize>) -> PyResult<String> {
        let episode = self.read()?;
        let view = View::new(episode.game(), episode.state(), seat);
        Ok(match width {
            Some(width) => render_compact(&view, style, width),
            None => render(&view, style),
        })
    }

    /// Returns the seat of a perspective; none if everything is shown.
    fn perspective_seat(&self, perspective: Option<Perspective>) -> PyResult<Option<Seat>> {
        match perspective {
            Some(Perspective::All) => Ok(None),
            Some(Perspective::Seat(seat)) => self.seat(Some(seat)).map(Some),
            None => self.seat(None).map(Some),
        }
    }

    /// Renders the table as text; with a width, in few lines.
    pub(super) fn board(
        &self,
        perspective: Option<Perspective>,
        style: Style,
        width: Option<usize>,
    ) -> PyResult<String> {
        if let Some(seat) = self.perspective_seat(perspective)? {
            return self.board_of(seat, style, width);
        }
        let episode = self.read()?;
        let (game, state) = (episode.game(), episode.state());
        Ok(match width {
            Some(width) => render_table_compact(game, state, style, width),
            None => render_table(game, state, style),
        })
    }

    /// Renders the table as an SVG.
    pub(super) fn svg(&self, perspective: Option<Perspective>) -> PyResult<String> {
        let seat = self.perspective_seat(perspective)?;
        let episode = self.read()?;
        let (game, state) = (episode.game(), episode.state());
        Ok(match seat {
            Some(seat) => render_svg(&View::new(game, state, seat)),
            None => render_table_svg(game, state),
        })
    }

    /// Describes the events that a seat may know; without a seat, all events.
    pub(super) fn event_texts(&self, player: Option<SeatNumber>) -> PyResult<Vec<String>> {
        let viewer = player.map(|player| self.seat(Some(player))).transpose()?;
        let episode = self.read()?;
        let events = episode.events().iter();
        Ok(events
            .map(|event| crate::words::describe_event(episode.game(), event, viewer))
            .collect())
    }

    /// Returns the action of a bot.
    pub(super) fn bot_action_id(&self, name: &str, seed: Option<u64>) -> PyResult<usize> {
        let episode = self.read()?;
        let state = episode.state();
        let bot = crate::bot::by_name(name).map_err(to_py)?;
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
