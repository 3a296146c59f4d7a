//! Compiled rules of which cards follow which.

use super::in_play::union;
use crate::card::{Card, CardSet, MAX_KINDS, MAX_SUITS, Suit};
use crate::pack::Pack;
use crate::primitive::next::rules::{binds_next, closed, demand, follow_under};
use crate::primitive::play::rules::{forbidden, limits};
use crate::ruleset::{Bindings, FollowBy, PlayOn, Ruleset, Selector};

/// Rules of which cards follow which.
#[derive(Debug, Clone)]
pub(crate) struct FollowRules {
    /// Cards that follow while this suit is nominated (or none: [`super::NO_SUIT`]) an upcard of this kind. In this order, the
    /// rows of suits that the pack lacks lie together, and take no place in the cache.
    pub(crate) table: [[CardSet; MAX_KINDS]; MAX_SUITS + 1],
    /// Upcards for which the card under them is followed.
    pub(crate) under: CardSet,
    /// Cards that the next player must play on a card, empty where it demands nothing; `None` if no card demands any.
    pub(crate) demand: Option<Box<[CardSet; MAX_KINDS]>>,
    /// True if a nomination binds the next player only.
    pub(crate) nomination_lapses: bool,
    /// True if anything binds the next player only.
    pub(crate) binds_next: bool,
    /// True if a card follows whose number is the sum or the product of those of the two top cards.
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
            closed: closed(ruleset, players),
            limited: limits(ruleset, players)
                .iter()
                .fold(CardSet::EMPTY, |set, (cards, _)| set.or(*cards)),
        }
    }
}

/// Returns the cards of the ranks one higher and one lower, the ace joining king and two; none for a Joker.
fn adjacent(pack: &Pack, card: Card) -> CardSet {
    pack.of_ranks(pack.adjacent(pack.rank(card), true))
}

fn follow(ruleset: &Ruleset, players: u8) -> [[CardSet; MAX_KINDS]; MAX_SUITS + 1] {
    let (rules, pack) = (&ruleset.follow, ruleset.pack());
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
    let suit_part = |suit: Option<Suit>| match suit {
        Some(suit) if rules.has(FollowBy::Suit) => pack.of_suit(suit),
        _ => CardSet::EMPTY,
    };
    let limits: Vec<(CardSet, CardSet)> = limits(ruleset, players);
    // Neither depends on what is nominated.
    let forbidden: Vec<CardSet> = Card::every()
        .map(|card| forbidden(ruleset, players, card))
        .collect();
    let only_by: Vec<Option<&Selector>> = Card::every()
        .map(|card| ruleset.followed_by(players, card))
        .collect();
    let limited = |card: Card, follows: CardSet| {
        let apart = |set: CardSet, (cards, on): &(CardSet, CardSet)| {
            if on.contains(card) {
                set.or(*cards)
            } else {
                set.minus(*cards)
            }
        };
        limits.iter().fold(follows, apart).minus(forbidden[card.index()])
    };
    std::array::from_fn(|nominated| {
        let nominated = Suit::from_index(nominated as u8);
        std::array::from_fn(|kind| {
            let card = Card::of(kind as u8);
            if !pack.all().contains(card) {
                return CardSet::EMPTY;
            }
            if let Some(selector) = only_by[card.index()] {
                let suit = pack.of_any_suit(nominated.or_else(|| pack.suit(card)));
                let on_table = selector.on_table(&Bindings::default());
                return on_table.map_or(selector.cards(), |on| on.cards(suit, pack.alike(card)));
            }
            if any_on.contains(card) {
                return limited(card, pack.all());
            }
            let rank = |holds: bool| {
                if holds {
                    pack.alike(card).minus(by_suit_only)
                } else {
                    CardSet::EMPTY
                }
            };
            let next_to = if rules.has(FollowBy::AdjacentRank) {
                adjacent(pack, card).minus(by_suit_only)
            } else {
                CardSet::EMPTY
            };
            let follows = match nominated {
                Some(suit) => suit_part(Some(suit)).or(rank(by_rank && rules.has(FollowBy::RankOnNominated))),
                None => suit_part(pack.suit(card)).or(rank(by_rank)).or(next_to),
            };
            limited(card, follows)
        })
    })
}
