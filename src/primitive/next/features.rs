//! Features of the cards that must or may be played next, in an observation.

use crate::card::Suit;
use crate::observation::declare::part;
use crate::ruleset::Nominate;

part! {
    /// Restrictions that bind the next player only.
    optional BindsNext in Follow, "something binds the next player only"
        = |shape, rules| shape.has(rules.follow.binds_next);
    |view| {
        flag "binds_next" = view.binds_next(); "true if a rule that binds the next player only is in force"
        one_of(Suits) "second_suit" = view.second().map(Suit::index); "the second suit that may be followed"
    }
}

part! {
    /// The card to follow where it is not the upcard.
    optional CardUnder in Follow, "a card is played under which is followed"
        = |shape, rules| shape.has(!rules.follow.under.is_empty());
    |view| let Some(card) = view.card_to_follow().filter(|&card| Some(card) != view.upcard()); {
        one_of(Kinds) "card" = Some(card.index()); "the card that is followed, where it is not the upcard"
    }
}

part! {
    /// The cards named for the next player.
    optional NamedCards in Follow, "ranks are named" = |shape, rules| shape.has(rules.any(
        |card| card.next.name_rank.is_some() || card.nominate == Nominate::SuitAndRank,
    ));
    |view| let Some(named) = view.named(); {
        which(Kinds) "named" = named.cards(view.pack());
            "true if the seat of the turn must play a card of this kind or another such, if it holds one; or may, where \
             a rank is nominated with a suit"
    }
}

part! {
    /// The seat that named a rank that binds everybody.
    optional NamedBy in Follow, "ranks are named that bind everybody" = |shape, rules| shape.has(rules.any(
        |card| card.next.name_rank.is_some_and(|rule| rule.all),
    ));
    |view| {
        seat "named_by" = view.named_by(); "the seat that named cards which everybody must play, until that seat has played again"
    }
}

/// Features of a card: whether anything follows it.
pub(crate) mod anything {

    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        flag "anything_follows" = it.rules.pack.all().minus(it.followed_by()).is_empty(); "true if anything may be played on it"
    }
}

/// Features of a card: the only cards that follow it.
pub(crate) mod only {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        flag "closed" = it.is_in(it.rules.follow.closed); "true if only listed cards may be played on it"
        flag "follow_under" = it.is_in(it.rules.follow.under); "true if the card under it is followed"
        number "demands" = it.rules.demanded(it.card).map_or(0, |cards| cards.len() as u8);
            "kinds of card with which the next player may answer it, where it demands some"
    }
}

/// Features of a card: the naming of what must be played next.
pub(crate) mod named {
    use crate::observation::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        number "name_rank_draw" = it.own().next.name_rank.map_or(0, |named| named.draw);
            "cards that the next player draws who holds none of the rank that is named"
        number "name_rank_cards" = it.own().next.name_rank.map_or(0, |named| named.cards.len() as u8);
            "single cards that may be named, too"
        flag "name_rank_all" = it.own().next.name_rank.is_some_and(|named| named.all);
            "true if what is named binds everybody until its player has played again"
    }
}
