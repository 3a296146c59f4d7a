//! What specials can mean together.

use crate::card::CardSet;
use crate::ruleset::{Bindings, Special};

/// The specials that hold at some tables, with the cards that they mean where late-bound words mean this.
pub(crate) struct Meaning<'a> {
    pub(crate) specials: Vec<(&'a str, &'a Special, CardSet)>,
    pub(crate) bindings: &'a Bindings,
}

/// A special, its name and its cards.
pub(crate) type Named<'a> = (&'a str, &'a Special, CardSet);
