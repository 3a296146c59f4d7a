//! What follows which card, for the engine.

use super::table;
use crate::card::{Card, CardSet, KINDS, SUITS};
use crate::ruleset::{FollowBy, PlayOn, Ruleset, Selector};

/// What follows which card.
#[derive(Debug, Clone)]
pub(crate) struct FollowRules {
    /// What follows an upcard of this kind while this suit is nominated (or none: [`super::NO_SUIT`]).
    pub(crate) table: Box<[[CardSet; SUITS + 1]; KINDS]>,
    /// Cards under which is followed.
    pub(crate) under: CardSet,
    /// What the next player must play on a card, empty where it demands nothing; none where no card does.
    pub(crate) demand: Option<Box<[CardSet; KINDS]>>,
    /// Whether a nomination binds the next player only.
    pub(crate) nomination_lapses: bool,
    /// Whether anything binds the next player only.
    pub(crate) binds_next: bool,
    /// Whether a number follows that is the sum or the product of the two top ones.
    pub(crate) sum_product: bool,
    /// Upcards that only listed cards follow, wild or not.
    pub(crate) closed: CardSet,
    /// Cards that may be played on listed upcards only.
    pub(crate) limited: CardSet,
}

impl FollowRules {
    pub(super) fn compile(ruleset: &Ruleset, players: u8) -> Self {
        Self {
            table: follow(ruleset, players),
            under: follow_under(ruleset, players),
            demand: demand(ruleset, players),
            nomination_lapses: ruleset.nominations_lapse(),
            binds_next: binds_next(ruleset, players),
            sum_product: ruleset.follow.has(FollowBy::SumOrProduct),
            closed: union(ruleset, players, |special| {
                if special.followed_by().is_none() {
                    CardSet::EMPTY
                } else {
                    special.cards.cards()
                }
            }),
            limited: limits(ruleset, players)
                .iter()
                .fold(CardSet::EMPTY, |set, (cards, _)| set.or(*cards)),
        }
    }
}

/// The cards of all specials in play that this says.
fn union(ruleset: &Ruleset, players: u8, cards: impl Fn(&crate::ruleset::Special) -> CardSet) -> CardSet {
    table::in_play(ruleset, players).fold(CardSet::EMPTY, |set, (_, special)| set.or(cards(special)))
}

/// Cards under which is followed.
fn follow_under(ruleset: &Ruleset, players: u8) -> CardSet {
    union(ruleset, players, |special| {
        if special.follow_under() {
            special.cards.cards()
        } else {
            CardSet::EMPTY
        }
    })
}

/// What each kind of card demands of the next player.
fn demand(ruleset: &Ruleset, players: u8) -> Option<Box<[CardSet; KINDS]>> {
    let mut demand = Box::new([CardSet::EMPTY; KINDS]);
    let specials = table::in_play(ruleset, players).map(|(_, special)| special);
    for (special, demanded) in specials.filter_map(|special| Some((special, special.demand()?))) {
        for card in special.cards.cards().iter() {
            demand[card.index()] = demand[card.index()].or(demanded.cards());
        }
    }
    demand.iter().any(|cards| !cards.is_empty()).then_some(demand)
}

/// Whether anything binds the next player only.
fn binds_next(ruleset: &Ruleset, players: u8) -> bool {
    let some = |special: &crate::ruleset::Special| {
        special.demand().is_some() || special.nominate == crate::ruleset::Nominate::Second
    };
    ruleset.nominations_lapse() || table::in_play(ruleset, players).any(|(_, special)| some(special))
}

fn follow(ruleset: &Ruleset, players: u8) -> Box<[[CardSet; SUITS + 1]; KINDS]> {
    let rules = &ruleset.follow;
    let by_rank = rules.has(FollowBy::Rank);
    let any_on = union(ruleset, players, |special| {
        if special.accepts_any() {
            special.cards.cards()
        } else {
            CardSet::EMPTY
        }
    });
    let by_suit_only = union(ruleset, players, |special| match special.play.on {
        PlayOn::Suit => special.cards.cards(),
        PlayOn::Any | PlayOn::Cards(_) => CardSet::EMPTY,
    });
    let suit_part = |suit: Option<crate::card::Suit>| match suit {
        Some(suit) if rules.has(FollowBy::Suit) => suit.cards(),
        _ => CardSet::EMPTY,
    };
    let limits: Vec<(CardSet, CardSet)> = limits(ruleset, players);
    let limited = |card: Card, follows: CardSet| {
        let apart = |set: CardSet, (cards, on): &(CardSet, CardSet)| {
            if on.contains(card) {
                set.or(*cards)
            } else {
                set.minus(*cards)
            }
        };
        limits.iter().fold(follows, apart)
    };
    let only_by = |card: Card| followed_by(ruleset, players, card);
    Box::new(std::array::from_fn(|kind| {
        let card = Card::of(kind as u8);
        std::array::from_fn(|nominated| {
            if let Some(cards) = only_by(card) {
                return cards;
            }
            if any_on.contains(card) {
                return limited(card, CardSet::ALL);
            }
            let rank = |holds: bool| {
                if holds {
                    card.rank().cards().minus(by_suit_only)
                } else {
                    CardSet::EMPTY
                }
            };
            let follows = match crate::card::Suit::from_index(nominated as u8) {
                Some(suit) => suit_part(Some(suit)).or(rank(by_rank && rules.has(FollowBy::RankOnNominated))),
                None => suit_part(card.suit()).or(rank(by_rank)),
            };
            limited(card, follows)
        })
    }))
}

/// Cards that may be played only on some upcards, with those upcards.
fn limits(ruleset: &Ruleset, players: u8) -> Vec<(CardSet, CardSet)> {
    let specials = table::in_play(ruleset, players).map(|(_, special)| special);
    specials
        .filter_map(|special| Some((special.cards.cards(), special.play.on.cards()?.cards())))
        .collect()
}

/// The only cards that follow this one, where its rule lists them.
fn followed_by(ruleset: &Ruleset, players: u8, card: Card) -> Option<CardSet> {
    let mut specials = table::in_play(ruleset, players).map(|(_, special)| special);
    specials
        .find(|special| special.cards.cards().contains(card) && special.followed_by().is_some())
        .and_then(|special| special.followed_by().map(Selector::cards))
}
