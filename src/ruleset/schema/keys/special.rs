//! The keys of special cards.

use crate::ruleset::schema::key::Allowed::{LateCards, Range, Word};
use crate::ruleset::schema::key::{Key, key};

/// Which cards a special is about, and when.
pub(crate) const SPECIAL: &[Key] = &[
    key(
        "special.NAME.cards",
        LateCards,
        "Which cards have this meaning; none switches it off. A card's specials add up.",
    ),
    key(
        "special.NAME.when.players",
        Range,
        "With how many players it holds; with any number where it is unset.",
    ),
    key(
        "special.NAME.when.upcard",
        Word(&["identical"]),
        "On which upcards it holds: those that are the same card (rank and suit, or a Joker of the colour), for which it \
         may say `again`, and a `hit` that all others draw; on all where it is unset.",
    ),
];
