//! Rules that are created in play (section `created`), by a declared grammar.

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod settings;
