//! `upcard`, `hand_sizes`, `direction` and `stock_size`: what lies open on the table.

use super::cells::Cells;
use super::declare::part;
use super::envs::{PartSpan, SIZE_FEATURES, Scene, SizeTable};
use super::part::PartWriter;
use super::seats::seat_at;
use crate::card::Card;
use crate::seat::Direction;
use crate::view::View;

part! {
    /// The top card of the pile.
    base Upcard in Upcard;
    |view| {
        one_of(Kinds) "" = view.upcard().map(Card::index); "the top card of the pile last played on"
    }
}

part! {
    /// The number of cards that each seat holds.
    by_hand HandSizes in HandSizes;
    each(Seats) "", {
        number ""; "cards that the seat holds"
        one_of(Words(&["1", "2", "3"])) "is"; "true if it holds exactly that many"
    };
}

impl HandSizes {
    /// Returns the features of each hand size. A look-up takes a quarter of the time of computing them.
    pub(crate) fn table(high: u8) -> SizeTable {
        let features = |size: u8| {
            let is = |other: u8| if size == other { high } else { 0 };
            [size.min(high), is(1), is(2), is(3)]
        };
        Box::new(std::array::from_fn(|size| features(size as u8)))
    }
}

impl PartWriter for HandSizes {
    /// Writes the features of each seat; those of absent seats stay 0.
    #[inline(always)]
    fn write_base<const K: usize, const P: usize, const N: usize>(
        scene: &Scene<'_>,
        place: PartSpan,
        view: &View<'_>,
        cells: &mut Cells<'_, N>,
    ) {
        let seats = if P > 0 { P } else { usize::from(view.players()) };
        let (sizes, _) = cells.0[place.at..][..seats * SIZE_FEATURES].as_chunks_mut();
        for (k, size) in sizes.iter_mut().enumerate() {
            *size = scene.hand_sizes[usize::from(view.hand_size(seat_at::<P>(view, k)))];
        }
    }
}

part! {
    /// The direction of play.
    base DirectionOfPlay in Direction;
    |view| {
        flag "anticlockwise" = view.direction() == Direction::Anticlockwise; "true if play goes anticlockwise"
    }
}

part! {
    /// The stock.
    base StockSize in StockSize;
    |view| {
        number "" = view.stock_size(); "cards of the stock"
        flag "can_draw" = view.can_draw(); "true if a card can be drawn (the stock may be renewed)"
    }
}
