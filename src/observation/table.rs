//! `upcard`, `hand_sizes`, `direction` and `stock_size`: what lies open on the table.

use super::cells::Cells;
use super::envs::Place;
use super::field::{Features, Field, Set};
use super::part::Part;
use super::seats::seat_at;
use super::span::SpanName;
use crate::seat::Direction;
use crate::view::View;

/// The top card of the pile.
pub(crate) struct Upcard;

impl Part for Upcard {
    const SPAN: SpanName = SpanName::Upcard;
    const FIELDS: &'static [Field] = &[Field {
        name: "",
        features: Features::OneOf(Set::Kinds),
        meaning: "the top card of the pile last played on",
    }];
}

impl Upcard {
    /// Writes it as features, as the own hand before it.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(place: Place, view: &View<'_>, cells: &mut Cells<'_, N>) {
        if let Some(card) = view.upcard() {
            cells.set(place, card.index(), place.high);
        }
    }
}

/// How many cards each seat holds.
pub(crate) struct HandSizes;

/// Features of a seat: the size of its hand, and whether that is 1, 2 or 3.
const SIZE_FEATURES: usize = 4;

/// The features of each hand size.
pub(crate) type SizeTable = Box<[[u8; SIZE_FEATURES]; 256]>;

impl Part for HandSizes {
    const SPAN: SpanName = SpanName::HandSizes;
    const FIELDS: &'static [Field] = &[Field {
        name: "",
        features: Features::Each(
            Set::Seats,
            &[
                Field {
                    name: "",
                    features: Features::Number,
                    meaning: "how many cards the seat holds",
                },
                Field {
                    name: "is",
                    features: Features::OneOf(Set::Words(&["1", "2", "3"])),
                    meaning: "whether it holds so few",
                },
            ],
        ),
        meaning: "",
    }];
}

impl HandSizes {
    /// The features of each size, for [`HandSizes::write`] to choose from.
    pub(crate) fn table(high: u8) -> SizeTable {
        let features = |size: u8| {
            let is = |other: u8| if size == other { high } else { 0 };
            [size.min(high), is(1), is(2), is(3)]
        };
        Box::new(std::array::from_fn(|size| features(size as u8)))
    }

    /// Writes them; seats that there are not stay 0.
    #[inline(always)]
    pub(crate) fn write<const P: usize, const N: usize>(
        place: Place,
        table: &SizeTable,
        view: &View<'_>,
        cells: &mut Cells<'_, N>,
    ) {
        let seats = if P > 0 { P } else { usize::from(view.players()) };
        let (sizes, _) = cells.0[place.at..][..seats * SIZE_FEATURES].as_chunks_mut();
        for (k, size) in sizes.iter_mut().enumerate() {
            *size = table[usize::from(view.hand_size(seat_at::<P>(view, k)))];
        }
    }
}

/// The direction of play.
pub(crate) struct DirectionOfPlay;

impl Part for DirectionOfPlay {
    const SPAN: SpanName = SpanName::Direction;
    const FIELDS: &'static [Field] = &[Field {
        name: "anticlockwise",
        features: Features::Flag,
        meaning: "whether play goes anticlockwise",
    }];
}

impl DirectionOfPlay {
    /// Writes it.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(place: Place, view: &View<'_>, cells: &mut Cells<'_, N>) {
        let anticlockwise = view.direction() == Direction::Anticlockwise;
        cells.set(place, 0, u8::from(anticlockwise));
    }
}

/// The stock.
pub(crate) struct StockSize;

impl Part for StockSize {
    const SPAN: SpanName = SpanName::StockSize;
    const FIELDS: &'static [Field] = &[
        Field {
            name: "",
            features: Features::Number,
            meaning: "how many cards the stock has",
        },
        Field {
            name: "can_draw",
            features: Features::Flag,
            meaning: "whether a card can be drawn (the stock may be renewed)",
        },
    ];
}

impl StockSize {
    /// Writes it.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(place: Place, view: &View<'_>, cells: &mut Cells<'_, N>) {
        cells.set(place, 0, view.stock_size().min(place.high));
        cells.set(place, 1, place.high * u8::from(view.can_draw()));
    }
}
