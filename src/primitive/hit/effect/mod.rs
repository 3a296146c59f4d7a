//! Players draw.

mod attack;
mod lot;
mod penalty;
