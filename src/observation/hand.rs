//! `hand`: the own hand.

use super::cursor::ByKind;
use super::encoding::Feature;
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
    pub(crate) fn write<T: Feature, const K: usize>(
        place: Place,
        scale: f32,
        view: &View<'_>,
        out: &mut [T],
    ) {
        let own = ByKind::<K>::new(view.hand().counts());
        own.map(|own| own.min(place.high)).write_features(scale, out);
    }
}
