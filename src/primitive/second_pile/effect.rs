//! Several piles: choosing one, going to it, dealing one into two, and beginning a second one.

use crate::card::Card;
use crate::engine::Engine;
use crate::engine::agenda::Flow;
use crate::engine::event::{Event, Log};
use crate::engine::legal;
use crate::engine::phase::{Chance, Phase};
use crate::engine::state::InForce;
use crate::engine::tableau::MAX_PILES;
use crate::rules::{Features, NO_SUIT};
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Asks for the pile on which a card is played if there is a choice; otherwise goes to the only one.
    pub(crate) fn ask_pile(&mut self, card: Card) -> Option<Flow> {
        let piles = legal::piles_for(self.rules, self.state, card);
        match piles.count_ones() {
            0 => None,
            1 => {
                self.go_to_pile(piles.trailing_zeros() as u8);
                None
            }
            _ => Some(self.ask(Phase::Pile { card }, self.state.seat)),
        }
    }

    /// Plays a card on the chosen pile, or charges the mistake if it does not fit.
    pub(crate) fn choose_pile(&mut self, card: Card, index: u8) -> Flow {
        let held = self.state.held(self.state.seat);
        let lawful = legal::lawful_at(self.rules, self.state, held, index, legal::JudgedBy::AllRules);
        let lawful = lawful.contains(card);
        if !lawful {
            return self.mistake(card);
        }
        self.go_to_pile(index);
        self.play_first(card, true)
    }

    /// Goes to another pile; the nomination on the pile last played on stays with that.
    pub(crate) fn go_to_pile(&mut self, index: u8) {
        let s = &mut *self.state;
        let Some(tableau) = s.tableau.as_deref_mut() else {
            return;
        };
        if tableau.piles.at == index {
            return;
        }
        let (from, to) = (usize::from(tableau.piles.at), usize::from(index));
        std::mem::swap(&mut s.pile, &mut tableau.piles.slots[from]);
        std::mem::swap(&mut s.pile, &mut tableau.piles.slots[to]);
        tableau.piles.nominated[from] =
            std::mem::replace(&mut s.in_force.nominated, tableau.piles.nominated[to]);
        tableau.piles.nominated[to] = NO_SUIT;
        tableau.piles.at = index;
        s.in_force = InForce {
            nominated: s.in_force.nominated,
            open: s.in_force.open,
            ..InForce::default()
        };
        s.round.row = 0;
    }

    /// Deals the pile last played on into two if a created rule does so, one card to each of the two in turn.
    pub(crate) fn split_pile(&mut self) -> Flow {
        if std::mem::take(&mut self.state.turn.created.splits) {
            self.begin_split();
        }
        let Some(tableau) = self.state.tableau.as_deref() else {
            return Flow::Next;
        };
        if tableau.piles.split.is_empty() {
            return Flow::Next;
        }
        if self.explicit() {
            return self.ask_chance(Chance::Split);
        }
        while let Some(tableau) = self.state.tableau.as_deref()
            && !tableau.piles.split.is_empty()
        {
            let card = self.state.rng.one_of(tableau.piles.split.iter());
            self.split_on(card);
        }
        Flow::Next
    }

    /// Takes up the pile last played on to deal it into two, if there may be one more pile.
    fn begin_split(&mut self) {
        let s = &mut *self.state;
        let Some(tableau) = s.tableau.as_deref_mut() else {
            return;
        };
        if usize::from(tableau.piles.count) >= MAX_PILES || s.pile.len() < 2 {
            return;
        }
        for &card in s.pile.cards() {
            tableau.piles.split.add(card);
        }
        s.pile.clear();
        s.in_force.nominated = NO_SUIT;
        tableau.piles.count += 1;
    }

    /// Deals the next card of a pile that is dealt into two.
    pub(crate) fn split_on(&mut self, card: Card) {
        let s = &mut *self.state;
        let Some(tableau) = s.tableau.as_deref_mut() else {
            return;
        };
        tableau.piles.split.remove(card);
        let new = &mut tableau.piles.slots[usize::from(tableau.piles.count) - 1];
        if s.pile.len() <= new.len() {
            s.pile.play(card);
        } else {
            new.play(card);
        }
        if tableau.piles.split.is_empty() {
            self.event(Event::Split);
        }
    }

    /// Begins the second pile with a card of a player drawn by lot among those who hold one for it, or from the stock.
    pub(crate) fn begin_second_pile(&mut self) -> Flow {
        let second = self.rules.tableau.second_pile;
        let begun = self
            .state
            .tableau
            .as_ref()
            .is_none_or(|tableau| tableau.piles.slots[1].len() > 0);
        if begun || second.is_empty() {
            return Flow::Next;
        }
        let holders = legal::holders(self.state, second);
        if holders.is_empty() {
            return self.turn_up();
        }
        if self.explicit() {
            return self.ask_chance(Chance::Scramble);
        }
        let seat = self.state.rng.one_of(holders.iter());
        let hand = *self.state.hand(seat);
        let cards = hand.iter().filter(|&card| second.contains(card));
        let card = self.state.rng.one_of(cards);
        self.begin_second(seat, card);
        Flow::Next
    }

    /// Begins the second pile with a card of a seat.
    pub(crate) fn begin_second(&mut self, seat: Seat, card: Card) {
        let s = &mut *self.state;
        s.hands[seat.index()].remove(card);
        if let Some(known) = &mut s.known {
            known.left(seat, card);
        }
        if let Some(ruled_out) = &mut s.ruled_out {
            ruled_out.left(seat, card);
        }
        self.play_second(card);
        self.event(Event::Played(seat, card));
    }

    fn play_second(&mut self, card: Card) {
        if let Some(tableau) = self.tableau() {
            tableau.piles.slots[1].play(card);
            tableau.piles.count = 2;
        }
    }

    /// Turns cards from the stock until one is found for the second pile.
    fn turn_up(&mut self) -> Flow {
        if self.explicit() {
            return self.ask_chance(Chance::TurnUp);
        }
        loop {
            let card = self.state.stock.draw(&mut self.state.rng);
            if self.turned_up(card) {
                return Flow::Next;
            }
        }
    }

    /// Turns the card that chance has given for the second pile.
    pub(crate) fn turn_up_by_chance(&mut self, card: Card) -> Flow {
        self.state.stock.take(card);
        if self.turned_up(card) {
            Flow::Next
        } else {
            self.ask_chance(Chance::TurnUp)
        }
    }

    /// Begins the second pile with a turned card; returns false if the card goes back into the stock instead.
    fn turned_up(&mut self, card: Card) -> bool {
        if !self.rules.tableau.second_pile.contains(card) {
            self.state.stock.shuffle_in(card);
            self.event(Event::TurnedAgain(card));
            return false;
        }
        self.play_second(card);
        self.event(Event::Starter(card));
        true
    }

    /// Shuffles all cards of a pile but its upcard into the stock.
    pub(crate) fn fold_pile(&mut self, index: u8) {
        let s = &mut *self.state;
        if !self.rules.stock.renews {
            return;
        }
        let stock = &mut s.stock;
        let pile = match s.tableau.as_deref_mut() {
            Some(tableau) if tableau.piles.at != index => &mut tableau.piles.slots[usize::from(index)],
            _ => &mut s.pile,
        };
        if pile.len() > 1 {
            pile.clear_under(|card| stock.shuffle_in(card));
            self.event(Event::Renewed(true));
        }
    }
}
