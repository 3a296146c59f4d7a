//! Upcards on which a card may be played (`special.NAME.play`): all for wild cards, listed ones, or some on which it is ordinary.

pub(crate) mod check;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod queries;
pub(crate) mod rules;
pub(crate) mod settings;
