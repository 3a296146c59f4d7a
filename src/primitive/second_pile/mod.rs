//! A second pile (section `second-pile`), and piles that created rules make.

pub(crate) mod check;
pub(crate) mod effect;
pub(crate) mod english;
pub(crate) mod settings;
