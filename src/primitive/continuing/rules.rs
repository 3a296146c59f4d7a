//! What further cards of a turn compile to.

use crate::card::{Card, CardSet, Suit};
use crate::rules::Features;
use crate::rules::features::COVERS;
use crate::rules::room::{Compiled, OfCard};
use crate::ruleset::{Bindings, Continue, Counts, CoverWith, ElseDraw, Most, Open};

/// How a card is covered, where it may be.
#[derive(Debug, Clone, Default)]
pub(crate) struct CoverOf {
    pub(crate) cover: Option<CoverRules>,
}

/// More cards on a card in the same turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CoverRules {
    pub(crate) with: CoverWith,
    pub(crate) cards: CardSet,
    /// Cards that may cover whatever the card under them.
    pub(crate) also: CardSet,
    /// How many at most.
    pub(crate) most: u8,
    pub(crate) effects: Counts,
    /// Whether it opens a run also as a cover.
    pub(crate) again: bool,
    /// Whether a player who can must cover it.
    pub(crate) must: bool,
    /// Cards for one who cannot.
    pub(crate) else_draw: u8,
    /// Whether one who cannot draws until able.
    pub(crate) until_able: bool,
    /// Whether a cover that nominates may be covered too.
    pub(crate) past_nominations: bool,
    /// Whether it is open to whoever plays on it next.
    pub(crate) left: bool,
}

impl OfCard for CoverOf {
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

    /// The cards that may be played on `upcard` in a run that this rule opened, where this suit is nominated.
    pub(crate) fn allowed_on(&self, upcard: Card, nominated: Option<Suit>) -> CardSet {
        // A Joker on which a suit is in force is of that suit.
        let suit = || upcard.suit().or(nominated).map_or(CardSet::EMPTY, Suit::cards);
        let with = match self.with {
            CoverWith::Suit => suit(),
            CoverWith::SuitOrRank => suit().or(upcard.rank().cards()),
            CoverWith::Any => CardSet::ALL,
            CoverWith::Nominated => nominated
                .map_or(CardSet::EMPTY, Suit::cards)
                .or(upcard.rank().cards()),
        };
        with.and(self.cards).or(self.also)
    }
}
