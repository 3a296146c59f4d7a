//! The turn goes on with further cards.

pub(crate) mod cards;
mod play;
