//! The specials that are in play with a number of players.

use crate::card::CardSet;
use crate::ruleset::{Ruleset, Special};

/// Iterates over the specials in play with this many players, whatever the upcard, in the order of their names.
pub(crate) fn in_play(ruleset: &Ruleset, players: u8) -> impl Iterator<Item = (&String, &Special)> {
    ruleset
        .special
        .iter()
        .filter(move |(_, special)| !special.is_for_identical() && special.when.holds_with(players))
}

/// Returns the union of `cards` over all specials in play.
pub(crate) fn union(ruleset: &Ruleset, players: u8, cards: impl Fn(&Special) -> CardSet) -> CardSet {
    in_play(ruleset, players).fold(CardSet::EMPTY, |set, (_, special)| set.or(cards(special)))
}
