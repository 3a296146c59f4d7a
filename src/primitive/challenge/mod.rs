//! Challenging a play: the next player doubts that it was by rule (`special.NAME.challenge`), and is shown the hand.

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod queries;
pub(crate) mod rules;
pub(crate) mod settings;
