//! Exchanges of hidden cards until no seat holds a card that it is known not to hold.

use crate::card::{Card, CardSet};
use crate::engine::RuledOut;
use crate::hand::Hand;
use crate::rng::Rng;
use crate::seat::Seat;

/// Most exchanges tried per hidden card, which bounds the work.
const MOST_TRIED: usize = 50;
/// Exchanges tried per hidden card once no hand holds a ruled-out card, so that all such deals become equally likely.
const MIXED: usize = 8;

/// The largest number of cards of some kinds that a hand may hold, and the number that it does hold.
struct Limit {
    kinds: CardSet,
    most: u8,
    held: u8,
}

impl Limit {
    fn excess(&self) -> i32 {
        i32::from(self.held.saturating_sub(self.most))
    }
}

/// A hand while its hidden cards are exchanged.
struct Owner {
    limits: Vec<Limit>,
}

impl Owner {
    fn new(ruled_out: &RuledOut, seat: Seat, known: &Hand, hidden: &[Card]) -> Self {
        let held = || known.iter().chain(hidden.iter().copied());
        let len = known.len() + hidden.len() as u8;
        let limits = ruled_out.limits(seat).map(|(cards, kinds)| Limit {
            kinds,
            most: len.saturating_sub(cards),
            held: held().filter(|&card| kinds.contains(card)).count() as u8,
        });
        Self {
            limits: limits.collect(),
        }
    }

    /// Returns the number of cards that the hand holds beyond its limits.
    fn excess(&self) -> i32 {
        self.limits.iter().map(Limit::excess).sum()
    }

    /// Replaces one card with another. Returns the change in excess.
    fn exchange(&mut self, gone: Card, come: Card) -> i32 {
        let before = self.excess();
        for limit in &mut self.limits {
            limit.held += u8::from(limit.kinds.contains(come));
            limit.held -= u8::from(limit.kinds.contains(gone));
        }
        self.excess() - before
    }
}

/// Exchanges cards that will be dealt to the seats in these sizes, and the rest to the stock.
pub(super) fn mix(
    ruled_out: &RuledOut,
    sizes: &[(Seat, u8)],
    known: &[(Seat, Hand)],
    cards: &mut [Card],
    rng: &mut Rng,
) {
    let (mut owners, mut owner_of) = (Vec::new(), Vec::new());
    for (&(seat, size), (_, known)) in sizes.iter().zip(known) {
        let at = owner_of.len();
        let hidden = &cards[at..at + usize::from(size)];
        owner_of.resize(at + hidden.len(), owners.len());
        owners.push(Owner::new(ruled_out, seat, known, hidden));
    }
    let mut excess: i32 = owners.iter().map(Owner::excess).sum();
    let in_hands = owner_of.len() as u32;
    let mut left = MOST_TRIED * cards.len();
    let mut mixing = MIXED * cards.len();
    while in_hands > 0 && left > 0 && mixing > 0 {
        left -= 1;
        mixing -= usize::from(excess == 0);
        let (one, other) = (
            rng.below(in_hands) as usize,
            rng.below(cards.len() as u32) as usize,
        );
        let of = |place: usize| owner_of.get(place).copied();
        if of(one) == of(other) || cards[one] == cards[other] {
            continue;
        }
        let exchange = |owners: &mut [Owner], gone: [Card; 2]| {
            let mut change = 0;
            for (place, gone, come) in [(one, gone[0], gone[1]), (other, gone[1], gone[0])] {
                if let Some(owner) = of(place) {
                    change += owners[owner].exchange(gone, come);
                }
            }
            change
        };
        let (a, b) = (cards[one], cards[other]);
        let change = exchange(&mut owners, [a, b]);
        if change <= 0 {
            excess += change;
            cards.swap(one, other);
        } else {
            exchange(&mut owners, [b, a]);
        }
    }
}
