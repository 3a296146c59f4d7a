//! Deals of the hidden cards to slots: a first deal that fits the facts, then a sequence of uniformly drawn ones.

use std::rc::Rc;

use super::hands::{Fact, Facts, SlotCard};
use super::matching::Matching;
use crate::card::{Card, MAX_KINDS};
use crate::resample::KeepSeeking;
use crate::rng::Rng;

/// Exchanges tried to repair a first deal, per slot.
const REPAIRS: usize = 200;

/// Matchings tried for a first deal.
const MATCHINGS: usize = 8;

/// Exchanges between two deals, per slot and per doubling of the number of slots. Shuffling by exchanges needs about
/// half as many where all of them are allowed.
const EXCHANGES: usize = 4;

/// Exchanges between two questions whether the search goes on.
const ASKED: usize = 32;

/// Exchanges before the first deal that is returned, as a multiple of those between two deals.
const BURN_IN: usize = 8;

/// A deal of the hidden cards.
#[derive(Clone)]
pub(super) struct HiddenDeal {
    cards: Vec<SlotCard>,
    /// Number of violations of each hand's facts.
    wrong: Vec<u32>,
    places: Rc<Places>,
    fresh: bool,
}

/// The parts that all deals of a round share.
struct Places {
    /// Slots whose card may be exchanged with others: those in hands.
    held: Vec<usize>,
    /// Slots of cards that were given away unseen.
    given: Vec<usize>,
    /// The slots of each filling of the stock.
    fillings: Vec<Vec<usize>>,
    /// The hands that held each slot's card.
    hands: Vec<Vec<usize>>,
    /// None where each deal is drawn independently.
    matching: Option<Matching>,
}

impl HiddenDeal {
    /// Draws a deal that depends on nothing but the facts and `rng`, unless `goes_on` returns false meanwhile.
    pub(super) fn new(facts: &Facts, rng: &mut Rng, goes_on: KeepSeeking<'_>) -> Self {
        let of_filling = |filling: usize| {
            let slots = 0..facts.slots.len();
            slots
                .filter(|&slot| facts.slots[slot].filling == Some(filling))
                .collect()
        };
        let mut hands = vec![Vec::new(); facts.slots.len()];
        for (hand, facts) in facts.hands.iter().enumerate() {
            for fact in facts {
                if let Fact::Got(slot) | Fact::Gave(slot) = fact
                    && !hands[*slot].contains(&hand)
                {
                    hands[*slot].push(hand);
                }
            }
        }
        let slots = || 0..facts.slots.len();
        let fillings: Vec<Vec<usize>> = (0..facts.fillings.len()).map(of_filling).collect();
        let places = Places {
            held: slots()
                .filter(|&slot| facts.slots[slot].hand.is_some() && facts.slots[slot].filling.is_some())
                .collect(),
            given: slots()
                .filter(|&slot| facts.slots[slot].filling.is_none())
                .collect(),
            matching: (!facts.are_loose()).then(|| Matching::new(facts, &fillings)),
            fillings,
            hands,
        };
        let mut deal = Self {
            cards: vec![SlotCard::default(); facts.slots.len()],
            wrong: vec![0; facts.hands.len()],
            places: Rc::new(places),
            fresh: true,
        };
        deal.begin(facts, rng, goes_on);
        deal
    }

    /// The card of each slot.
    pub(super) fn cards(&self) -> &[SlotCard] {
        &self.cards
    }

    /// Moves on to another deal. Returns true if it obeys the facts; false, too, if `goes_on` returned false before it
    /// was found.
    pub(super) fn next(&mut self, facts: &Facts, rng: &mut Rng, goes_on: KeepSeeking<'_>) -> bool {
        if self.places.matching.is_none() {
            // Each deal is drawn independently.
            if !self.fresh {
                self.begin(facts, rng, goes_on);
            }
            self.fresh = false;
            return self.all_wrong() == 0;
        }
        if self.places.held.is_empty() {
            return self.all_wrong() == 0;
        }
        if self.all_wrong() > 0 && !self.repair(facts, rng, goes_on) {
            self.begin(facts, rng, goes_on);
            self.fresh = true;
            return false;
        }
        let slots = self.slots();
        let doublings = (usize::BITS - slots.leading_zeros()) as usize;
        let times = if self.fresh { BURN_IN } else { 1 };
        for at in 0..times * EXCHANGES * slots * doublings {
            if at.is_multiple_of(ASKED) && !goes_on() {
                return false;
            }
            self.exchange(facts, rng, 0);
        }
        self.fresh = false;
        true
    }

    /// Exchanges a few cards without breaking a fact. Returns true if any exchange was kept.
    pub(super) fn step(&mut self, facts: &Facts, rng: &mut Rng) -> bool {
        let mut changed = false;
        for _ in 0..=rng.below(3) {
            changed |= self.exchange(facts, rng, 0);
        }
        changed
    }

    /// Number of slots whose cards can be exchanged.
    pub(super) fn slots(&self) -> usize {
        self.places.held.len() + self.places.given.len()
    }

    fn all_wrong(&self) -> u32 {
        self.wrong.iter().sum()
    }

    /// Draws a first deal.
    fn begin(&mut self, facts: &Facts, rng: &mut Rng, goes_on: KeepSeeking<'_>) {
        let places = self.places.clone();
        match &places.matching {
            Some(matching) => {
                (0..MATCHINGS).any(|_| matching.deal(facts, &mut self.cards, rng, goes_on) || !goes_on());
            }
            None => self.begin_loose(facts, rng),
        }
        for &slot in &places.given {
            self.cards[slot].card = Card::of(rng.below(facts.kinds) as u8);
        }
        for hand in 0..facts.hands.len() {
            self.wrong[hand] = facts.wrong(hand, &self.cards);
        }
    }

    /// Puts a card that a hand was seen to lose into one of the slots that the hand filled before, and deals the other
    /// cards at random.
    ///
    /// Every deal is equally likely: the number of slots that may have held a lost card does not depend on the other
    /// cards.
    fn begin_loose(&mut self, facts: &Facts, rng: &mut Rng) {
        let mut rest = facts.fillings.clone();
        let mut filled = vec![false; facts.slots.len()];
        for hand in 0..facts.hands.len() {
            self.place_lost(facts, hand, &mut rest, &mut filled, rng);
        }
        for (slots, mut cards) in self.places.fillings.iter().zip(rest) {
            rng.shuffle(&mut cards);
            let empty = slots.iter().filter(|&&slot| !filled[slot]);
            for (&slot, card) in empty.zip(cards) {
                self.cards[slot] = card;
            }
        }
    }

    /// Puts each card that a hand lost into a slot that the hand filled earlier.
    fn place_lost(
        &mut self,
        facts: &Facts,
        hand: usize,
        rest: &mut [Vec<SlotCard>],
        filled: &mut [bool],
        rng: &mut Rng,
    ) {
        let mut seen = [0u8; MAX_KINDS];
        let mut open = Vec::new();
        for fact in &facts.hands[hand] {
            match fact {
                Fact::Got(slot) => open.push(*slot),
                Fact::GotSeen(card) => seen[card.index()] += 1,
                Fact::Lost(card) if seen[card.index()] > 0 => seen[card.index()] -= 1,
                Fact::Lost(card) => {
                    // If two fillings contain the card, the later one is its source: the card was played in between.
                    let lies = |slot: usize| {
                        let filling = facts.slots[slot].filling?;
                        let at = rest[filling].iter().position(|hidden| hidden.card == *card)?;
                        Some((filling, at))
                    };
                    let Some(last) = open.iter().filter_map(|&slot| lies(slot)).max() else {
                        continue;
                    };
                    let fits: Vec<usize> = (0..open.len())
                        .filter(|&at| lies(open[at]) == Some(last))
                        .collect();
                    let slot = open.remove(fits[rng.below(fits.len() as u32) as usize]);
                    let (filling, at) = last;
                    (self.cards[slot], filled[slot]) = (rest[filling].swap_remove(at), true);
                }
                _ => {}
            }
        }
    }

    /// Exchanges cards until the facts are obeyed. Returns false if the tries run out first.
    fn repair(&mut self, facts: &Facts, rng: &mut Rng, goes_on: KeepSeeking<'_>) -> bool {
        for at in 0..REPAIRS * self.places.held.len() {
            if at.is_multiple_of(ASKED) && !goes_on() {
                return false;
            }
            // An occasional step for the worse leads out of dead ends.
            let worse = u32::from(rng.below(16) == 0);
            self.exchange(facts, rng, worse);
            if self.all_wrong() == 0 {
                return true;
            }
        }
        false
    }

    /// Exchanges some cards unless that adds more than `worse` violations. Returns true if the exchange was kept.
    ///
    /// Each exchange is as likely as its reverse, so all deals without violations are equally likely.
    fn exchange(&mut self, facts: &Facts, rng: &mut Rng, worse: u32) -> bool {
        let mut before = [(0, SlotCard::default()); MOST_EXCHANGED];
        let mut changed = 0;
        if !self.places.given.is_empty() && rng.below(3) == 0 {
            let slot = self.places.given[rng.below(self.places.given.len() as u32) as usize];
            before[0] = (slot, self.cards[slot]);
            self.cards[slot].card = Card::of(rng.below(facts.kinds) as u8);
            changed = 1;
        } else {
            changed += self.turn_round(facts, rng, &mut before);
            if !self.places.given.is_empty() && changed == 2 && rng.below(2) == 0 {
                let [(_, a), (_, b), ..] = before;
                for &slot in &self.places.given {
                    let other = if self.cards[slot].card == a.card {
                        b.card
                    } else if self.cards[slot].card == b.card {
                        a.card
                    } else {
                        continue;
                    };
                    if changed < MOST_EXCHANGED {
                        before[changed] = (slot, self.cards[slot]);
                        self.cards[slot].card = other;
                        changed += 1;
                    }
                }
            }
        }
        let before = &before[..changed];
        if before.iter().all(|(slot, card)| self.cards[*slot] == *card) {
            return false;
        }
        let kept = self.look_again(facts, before, worse);
        if !kept {
            for (slot, card) in before.iter().rev() {
                self.cards[*slot] = *card;
            }
        }
        kept
    }

    /// Exchanges the cards of two slots of one filling of the stock, sometimes those of three or four in a ring.
    /// Returns the number of slots involved.
    fn turn_round(
        &mut self,
        facts: &Facts,
        rng: &mut Rng,
        before: &mut [(usize, SlotCard); MOST_EXCHANGED],
    ) -> usize {
        // Before the deal, a dealer who chooses its size has nothing to guess.
        if self.places.held.is_empty() {
            return 0;
        }
        let first = self.places.held[rng.below(self.places.held.len() as u32) as usize];
        let Some(filling) = facts.slots[first].filling else {
            return 0;
        };
        let slots = &self.places.fillings[filling];
        let size = match rng.below(16) {
            0 => 4,
            1..=3 => 3,
            _ => 2,
        };
        before[0] = (first, self.cards[first]);
        let mut len = 1;
        for _ in 1..size {
            let slot = slots[rng.below(slots.len() as u32) as usize];
            if before[..len].iter().all(|(other, _)| *other != slot) {
                before[len] = (slot, self.cards[slot]);
                len += 1;
            }
        }
        for at in 0..len {
            self.cards[before[at].0] = before[(at + 1) % len].1;
        }
        len
    }

    /// Returns true, and stores the new counts, if the change adds at most `worse` violations.
    fn look_again(&mut self, facts: &Facts, changed: &[(usize, SlotCard)], worse: u32) -> bool {
        let mut now = [(0, 0); 2 * MOST_EXCHANGED];
        let (mut len, mut less, mut more) = (0, 0, 0);
        for (slot, _) in changed {
            for &hand in &self.places.hands[*slot] {
                if now[..len].iter().any(|(other, _)| *other == hand) {
                    continue;
                }
                let wrong = facts.wrong(hand, &self.cards);
                now[len] = (hand, wrong);
                len += 1;
                less += self.wrong[hand];
                more += wrong;
                if more > self.all_wrong() + worse {
                    return false;
                }
            }
        }
        if more > less + worse {
            return false;
        }
        for &(hand, wrong) in &now[..len] {
            self.wrong[hand] = wrong;
        }
        true
    }
}

/// Largest number of slots that one exchange changes.
const MOST_EXCHANGED: usize = 12;
