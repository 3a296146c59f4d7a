//! The card that begins the pile (section `starter`).

pub(crate) mod check;
pub(crate) mod english;
pub(crate) mod features;
pub(crate) mod settings;
