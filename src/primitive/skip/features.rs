//! Features of lost turns in an observation.

/// Features of a card: the players that it skips.
pub(crate) mod card {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        number "skips" = it.own().skip.players; "players that it skips"
    }
}

/// Features of a card: the turns that it takes from players by their place, by lot or by choice.
pub(crate) mod aimed {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;
    use crate::ruleset::Who;

    features! {
        it: CardScene<'_>;
        number "own_turns" = it.turns_of(Who::Own); "turns that its player loses"
        number "next_turns" = it.turns_of(Who::Next); "turns that the next player loses"
        number "previous_turns" = it.turns_of(Who::Previous); "turns that the player before loses"
        number "others_turns" = it.turns_of(Who::Others); "turns that each other player loses"
        number "lot_turns" = it.turns_of(Who::Lot); "turns that somebody loses by lot"
        number "chosen_turns" = it.turns_of(Who::Chosen); "turns that a player loses whom its player names"
    }
}
