//! Further cards in the same turn.

pub(crate) mod cards;
mod play;
