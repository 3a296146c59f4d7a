//! What must or may be played on a card next (`special.NAME.next`): listed cards, a named rank, any card, what lies under it.

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod rules;
pub(crate) mod says;
pub(crate) mod settings;
