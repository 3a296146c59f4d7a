//! Where a card may be played (`special.NAME.play`): wild cards, and upcards that it is bound to or an ordinary card on.

pub(crate) mod check;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod rules;
pub(crate) mod says;
pub(crate) mod settings;
