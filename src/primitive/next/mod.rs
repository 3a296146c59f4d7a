//! Cards that must or may be played next on a card (`special.NAME.next`): listed cards, a named rank, any card, or
//! those that follow the card under it.

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod queries;
pub(crate) mod rules;
pub(crate) mod settings;
