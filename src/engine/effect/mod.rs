//! Effects that belong to no single primitive: drawing, turns, steps between turns, going out, and collected effects.

pub(crate) mod backs;
mod between_turns;
mod draw;
mod lost_turns;
mod open;
mod out;
mod pending;
mod queue;
mod resolve;
pub(crate) mod score;
mod turn;
mod weigh;

pub use weigh::{Effect, Line};
