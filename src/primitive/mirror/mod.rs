//! Mirrors (`special.NAME.mirror`): a card that makes others draw is turned against the seat that played it.

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod queries;
pub(crate) mod rules;
