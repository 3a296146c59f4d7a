//! The keys of special cards.

use crate::ruleset::schema::key::Allowed::{LateCards, LateCardsOrWord, Range};
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
        LateCardsOrWord("identical"),
        "On which upcards it holds; on all where it is unset. On others its cards are ordinary ones: with cards it goes \
         with `play.free = \"always\"` and `nominate`, and `next.binds` for what is nominated (`all -9`: but on a Nine). \
         Or on the same card (`identical`: rank and suit, or a Joker of the colour), for which it may say `again`, and a \
         `hit` that all others draw.",
    ),
];
