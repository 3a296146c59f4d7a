//! The first player of a round, where a card held names one.

use super::Engine;
use super::event::{Event, Log};
use crate::card::{Card, CardSet};
use crate::rules::Features;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Gives the first turn to the seat that holds the first of the listed cards that anybody holds.
    ///
    /// That seat shows the card. So everybody knows as well that nobody holds the cards listed before it, and that the seats
    /// asked before that one do not hold it either.
    pub(crate) fn find_first_player(&mut self) {
        let rules = self.rules;
        let usual = self.state.round.first;
        let usual = usual.unwrap_or_else(|| self.state.next_active(self.state.dealer, rules.players));
        let mut held_by_nobody = CardSet::EMPTY;
        for &card in &rules.round.first {
            if let Some(seat) = self.holder(card, usual) {
                self.rule_out_of_all(held_by_nobody);
                self.begins_by(card, seat, usual);
                return;
            }
            held_by_nobody = held_by_nobody.or(card.bit());
        }
        self.rule_out_of_all(held_by_nobody);
        self.event(Event::Begins(usual, None));
    }

    /// Returns the first seat in the order of play, from this one on, that holds a card.
    fn holder(&self, card: Card, from: Seat) -> Option<Seat> {
        let mut seat = from;
        for _ in 0..self.state.active.len() {
            if self.state.held(seat).contains(card) {
                return Some(seat);
            }
            seat = self.state.next_active(seat, self.rules.players);
        }
        None
    }

    /// Gives the first turn to a seat that shows a card, which the seats from `usual` up to it do not hold.
    fn begins_by(&mut self, card: Card, seat: Seat, usual: Seat) {
        let mut without = usual;
        while without != seat {
            self.rule_out_of(without, card.bit());
            without = self.state.next_active(without, self.rules.players);
        }
        self.state.round.first = Some(seat);
        if let Some(known) = &mut self.state.known {
            known.all_know(seat, card);
        }
        self.event(Event::Begins(seat, Some(card)));
    }

    /// Records that no hand has a card of these kinds.
    fn rule_out_of_all(&mut self, kinds: CardSet) {
        for seat in self.state.active.iter() {
            self.rule_out_of(seat, kinds);
        }
    }

    /// Records that the hand of a seat has no card of these kinds.
    fn rule_out_of(&mut self, seat: Seat, kinds: CardSet) {
        let cards = self.state.hand(seat).len();
        if let Some(ruled_out) = &mut self.state.ruled_out {
            ruled_out.showed(seat, kinds, cards);
        }
    }
}
