//! `ruled_out`: cards that others are known not to hold.

use super::cursor::ByKind;
use super::envs::{Envs, Scene, Shown};
use super::field::{Features, Field, Set};
use super::part::{Optional, Part};
use super::shape::Shape;
use super::span::SpanName;
use crate::card::{KINDS, SUITED};
use crate::rules::Rules;

/// Kinds that cards of other hands cannot be, since they would have had to be played.
pub(crate) struct NotHeld;

impl Part for NotHeld {
    const SPAN: SpanName = SpanName::RuledOut;
    const WHEN: &'static str =
        "the game has `beliefs=True`, and who can play must, so that not playing proves something";
    const FIELDS: &'static [Field] = &[Field {
        name: "",
        features: Features::Each(
            Set::Others,
            &[Field {
                name: "",
                features: Features::Numbers(Set::Kinds),
                meaning: "of how many of the seat's cards it is known that they are not of this kind: those that it \
                          held when it could not play, as far as they are still held",
            }],
        ),
        meaning: "",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.beliefs && shape.shows(rules.tracks_ruled_out)
    }
}

impl NotHeld {
    #[inline(always)]
    fn write_kinds<'v, const K: usize, R: Shown<'v>>(envs: &mut Envs<'_, R>) {
        let place = envs.place;
        envs.each(|view, cursor| {
            for k in 1..view.players() {
                let Some(counts) = view.ruled_out(view.relative(k)) else {
                    return;
                };
                let at = place.at + (usize::from(k) - 1) * K;
                cursor.by_kind(at, ByKind::<K>::new(counts).map(|count| count.min(place.high)));
            }
        });
    }
}

impl Optional for NotHeld {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        if scene.shape.has_jokers() {
            Self::write_kinds::<KINDS, R>(envs);
        } else {
            Self::write_kinds::<SUITED, R>(envs);
        }
    }
}
