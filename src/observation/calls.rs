//! `calls`: calls of the last card.

use super::cells::Cells;
use super::envs::{Envs, Place, Scene, Shown};
use super::field::{Features, Field, Set};
use super::part::{Optional, Part};
use super::shape::Shape;
use super::span::SpanName;
use crate::action::bits;
use crate::rules::Rules;
use crate::ruleset::{CallDue, CallMade, Caught};
use crate::view::View;

/// Whose call is due.
pub(crate) struct Due;

impl Part for Due {
    const SPAN: SpanName = SpanName::Calls;
    const WHEN: &'static str = "players call their last card";
    const FIELDS: &'static [Field] = &[Field {
        name: "due",
        features: Features::Which(Set::Seats),
        meaning: "whether the seat's call is due and not made",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.call.made == CallMade::ByPlayer)
    }
}

impl Due {
    /// Bytes that are written at most: zeros after the last seat's, over what is written later.
    pub(crate) const WRITTEN: usize = 10;

    /// Writes them.
    #[inline(always)]
    pub(crate) fn write<const P: usize, const N: usize>(
        place: Place,
        view: &View<'_>,
        cells: &mut Cells<'_, N>,
    ) {
        // The own seat is the first: the set is turned round by as many places.
        let (own, players, due) = (view.seat().0, view.players(), u32::from(view.calls().0));
        let turned = (due >> own | due << (players - own)) & ((1 << players) - 1);
        cells.put(place, 0, bits(turned as u8));
        if P == 0 && players > 8 {
            let [ninth, tenth, ..] = bits((turned >> 8) as u8);
            cells.put(place, 8, [ninth, tenth]);
        }
    }
}

/// Who has announced the own last card, and whose missing call may be asked for.
pub(crate) struct Announced;

impl Part for Announced {
    const SPAN: SpanName = SpanName::Calls;
    const WHEN: &'static str = "whoever holds one card announces it, or is asked for the call";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "announced",
            features: Features::Which(Set::Seats),
            meaning: "whether the seat has announced the one card that it holds",
        },
        Field {
            name: "overdue",
            features: Features::Which(Set::Seats),
            meaning: "whether the seat may be asked for its call",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.call.due == CallDue::Held || rules.call.caught == Caught::Asked)
    }
}

impl Optional for Announced {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        let seats = scene.shape.seats;
        envs.each(|view, cursor| {
            cursor.seat_set(view, seats, view.announced());
            cursor.seat_set(view, seats, view.overdue());
        });
    }
}
