//! What the cards left in hand are worth, and to whom (section `score`).

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod settings;
