//! `hand`: the own hand.

use super::cells::Cells;
use super::cursor::ByKind;
use super::envs::Place;
use super::field::{Features, Field, Set};
use super::part::Part;
use super::span::SpanName;
use crate::view::View;

/// The own hand.
pub(crate) struct Hand;

impl Part for Hand {
    const SPAN: SpanName = SpanName::Hand;
    const FIELDS: &'static [Field] = &[Field {
        name: "",
        features: Features::Numbers(Set::Kinds),
        meaning: "how many cards of this kind the own hand holds",
    }];
}

impl Hand {
    /// Writes it as features of a scale, since that is quicker here than bytes that become features later.
    #[inline(always)]
    pub(crate) fn write<const K: usize, const N: usize>(
        place: Place,
        view: &View<'_>,
        cells: &mut Cells<'_, N>,
    ) {
        let own = ByKind::<K>::new(view.hand().counts());
        own.map(|own| own.min(place.high)).write(&mut cells.0[place.at..]);
    }
}
