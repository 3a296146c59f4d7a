//! What goes with where a card may be played.

use crate::card::CardSet;
use crate::primitive::play::says::{FOLLOWS, ONLY_ON, WILD};
use crate::ruleset::validate::of::Of;
use crate::ruleset::{Apart, FollowBy, Free, Nominate, PlayBy};

/// What makes no sense on the same card.
pub(crate) const APART: &[Apart] = &[
    (
        FOLLOWS,
        &[WILD],
        "a card that may be laid whatever the upcard is need not follow",
    ),
    (
        ONLY_ON,
        &[WILD, FOLLOWS],
        "it may be laid on these upcards and on no other, whatever its suit",
    ),
];

/// On what it may be laid.
pub(crate) fn check(of: &mut Of<'_>) {
    let &mut Of { ruleset, special, .. } = of;
    let ordinary = special.play.free == Free::Never && special.nominate == Nominate::Never;
    of.check(
        special.play.except.is_none() || !ordinary,
        "play.except",
        "it is not free and nominates nothing, so it is an ordinary card on every upcard: except goes with free = \
         \"always\" or with nominate",
    );
    of.check(
        special.play.except.is_none() || !matches!(special.play.free, Free::Unable | Free::NoSuit),
        "play.except",
        "it goes with free = \"always\" or \"never\"",
    );
    of.check(
        special.play.by == PlayBy::SuitOrRank || ruleset.follow.has(FollowBy::Suit),
        "play.by",
        "no suit follows in this ruleset, so it could never be laid: list \"suit\" in follow, or by = \
         \"suit-or-rank\"",
    );
}

/// On which cards alone it may be laid.
pub(crate) fn check_on(of: &mut Of<'_>) {
    let &mut Of { ruleset, special, .. } = of;
    let decks: CardSet = ruleset.decks().fold(CardSet::EMPTY, CardSet::or);
    let on = &special.play.on;
    let none = !on.is_none() && !on.is_late() && on.cards().and(decks).is_empty();
    let message = format!(
        "{:?} are no cards of the deck: list some, or leave it empty",
        on.as_str()
    );
    of.check(!none, "play.on", &message);
}
