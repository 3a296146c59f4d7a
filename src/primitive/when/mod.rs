//! Conditions under which a special holds (`special.NAME.when`): players, the upcard, the cards that its player has left.

pub(crate) mod check;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod queries;
pub(crate) mod rules;
pub(crate) mod settings;
