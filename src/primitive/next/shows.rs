//! Features of the cards that must or may be played next, in an observation.

use crate::card::{Card, CardSet, SUITS, Suit};
use crate::engine::Named;
use crate::observation::envs::{Envs, Scene, Shown};
use crate::observation::field::{Features, Field, Set};
use crate::observation::part::{Optional, Part};
use crate::observation::seats::relative;
use crate::observation::shape::Shape;
use crate::observation::span::SpanName;
use crate::rules::{CardRules, Rules};
use crate::ruleset::Nominate;

/// Restrictions that bind the next player only.
pub(crate) struct BindsNext;

impl Part for BindsNext {
    const SPAN: SpanName = SpanName::Follow;
    const WHEN: &'static str = "something binds the next player only";
    const FIELDS: &'static [Field] = &[
        Field {
            name: "binds_next",
            features: Features::Flag,
            meaning: "whether what binds the next player only is in force",
        },
        Field {
            name: "second_suit",
            features: Features::OneOf(Set::Suits),
            meaning: "the second suit that may be followed",
        },
    ];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.follow.binds_next)
    }
}

impl Optional for BindsNext {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(_: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            cursor.flag(view.binds_next());
            cursor.one_of(SUITS, view.second().map(Suit::index));
        });
    }
}

/// The card to follow where it is not the upcard.
pub(crate) struct CardUnder;

impl Part for CardUnder {
    const SPAN: SpanName = SpanName::Follow;
    const WHEN: &'static str = "a card is played under which is followed";
    const FIELDS: &'static [Field] = &[Field {
        name: "card",
        features: Features::OneOf(Set::Kinds),
        meaning: "the card that is followed, where it is not the upcard",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(!rules.follow.under.is_empty())
    }
}

impl Optional for CardUnder {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let under = view
                .card_to_follow()
                .filter(|_| view.card_to_follow() != view.upcard());
            cursor.one_of(scene.shape.kinds, under.map(Card::index));
        });
    }
}

/// The cards named for the next player.
pub(crate) struct NamedCards;

impl Part for NamedCards {
    const SPAN: SpanName = SpanName::Follow;
    const WHEN: &'static str = "ranks are named";
    const FIELDS: &'static [Field] = &[Field {
        name: "named",
        features: Features::Which(Set::Kinds),
        meaning: "whether the seat of the turn must play a card of this kind or another such, if it holds one; or may, \
                  where a rank is nominated with a suit",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        let names =
            |card: &CardRules| card.next.name_rank.is_some() || card.nominate == Nominate::SuitAndRank;
        shape.shows(rules.any(names))
    }
}

impl Optional for NamedCards {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let named = view.named().map_or(CardSet::EMPTY, Named::cards);
            cursor.card_set(named, scene.shape.kinds);
        });
    }
}

/// The seat that named a rank that binds everybody.
pub(crate) struct NamedBy;

impl Part for NamedBy {
    const SPAN: SpanName = SpanName::Follow;
    const WHEN: &'static str = "ranks are named that bind everybody";
    const FIELDS: &'static [Field] = &[Field {
        name: "named_by",
        features: Features::OneOf(Set::Seats),
        meaning: "who named what everybody must play, until that seat has played again",
    }];

    fn is_shown(shape: &Shape, rules: &Rules) -> bool {
        shape.shows(rules.any(|card| card.next.name_rank.is_some_and(|rule| rule.all)))
    }
}

impl Optional for NamedBy {
    #[inline(always)]
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>) {
        envs.each(|view, cursor| {
            let seat = view.named_by().map(|seat| relative(view, seat));
            cursor.one_of(scene.shape.seats, seat);
        });
    }
}

/// Features of a card: whether anything follows it.
pub(crate) mod anything {
    use crate::card::CardSet;
    use crate::observation::ruleset::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        flag "anything_follows" = it.followed_by() == CardSet::ALL; "whether anything may be played on it"
    }
}

/// Features of a card: the only cards that follow it.
pub(crate) mod only {
    use crate::observation::ruleset::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        flag "closed" = it.is_in(it.rules.follow.closed); "whether only listed cards may be played on it"
        flag "follow_under" = it.is_in(it.rules.follow.under); "whether the card under it is followed"
        number "demands" = it.rules.demanded(it.card).map_or(0, |cards| cards.len() as u8);
            "how many kinds of card the next player may answer it with, where it demands some"
    }
}

/// Features of a card: the naming of what must be played next.
pub(crate) mod named {
    use crate::observation::ruleset::declare::features;
    use crate::observation::ruleset::scene::CardScene;

    features! {
        it: CardScene<'_>;
        number "name_rank_draw" = it.own().next.name_rank.map_or(0, |named| named.draw);
            "cards that the next player draws who holds none of the rank that is named"
        number "name_rank_cards" = it.own().next.name_rank.map_or(0, |named| named.cards.len() as u8);
            "how many single cards may be named, too"
        flag "name_rank_all" = it.own().next.name_rank.is_some_and(|named| named.all);
            "whether what is named binds everybody until its player has played again"
    }
}
