//! Turns that players lose (`special.NAME.skip`): the next ones, or players named by their place, by lot or by choice.

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod queries;
pub(crate) mod rules;
pub(crate) mod settings;
