//! Features of challenges in an observation.

use crate::card::Suit;
use crate::engine::Phase;
use crate::observation::declare::part;

part! {
    /// The card that a challenged card was played on, which decides whether the challenge is right.
    optional Challenged in Follow, "a card can be challenged"
        = |shape, rules| shape.has(rules.any(|card| card.challenge.is_some()));
    |view|
    let Phase::Challenge { .. } = view.phase();
    let Some((card, suit)) = view.under();
    {
        one_of(Kinds) "challenged_on" = Some(card.index());
            "while a challenge is to be decided: the card under the upcard"
        one_of(Suits) "challenged_suit" = suit.map(Suit::index); "the suit that was nominated on that card"
    }
}

/// Features of a card: the terms of a challenge.
pub(crate) mod card {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        number "challenge_draw" = it.challenge_draw();
            "cards for whoever is rightly challenged"
        number "challenge_extra" = it.own().challenge.as_ref().map_or(0, |challenge| challenge.extra);
            "further cards for whoever challenges wrongly"
        flag "challenge_undone" = it.own().challenge.as_ref().is_some_and(|challenge| challenge.undone);
            "true if its player takes it back"
    }
}
