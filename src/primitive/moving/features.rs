//! Features of moving hands and cards in an observation.

/// Features of a card: hands that move.
pub(crate) mod hands {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;
    use crate::ruleset::PassHands;

    features! {
        it: CardScene<'_>;
        one_of "hands_go" = it.own().moving.pass_hands, [
            PassHands::Right => "right", PassHands::Left => "left", PassHands::Onward => "onward"
        ]; "the direction in which all hands move"
        flag "swap_hands" = it.own().moving.swap_hands; "true if its player may swap hands"
        flag "must_swap" = it.own().moving.swap_hands && it.rules.tableau.must_swap; "true if that player must"
    }
}

/// Features of a card: cards that are given.
pub(crate) mod gifts {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        flag "give" = it.own().moving.give.is_some(); "true if its player gives cards away"
        flag "give_optional" = it.own().moving.give.is_some_and(|give| give.optional); "true if the player may give none"
        flag "give_next_only" = it.own().moving.give.is_some_and(|give| give.next_only); "true if only the next player gets one"
    }
}
