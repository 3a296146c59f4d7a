//! More cards of the same turn (`special.NAME.continue`): covers, cards of a rank, runs, cards one after the other.

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod queries;
pub(crate) mod rules;
pub(crate) mod settings;
