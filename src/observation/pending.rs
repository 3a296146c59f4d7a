//! `pending`: an attack that is to be answered.

use super::cells::Cells;
use super::envs::{Envs, Place, Scene, Shown};
use super::field::{Features, Field, Set};
use super::part::{Optional, Part};
use super::seats::relative;
use super::shape::Shape;
use super::span::SpanName;
use crate::rules::Rules;
use crate::view::View;

/// The attack that is pending.
pub(crate) struct Attack;

/// Its features before those of the kinds of attack.
const BEFORE_KINDS: usize = 2;

impl Part for Attack {
    const SPAN: SpanName = SpanName::Pending;
    const WHEN: &'static str = "there are attacks";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "cards",
            features: Features::Number,
            meaning: "cards that must be drawn, or answered",
        },
        Field {
            name: "unanswerable",
            features: Features::Flag,
            meaning: "whether they cannot be answered",
        },
        Field {
            name: "attack",
            features: Features::OneOf(Set::Attacks),
            meaning: "which of the ruleset's attacks it is, by the name of the special; they stand in the order of \
                      their names, and the last of the universal layout's eight stands for all further ones",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(!rules.attacks.is_empty())
    }
}

impl Attack {
    /// Writes it.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(place: Place, view: &View<'_>, cells: &mut Cells<'_, N>) {
        if let Some(kind) = view.pending_kind()
            && place.len > BEFORE_KINDS
        {
            let kind = usize::from(kind).min(place.len - BEFORE_KINDS - 1);
            cells.set(place, 0, view.pending().min(place.high));
            cells.set(place, 1, place.high * u8::from(view.is_unanswerable()));
            cells.set(place, BEFORE_KINDS + kind, place.high);
        }
    }
}

/// Cards that somebody mirrors, and whom they hit.
pub(crate) struct Mirrored;

impl Part for Mirrored {
    const SPAN: SpanName = SpanName::Pending;
    const WHEN: &'static str = "cards mirror";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "mirrored",
            features: Features::Number,
            meaning: "how many cards all others would draw while somebody may mirror that",
        },
        Field {
            name: "hits",
            features: Features::OneOf(Set::Seats),
            meaning: "who draws them instead, once somebody has mirrored",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.any(|card| card.mirror))
    }
}

impl Optional for Mirrored {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let mirrored = view.mirrored();
            cursor.value(mirrored.map_or(0, |(total, _)| total));
            let hit = mirrored.and_then(|(_, hit)| hit);
            cursor.one_of(scene.shape.seats, hit.map(|seat| relative(view, seat)));
        });
    }
}
