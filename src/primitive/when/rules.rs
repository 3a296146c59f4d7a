//! Compiled conditions: for each card with specials that depend on its play, its rules for each set of them that hold.

use crate::card::{Card, CardSet};
use crate::primitive::when::settings::MOST_CONDITIONS;
use crate::ruleset::{Bindings, Left, Special, Upcard};

/// The condition of a special.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Condition {
    /// Upcards on which it holds; any if there are none to ask for.
    upcards: Option<CardSet>,
    /// True if it holds on an identical card only.
    pub(crate) identical: bool,
    /// Numbers of cards left with which it holds.
    pub(crate) left: Option<Left>,
}

impl Condition {
    /// Returns the condition of a special, if it depends on how its card is played.
    pub(crate) fn of(special: &Special, bindings: &Bindings) -> Option<Self> {
        let when = &special.when;
        special.depends_on_play().then(|| Self {
            upcards: when.upcards().map(|cards| cards.bound(bindings)),
            identical: when.upcard == Some(Upcard::Identical),
            left: when.left,
        })
    }

    /// True if it holds for a card that leaves its player this many cards; for a starter there is neither upcard nor player.
    fn holds(self, card: Card, upcard: Option<Card>, left: Option<u8>) -> bool {
        let on = self
            .upcards
            .is_none_or(|cards| upcard.is_none_or(|up| cards.contains(up)));
        let with = self
            .left
            .is_none_or(|range| left.is_some_and(|cards| range.contains(cards)));
        on && with && (!self.identical || upcard == Some(card))
    }
}

/// A card with specials that depend on how it is played.
#[derive(Debug, Clone)]
pub(crate) struct Conditional<R> {
    card: Card,
    pub(crate) conditions: Vec<Condition>,
    /// Its rules for each set of conditions that do not hold, one bit each.
    rules: Vec<R>,
}

/// The cards with specials that depend on how they are played.
#[derive(Debug, Clone, Default)]
pub(crate) struct Conditions<R> {
    pub(crate) cards: CardSet,
    all: Vec<Conditional<R>>,
    /// True if a condition is on the cards left.
    pub(crate) by_left: bool,
}

impl<R> Conditions<R> {
    /// Adds a card, whose rules `of` makes for the conditions that do not hold.
    pub(crate) fn add(&mut self, card: Card, conditions: Vec<Condition>, of: impl Fn(u8) -> R) {
        if conditions.is_empty() {
            return;
        }
        self.cards = self.cards.or(card.bit());
        self.by_left |= conditions.iter().any(|condition| condition.left.is_some());
        self.all.push(Conditional {
            card,
            rules: (0..1_u8 << conditions.len().min(MOST_CONDITIONS))
                .map(of)
                .collect(),
            conditions,
        });
    }

    /// Returns a card, if it has specials that depend on how it is played.
    pub(crate) fn of(&self, card: Card) -> Option<&Conditional<R>> {
        self.all.iter().find(|other| other.card == card)
    }

    /// Iterates over the rules of all cards under all conditions.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &R> {
        self.all.iter().flat_map(|card| &card.rules)
    }
}

impl<R> Conditional<R> {
    /// Returns the conditions that do not hold for a play, one bit each.
    pub(crate) fn failing(&self, upcard: Option<Card>, left: Option<u8>) -> u8 {
        let bits = self.conditions.iter().enumerate();
        bits.fold(0, |failing, (at, condition)| {
            failing | u8::from(!condition.holds(self.card, upcard, left)) << at
        })
    }

    /// Iterates over the rules of the card, one for each set of conditions that do not hold.
    pub(crate) fn all_rules(&self) -> impl Iterator<Item = &R> {
        self.rules.iter()
    }

    /// Returns the rules of the card if these conditions do not hold.
    pub(crate) fn rules_without(&self, failing: u8) -> Option<&R> {
        self.rules.get(usize::from(failing))
    }
}
