//! Cards that a hand cannot hold, as forced play or the search for the first player has proved; kept in a box, and only if a
//! ruleset can prove any.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::known::CardsByNumber;
use super::notation::BySeat;
use crate::card::{Card, CardSet, MAX_KINDS};
use crate::hand::Hand;
use crate::ruleset::schema::types::schema_of;
use crate::seat::{MAX_SEATS, Seat};

/// Number of cards of each seat that everybody knows not to be of each kind.
///
/// A player who must play if able and does not has shown that no card then held could be played; the card that names the first
/// player shows which ones nobody holds. Cards drawn later may be of any kind, so a number always concerns the oldest cards of
/// the hand.
///
/// Serialised as a table for each seat, of the kinds by the number of cards that are none of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<BTreeMap<u8, CardSet>>", into = "Vec<BTreeMap<u8, CardSet>>")]
pub struct RuledOut {
    players: u8,
    counts: [[u8; MAX_KINDS]; MAX_SEATS],
}

schema_of!(RuledOut, |generator| generator
    .subschema_for::<BySeat<CardsByNumber>>());

impl From<RuledOut> for Vec<BTreeMap<u8, CardSet>> {
    fn from(ruled_out: RuledOut) -> Self {
        let of = |owner: Seat| {
            let mut kinds = BTreeMap::new();
            for card in Card::every() {
                let cards = ruled_out.counts(owner)[card.index()];
                if cards > 0 {
                    let set: &mut CardSet = kinds.entry(cards).or_default();
                    *set = set.or(card.bit());
                }
            }
            kinds
        };
        (0..ruled_out.players).map(Seat).map(of).collect()
    }
}

impl TryFrom<Vec<BTreeMap<u8, CardSet>>> for RuledOut {
    type Error = String;

    fn try_from(owners: Vec<BTreeMap<u8, CardSet>>) -> Result<Self, String> {
        if owners.len() > MAX_SEATS {
            return Err(format!("{} seats: there are at most {MAX_SEATS}", owners.len()));
        }
        let mut ruled_out = Self::new(owners.len() as u8);
        for (owner, kinds) in (0..).map(Seat).zip(&owners) {
            for (&cards, kinds) in kinds {
                ruled_out.showed(owner, *kinds, cards);
            }
        }
        Ok(ruled_out)
    }
}

impl RuledOut {
    /// Creates numbers of zero for this number of players.
    pub(crate) const fn new(players: u8) -> Self {
        Self {
            players,
            counts: [[0; MAX_KINDS]; MAX_SEATS],
        }
    }

    /// Returns the number of a seat's cards that are known not to be of each kind.
    pub(crate) const fn counts(&self, owner: Seat) -> &[u8; MAX_KINDS] {
        &self.counts[owner.index()]
    }

    /// Records that a seat with this number of cards has shown that none is of these kinds.
    pub(crate) fn showed(&mut self, owner: Seat, kinds: CardSet, cards: u8) {
        for kind in kinds.iter() {
            self.counts[owner.index()][kind.index()] = cards;
        }
    }

    /// Records that a card of this kind has left a hand in view of everybody.
    ///
    /// The card may be one of those counted for any other kind, so their numbers are reduced by one.
    #[inline]
    pub(crate) fn left(&mut self, owner: Seat, card: Card) {
        let of_kind = self.counts[owner.index()][card.index()];
        self.left_unseen(owner, 1);
        self.counts[owner.index()][card.index()] = of_kind;
    }

    /// Records that this number of cards has left a hand unseen.
    #[inline]
    pub(crate) fn left_unseen(&mut self, owner: Seat, cards: u8) {
        for count in &mut self.counts[owner.index()] {
            *count = count.saturating_sub(cards);
        }
    }

    /// Moves the numbers with the hands: `owner_before` returns the seat whose hand a seat now holds.
    pub(crate) fn moved(&mut self, owner_before: impl Fn(Seat) -> Seat) {
        let before = self.counts;
        for owner in (0..self.players).map(Seat) {
            self.counts[owner.index()] = before[owner_before(owner).index()];
        }
    }

    /// Returns the contradiction, if a seat cannot hold this hand.
    pub(crate) fn contradicted(&self, owner: Seat, hand: &Hand) -> Option<String> {
        let most = self.counts(owner).iter().copied().max().unwrap_or_default();
        if most > hand.len() {
            let (seat, held) = (owner.0, hand.len());
            return Some(format!(
                "{most} is not a possible number of cards of seat {seat}, which holds {held}"
            ));
        }
        let message = || format!("seat {} holds {hand:?}, of which some is ruled out", owner.0);
        (!self.allows(owner, hand)).then(message)
    }

    /// Returns true if a seat may hold this hand.
    pub(crate) fn allows(&self, owner: Seat, hand: &Hand) -> bool {
        self.limits(owner).all(|(cards, kinds)| {
            let counts = hand.held().and(kinds).iter().map(|card| hand.count(card));
            u16::from(cards) + counts.map(u16::from).sum::<u16>() <= u16::from(hand.len())
        })
    }

    /// Returns pairs of a number of cards and the kinds that none of these cards is, one for each number that is known of any kind.
    ///
    /// Every proof concerns the oldest cards of the hand. So of two kinds, the cards counted for the one with the smaller number
    /// are also counted for the other.
    pub(crate) fn limits(&self, owner: Seat) -> impl Iterator<Item = (u8, CardSet)> {
        let counts = self.counts(owner);
        let at_least = move |cards: u8| {
            let kinds = Card::every().filter(move |card| counts[card.index()] >= cards);
            kinds.fold(CardSet::EMPTY, |kinds, card| kinds.or(card.bit()))
        };
        let numbers = (1..=u8::MAX).take_while(move |&cards| counts.iter().any(|&count| count >= cards));
        let known = numbers.filter(move |cards| counts.contains(cards));
        known.map(move |cards| (cards, at_least(cards)))
    }

    /// Forgets all numbers, since the cards are dealt anew.
    pub(crate) const fn clear(&mut self) {
        self.counts = [[0; MAX_KINDS]; MAX_SEATS];
    }
}
