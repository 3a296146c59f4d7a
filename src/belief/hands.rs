//! Facts about the hidden cards in hands, which every world obeys.

use crate::card::{Card, CardSet, MAX_KINDS};
use crate::hand::Hand;

/// An event in the history of a hand, as the viewer saw it.
#[derive(Debug, Clone)]
pub(super) enum Fact {
    /// The hand received the hidden card of a slot.
    Got(usize),
    /// The hand received a card that the viewer saw.
    GotSeen(Card),
    /// A card that the viewer saw left the hand.
    Lost(Card),
    /// The hidden card of a slot left the hand.
    Gave(usize),
    /// The hand held none of these kinds.
    HeldNone(CardSet),
    /// The hand held at least one of these kinds.
    HeldSome(CardSet),
    /// The hand received a card of this kind after this number of facts.
    GotSince(usize, Card),
    /// The viewer was shown the whole hand.
    Shown(Box<Hand>),
}

/// A card that is hidden or has been hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SlotCard {
    pub(super) card: Card,
    /// The first slot that can hold the card, which entered the stock when all slots before that one were filled.
    pub(super) since: usize,
}

/// A place for a card that the viewer did not see.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    /// The hand that received the card; none if the card is still in the stock.
    pub(super) hand: Option<usize>,
    /// The filling of the stock that the card came from; none for a card that another seat gave away, which comes from
    /// that seat's hand.
    pub(super) filling: Option<usize>,
    /// The kinds that the card can be, whatever else the hand held.
    pub(super) may_be: CardSet,
}

/// The facts of a round.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// The facts about each hand, in order of time. A hand has the index of the seat that held it first.
    pub(super) hands: Vec<Vec<Fact>>,
    pub(super) slots: Vec<Slot>,
    /// The hidden cards of each filling of the stock, as many as the filling has slots.
    pub(super) fillings: Vec<Vec<SlotCard>>,
    /// Number of kinds of card in the pack.
    pub(super) kinds: u32,
}

impl Facts {
    /// True if a deal that puts each card a hand lost into any of its earlier slots is as likely as every other deal.
    ///
    /// This holds where nothing else is known and all hidden cards differ. Either of two equal cards could be the lost
    /// one, so hands with both would be drawn twice as often.
    pub(super) fn are_loose(&self) -> bool {
        let loose = |fact: &Fact| matches!(fact, Fact::Got(_) | Fact::GotSeen(_) | Fact::Lost(_));
        let all_differ = |filling: &Vec<SlotCard>| {
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

    /// Counts the cards of each kind that a hand holds at the end, given the cards in the slots.
    pub(super) fn held(&self, hand: usize, cards: &[SlotCard]) -> [u8; MAX_KINDS] {
        let mut counts = [0u8; MAX_KINDS];
        for fact in &self.hands[hand] {
            match fact {
                Fact::Got(slot) => counts[cards[*slot].card.index()] += 1,
                Fact::GotSeen(card) => counts[card.index()] += 1,
                Fact::Lost(card) => counts[card.index()] = counts[card.index()].saturating_sub(1),
                Fact::Gave(slot) => {
                    let count = &mut counts[cards[*slot].card.index()];
                    *count = count.saturating_sub(1);
                }
                Fact::HeldNone(_) | Fact::HeldSome(_) | Fact::GotSince(..) => {}
                Fact::Shown(shown) => counts = *shown.counts(),
            }
        }
        counts
    }

    /// Counts the violations of a hand's facts by the cards in the slots; 0 if they explain the facts.
    pub(super) fn wrong(&self, hand: usize, cards: &[SlotCard]) -> u32 {
        let (mut counts, mut held, mut wrong) = ([0u8; MAX_KINDS], CardSet::EMPTY, 0);
        let take = |counts: &mut [u8; MAX_KINDS], held: &mut CardSet, card: Card| {
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
        for this in &self.hands[hand] {
            match this {
                Fact::Got(slot) => {
                    let SlotCard { card, since } = cards[*slot];
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
                Fact::GotSince(since, card) => {
                    let is_it = |fact: &Fact| match fact {
                        Fact::Got(slot) => cards[*slot].card == *card,
                        Fact::GotSeen(other) => other == card,
                        _ => false,
                    };
                    wrong += u32::from(
                        !self.hands[hand][*since..]
                            .iter()
                            .take_while(|fact| !std::ptr::eq(*fact, this))
                            .any(is_it),
                    );
                }
                Fact::HeldSome(of) => wrong += u32::from(held.and(*of).is_empty()),
                Fact::Shown(shown) => {
                    let differ = |kind: usize| u32::from(counts[kind].abs_diff(shown.counts()[kind]));
                    wrong += (0..MAX_KINDS).map(differ).sum::<u32>();
                    (counts, held) = (*shown.counts(), shown.held());
                }
            }
        }
        wrong
    }
}
