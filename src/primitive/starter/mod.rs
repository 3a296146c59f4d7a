//! The card that begins the pile (section `starter`).

pub(crate) mod check;
pub(crate) mod english;
pub(crate) mod settings;
pub(crate) mod shows;
