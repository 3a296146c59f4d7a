//! Scores: the worth of cards left in hand, and the seats that it is paid to (section `score`).

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod settings;
