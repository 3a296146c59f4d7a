//! Features of mirrors in an observation.

use crate::observation::envs::{Envs, Scene, Shown};
use crate::observation::field::{Features, Field, Set};
use crate::observation::part::{Optional, Part};
use crate::observation::seats::relative;
use crate::observation::shape::Shape;
use crate::observation::span::SpanName;
use crate::rules::Rules;

/// Number of cards that may be mirrored, and the seat that draws them.
pub(crate) struct Mirrored;

impl Part for Mirrored {
    const SPAN: SpanName = SpanName::Pending;
    const WHEN: &'static str = "cards mirror";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "mirrored",
            features: Features::Number,
            meaning: "how many cards all others would draw while somebody may mirror that",
        },
        Field {
            name: "hits",
            features: Features::OneOf(Set::Seats),
            meaning: "who draws them instead, once somebody has mirrored",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.any(|card| card.mirror.mirrors))
    }
}

impl Optional for Mirrored {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let mirrored = view.mirrored();
            cursor.value(mirrored.map_or(0, |(total, _)| total));
            let hit = mirrored.and_then(|(_, hit)| hit);
            cursor.one_of(scene.shape.seats, hit.map(|seat| relative(view, seat)));
        });
    }
}

/// Features of a card: whether it is a mirror.
pub(crate) mod card {
    use crate::observation::ruleset::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        flag "mirror" = it.own().mirror.mirrors; "whether it turns what makes others draw against whoever played that"
    }
}
