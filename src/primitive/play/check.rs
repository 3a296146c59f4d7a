//! Checks of where a card may be played.

use crate::card::CardSet;
use crate::primitive::play::queries::{BY_RULE, FOLLOWS, ONLY_ON, WILD};
use crate::ruleset::validate::of::SpecialContext;
use crate::ruleset::{Apart, FollowBy, Free, Nominate, PlayOn, Selector, Special};

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

/// Checks the upcards on which a special holds or its cards may be played.
pub(crate) fn check(of: &mut SpecialContext<'_>) {
    let &mut SpecialContext { ruleset, special, .. } = of;
    if let Some(upcards) = special.when.upcards() {
        check_upcards(special, upcards, of);
    }
    of.check(
        special.play.on != PlayOn::Suit || ruleset.follow.has(FollowBy::Suit),
        "play.on",
        "no suit follows in this ruleset, so it could never be played: list \"suit\" in follow, or take on away",
    );
}

/// Checks the list of the only upcards on which a card may be played.
pub(crate) fn check_on(of: &mut SpecialContext<'_>) {
    let &mut SpecialContext { ruleset, special, .. } = of;
    let decks: CardSet = ruleset.decks().fold(CardSet::EMPTY, CardSet::or);
    let Some(on) = special.play.on.cards() else {
        return;
    };
    let none = !on.is_late() && on.cards().and(decks).is_empty();
    let message = format!(
        "{:?} matches no card of the deck: list some, or leave it empty",
        on.as_str()
    );
    of.check(!none, "play.on", &message);
}

/// Checks a special that holds on some upcards only.
fn check_upcards(special: &Special, upcards: &Selector, of: &mut SpecialContext<'_>) {
    let key = "when.upcard";
    let known = !upcards.is_late();
    of.check(
        !known || !upcards.cards().is_empty(),
        key,
        "it would hold on no upcard: list some, such as \"all -9\", or take the special away",
    );
    of.check(
        !known || upcards.cards() != CardSet::ALL,
        key,
        "it holds on every upcard anyway: leave some out, such as \"all -9\", or take it away",
    );
    of.check(
        special.play.free != Free::Never || special.nominate != Nominate::Never,
        key,
        "it is not free and nominates nothing, so it is an ordinary card on every upcard: it goes with play.free = \
         \"always\" or with nominate",
    );
    of.check(
        !matches!(special.play.free, Free::Unable | Free::NoSuit),
        key,
        "it goes with play.free = \"always\" or \"never\"",
    );
    let written = serde_json::to_value(special).unwrap_or_default();
    let inner = |table: &str, kept: &str| {
        let keys = written[table]
            .as_object()
            .into_iter()
            .flat_map(|keys| keys.keys());
        let other = keys.filter(|key| *key != kept);
        other.map(|key| format!("{table}.{key}")).collect::<Vec<_>>()
    };
    let keys = written.as_object().into_iter().flat_map(|keys| keys.keys());
    let others = keys.filter(|key| !["cards", "when", "play", "nominate", "next"].contains(&key.as_str()));
    let others = others
        .cloned()
        .chain(inner("play", "free"))
        .chain(inner("next", "binds"));
    for other in others.collect::<Vec<_>>() {
        of.check(
            false,
            &other,
            "it would hold on every upcard, and when.upcard names some: write it in a special of its own",
        );
    }
}
