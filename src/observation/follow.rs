//! `follow`: what may be asked of the own hand.

use super::cells::Cells;
use super::envs::{Envs, Place, Scene, Shown};
use super::field::{Features, Field, Set};
use super::part::{Optional, Part};
use super::shape::Shape;
use super::span::SpanName;
use crate::card::{SUITS, Suit};
use crate::rules::Rules;
use crate::view::View;

/// The suit in force.
pub(crate) struct SuitInForce;

/// Which of four is set, by index; the last is for none.
const ONE_OF_FOUR: [[u8; SUITS]; SUITS + 1] = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
    [0, 0, 0, 0],
];

impl Part for SuitInForce {
    const SPAN: SpanName = SpanName::Follow;
    const FIELDS: &'static [Field] = &[Field {
        name: "suit",
        features: Features::OneOf(Set::Suits),
        meaning: "the suit in force: nominated, or that of the card to follow",
    }];
}

impl SuitInForce {
    /// Writes it.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(place: Place, view: &View<'_>, cells: &mut Cells<'_, N>) {
        cells.put(place, 0, ONE_OF_FOUR[usize::from(view.suit_index())]);
    }
}

/// The tops of all piles.
pub(crate) struct Piles;

impl Part for Piles {
    const SPAN: SpanName = SpanName::Follow;
    const WHEN: &'static str =
        "there can be several piles, or the two top cards of the pile are added or multiplied";
    const FIELDS: &'static [Field] = &[Field {
        name: "pile",
        features: Features::Each(
            Set::Piles,
            &[
                Field {
                    name: "top",
                    features: Features::OneOf(Set::Kinds),
                    meaning: "its top card",
                },
                Field {
                    name: "under",
                    features: Features::OneOf(Set::Kinds),
                    meaning: "the card under that",
                },
                Field {
                    name: "suit",
                    features: Features::OneOf(Set::Suits),
                    meaning: "the suit that was nominated on it",
                },
                Field {
                    name: "played_on_last",
                    features: Features::Flag,
                    meaning: "whether it is the pile last played on",
                },
            ],
        ),
        meaning: "",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.follow.sum_product) || Set::Piles.len(shape, rules) > 1
    }
}

impl Optional for Piles {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        let (kinds, piles) = (scene.shape.kinds, Set::Piles.len(scene.shape, scene.game.rules()));
        envs.each(|view, cursor| {
            // Of piles that there are not, all features stay 0.
            for index in 0..view.pile_count().min(piles as u8) {
                let (cards, suit) = view.pile_of(index);
                let top = |depth: usize| cards.len().checked_sub(depth).map(|at| cards[at].index());
                cursor.one_of(kinds, top(1));
                cursor.one_of(kinds, top(2));
                cursor.one_of(SUITS, suit.map(Suit::index));
                cursor.flag(index == view.pile_at());
            }
        });
    }
}
