//! Compiled rules on where cards may be played.

use crate::card::{Card, CardSet};
use crate::rules::Features;
use crate::rules::compile::{CompileTable, Compiled};
use crate::rules::features::FOLLOWING;
use crate::rules::in_play::{in_play, union};
use crate::ruleset::{Free, Ruleset};

/// Cards that may be played where they do not follow.
#[derive(Debug, Clone, Default)]
pub(crate) struct WildCards {
    /// Cards that can be played on any card.
    pub(crate) wild: CardSet,
    /// Cards that can be played on any card when nothing else can be played.
    pub(crate) wild_unable: CardSet,
    /// Cards that can be played on any card when no card of the suit in force is held.
    pub(crate) wild_no_suit: CardSet,
    /// Cards, each set with the upcards on which they are not wild.
    pub(crate) not_on: Vec<(CardSet, CardSet)>,
    /// Cards, each set with the upcards on which nothing is named for them.
    pub(crate) ordinary: Vec<(CardSet, CardSet)>,
    /// Cards, each set with the only upcards on which they cannot be played as wild.
    pub(crate) barred: Vec<(CardSet, CardSet)>,
    /// Cards, each set with the upcards on which they may not be played at all.
    pub(crate) forbidden: Vec<(CardSet, CardSet)>,
    /// Upcards on which a card is not wild that is wild on others.
    limiting: CardSet,
}

impl CompileTable for WildCards {
    fn add(&mut self, of: Compiled<'_>) {
        let play = &of.special.play;
        match play.free {
            Free::Always => self.wild = self.wild.or(of.cards),
            Free::Unable => self.wild_unable = self.wild_unable.or(of.cards),
            Free::NoSuit => self.wild_no_suit = self.wild_no_suit.or(of.cards),
            Free::Never => {}
        }
        if let Some(on) = play.on.cards().filter(|_| play.free == Free::Always) {
            self.barred.push((of.cards, CardSet::ALL.minus(on.cards())));
        }
        if !play.not_on.is_none() {
            self.forbidden.push((of.cards, play.not_on.cards()));
        }
        if let Some(upcards) = of.special.when.upcards() {
            let others = CardSet::ALL.minus(upcards.bound(of.bindings));
            if !others.is_empty() && of.special.is_wild() {
                self.not_on.push((of.cards, others));
            }
            if !others.is_empty() && of.special.names() {
                self.ordinary.push((of.cards, others));
            }
        }
        self.limiting = self
            .limits()
            .fold(CardSet::EMPTY, |all, (_, upcards)| all.or(*upcards));
    }

    fn needs(&self) -> Features {
        let sets = [&self.not_on, &self.ordinary, &self.barred, &self.forbidden];
        if sets.iter().all(|pairs| pairs.is_empty()) {
            0
        } else {
            FOLLOWING
        }
    }
}

impl WildCards {
    /// Returns the cards that are wild in any way.
    pub(crate) fn any_wild(&self) -> CardSet {
        self.wild.or(self.wild_unable).or(self.wild_no_suit)
    }

    /// Returns true if a card is an ordinary one on this upcard.
    pub(crate) fn is_ordinary_on(&self, card: Card, upcard: Option<Card>) -> bool {
        upcard.is_some_and(|up| {
            self.ordinary
                .iter()
                .any(|(cards, upcards)| cards.contains(card) && upcards.contains(up))
        })
    }

    /// Returns the cards that are always wild and can be played on this upcard as such.
    #[inline]
    pub(crate) fn wild_on(&self, upcard: Option<Card>) -> CardSet {
        match upcard {
            Some(upcard) if self.limiting.contains(upcard) => self.wild_within_limits(upcard),
            _ => self.wild,
        }
    }

    #[inline(never)]
    fn wild_within_limits(&self, upcard: Card) -> CardSet {
        let limits = self.limits().filter(|(_, upcards)| upcards.contains(upcard));
        limits.fold(self.wild, |wild, (cards, _)| wild.minus(*cards))
    }

    /// Iterates over cards with the upcards on which they are not wild.
    fn limits(&self) -> impl Iterator<Item = &(CardSet, CardSet)> {
        self.not_on.iter().chain(&self.barred).chain(&self.forbidden)
    }

    /// Returns the cards that may not be played on this upcard.
    pub(crate) fn forbidden_on(&self, upcard: Option<Card>) -> CardSet {
        let on = |upcards: &CardSet| upcard.is_some_and(|upcard| upcards.contains(upcard));
        let pairs = self.forbidden.iter().filter(|(_, upcards)| on(upcards));
        pairs.fold(CardSet::EMPTY, |set, (cards, _)| set.or(*cards))
    }
}

/// Returns the cards that may not be played on this one.
pub(crate) fn forbidden(ruleset: &Ruleset, players: u8, on: Card) -> CardSet {
    union(ruleset, players, |special| {
        if special.play.not_on.cards().contains(on) {
            special.cards.cards()
        } else {
            CardSet::EMPTY
        }
    })
}

/// Returns cards that may be played on some upcards only, with those upcards.
pub(crate) fn limits(ruleset: &Ruleset, players: u8) -> Vec<(CardSet, CardSet)> {
    let specials = in_play(ruleset, players).map(|(_, special)| special);
    specials
        .filter_map(|special| Some((special.cards.cards(), special.play.on.cards()?.cards())))
        .collect()
}
