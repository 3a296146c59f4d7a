//! First deals by matching: each hidden card is given a slot that the facts allow it.

use super::hands::{Fact, Facts, SlotCard};
use crate::card::{Card, CardSet, MAX_KINDS};
use crate::resample::KeepSeeking;
use crate::rng::Rng;

/// Most exchanges of what two equal cards must explain.
const RELABELLED: usize = 300;

/// The loss of a hidden card: its hand, and the places in the hand's facts between which the hand received it.
#[derive(Debug, Clone, Copy)]
struct Loss {
    hand: usize,
    card: Card,
    after: usize,
    before: usize,
}

/// A hidden card with the loss that it must explain; none if it stays where it is to the end.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    hidden: SlotCard,
    loss: Option<Loss>,
}

/// The facts in the form in which cards and slots are matched.
pub(super) struct Matching {
    /// The hand that received each slot's card, and the place among its facts; none for a card that stays in the stock.
    received: Vec<Option<(usize, usize)>>,
    /// The kinds that each slot can hold to the end.
    stays: Vec<CardSet>,
    losses: Vec<Loss>,
    /// The slots of each filling of the stock.
    fillings: Vec<Vec<usize>>,
}

impl Matching {
    /// Prepares the facts; `fillings` holds the slots of each filling of the stock.
    pub(super) fn new(facts: &Facts, fillings: &[Vec<usize>]) -> Self {
        let mut matching = Self {
            received: vec![None; facts.slots.len()],
            stays: facts.slots.iter().map(|slot| slot.may_be).collect(),
            losses: Vec::new(),
            fillings: fillings.to_vec(),
        };
        for (hand, facts) in facts.hands.iter().enumerate() {
            matching.read(hand, &without_shown(facts));
        }
        matching
    }

    /// Reads the facts of a hand in order of time.
    fn read(&mut self, hand: usize, facts: &[Fact]) {
        let mut seen = [0u8; MAX_KINDS];
        // The place from which on each kind can have been received and still be held.
        let mut since = [0; MAX_KINDS];
        let (mut held, mut drawn) = (Vec::new(), None);
        for (at, fact) in facts.iter().enumerate() {
            match fact {
                Fact::Got(slot) => {
                    self.received[*slot].get_or_insert((hand, at));
                    held.push(*slot);
                }
                Fact::GotSeen(card) => seen[card.index()] += 1,
                Fact::Lost(card) if seen[card.index()] > 0 => {
                    seen[card.index()] -= 1;
                    drawn = None;
                }
                Fact::Lost(card) => {
                    let new = drawn.take().filter(|(_, drawn)| drawn == card);
                    self.losses.push(Loss {
                        hand,
                        card: *card,
                        after: since[card.index()].max(new.map_or(0, |(after, _)| after)),
                        before: at,
                    });
                }
                Fact::GotSince(after, card) => drawn = Some((*after, *card)),
                Fact::HeldNone(kinds) => {
                    kinds.iter().for_each(|card| since[card.index()] = at);
                    for &slot in &held {
                        self.stays[slot] = self.stays[slot].minus(*kinds);
                    }
                }
                Fact::HeldSome(_) | Fact::Gave(_) | Fact::Shown(_) => {}
            }
        }
    }

    /// Puts the hidden cards into slots at random, better while `goes_on` returns true. Returns true if the facts allow
    /// every card in its slot.
    pub(super) fn deal(
        &self,
        facts: &Facts,
        cards: &mut [SlotCard],
        rng: &mut Rng,
        goes_on: KeepSeeking<'_>,
    ) -> bool {
        let mut pairing = Pairing::new(self, facts, rng);
        for _ in 0..RELABELLED {
            if pairing.left.is_empty() || !goes_on() {
                break;
            }
            pairing.relabel(rng);
        }
        let fits = pairing.left.is_empty();
        pairing.fill(cards);
        fits
    }

    /// Chooses the card of each loss among equal ones. Returns the cards of each filling.
    fn wanted(&self, facts: &Facts, rng: &mut Rng) -> Vec<Vec<Wanted>> {
        let unlabelled = |hidden: &SlotCard| Wanted {
            hidden: *hidden,
            loss: None,
        };
        let mut wanted: Vec<Vec<Wanted>> = facts
            .fillings
            .iter()
            .map(|filling| filling.iter().map(unlabelled).collect())
            .collect();
        for card in Card::every() {
            let mut losses: Vec<Loss> = self
                .losses
                .iter()
                .filter(|loss| loss.card == card)
                .copied()
                .collect();
            if losses.is_empty() {
                continue;
            }
            let of_kind = |(filling, cards): (usize, &Vec<SlotCard>)| {
                let places = (0..cards.len()).filter(|&at| cards[at].card == card);
                places.map(|at| (filling, at)).collect::<Vec<_>>()
            };
            let mut equal: Vec<(usize, usize)> =
                facts.fillings.iter().enumerate().flat_map(of_kind).collect();
            rng.shuffle(&mut losses);
            rng.shuffle(&mut equal);
            let fits = |loss: usize, at: usize| {
                let (filling, at) = equal[at];
                let explains = Wanted {
                    hidden: facts.fillings[filling][at],
                    loss: Some(losses[loss]),
                };
                self.fillings[filling]
                    .iter()
                    .any(|&slot| self.fits(facts, explains, slot))
            };
            let explains = explain(losses.len(), equal.len(), &fits);
            for (&(filling, at), loss) in equal.iter().zip(explains) {
                wanted[filling][at].loss = loss.map(|loss| losses[loss]);
            }
        }
        wanted
    }

    /// True if the facts allow a card in a slot.
    fn fits(&self, facts: &Facts, wanted: Wanted, slot: usize) -> bool {
        let Wanted { hidden, loss } = wanted;
        slot >= hidden.since
            && match (loss, self.received[slot]) {
                (None, _) => self.stays[slot].contains(hidden.card),
                (Some(loss), Some((hand, at))) => {
                    hand == loss.hand
                        && (loss.after..loss.before).contains(&at)
                        && facts.slots[slot].may_be.contains(hidden.card)
                }
                (Some(_), None) => false,
            }
    }
}

/// A pairing of hidden cards with slots.
struct Pairing<'a> {
    matching: &'a Matching,
    facts: &'a Facts,
    /// The filling of each card, and its loss.
    cards: Vec<(usize, Wanted)>,
    /// The slots of each filling of the stock, in the order in which they are tried.
    slots: Vec<Vec<usize>>,
    /// The card in each slot.
    holder: Vec<Option<usize>>,
    /// Cards without a slot.
    left: Vec<usize>,
}

impl<'a> Pairing<'a> {
    fn new(matching: &'a Matching, facts: &'a Facts, rng: &mut Rng) -> Self {
        let wanted = matching.wanted(facts, rng).into_iter().enumerate();
        let mut cards: Vec<(usize, Wanted)> = wanted
            .flat_map(|(filling, cards)| cards.into_iter().map(move |card| (filling, card)))
            .collect();
        rng.shuffle(&mut cards);
        // Cards that must explain a loss have fewer slots to choose from.
        cards.sort_by_key(|(_, wanted)| wanted.loss.is_none());
        let mut slots = matching.fillings.clone();
        for slots in &mut slots {
            rng.shuffle(slots);
        }
        let mut pairing = Self {
            matching,
            facts,
            slots,
            holder: vec![None; facts.slots.len()],
            left: (0..cards.len()).collect(),
            cards,
        };
        pairing.place_left();
        pairing
    }

    fn fits(&self, card: usize, slot: usize) -> bool {
        self.matching.fits(self.facts, self.cards[card].1, slot)
    }

    /// Gives slots to as many cards that have none as can be.
    fn place_left(&mut self) {
        for card in std::mem::take(&mut self.left) {
            if !self.place(card, &mut vec![false; self.holder.len()]) {
                self.left.push(card);
            }
        }
    }

    /// Gives a card a slot, and moves others if need be. Returns false if there is no way to; `tried` then holds the
    /// slots that do not suffice.
    fn place(&mut self, card: usize, tried: &mut [bool]) -> bool {
        let filling = self.cards[card].0;
        let is_free = |slot: &usize| self.holder[*slot].is_none() && self.fits(card, *slot);
        if let Some(&slot) = self.slots[filling].iter().find(|slot| is_free(slot)) {
            self.holder[slot] = Some(card);
            return true;
        }
        for at in 0..self.slots[filling].len() {
            let slot = self.slots[filling][at];
            if tried[slot] || !self.fits(card, slot) {
                continue;
            }
            tried[slot] = true;
            if let Some(other) = self.holder[slot]
                && self.place(other, tried)
            {
                self.holder[slot] = Some(card);
                return true;
            }
        }
        false
    }

    /// Exchanges what two equal cards must explain, one of them among those for which slots do not suffice. The change
    /// is undone if it leaves more cards without a slot.
    fn relabel(&mut self, rng: &mut Rng) {
        let card = self.left[rng.below(self.left.len() as u32) as usize];
        let mut tried = vec![false; self.holder.len()];
        if self.place(card, &mut tried) {
            self.left.retain(|&other| other != card);
            return;
        }
        let crowded = (0..tried.len()).filter(|&slot| tried[slot]);
        let mut crowd: Vec<usize> = crowded.filter_map(|slot| self.holder[slot]).collect();
        crowd.push(card);
        let one = crowd[rng.below(crowd.len() as u32) as usize];
        let place = |card: usize| (self.cards[card].0, self.cards[card].1.hidden);
        let is_equal = |&other: &usize| {
            self.cards[other].1.hidden.card == self.cards[one].1.hidden.card && place(other) != place(one)
        };
        let equal: Vec<usize> = (0..self.cards.len()).filter(is_equal).collect();
        if equal.is_empty() {
            return;
        }
        let other = equal[rng.below(equal.len() as u32) as usize];
        let before = (self.holder.clone(), self.left.clone());
        self.exchange_losses(one, other);
        for holder in &mut self.holder {
            if *holder == Some(one) || *holder == Some(other) {
                *holder = None;
            }
        }
        self.left.retain(|&card| card != one && card != other);
        self.left.extend([one, other]);
        self.place_left();
        if self.left.len() > before.1.len() {
            (self.holder, self.left) = before;
            self.exchange_losses(one, other);
        }
    }

    fn exchange_losses(&mut self, one: usize, other: usize) {
        let loss = self.cards[one].1.loss;
        self.cards[one].1.loss = self.cards[other].1.loss;
        self.cards[other].1.loss = loss;
    }

    /// Writes the cards into their slots; the cards that are left go where there is room.
    fn fill(mut self, cards: &mut [SlotCard]) {
        for (filling, slots) in self.slots.iter().enumerate() {
            for &slot in slots {
                let room = self.left.iter().position(|&card| self.cards[card].0 == filling);
                let card = self.holder[slot].or_else(|| room.map(|at| self.left.swap_remove(at)));
                if let Some(card) = card {
                    cards[slot] = self.cards[card].1.hidden;
                }
            }
        }
    }
}

/// Pairs losses with equal cards that can explain them, as far as possible. Returns the loss of each card.
fn explain(losses: usize, cards: usize, fits: &impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    fn place(
        loss: usize,
        fits: &impl Fn(usize, usize) -> bool,
        holder: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        for at in 0..holder.len() {
            if tried[at] || !fits(loss, at) {
                continue;
            }
            tried[at] = true;
            if holder[at].is_none_or(|other| place(other, fits, holder, tried)) {
                holder[at] = Some(loss);
                return true;
            }
        }
        false
    }
    let mut holder = vec![None; cards];
    for loss in 0..losses {
        place(loss, fits, &mut holder, &mut vec![false; cards]);
    }
    holder
}

/// Returns facts in which a hand that was shown loses all its cards, holds none, and gets the same cards again.
fn without_shown(facts: &[Fact]) -> Vec<Fact> {
    let (mut all, mut places) = (Vec::with_capacity(facts.len()), Vec::with_capacity(facts.len()));
    for fact in facts {
        places.push(all.len());
        match fact {
            Fact::Shown(hand) => {
                all.extend(hand.iter().map(Fact::Lost));
                all.push(Fact::HeldNone(CardSet::ALL));
                all.extend(hand.iter().map(Fact::GotSeen));
            }
            Fact::GotSince(since, card) => all.push(Fact::GotSince(places[*since], *card)),
            other => all.push(other.clone()),
        }
    }
    all
}
