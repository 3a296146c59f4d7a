//! What is observed of what comes next.

use crate::card::{Card, CardSet, SUITS, Suit};
use crate::engine::Named;
use crate::observation::envs::{Envs, Scene, Shown};
use crate::observation::field::{Features, Field, Set};
use crate::observation::part::{Optional, Part};
use crate::observation::shape::Shape;
use crate::observation::span::SpanName;
use crate::rules::Rules;

/// What binds the next player only.
pub(crate) struct BindsNext;

impl Part for BindsNext {
    const SPAN: SpanName = SpanName::Follow;
    const WHEN: &'static str = "something binds the next player only";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "binds_next",
            features: Features::Flag,
            meaning: "whether what binds the next player only is in force",
        },
        Field {
            name: "second_suit",
            features: Features::OneOf(Set::Suits),
            meaning: "the second suit that may be followed",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.binds_next)
    }
}

impl Optional for BindsNext {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            cursor.flag(view.is_fresh());
            cursor.one_of(SUITS, view.second().map(Suit::index));
        });
    }
}

/// The card that is followed where it is not the upcard.
pub(crate) struct CardUnder;

impl Part for CardUnder {
    const SPAN: SpanName = SpanName::Follow;
    const WHEN: &'static str = "a card is played under which is followed";
    const FIELDS: &'static [Field] = &[Field {
        name: "card",
        features: Features::OneOf(Set::Kinds),
        meaning: "the card that is followed, where it is not the upcard",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(!rules.follow_under.is_empty())
    }
}

impl Optional for CardUnder {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let under = view.face().filter(|_| view.face() != view.upcard());
            cursor.one_of(scene.shape.kinds, under.map(Card::index));
        });
    }
}

/// What was named for the next player.
pub(crate) struct NamedCards;

impl Part for NamedCards {
    const SPAN: SpanName = SpanName::Follow;
    const WHEN: &'static str = "ranks are named";
    const FIELDS: &'static [Field] = &[Field {
        name: "named",
        features: Features::Which(Set::Kinds),
        meaning: "whether the seat of the turn must play a card of this kind or another such, if it holds one",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.any(|card| card.next.name_rank.is_some()))
    }
}

impl Optional for NamedCards {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let named = view.named().map_or(CardSet::EMPTY, Named::cards);
            cursor.card_set(named, scene.shape.kinds);
        });
    }
}
