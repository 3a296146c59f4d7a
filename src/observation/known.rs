//! `seen` and `known`: cards that are known to be out of the stock, cards of other hands, and the order of the stock.

use super::cursor::ByKind;
use super::declare::part;
use super::envs::{PartRows, Scene, Shown};
use super::part::{Part, PartWriter};
use super::shape::{LayoutShape, ShownKinds};
use crate::card::{KINDS, MAX_KINDS, SUITED};
use crate::rules::Rules;
use crate::view::View;

part! {
    /// Cards that are known to be out of the stock.
    by_hand Seen in Seen;
    numbers(Kinds) "";
        "cards of this kind that are known to be out of the stock: in the observer's hand, in a pile, or known in other hands"
}

impl Seen {
    /// Writes the cards that are seen, those of other piles and known ones included.
    #[inline(always)]
    fn write_piles<'v, const K: usize, R: Shown<'v>>(envs: &mut PartRows<'_, R>) {
        let place = envs.place;
        envs.each(|view, _, cursor| {
            let mut seen = ByKind::<K>::new(view.hand().counts()).plus(view.pile_counts());
            view.other_piles(|counts| seen = seen.plus(counts));
            for owner in (1..view.players()).map(|k| view.relative(k)) {
                seen = view.known(owner).map_or(seen, |known| seen.plus(known));
            }
            cursor.by_kind(place.at, seen.map(|seen| seen.min(place.high)));
        });
    }
}

impl PartWriter for Seen {
    /// True for games with several piles or known cards in other hands, unless [`InHands`] is shown, which then writes
    /// the cards that are seen. In all other games [`Hand`](super::hand::Hand) writes them.
    fn is_optional(shape: &LayoutShape, rules: &Rules) -> bool {
        (rules.tableau.needed || rules.tracks_known) && !InHands::is_shown(shape, rules)
    }

    #[inline(always)]
    fn write_optional<'v, R: Shown<'v>>(scene: &Scene<'_>, envs: &mut PartRows<'_, R>) {
        match scene.shape.shown_kinds() {
            ShownKinds::Suited => Self::write_piles::<SUITED, R>(envs),
            ShownKinds::Usual => Self::write_piles::<KINDS, R>(envs),
            ShownKinds::All => Self::write_piles::<MAX_KINDS, R>(envs),
        }
    }
}

part! {
    /// The cards that a penalty would take from the top of the pile.
    optional PileTop in Seen, "a penalty takes the top cards of the pile"
        = |shape, rules| shape.has(rules.stock.pile_top > 0);
    |view| {
        cards(Kinds) "pile_top" = view.pile_top();
            "cards of this kind among those that the penalty would take"
    }
}

part! {
    /// Cards that are known in other hands.
    by_hand InHands in Known, "cards of other hands can become known"
        = |shape, rules| shape.has_apart(rules.tracks_known);
    each(Others) "", {
        shares(Kinds) ""; "cards of this kind that the seat is known to hold"
    };
}

impl InHands {
    #[inline(always)]
    fn write_kinds<'v, const K: usize, R: Shown<'v>>(scene: &Scene<'_>, envs: &mut PartRows<'_, R>) {
        let unit = envs.place.high / scene.shape.copies;
        // Comparing bytes is cheaper than multiplying them.
        let at_least = |count, least| if count >= least { unit } else { 0 };
        match scene.shape.copies {
            1 => Self::write_shares::<K, R>(scene, envs, |count| at_least(count, 1)),
            2 => Self::write_shares::<K, R>(scene, envs, |count| at_least(count, 1) + at_least(count, 2)),
            copies => Self::write_shares::<K, R>(scene, envs, |count| count.min(copies) * unit),
        }
    }

    /// Writes the shares, and [`Seen`] as well, which is computed from the same numbers.
    #[inline(always)]
    fn write_shares<'v, const K: usize, R: Shown<'v>>(
        scene: &Scene<'_>,
        envs: &mut PartRows<'_, R>,
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

impl PartWriter for InHands {
    fn is_optional(_: &LayoutShape, _: &Rules) -> bool {
        true
    }

    #[inline(always)]
    fn write_optional<'v, R: Shown<'v>>(scene: &Scene<'_>, envs: &mut PartRows<'_, R>) {
        match scene.shape.shown_kinds() {
            ShownKinds::Suited => Self::write_kinds::<SUITED, R>(scene, envs),
            ShownKinds::Usual => Self::write_kinds::<KINDS, R>(scene, envs),
            ShownKinds::All => Self::write_kinds::<MAX_KINDS, R>(scene, envs),
        }
    }
}

part! {
    /// The order of the stock, while it is public.
    by_hand StockOrder in Known, "the order of the stock can be public"
        = |shape, rules| shape.has_apart(rules.stock.order_public);
    each(Kinds) "depth", {
        numbers(Depths) "";
            "how deep this copy lies in the stock, while its order is public; 1 is the next card"
    };
}

/// Returns how deep the first card of each kind lies in the stock, while its order is public; 1 is the next card.
#[inline(always)]
pub(super) fn stock_depths(view: &View<'_>) -> [u8; MAX_KINDS] {
    let mut depths = [0; MAX_KINDS];
    for (card, depth) in view.stock_order().zip(1..) {
        let first = &mut depths[card.index()];
        if *first == 0 {
            *first = depth;
        }
    }
    depths
}

impl StockOrder {
    #[inline(always)]
    fn write_single<'v, const K: usize, R: Shown<'v>>(envs: &mut PartRows<'_, R>) {
        let place = envs.place;
        envs.each(|view, _, cursor| {
            cursor.by_kind(place.at, ByKind::<K>::new(&stock_depths(view)));
        });
    }
}

impl PartWriter for StockOrder {
    fn is_optional(_: &LayoutShape, _: &Rules) -> bool {
        true
    }

    #[inline(always)]
    fn write_optional<'v, R: Shown<'v>>(scene: &Scene<'_>, envs: &mut PartRows<'_, R>) {
        let (place, copies) = (envs.place, envs.place.len / scene.shape.kinds);
        if copies == 1 {
            match scene.shape.shown_kinds() {
                ShownKinds::Suited => Self::write_single::<SUITED, R>(envs),
                ShownKinds::Usual => Self::write_single::<KINDS, R>(envs),
                ShownKinds::All => Self::write_single::<MAX_KINDS, R>(envs),
            }
            return;
        }
        envs.each(|view, _, cursor| {
            let mut used = [0; MAX_KINDS];
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
