//! Features of nominations in an observation.

use crate::card::Suit;
use crate::observation::declare::part;
use crate::ruleset::Nominate;

part! {
    /// A nomination of the suit in force.
    base Nominated in Follow, "a suit can be nominated"
        = |shape, rules| {
            let nominates = rules.any(|card| card.nominate != Nominate::Never);
            shape.has(nominates || !rules.starter.suit_only.is_empty())
        };
    |view| {
        flag "nominated" = view.nominated().is_some(); "true if the suit in force was nominated"
    }
}

part! {
    /// The suit that a nomination must change.
    optional SuitBefore in Follow, "a nomination must change the suit"
        = |shape, rules| shape.has(rules.any(|card| card.nominate == Nominate::Other));
    |view| {
        one_of(Suits) "before" = view.suit_before().map(Suit::index); "the suit in force when the upcard was played"
    }
}

/// Features of a card: the cases in which its player nominates.
pub(crate) mod card {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;
    use crate::ruleset::Nominate;

    features! {
        it: CardScene<'_>;
        one_of "nominates" = it.own().nominate, [
            Nominate::IfFollowed => "if-followed", Nominate::Alone => "alone", Nominate::Second => "second",
            Nominate::Always => "always", Nominate::SuitAndRank => "suit-and-rank",
            Nominate::OwnColour => "own-colour", Nominate::InForce => "in-force",
            Nominate::Other => "other"
        ]; "when its player nominates a suit"
    }
}
