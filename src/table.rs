//! A table for people: the choices for one, the view of each seat, the replay of a game. `eights serve` shows it.
//!
//! Everything here is plain data for a page, with names of players in place of the numbers of seats.

mod choices;
mod frames;
mod names;
mod opponents;
mod seat_view;
mod story;
mod switches;

pub use choices::{Choices, Setup, SetupError};
pub use frames::{Frame, Frames, Perspective};
pub use names::{named, usual_names};
pub use opponents::{PERSON, SEARCHERS, strength};
pub use seat_view::{CardText, Choice, SeatView};
pub use story::news;
pub use switches::{Setting, Switch, check_switches, settings, switches};
