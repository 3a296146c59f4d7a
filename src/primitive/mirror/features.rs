//! Features of mirrors in an observation.

use crate::observation::declare::part;

part! {
    /// Number of cards that may be mirrored, and the seat that draws them.
    optional Mirrored in Pending, "cards mirror"
        = |shape, rules| shape.has(rules.any(|card| card.mirror.mirrors));
    |view| let Some((total, hit)) = view.mirrored(); {
        number "mirrored" = total; "cards that all others would draw while somebody may mirror that"
        seat "hits" = hit; "the seat that draws them instead, once somebody has mirrored"
    }
}

/// Features of a card: whether it is a mirror.
pub(crate) mod card {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        flag "mirror" = it.own().mirror.mirrors; "true if it turns what makes others draw against whoever played that"
    }
}
