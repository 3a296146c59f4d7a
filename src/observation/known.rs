//! `seen` and `known`: cards that are known to be out of the stock, and where.

use super::cells::Cells;
use super::cursor::ByKind;
use super::envs::{Envs, Place, Scene, Shown};
use super::field::{Features, Field, Set};
use super::part::{Optional, Part};
use super::shape::Shape;
use super::span::SpanName;
use crate::card::{KINDS, SUITED};
use crate::rules::Rules;
use crate::view::View;

/// Cards that are known to be out of the stock.
pub(crate) struct Seen;

impl Part for Seen {
    const SPAN: SpanName = SpanName::Seen;
    const FIELDS: &'static [Field] = &[Field {
        name: "",
        features: Features::Numbers(Set::Kinds),
        meaning: "how many cards of this kind are known to be out of the stock: in the own hand, in a pile, or known \
                  in other hands",
    }];
}

impl Seen {
    /// Writes them where only the own hand and the pile are seen.
    #[inline(always)]
    pub(crate) fn write_hand_and_pile<const K: usize, const N: usize>(
        place: Place,
        view: &View<'_>,
        cells: &mut Cells<'_, N>,
    ) {
        let seen = ByKind::<K>::new(view.hand().counts()).plus(view.pile_counts());
        seen.map(|seen| seen.min(place.high))
            .write(&mut cells.0[place.at..]);
    }

    /// Writes them where other piles are seen, too.
    #[inline(always)]
    fn write_piles<'v, const K: usize, R: Shown<'v>>(envs: &mut Envs<'_, R>) {
        let place = envs.place;
        envs.each(|view, cursor| {
            let mut seen = ByKind::<K>::new(view.hand().counts()).plus(view.pile_counts());
            view.other_piles(|counts| seen = seen.plus(counts));
            cursor.by_kind(place.at, seen.map(|seen| seen.min(place.high)));
        });
    }
}

impl Optional for Seen {
    /// Where there can be several piles. Where cards of hands are known, too, [`InHands`] writes what is seen.
    fn is_optional(shape: &Shape, rules: &Rules) -> bool {
        rules.tableau.needed && !InHands::is_shown(shape, rules)
    }

    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        if scene.shape.has_jokers() {
            Self::write_piles::<KINDS, R>(envs);
        } else {
            Self::write_piles::<SUITED, R>(envs);
        }
    }
}

/// The cards that a penalty would take from the top of the pile.
pub(crate) struct PileTop;

impl Part for PileTop {
    const SPAN: SpanName = SpanName::Seen;
    const WHEN: &'static str = "a penalty takes the top cards of the pile";
    const FIELDS: &'static [Field] = &[Field {
        name: "pile_top",
        features: Features::Numbers(Set::Kinds),
        meaning: "how many cards of this kind are among those that the penalty would take",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.stock.pile_top > 0)
    }
}

impl Optional for PileTop {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let start = cursor.at();
            view.pile_top().for_each(|card| cursor.add(start + card.index()));
        });
    }
}

/// Cards that are known in other hands.
pub(crate) struct InHands;

impl Part for InHands {
    const SPAN: SpanName = SpanName::Known;
    const WHEN: &'static str = "cards of other hands can become known";
    const FIELDS: &'static [Field] = &[Field {
        name: "",
        features: Features::Each(
            Set::Others,
            &[Field {
                name: "",
                features: Features::Shares(Set::Kinds),
                meaning: "how many cards of this kind the seat is known to hold",
            }],
        ),
        meaning: "",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.tracks_known)
    }
}

impl InHands {
    #[inline(always)]
    fn write_kinds<'v, const K: usize, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        let unit = envs.place.high / scene.shape.copies;
        // Bytes are compared more cheaply than multiplied.
        let at_least = |count, least| if count >= least { unit } else { 0 };
        match scene.shape.copies {
            1 => Self::write_shares::<K, R>(scene, envs, |count| at_least(count, 1)),
            2 => Self::write_shares::<K, R>(scene, envs, |count| at_least(count, 1) + at_least(count, 2)),
            copies => Self::write_shares::<K, R>(scene, envs, |count| count.min(copies) * unit),
        }
    }

    /// Writes what is seen as well, since it is made of the same numbers.
    #[inline(always)]
    fn write_shares<'v, const K: usize, R: Shown<'v>>(
        scene: Scene<'_>,
        envs: &mut Envs<'_, R>,
        share: impl Fn(u8) -> u8,
    ) {
        let (start, place) = (envs.place.at, scene.seen);
        for (view, _, mut cursor) in envs.rows() {
            let mut seen = ByKind::<K>::new(view.hand().counts()).plus(view.pile_counts());
            for k in 1..view.players() {
                let Some(counts) = view.known(view.relative(k)) else {
                    break;
                };
                seen = seen.plus(counts);
                let shares = ByKind::<K>::new(counts).map(&share);
                cursor.by_kind(start + (usize::from(k) - 1) * K, shares);
            }
            view.other_piles(|counts| seen = seen.plus(counts));
            cursor.by_kind(place.at, seen.map(|seen| seen.min(place.high)));
        }
    }
}

impl Optional for InHands {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        if scene.shape.has_jokers() {
            Self::write_kinds::<KINDS, R>(scene, envs);
        } else {
            Self::write_kinds::<SUITED, R>(scene, envs);
        }
    }
}

/// The order of the stock, while it is public.
pub(crate) struct StockOrder;

impl Part for StockOrder {
    const SPAN: SpanName = SpanName::Known;
    const WHEN: &'static str = "the order of the stock can be public";
    const FIELDS: &'static [Field] = &[Field {
        name: "depth",
        features: Features::Each(
            Set::Kinds,
            &[Field {
                name: "",
                features: Features::Numbers(Set::Depths),
                meaning: "how deep this copy lies in the stock, while its order is public; 1 is the next card",
            }],
        ),
        meaning: "",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.stock.order_public)
    }
}

impl StockOrder {
    #[inline(always)]
    fn write_single<'v, const K: usize, R: Shown<'v>>(envs: &mut Envs<'_, R>) {
        let place = envs.place;
        envs.each(|view, cursor| {
            let mut depths = [0; KINDS];
            for (card, depth) in view.stock_order().zip(1..) {
                depths[card.index()] = depth;
            }
            cursor.by_kind(place.at, ByKind::<K>::new(&depths));
        });
    }
}

impl Optional for StockOrder {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        let (place, copies) = (envs.place, envs.place.len / scene.shape.kinds);
        if copies == 1 {
            if scene.shape.has_jokers() {
                Self::write_single::<KINDS, R>(envs);
            } else {
                Self::write_single::<SUITED, R>(envs);
            }
            return;
        }
        envs.each(|view, cursor| {
            let mut used = [0; KINDS];
            for (card, depth) in view.stock_order().zip(1..) {
                let copy = &mut used[card.index()];
                if *copy < copies {
                    cursor.set(place.at + card.index() * copies + *copy, depth);
                    *copy += 1;
                }
            }
        });
    }
}
