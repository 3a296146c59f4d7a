//! What is known of the cards that lie hidden in hands: facts that every world obeys.

use crate::card::{Card, CardSet, KINDS};
use crate::hand::Hand;

/// One thing that happened to a hand, as a viewer saw it.
#[derive(Debug, Clone)]
pub(super) enum Fact {
    /// It got the hidden card of a slot.
    Got(usize),
    /// It got a card that the viewer saw.
    GotSeen(Card),
    /// A card that the viewer saw left it.
    Lost(Card),
    /// The hidden card of a slot left it.
    Gave(usize),
    /// It held none of these.
    HeldNone(CardSet),
    /// The viewer was shown it.
    Shown(Box<Hand>),
}

/// A card that lies hidden, or has lain so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Hidden {
    pub(super) card: Card,
    /// The first slot that can hold it: it came into the stock when those before were filled.
    pub(super) since: usize,
}

/// A place for a card that the viewer did not see.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    /// The hand that got it; none for a card that still lies in the stock, and for one that was given away.
    pub(super) hand: Option<usize>,
    /// Which filling of the stock it came from; none for a card that was given away, which is one of the hand's.
    pub(super) filling: Option<usize>,
    /// The kinds that it can be, whatever else the hand held.
    pub(super) may_be: CardSet,
}

/// The facts of a round.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// What happened to each hand, in order. Hands are numbered by who held them first.
    pub(super) hands: Vec<Vec<Fact>>,
    pub(super) slots: Vec<Slot>,
    /// The hidden cards of each filling of the stock: as many as it has slots.
    pub(super) fillings: Vec<Vec<Hidden>>,
}

impl Facts {
    /// Whether a deal that gives each hand the cards that it lost, in any of the slots before, is as likely as any other.
    ///
    /// It is where nothing else is known, and no card has an equal: of two equal cards each could be the one lost, so that
    /// hands with both would come twice as often.
    pub(super) fn are_loose(&self) -> bool {
        let loose = |fact: &Fact| !matches!(fact, Fact::HeldNone(_) | Fact::Shown(_) | Fact::Gave(_));
        let all_differ = |filling: &Vec<Hidden>| {
            let mut kinds = CardSet::EMPTY;
            filling.iter().all(|hidden| {
                let is_new = !kinds.contains(hidden.card) && hidden.since == 0;
                kinds = kinds.or(hidden.card.bit());
                is_new
            })
        };
        self.slots.iter().all(|slot| slot.may_be == CardSet::ALL)
            && self.hands.iter().all(|facts| facts.iter().all(loose))
            && self.fillings.iter().all(all_differ)
    }

    /// How many cards of each kind a hand holds at last, with these cards in the slots.
    pub(super) fn held(&self, hand: usize, cards: &[Hidden]) -> [u8; KINDS] {
        let mut counts = [0u8; KINDS];
        for fact in &self.hands[hand] {
            match fact {
                Fact::Got(slot) => counts[cards[*slot].card.index()] += 1,
                Fact::GotSeen(card) => counts[card.index()] += 1,
                Fact::Lost(card) => counts[card.index()] = counts[card.index()].saturating_sub(1),
                Fact::Gave(slot) => {
                    let count = &mut counts[cards[*slot].card.index()];
                    *count = count.saturating_sub(1);
                }
                Fact::HeldNone(_) => {}
                Fact::Shown(shown) => counts = *shown.counts(),
            }
        }
        counts
    }

    /// How far cards in slots are from what happened to a hand; 0: they explain it.
    pub(super) fn wrong(&self, hand: usize, cards: &[Hidden]) -> u32 {
        let (mut counts, mut held, mut wrong) = ([0u8; KINDS], CardSet::EMPTY, 0);
        let take = |counts: &mut [u8; KINDS], held: &mut CardSet, card: Card| {
            let count = &mut counts[card.index()];
            if *count == 0 {
                return 2;
            }
            *count -= 1;
            if *count == 0 {
                *held = held.minus(card.bit());
            }
            0
        };
        for fact in &self.hands[hand] {
            match fact {
                Fact::Got(slot) => {
                    let Hidden { card, since } = cards[*slot];
                    wrong += u32::from(!self.slots[*slot].may_be.contains(card) || *slot < since);
                    counts[card.index()] += 1;
                    held = held.or(card.bit());
                }
                Fact::GotSeen(card) => {
                    counts[card.index()] += 1;
                    held = held.or(card.bit());
                }
                Fact::Lost(card) => wrong += take(&mut counts, &mut held, *card),
                Fact::Gave(slot) => wrong += take(&mut counts, &mut held, cards[*slot].card),
                Fact::HeldNone(of) => wrong += held.and(*of).len(),
                Fact::Shown(shown) => {
                    let differ = |kind: usize| u32::from(counts[kind].abs_diff(shown.counts()[kind]));
                    wrong += (0..KINDS).map(differ).sum::<u32>();
                    (counts, held) = (*shown.counts(), shown.held());
                }
            }
        }
        wrong
    }
}
