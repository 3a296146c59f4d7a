//! Knowledge that seats have of the cards in other hands; kept in a box, and only if the ruleset can create such knowledge.

use std::collections::BTreeMap;

use schemars::json_schema;
use serde::{Deserialize, Serialize};

use super::notation::BySeat;
use crate::card::{Card, CardSet, MAX_KINDS};
use crate::hand::Hand;
use crate::ruleset::schema::types::{CardText, NUMBER, schema_of};
use crate::seat::{MAX_SEATS, Seat};

/// Numbers of cards of each kind that each viewer knows each other seat to hold.
///
/// Serialised as a table for each viewer, of the cards by the seats that hold them.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Vec<BTreeMap<u8, Hand>>", into = "Vec<BTreeMap<u8, Hand>>")]
pub struct Known {
    players: u8,
    /// For each seat, the kinds of which a viewer may know a card in its hand; the counts of all others are 0.
    some: [CardSet; MAX_SEATS],
    counts: Box<[[u8; MAX_KINDS]]>,
}

/// Two values are equal if their counts are.
impl PartialEq for Known {
    fn eq(&self, other: &Self) -> bool {
        self.counts == other.counts
    }
}

impl Eq for Known {}

/// Schema of a table of cards by a number: a seat, or a number of cards.
pub(crate) struct CardsByNumber;

schema_of!(CardsByNumber, |generator| {
    json_schema!({
        "type": "object",
        "propertyNames": { "type": "string", "format": NUMBER },
        "additionalProperties": generator.subschema_for::<CardText>(),
    })
});

schema_of!(Known, |generator| generator
    .subschema_for::<BySeat<CardsByNumber>>());

impl From<Known> for Vec<BTreeMap<u8, Hand>> {
    fn from(known: Known) -> Self {
        let of = |viewer: Seat| {
            let hands = known.viewers().map(|owner| {
                let counts = known.counts(viewer, owner);
                let cards = Card::every()
                    .flat_map(|card| std::iter::repeat_n(card, usize::from(counts[card.index()])));
                (owner.0, cards.collect::<Hand>())
            });
            hands.filter(|(_, cards)| !cards.is_empty()).collect()
        };
        known.viewers().map(of).collect()
    }
}

impl TryFrom<Vec<BTreeMap<u8, Hand>>> for Known {
    type Error = String;

    fn try_from(viewers: Vec<BTreeMap<u8, Hand>>) -> Result<Self, String> {
        if viewers.len() > MAX_SEATS {
            return Err(format!("{} seats: there are at most {MAX_SEATS}", viewers.len()));
        }
        let mut known = Self::new(viewers.len() as u8);
        for (viewer, hands) in (0..).map(Seat).zip(&viewers) {
            for (&owner, cards) in hands {
                if owner >= known.players || owner == viewer.0 {
                    return Err(format!("seat {owner} cannot be shown to seat {}", viewer.0));
                }
                known.shown(viewer, Seat(owner), cards);
            }
        }
        Ok(known)
    }
}

impl Known {
    /// Returns the size in bytes, including the counts.
    pub(crate) fn size(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.counts)
    }

    /// Creates counts of zero for this number of players.
    pub(crate) fn new(players: u8) -> Self {
        Self {
            players,
            some: [CardSet::EMPTY; MAX_SEATS],
            counts: vec![[0; MAX_KINDS]; usize::from(players) * usize::from(players)].into(),
        }
    }

    fn at(&self, viewer: Seat, owner: Seat) -> usize {
        viewer.index() * usize::from(self.players) + owner.index()
    }

    /// Returns how many cards of each kind `viewer` knows `owner` to hold.
    pub(crate) fn counts(&self, viewer: Seat, owner: Seat) -> &[u8; MAX_KINDS] {
        &self.counts[self.at(viewer, owner)]
    }

    /// Returns the contradiction, if a seat cannot hold this hand by what another one knows of it.
    pub(crate) fn contradicted(&self, viewer: Seat, owner: Seat, hand: &Hand) -> Option<String> {
        let mut cards = self.counts(viewer, owner).iter().zip(hand.counts());
        cards.any(|(known, held)| known > held).then(|| {
            let (viewer, owner) = (viewer.0, owner.0);
            format!("seat {viewer} cannot know cards that seat {owner} does not hold")
        })
    }

    /// Returns the seats.
    pub(crate) fn viewers(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players).map(Seat)
    }

    /// Records that `viewer` has seen `owner` receive this card.
    pub(crate) fn saw(&mut self, viewer: Seat, owner: Seat, card: Card) {
        if viewer != owner {
            let at = self.at(viewer, owner);
            self.counts[at][card.index()] += 1;
            self.note(owner, card.bit());
        }
    }

    /// Records that everybody has seen `owner` receive this card.
    pub(crate) fn all_saw(&mut self, owner: Seat, card: Card) {
        self.for_others(owner, card, |count| count + 1);
    }

    /// Updates what all other seats know of a card in a hand.
    fn for_others(&mut self, owner: Seat, card: Card, becomes: impl Fn(u8) -> u8) {
        self.note(owner, card.bit());
        let players = usize::from(self.players);
        let known = self.counts.iter_mut().skip(owner.index()).step_by(players);
        for counts in known {
            counts[card.index()] = becomes(counts[card.index()]);
        }
        // The owner's own count is reset afterwards, which spares a check in the loop.
        let own = self.at(owner, owner);
        self.counts[own][card.index()] = 0;
    }

    /// Notes that cards of these kinds may be known.
    fn note(&mut self, owner: Seat, cards: CardSet) {
        let some = &mut self.some[owner.index()];
        *some = some.or(cards);
    }

    /// Records that `viewer` has been shown a whole hand.
    pub(crate) fn shown(&mut self, viewer: Seat, owner: Seat, hand: &Hand) {
        let at = self.at(viewer, owner);
        self.counts[at] = *hand.counts();
        self.note(owner, hand.held());
    }

    /// Records that everybody knows `owner` to hold at least one card of this kind.
    pub(crate) fn all_know(&mut self, owner: Seat, card: Card) {
        self.for_others(owner, card, |count| count.max(1));
    }

    /// Records that a card of this kind has left a hand in view of everybody.
    #[inline]
    pub(crate) fn left(&mut self, owner: Seat, card: Card) {
        if self.some[owner.index()].contains(card) {
            self.left_known(owner, card);
        }
    }

    /// Records that a card of a kind that may be known has left a hand in view of everybody.
    #[inline(never)]
    fn left_known(&mut self, owner: Seat, card: Card) {
        let mut any = false;
        for viewer in self.viewers() {
            self.left_seen(viewer, owner, card);
            any |= self.counts[self.at(viewer, owner)][card.index()] > 0;
        }
        if !any {
            let some = &mut self.some[owner.index()];
            *some = some.minus(card.bit());
        }
    }

    /// Records that a card has left a hand unseen by `viewer`.
    ///
    /// The card is hidden and may be of any known kind, so each count is reduced by one.
    pub(crate) fn left_unseen(&mut self, viewer: Seat, owner: Seat) {
        if self.some[owner.index()].is_empty() {
            return;
        }
        let at = self.at(viewer, owner);
        for count in &mut self.counts[at] {
            *count = count.saturating_sub(1);
        }
    }

    /// Records that this number of cards has left a hand unseen by the others.
    pub(crate) fn returned_unseen(&mut self, owner: Seat, cards: u8) {
        for viewer in self.viewers().filter(|&viewer| viewer != owner) {
            let at = self.at(viewer, owner);
            for count in &mut self.counts[at] {
                *count = count.saturating_sub(cards);
            }
        }
    }

    /// Records that `viewer` has seen a card of this kind leave a hand.
    pub(crate) fn left_seen(&mut self, viewer: Seat, owner: Seat, card: Card) {
        let at = self.at(viewer, owner);
        let count = &mut self.counts[at][card.index()];
        *count = count.saturating_sub(1);
    }

    /// Moves the knowledge with the hands: `owner_before` returns the seat whose hand a seat now holds.
    ///
    /// A seat knows the hand that it gave away.
    pub(crate) fn moved(&mut self, hands: &[Hand], owner_before: impl Fn(Seat) -> Seat) {
        // On the stack, since no memory is allocated during a game.
        let mut before = [[0; MAX_KINDS]; MAX_SEATS];
        let players = usize::from(self.players);
        for viewer in self.viewers() {
            let first = viewer.index() * players;
            before[..players].copy_from_slice(&self.counts[first..first + players]);
            for owner in self.viewers() {
                let was = owner_before(owner);
                let at = self.at(viewer, owner);
                self.counts[at] = if owner == viewer {
                    [0; MAX_KINDS]
                } else if was == viewer {
                    *hands[owner.index()].counts()
                } else {
                    before[was.index()]
                };
            }
        }
        for owner in self.viewers() {
            self.some[owner.index()] = hands[owner.index()].held();
        }
    }

    /// Forgets all knowledge, since the cards are dealt anew.
    pub(crate) fn clear(&mut self) {
        if self.some.iter().any(|some| !some.is_empty()) {
            self.counts.fill([0; MAX_KINDS]);
            self.some = [CardSet::EMPTY; MAX_SEATS];
        }
    }
}
