//! Checks of where a card may be played.

use crate::primitive::play::queries::{BY_RULE, FOLLOWS, ONLY_ON, WILD};
use crate::ruleset::validate::of::SpecialContext;
use crate::ruleset::{Apart, FollowBy, PlayOn};

/// Effects that conflict on the same card.
pub(crate) const APART: &[Apart] = &[
    (
        FOLLOWS,
        &[WILD],
        "a card that may be played whatever the upcard is need not follow",
    ),
    (
        ONLY_ON,
        &[BY_RULE, FOLLOWS],
        "it may be played on these upcards and on no other, whatever its suit",
    ),
];

/// Checks the upcards on which the cards of a special may be played.
pub(crate) fn check(of: &mut SpecialContext<'_>) {
    let &mut SpecialContext { ruleset, special, .. } = of;
    of.check(
        special.play.on != PlayOn::Suit || ruleset.follow.has(FollowBy::Suit),
        "play.on",
        "no suit follows in this ruleset, so it could never be played: list \"suit\" in follow, or take on away",
    );
}

/// Checks the lists of the only upcards on which a card may be played, and of those on which it may not.
pub(crate) fn check_on(of: &mut SpecialContext<'_>) {
    let &mut SpecialContext { ruleset, special, .. } = of;
    let decks = ruleset.every_deck();
    let not_on = &special.play.not_on;
    let some = not_on.is_none() || not_on.is_late() || !not_on.cards().and(decks).is_empty();
    let message = format!(
        "{:?} matches no card of the deck: list some, or leave it empty",
        not_on.as_str()
    );
    of.check(some, "play.not-on", &message);
    of.check(
        not_on.is_none() || not_on.cards() != of.ruleset.pack().all(),
        "play.not-on",
        "it could never be played: leave some cards out",
    );
    let Some(on) = special.play.on.cards() else {
        return;
    };
    let left = on.is_late() || not_on.is_none() || !on.cards().minus(not_on.cards()).is_empty();
    of.check(
        left,
        "play.not-on",
        "it lists all upcards of play.on, so the card could never be played: leave some out",
    );
    let none = !on.is_late() && on.cards().and(decks).is_empty();
    let message = format!(
        "{:?} matches no card of the deck: list some, or leave it empty",
        on.as_str()
    );
    of.check(!none, "play.on", &message);
}
