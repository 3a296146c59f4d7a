//! Cards played out of turn on identical ones (section `out-of-turn`).

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod settings;
