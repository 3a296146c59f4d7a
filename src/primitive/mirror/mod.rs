//! Mirrors (`special.NAME.mirror`): what makes others draw is turned against whoever played that.

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod rules;
pub(crate) mod says;
