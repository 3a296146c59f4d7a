//! Checks of nominations.

use crate::card::{Card, CardSet};
use crate::card_text::format_cards;
use crate::ruleset::validate::Problems;
use crate::ruleset::validate::elsewhere::RulesetContext;
use crate::ruleset::validate::of::SpecialContext;
use crate::ruleset::{Binds, Imitation, Nominate, NominatedBy, Ruleset, Special, StarterCard};

/// Checks that some suit can be named for each card, and that a card that adds a second suit has one of its own.
pub(crate) fn check(of: &mut SpecialContext<'_>) {
    let &mut SpecialContext { special, cards, .. } = of;
    check_suits(of);
    let jokers = cards.and(of.ruleset.pack().jokers());
    if special.nominate == Nominate::Second && !jokers.is_empty() {
        let message = format!(
            "{} have no suit of their own to which a second could be added; take them out of cards",
            format_cards(jokers.iter())
        );
        of.check(false, "nominate", &message);
    }
}

/// Checks that with each number of players some card of the deck has a suit that the player may name.
fn check_suits(of: &mut SpecialContext<'_>) {
    let special = of.special;
    let key = if special.nominate.asks() {
        "nominate"
    } else {
        "continue.with"
    };
    if !special.nominate.asks() && !special.names_suit() {
        return;
    }
    let pack = of.ruleset.pack();
    let unnamed = |(players, deck, cards): (u8, CardSet, CardSet)| {
        let suits = pack.suits_in(deck).count();
        let named = |card: &Card| {
            pack.suits_in(deck)
                .any(|suit| special.nominate.may_name(pack, *card, suit))
        };
        let any = |card: &Card| named(card) && (suits > 1 || special.nominate != Nominate::Other);
        let mut without = cards.iter().filter(|card| !any(card));
        without.next().map(|card| (players, card))
    };
    let found = of.in_decks().find_map(unnamed);
    if let Some((players, card)) = found {
        let message = format!(
            "with {players} players no card of the deck has a suit that could be named for {card}: take it out of cards, \
             or add such cards to the deck"
        );
        of.check(false, key, &message);
    }
}

impl Ruleset {
    /// Refuses nominations of certain suits where suits are drawn by lot, since chance may name any suit.
    pub(crate) fn check_lots(&self, others: &RulesetContext<'_>, problems: &mut Problems) {
        let drawn = self.compat.has(Imitation::DrawnWildByLot);
        let lot = |card: &StarterCard| card.nominated_by == NominatedBy::Lot;
        let by_lot = drawn || self.starter.card.values().any(lot);
        for (name, special) in others.live() {
            problems.check(
                !matches!(special.nominate, Nominate::OwnColour | Nominate::Other) || !by_lot,
                &format!("special.{name}.nominate"),
                || "chance names any suit: it does not go with suits that are named by lot".to_owned(),
            );
        }
    }
}

/// Checks that all nominations bind the same players.
pub(crate) fn check_nominations(others: &RulesetContext<'_>, problems: &mut Problems) {
    let binds_next = |special: &Special| special.next.binds == Binds::Next;
    let mut naming = others.live().filter(|(_, special)| special.names_suit());
    let Some((first, special)) = naming.next() else {
        return;
    };
    let binds = binds_next(special);
    for (name, _) in naming.filter(|(_, special)| binds_next(special) != binds) {
        problems.add(
            format!("special.{name}.next.binds"),
            format!("whom a nomination binds is one rule for all cards, and special.{first} says otherwise"),
        );
    }
}
