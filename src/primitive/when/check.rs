//! Checks of conditions on the play of a card.

use crate::card::CardSet;
use crate::primitive::when::settings::MOST_CONDITIONS;
use crate::ruleset::validate::of::SpecialContext;
use crate::ruleset::{Free, Open, Selector, Special, Upcard};

/// Checks the conditions of a special, and that they go with its keys.
pub(crate) fn check(of: &mut SpecialContext<'_>) {
    let special = of.special;
    let when = &special.when;
    if let Some(upcards) = when.upcards() {
        check_upcards(upcards, of);
    }
    if !when.depends_on_play() || special.is_for_identical() {
        return;
    }
    let most = u8::MAX;
    let any = when.left.is_some_and(|left| left.least == 0 && left.most == most);
    of.check(
        !any,
        "when.left",
        "it holds with any number of cards left: take it away",
    );
    check_keys(special, of);
    check_number(of);
}

/// Checks the upcards on which a special holds.
fn check_upcards(upcards: &Selector, of: &mut SpecialContext<'_>) {
    let (key, known) = ("when.upcard", !upcards.is_late());
    of.check(
        !known || !upcards.cards().is_empty(),
        key,
        "it would hold on no upcard: list some, such as \"all -9\", or take the special away",
    );
    of.check(
        !known || upcards.cards() != of.ruleset.pack().all(),
        key,
        "it holds on every upcard anyway: leave some out, such as \"all -9\", or take it away",
    );
}

/// Refuses keys that cannot depend on how the card is played.
fn check_keys(special: &Special, of: &mut SpecialContext<'_>) {
    let by_class = special.when.left.is_none() && special.when.upcard != Some(Upcard::Identical);
    let named = special.named().is_some();
    let free = special.play.free;
    of.check(
        !matches!(free, Free::Unable | Free::NoSuit) && (free == Free::Never || by_class),
        "play.free",
        "under a condition a card may be wild by play.free = \"always\" on a class of upcards only",
    );
    let next = &special.next;
    let of_play = [
        ("play.on", !special.play.on.is_any()),
        ("play.not-on", !special.play.not_on.is_none()),
        ("next.cards", !next.cards.is_none() && !named),
        ("next.follow", next.follow.is_some()),
        ("mirror", special.mirror),
        ("challenge", special.challenge.is_some()),
        (
            "continue",
            special.r#continue.is_some() && special.cover().is_none(),
        ),
        (
            "continue.open",
            special.cover().is_some_and(|cover| cover.open.has(Open::Left)),
        ),
    ];
    for (key, _) in of_play.iter().filter(|(_, is_set)| *is_set) {
        of.check(
            false,
            key,
            "it would hold however the card is played, and when says otherwise: write it in a special of its own",
        );
    }
}

/// Checks that no card has more specials with such conditions than can be told apart.
fn check_number(of: &mut SpecialContext<'_>) {
    let (special, cards) = (of.special, of.cards);
    let live = || of.others.live().filter(|(_, other)| other.depends_on_play());
    let crowded = |players: u8| {
        let held = live().filter(|(_, other)| other.when.holds_with(players));
        let sets: Vec<CardSet> = held
            .map(|(_, other)| of.others.late.reach(&other.cards))
            .collect();
        let counts = |card: crate::card::Card| sets.iter().filter(|set| set.contains(card)).count();
        cards.iter().any(|card| counts(card) > MOST_CONDITIONS)
    };
    let first = |players: u8| {
        let mut held = live().filter(|(_, other)| other.when.holds_with(players));
        let shares = |other: &Special| !of.others.late.reach(&other.cards).and(cards).is_empty();
        held.find(|(_, other)| shares(other))
            .is_some_and(|(name, _)| name == of.name)
    };
    let mut tables = of.ruleset.tables();
    let too_many =
        tables.any(|players| special.when.holds_with(players) && first(players) && crowded(players));
    let message = format!(
        "more than {MOST_CONDITIONS} specials of one of its cards depend on the upcard or on the cards left: merge some"
    );
    of.check(!too_many, "when", &message);
}
