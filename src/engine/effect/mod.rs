//! What is of no single primitive: drawing, the turn, what lies between two, going out, and what a turn has collected.

mod between_turns;
mod draw;
mod lost_turns;
mod out;
mod pending;
mod queue;
mod resolve;
mod turn;
mod weigh;

pub use weigh::Effect;
