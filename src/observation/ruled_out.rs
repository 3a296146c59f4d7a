//! `ruled_out`: cards that others are known not to hold.

use super::cursor::ByKind;
use super::declare::part;
use super::envs::{PartRows, Scene, Shown};
use super::part::PartWriter;
use super::shape::{LayoutShape, ShownKinds};
use crate::card::{KINDS, MAX_KINDS, SUITED};
use crate::rules::Rules;

part! {
    /// Kinds that cards of other hands cannot be, since their holder would have had to play or to show them.
    by_hand NotHeld in RuledOut,
        "the game has `beliefs=True`, and who can play must, so that not playing proves something, or a card shown names \
         the first player"
        = |shape, rules| shape.beliefs && shape.has_apart(rules.keeps_ruled_out);
    each(Others) "", {
        numbers(Kinds) "";
            "of how many of the seat's cards it is known that they are not of this kind: those that it held when it \
             could not play, or showed no such card to begin by, as far as they are still held"
    };
}

impl NotHeld {
    #[inline(always)]
    fn write_kinds<'v, const K: usize, R: Shown<'v>>(envs: &mut PartRows<'_, R>) {
        let place = envs.place;
        envs.each(|view, _, cursor| {
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

impl PartWriter for NotHeld {
    fn is_optional(_: &LayoutShape, _: &Rules) -> bool {
        true
    }

    #[inline(always)]
    fn write_optional<'v, R: Shown<'v>>(scene: &Scene<'_>, envs: &mut PartRows<'_, R>) {
        match scene.shape.shown_kinds() {
            ShownKinds::Suited => Self::write_kinds::<SUITED, R>(envs),
            ShownKinds::Usual => Self::write_kinds::<KINDS, R>(envs),
            ShownKinds::All => Self::write_kinds::<MAX_KINDS, R>(envs),
        }
    }
}
