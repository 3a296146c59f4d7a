//! Players who draw for a card, or lose turns (`special.NAME.hit`): an attack that waits for an answer, a penalty, all
//! others, one by lot.

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod queries;
pub(crate) mod rules;
pub(crate) mod settings;
