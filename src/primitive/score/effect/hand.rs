//! Points of a hand that is left at the end of a round.

use crate::card::{Card, CardSet, Rank};
use crate::engine::notation::MOST_POINTS;
use crate::hand::Hand;
use crate::rules::Rules;
use crate::ruleset::Doubling;

/// Greatest number of times that a hand is doubled.
pub(super) const MOST_DOUBLINGS: u32 = 12;

/// Returns the points of a hand, in which the cards of `twice` count double, with the front or the back up.
pub(super) fn hand_points(rules: &Rules, hand: &Hand, turned: bool, twice: CardSet) -> i32 {
    let alone = hand.len() == 1 && !rules.score.alone.is_empty();
    let once = |card: Card| {
        if alone {
            rules.score.alone(card, turned)
        } else {
            rules.score.points(turned)[card.index()]
        }
    };
    let each = |card: Card| once(card) * if twice.contains(card) { 2 } else { 1 };
    let cards = hand.held().iter();
    let sum: i32 = cards.map(|card| each(card) * i32::from(hand.count(card))).sum();
    if rules.score.double_hand.is_empty() && !rules.score.halve_identical {
        return sum;
    }
    let doubling = hand.held().and(rules.score.double_hand).iter();
    let doublings: u32 = doubling.map(|card| u32::from(hand.count(card))).sum();
    let sets = hand.held().iter().filter(|&card| hand.count(card) > 1).count();
    let halvings = if rules.score.halve_identical {
        sets as u32
    } else {
        0
    };
    // Halvings come last, and each first takes away a doubling, so that nothing is rounded too early.
    let doubled = i64::from(sum) << doublings.saturating_sub(halvings).min(MOST_DOUBLINGS);
    let halved = doubled >> halvings.saturating_sub(doublings);
    halved.clamp(-i64::from(MOST_POINTS), i64::from(MOST_POINTS)) as i32
}

/// Returns the cards that count double after this last card.
pub(super) fn doubled_cards(rules: &Rules, wild: CardSet, last: Card) -> CardSet {
    let ranks = |from: u8, to: u8| rules.pack.of_ranks((from..=to).filter_map(Rank::from_index));
    if rules.score.double == Doubling::Off {
        return CardSet::EMPTY;
    }
    if wild.contains(last) {
        return CardSet::ALL;
    }
    match (rules.score.double, rules.pack.rank(last).index()) {
        (Doubling::Class, 0..=3) => ranks(0, 3),
        (Doubling::Class, 4..=7) => ranks(4, 7),
        (Doubling::Class, 9..=11) => ranks(9, 11),
        _ => rules.pack.alike(last),
    }
}
