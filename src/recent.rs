//! The last public events, for the history of an observation.

use crate::action::Action;
use crate::engine::{Demanded, Event, Log, MAX_HISTORY, State};
use crate::seat::{MAX_SEATS, Seat};

/// A ring of the last public actions with their seats, without private cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recent {
    items: [(Seat, Action); MAX_HISTORY as usize],
    len: u8,
    most: u8,
}

impl Recent {
    /// Creates a ring of the last `most` actions; 0 keeps nothing.
    #[must_use]
    pub const fn new(most: u8) -> Self {
        Self {
            items: [(Seat(0), Action::Pass); MAX_HISTORY as usize],
            len: 0,
            most,
        }
    }

    /// Removes all actions.
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Iterates over the actions with their seats, the latest first.
    pub fn latest(&self) -> impl Iterator<Item = (Seat, Action)> + '_ {
        self.items[..usize::from(self.len)].iter().rev().copied()
    }

    /// Adds an action.
    pub(crate) fn push(&mut self, seat: Seat, action: Action) {
        if self.most == 0 {
            return;
        }
        let item = (seat, action);
        // Cards drawn one after another are one action: the hand sizes show how many there were.
        if action == Action::Draw && self.latest().next() == Some(item) {
            return;
        }
        if self.len == self.most {
            self.items.copy_within(1..usize::from(self.most), 0);
            self.len -= 1;
        }
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }
}

impl Log for Recent {
    #[inline]
    fn event(&mut self, state: &State, event: Event) {
        if self.most == 0 {
            return;
        }
        let towards =
            |from: Seat, to: Seat| Action::Seat(state.active.steps(from, to).clamp(1, MAX_SEATS as u8 - 1));
        match event {
            Event::Dealer(_) => self.clear(),
            Event::Played(seat, card)
            | Event::Mistake(seat, card)
            | Event::Named(seat, Demanded::Card(card)) => {
                self.push(seat, Action::Play(card));
            }
            Event::Drew(seat, ..) => self.push(seat, Action::Draw),
            Event::Passed(seat) => self.push(seat, Action::Pass),
            Event::Nominated(seat, suit) => self.push(seat, Action::Suit(suit)),
            Event::Gave(from, to, _) => self.push(from, towards(from, to)),
            Event::Said(seat, word) => self.push(seat, Action::Say(word)),
            Event::Caught(by, owner) => self.push(by, towards(by, owner)),
            Event::Challenged(by, ..) => self.push(by, Action::Challenge),
            Event::Swapped(by, other) | Event::Chosen(by, other) => self.push(by, towards(by, other)),
            Event::Named(seat, Demanded::Rank(rank)) => self.push(seat, Action::Rank(rank)),
            _ => {}
        }
    }
}
