//! `history`: the last public actions.

use super::cursor::Cursor;
use super::envs::{Envs, Scene, Shown};
use super::field::{Features, Field, Set};
use super::part::{Optional, Part};
use super::seats::relative;
use super::shape::Shape;
use super::span::SpanName;
use crate::action::NUM_ACTIONS;
use crate::recent::Recent;
use crate::rules::Rules;
use crate::view::View;

/// The last public actions.
pub(crate) struct History;

impl Part for History {
    const SPAN: SpanName = SpanName::History;
    const WHEN: &'static str = "`history` is above 0";
    const FIELDS: &'static [Field] = &[Field {
        name: "",
        features: Features::Each(
            Set::History,
            &[
                Field {
                    name: "by",
                    features: Features::OneOf(Set::Seats),
                    meaning: "who acted; 1 is the latest action",
                },
                Field {
                    name: "",
                    features: Features::OneOf(Set::Actions),
                    meaning: "what was done",
                },
            ],
        ),
        meaning: "",
    }];

    fn is_shown(shape: &Shape, _: &Rules) -> bool {
        shape.history > 0
    }
}

impl Optional for History {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        let shape = scene.shape;
        envs.each_recent(|view, recent, cursor| write(shape, view, recent, cursor));
    }
}

#[inline(never)]
fn write(shape: &Shape, view: &View<'_>, recent: &Recent, cursor: &mut Cursor<'_>) {
    for (seat, action) in recent.latest().take(shape.history) {
        cursor.one_of(shape.seats, Some(relative(view, seat)));
        cursor.one_of(NUM_ACTIONS, Some(action.id().index()));
    }
}
