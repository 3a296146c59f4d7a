//! Features of nominations in an observation.

use crate::observation::cells::Cells;
use crate::observation::envs::Place;
use crate::observation::field::{Features, Field};
use crate::observation::part::Part;
use crate::observation::shape::Shape;
use crate::observation::span::SpanName;
use crate::rules::Rules;
use crate::ruleset::Nominate;
use crate::view::View;

/// A nomination of the suit in force.
pub(crate) struct Nominated;

impl Part for Nominated {
    const SPAN: SpanName = SpanName::Follow;
    const WHEN: &'static str = "a suit can be nominated";
    const FIELDS: &'static [Field] = &[Field {
        name: "nominated",
        features: Features::Flag,
        meaning: "whether the suit in force was nominated",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.any(|card| card.nominate != Nominate::Never))
    }
}

impl Nominated {
    /// Writes the feature.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(place: Place, view: &View<'_>, cells: &mut Cells<'_, N>) {
        cells.set(place, 0, u8::from(view.nominated().is_some()));
    }
}

/// Features of a card: the cases in which its player nominates.
pub(crate) mod card {
    use crate::observation::ruleset::declare::features;
    use crate::observation::ruleset::scene::CardScene;
    use crate::ruleset::Nominate;

    features! {
        it: CardScene<'_>;
        one_of "nominates" = it.own().nominate, [
            Nominate::IfFollowed => "if-followed", Nominate::Alone => "alone", Nominate::Second => "second",
            Nominate::Always => "always", Nominate::SuitAndRank => "suit-and-rank",
            Nominate::OwnColour => "own-colour", Nominate::InForce => "in-force"
        ]; "when its player nominates a suit"
    }
}
