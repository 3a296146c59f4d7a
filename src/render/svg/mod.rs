//! A position drawn as an SVG of 800 × 600, with the same content as the text.
//!
//! Every kind of card that lies open is drawn once, as a symbol. The picture is self-contained, without external fonts
//! or images.

mod face;
mod hand;
mod markup;
mod suit;
mod table;

pub(crate) use markup::escaped;

use super::Style;
use super::board::Board;
use super::page::WIDTH;
use crate::engine::{Game, State};
use crate::seat::Seat;
use crate::view::View;

/// Draws one seat's view as an SVG.
///
/// The picture uses the [`View`] alone, so cards that the seat cannot know lie face down.
///
/// ```
/// use eights::{Game, Options, Ruleset, Seat, View};
/// use eights::render::render_svg;
/// let game = Game::new(&Ruleset::builtin("crazy_eights")?, Options::new(3))?;
/// let state = game.new_initial_state(7);
/// let picture = render_svg(&View::new(&game, &state, Seat(0)));
/// assert!(picture.starts_with("<svg") && picture.contains("stock 36"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn render_svg(view: &View<'_>) -> String {
    let board = Board::new(*view, None, Style::PLAIN, WIDTH);
    view.pack()
        .within(|| table::Drawing::new(board, view.seat()).draw())
}

/// Draws the full table with every hand, seat 0 at the bottom, as an SVG.
#[must_use]
pub fn render_table_svg(game: &Game, state: &State) -> String {
    let view = View::new(game, state, state.actor().unwrap_or(state.seat()));
    let board = Board::new(view, Some(state), Style::PLAIN, WIDTH);
    game.pack().within(|| table::Drawing::new(board, Seat(0)).draw())
}
