//! Features of conditions in an observation.

/// Features of a card: conditions on which its effects depend.
pub(crate) mod card {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        flag "on_some_upcards" = it.has_condition(|condition| condition.left.is_none() && !condition.identical);
            "true if it does something on some upcards only"
        flag "on_identical" = it.has_condition(|condition| condition.identical);
            "true if it does something on an identical card only"
        flag "by_cards_left" = it.cards_left().is_some(); "true if it does something with some numbers of cards left only"
        number "least_left" = it.cards_left().map_or(0, |left| left.least); "fewest such cards left to its player"
        number "most_left" = it.cards_left().map_or(0, |left| left.most); "most such cards left to its player"
        flag "barred_on_some" = it.table.play.forbidden.iter().any(|(cards, _)| it.is_in(*cards));
            "true if there are upcards on which it may not be played"
    }
}
