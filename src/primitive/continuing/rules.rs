//! Compiled rules of further cards in a turn.

use crate::card::{Card, CardSet, Suit};
use crate::pack::Pack;
use crate::rules::Features;
use crate::rules::compile::{CompileCard, Compiled};
use crate::rules::features::COVERS;
use crate::ruleset::{Bindings, Continue, Counts, CoverWith, ElseDraw, Most, Open};

/// The way in which a card may be covered, if it may.
#[derive(Debug, Clone, Default)]
pub(crate) struct CoverOf {
    pub(crate) cover: Option<CoverRules>,
}

/// The rules for covers of a card in the same turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CoverRules {
    pub(crate) with: CoverWith,
    pub(crate) cards: CardSet,
    /// Cards that may cover any card.
    pub(crate) also: CardSet,
    /// Most covers.
    pub(crate) most: u8,
    pub(crate) effects: Counts,
    /// True if the card may be covered again where it is a cover itself.
    pub(crate) again: bool,
    /// True if a player who can cover the card must do so.
    pub(crate) must: bool,
    /// Number of cards drawn by a player who does not cover.
    pub(crate) else_draw: u8,
    /// True if a player who cannot cover draws until able.
    pub(crate) until_able: bool,
    /// True if a cover that nominates may be covered too.
    pub(crate) past_nominations: bool,
    /// True if the card, left on top, may be covered by the next player who can.
    pub(crate) left: bool,
}

impl CompileCard for CoverOf {
    fn add(&mut self, of: Compiled<'_>) {
        if let Some(cover) = of.special.cover() {
            self.cover = CoverRules::new(cover, of.bindings);
        }
    }

    fn is_plain(&self) -> bool {
        self.cover.is_none()
    }

    fn needs(&self) -> Features {
        if self.cover.is_some() { COVERS } else { 0 }
    }
}

impl CoverRules {
    fn new(cover: &Continue, bindings: &Bindings) -> Option<Self> {
        Some(Self {
            with: cover.with.cover()?,
            cards: cover.cards.bound(bindings),
            also: cover.also.bound(bindings),
            most: match cover.most {
                Most::Any => u8::MAX,
                Most::AtMost(cards) | Most::OrAll(cards) => cards,
            },
            effects: cover.effects,
            again: cover.open.has(Open::Covers),
            must: cover.must,
            else_draw: cover.else_draw.cards(),
            until_able: cover.else_draw == ElseDraw::UntilAble,
            past_nominations: cover.open.has(Open::Nominations),
            left: cover.open.has(Open::Left),
        })
    }

    /// Returns the cards that may be played on `upcard` in a run that this rule opened, under this nomination.
    pub(crate) fn allowed_on(&self, pack: &Pack, upcard: Card, nominated: Option<Suit>) -> CardSet {
        // A Joker counts as a card of the suit in force on it.
        let suit = || pack.of_any_suit(pack.suit(upcard).or(nominated));
        let with = match self.with {
            CoverWith::Suit => suit(),
            CoverWith::SuitOrRank => suit().or(pack.alike(upcard)),
            CoverWith::Any => CardSet::ALL,
            CoverWith::Nominated => pack.of_any_suit(nominated).or(pack.alike(upcard)),
        };
        with.and(self.cards).or(self.also)
    }
}
