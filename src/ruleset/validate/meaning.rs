//! Specials that hold together, under one meaning of the late-bound words.

use crate::card::CardSet;
use crate::ruleset::{Bindings, Special};

/// The specials that hold with some number of players, with their cards under one meaning of the late-bound words.
pub(crate) struct BoundSpecials<'a> {
    pub(crate) specials: Vec<(&'a str, &'a Special, CardSet)>,
    pub(crate) bindings: &'a Bindings,
}

/// Name of a special, the special, and its cards.
pub(crate) type BoundSpecial<'a> = (&'a str, &'a Special, CardSet);
