//! Features of challenges in an observation.

use crate::card::{SUITS, Suit};
use crate::engine::Phase;
use crate::observation::envs::{Envs, Scene, Shown};
use crate::observation::field::{Features, Field, Set};
use crate::observation::part::{Optional, Part};
use crate::observation::shape::Shape;
use crate::observation::span::SpanName;
use crate::rules::Rules;

/// The card that a challenged card was played on, which decides whether the challenge is right.
pub(crate) struct Challenged;

impl Part for Challenged {
    const SPAN: SpanName = SpanName::Follow;
    const WHEN: &'static str = "a card can be challenged";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "challenged_on",
            features: Features::OneOf(Set::Kinds),
            meaning: "while a challenge is to be decided: the card under the upcard",
        },
        Field {
            name: "challenged_suit",
            features: Features::OneOf(Set::Suits),
            meaning: "the suit that was nominated on that card",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.any(|card| card.challenge.is_some()))
    }
}

impl Optional for Challenged {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            if let Phase::Challenge { .. } = view.phase()
                && let Some((card, suit)) = view.under()
            {
                cursor.one_of(scene.shape.kinds, Some(card.index()));
                cursor.one_of(SUITS, suit.map(Suit::index));
            }
        });
    }
}

/// Features of a card: the terms of a challenge.
pub(crate) mod card {
    use crate::observation::ruleset::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        number "challenge_draw" = it.own().challenge.as_ref().map_or(0, |challenge| challenge.draw);
            "cards for whoever is rightly challenged"
        number "challenge_extra" = it.own().challenge.as_ref().map_or(0, |challenge| challenge.extra);
            "further cards for whoever challenges wrongly"
        flag "challenge_undone" = it.own().challenge.as_ref().is_some_and(|challenge| challenge.undone);
            "whether its player takes it back"
    }
}
