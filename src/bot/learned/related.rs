//! The cards that go with a card that might be played: its features beside its vector.

use super::encoded::{Encoded, Page};
use super::network::VECTOR;
use crate::card::{Card, CardSet, MAX_KINDS};
use crate::observation::RELATIONS;
use crate::pack::Pack;

/// Number of pools that related cards are counted in.
const POOLS: usize = 3;

/// Features of a card that might be played, beside its vector.
pub(super) const RELATED: usize = RELATIONS.len() * POOLS + 5;

/// The weight of a card in a count of several.
const QUARTER: f32 = 0.25;

/// The cards of a position, as those that might be played are compared with them.
pub(super) struct Pools<'a> {
    page: &'a Page,
    pack: &'a Pack,
    hand: [f32; MAX_KINDS],
    /// The share of each kind among the cards that were not seen.
    unseen: [f32; MAX_KINDS],
    /// Cards that the next player is known to hold.
    known: [f32; MAX_KINDS],
    upcard: &'a [u8],
    /// Flags of the suit in force.
    suit: &'a [u8],
}

impl<'a> Pools<'a> {
    /// Reads the cards from an observation.
    pub(super) fn new(encoded: &'a Encoded, page: &'a Page, bytes: &'a [u8]) -> Self {
        let columns = encoded.columns;
        let kinds = encoded.pack.num_kinds();
        let cards = |at: usize| &bytes[at..][..kinds];
        let number = |at: usize, kind: usize| cards(at).get(kind).map_or(0.0, |&count| f32::from(count));
        let mut pools = Self {
            page,
            pack: &encoded.pack,
            hand: std::array::from_fn(|kind| number(columns.hand, kind)),
            unseen: [0.0; MAX_KINDS],
            known: std::array::from_fn(|kind| number(columns.next, kind) / columns.known_one),
            upcard: cards(columns.upcard),
            suit: &bytes[columns.suit..][..columns.suits],
        };
        let mut all = 0.0;
        let seen = cards(columns.seen).iter().zip(&encoded.copies);
        for (unseen, (&seen, copies)) in pools.unseen.iter_mut().zip(seen) {
            *unseen = (copies - f32::from(seen)).max(0.0);
            all += *unseen;
        }
        for share in &mut pools.unseen {
            *share /= all.max(1.0);
        }
        pools
    }

    /// Returns the vector of a card.
    pub(super) fn vector(&self, card: Card) -> &[f32; VECTOR] {
        &self.page.vectors[card.index()]
    }

    /// Returns the features of a card.
    pub(super) fn related(&self, card: Card) -> [f32; RELATED] {
        let own = card.index();
        let held = |kind: usize| (self.hand[kind] - f32::from(u8::from(kind == own))).max(0.0);
        let sum =
            |set: CardSet, of: &dyn Fn(usize) -> f32| set.iter().map(|card| of(card.index())).sum::<f32>();
        let mut features = [0.0; RELATED];
        for (relation, features) in self.page.related.iter().zip(features.chunks_exact_mut(POOLS)) {
            let cards = relation[own];
            if !cards.is_empty() {
                features[0] = sum(cards, &held) * QUARTER;
                features[1] = sum(cards, &|kind| self.unseen[kind]);
                features[2] = sum(cards, &|kind| self.known[kind]);
            }
        }
        let (pack, suit) = (self.pack, self.pack.suit(card));
        // The network was trained with Jokers among the first two suits.
        let among = suit.unwrap_or(pack.suits()[usize::from(card == pack.black_joker())]);
        let of_suit = sum(pack.of_suit(among), &held);
        let of_rank = if suit.is_some() {
            sum(pack.alike(card), &held)
        } else {
            0.0
        };
        let upcard = sum(pack.alike(card), &|kind| f32::from(self.upcard[kind]));
        let in_force = suit.map_or(0.0, |suit| f32::from(self.suit[suit.index()]));
        let single = [of_suit * QUARTER, of_rank * QUARTER, held(own), in_force, upcard];
        features[RELATIONS.len() * POOLS..].copy_from_slice(&single);
        features
    }
}
