//! Features of where a card may be played, in an observation.

/// Features of a card: whether it is wild.
pub(crate) mod wild {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        flag "wild" = it.is_in(it.table.play.wild); "true if it may be played on anything"
        flag "wild_if_unable" = it.is_in(it.table.play.wild_unable);
            "true if it may be played on anything by whoever can play nothing else"
        flag "wild_if_no_suit" = it.is_in(it.table.play.wild_no_suit);
            "true if it may be played on anything by whoever holds no card of the suit in force"
        flag "ordinary_on_some" = it.table.play.not_on.iter().chain(&it.table.play.ordinary).any(|(cards, _)| it.is_in(*cards));
            "true if there are upcards on which it is an ordinary card"
    }
}

/// Features of a card: the cards that it follows.
pub(crate) mod follows {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        flag "follows_suit_only" = it.follows_suit_only(); "true if it follows by suit, not by rank"
        flag "limited" = it.is_in(it.rules.follow.limited); "true if it may be played on listed cards only"
    }
}
