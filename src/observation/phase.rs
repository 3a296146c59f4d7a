//! `phase`: what is to be decided, and by whom.

use super::cells::Cells;
use super::envs::{Envs, Place, Scene, Shown};
use super::field::{Features, Field, PHASES, Set};
use super::part::{Optional, Part};
use super::seats::relative_of;
use super::shape::Shape;
use super::span::SpanName;
use crate::engine::Phase;
use crate::rules::Rules;
use crate::view::View;

/// The phase, and the seats that it is about.
pub(crate) struct Decision;

impl Part for Decision {
    const SPAN: SpanName = SpanName::Phase;
    const FIELDS: &'static [Field] = &[
        Field {
            name: "",
            features: Features::OneOf(Set::Phases),
            meaning: "what is to be decided",
        },
        Field {
            name: "actor",
            features: Features::OneOf(Set::Seats),
            meaning: "who decides",
        },
        Field {
            name: "turn",
            features: Features::OneOf(Set::Seats),
            meaning: "whose turn it is",
        },
    ];
}

impl Decision {
    /// Writes it.
    #[inline(always)]
    pub(crate) fn write<const P: usize, const N: usize>(
        place: Place,
        seats: usize,
        view: &View<'_>,
        cells: &mut Cells<'_, N>,
    ) {
        // Neither chance nor the end, the first and the last of the names, is a decision.
        let phase = view.phase().index();
        if (1..=PHASES).contains(&phase) {
            cells.set(place, phase - 1, 1);
            let actor = view.actor().map_or(0, |actor| relative_of::<P>(view, actor));
            cells.set(place, PHASES + actor, 1);
        }
        let turn = relative_of::<P>(view, view.turn());
        cells.set(place, PHASES + seats + turn, 1);
    }
}

/// The word that is due.
pub(crate) struct WordDue;

/// The numbers of words.
const WORDS: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];

impl Part for WordDue {
    const SPAN: SpanName = SpanName::Phase;
    const WHEN: &'static str = "words are due";
    const FIELDS: &'static [Field] = &[Field {
        name: "word_due",
        features: Features::OneOf(Set::Words(&WORDS)),
        meaning: "which word is due, by its number in the actions",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(!rules.tableau.words.is_empty())
    }
}

impl Optional for WordDue {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            if let Phase::Word { word } = view.phase() {
                cursor.one_of(WORDS.len(), Some(usize::from(word)));
            }
        });
    }
}

/// The card for which a pile is chosen.
pub(crate) struct PileFor;

impl Part for PileFor {
    const SPAN: SpanName = SpanName::Phase;
    const WHEN: &'static str = "there can be several piles";
    const FIELDS: &'static [Field] = &[Field {
        name: "pile_for",
        features: Features::OneOf(Set::Kinds),
        meaning: "the card for which the own seat is to choose a pile",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        Set::Piles.len(shape, rules) > 1
    }
}

impl Optional for PileFor {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            // To whoever does not choose, nobody has played it yet.
            if let (Phase::Pile { card }, true) = (view.phase(), view.actor() == Some(view.seat())) {
                cursor.one_of(scene.shape.kinds, Some(card.index()));
            }
        });
    }
}
