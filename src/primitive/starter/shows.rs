//! Features of the starter in an observation.

use crate::observation::envs::{Envs, Scene, Shown};
use crate::observation::field::{Features, Field};
use crate::observation::part::{Optional, Part};
use crate::observation::shape::Shape;
use crate::observation::span::SpanName;
use crate::rules::Rules;

/// Rights that the starter gives the first player.
pub(crate) struct StarterLeaves;

impl Part for StarterLeaves {
    const SPAN: SpanName = SpanName::Follow;
    const WHEN: &'static str = "a starter can leave the first player something of its own";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "anything",
            features: Features::Flag,
            meaning: "whether any card may be played on the starter",
        },
        Field {
            name: "first_nominates",
            features: Features::Flag,
            meaning: "whether the first player nominates for the starter",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        let special = rules.starter.open.or(rules.starter.first_nominates);
        shape.shows(!special.is_empty())
    }
}

impl Optional for StarterLeaves {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            cursor.flag(view.is_open());
            cursor.flag(view.first_nominates());
        });
    }
}
