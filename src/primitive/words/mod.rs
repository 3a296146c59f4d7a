//! Words that are due (section `words`).

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod rules;
pub(crate) mod settings;
