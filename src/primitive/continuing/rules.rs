//! Compiled rules of further cards in a turn.

use crate::card::{Card, CardSet, Suit};
use crate::pack::Pack;
use crate::rules::Features;
use crate::rules::compile::{CompileCard, CompileTable, Compiled};
use crate::rules::features::COVERS;
use crate::ruleset::{Bindings, Continue, Counts, CoverWith, ElseDraw, Most, OnTable, Open};

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
    /// The place of the covers by the upcard among those of the table, counted from 1; 0 if they do not depend on it.
    on_table: u8,
}

impl CompileCard for CoverOf {
    fn add(&mut self, of: Compiled<'_>) {
        if let Some(cover) = of.special.cover() {
            self.cover = CoverRules::new(cover, of);
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
    fn new(cover: &Continue, of: Compiled<'_>) -> Option<Self> {
        let bindings = of.bindings;
        let on_table = OnUpcard::of(cover, bindings).map_or(0, |_| of.covers + 1);
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
            on_table,
        })
    }

    /// Returns the cards that go with `upcard` under this nomination, among which are those that may be played on it.
    fn with(&self, pack: &Pack, upcard: Card, nominated: Option<Suit>) -> CardSet {
        // A Joker counts as a card of the suit in force on it.
        let suit = || pack.of_any_suit(pack.suit(upcard).or(nominated));
        match self.with {
            CoverWith::Suit => suit(),
            CoverWith::SuitOrRank => suit().or(pack.alike(upcard)),
            CoverWith::Any => CardSet::ALL,
            CoverWith::Nominated => pack.of_any_suit(nominated).or(pack.alike(upcard)),
        }
    }
}

/// The covers of all cards that depend on the upcard.
#[derive(Debug, Clone, Default)]
pub(crate) struct Covers {
    on_table: Vec<OnUpcard>,
}

/// The covers of a card by the upcard, where they depend on it.
#[derive(Debug, Clone)]
struct OnUpcard {
    cards: Option<OnTable>,
    also: Option<OnTable>,
}

impl OnUpcard {
    fn of(cover: &Continue, bindings: &Bindings) -> Option<Self> {
        let (cards, also) = (cover.cards.on_table(bindings), cover.also.on_table(bindings));
        (cards.is_some() || also.is_some()).then_some(Self { cards, also })
    }
}

impl CompileTable for Covers {
    fn add(&mut self, of: Compiled<'_>) {
        self.on_table.extend(
            of.special
                .cover()
                .and_then(|cover| OnUpcard::of(cover, of.bindings)),
        );
    }
}

impl Covers {
    /// Returns the number of covers that depend on the upcard.
    pub(crate) fn on_table(&self) -> u8 {
        self.on_table.len() as u8
    }

    /// Returns the cards that may be played on `upcard` in a run that this rule opened, under this nomination.
    ///
    /// `in_force` is the suit in force, which is asked for only where it matters.
    #[inline]
    pub(crate) fn allowed_on(
        &self,
        cover: &CoverRules,
        pack: &Pack,
        upcard: Card,
        nominated: Option<Suit>,
        in_force: impl FnOnce() -> Option<Suit>,
    ) -> CardSet {
        let with = cover.with(pack, upcard, nominated);
        let at = usize::from(cover.on_table);
        let Some(on) = at.checked_sub(1).and_then(|at| self.on_table.get(at)) else {
            return with.and(cover.cards).or(cover.also);
        };
        let (suit, rank) = (pack.of_any_suit(in_force()), pack.alike(upcard));
        let now =
            |cards: &Option<OnTable>, all: CardSet| cards.as_ref().map_or(all, |on| on.cards(suit, rank));
        with.and(now(&on.cards, cover.cards))
            .or(now(&on.also, cover.also))
    }

    /// Returns the cards that may be played in the same turn on a card that was played with nothing nominated.
    pub(crate) fn allowed_on_card(&self, cover: &CoverRules, pack: &Pack, card: Card) -> CardSet {
        self.allowed_on(cover, pack, card, None, || pack.suit(card))
    }
}
