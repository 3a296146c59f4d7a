//! Cards that follow the top of a pile, by suit, rank, sum or product.

use crate::card::{Card, CardSet, MAX_RANKS, Rank};
use crate::engine::state::State;
use crate::pack::Pack;
use crate::rules::features::FOLLOWING;
use crate::rules::{Features, Rules};
use crate::seat::Seat;

/// Returns the cards that follow the top of a pile.
pub(crate) fn follows(rules: &Rules, pile: &[Card], nominated: u8) -> CardSet {
    let follows = rules.following(pile.last().copied(), nominated);
    if rules.follow.sum_product {
        return follows.or(sums(&rules.pack, pile));
    }
    follows
}

/// Returns true if the suit in force stays in this turn, the first of its seat in the round.
pub(crate) fn keeps_suit(rules: &Rules, s: &State) -> bool {
    rules.turn.first_keeps_suit && s.first_turns.contains(s.seat)
}

/// Returns those of the cards that may be played while the suit in force stays; all of them if it need not stay.
pub(crate) fn in_kept_suit(rules: &Rules, s: &State, cards: CardSet) -> CardSet {
    match s.suit(rules) {
        Some(suit) if keeps_suit(rules, s) => cards.and(rules.pack.of_suit(suit)),
        _ => cards,
    }
}

/// Returns those of the cards that a seat may play at all: all of them, unless it holds a single card that is never the last one.
#[inline(always)]
pub(crate) fn playable_at_all<const F: Features>(
    rules: &Rules,
    s: &State,
    seat: Seat,
    cards: CardSet,
) -> CardSet {
    let never = rules.out.never_last;
    if F & FOLLOWING == 0 || never.is_empty() || s.hand(seat).len() != 1 {
        return cards;
    }
    cards.minus(never)
}

/// The number of a card of each rank: ace and One 1; 0 for pictures, Jokers and the ranks with letters only.
const NUMBERS: [u8; MAX_RANKS] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0];

/// Returns the number of a rank.
fn number(rank: Rank) -> u8 {
    NUMBERS[rank.index()]
}

/// Returns the cards whose number is the sum or the product of those of the two top cards of a pile.
pub(crate) fn sums(pack: &Pack, pile: &[Card]) -> CardSet {
    let [.., under, top] = pile else {
        return CardSet::EMPTY;
    };
    let (a, b) = (number(pack.rank(*under)), number(pack.rank(*top)));
    // A card without a number makes the product 0; then no card follows by the sum either.
    if a * b == 0 {
        return CardSet::EMPTY;
    }
    let wanted = [a + b, a * b];
    pack.of_ranks(
        pack.ranks()
            .iter()
            .copied()
            .filter(|rank| wanted.contains(&number(*rank))),
    )
}
