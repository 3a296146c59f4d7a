//! Teams: seats that win and lose together (`teams`, `out.team`).

pub(crate) mod check;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod rules;
pub(crate) mod settings;
