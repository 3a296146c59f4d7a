//! Hands or cards that move to other players (`special.NAME.move`): all hands pass, two are swapped, or cards are given.

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod queries;
pub(crate) mod rules;
pub(crate) mod settings;
