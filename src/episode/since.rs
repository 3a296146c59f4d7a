//! Actions since a given move, where they are all that a seat has seen since.

use super::{Episode, Move};
use crate::action::Action;
use crate::engine::Event;
use crate::seat::Seat;

impl Episode {
    /// Returns the actions after the first `moves` moves, if `viewer` saw each of them and no new card from chance.
    ///
    /// A viewer that knew which worlds were possible at that move can tell which remain: those in which all these
    /// actions are legal.
    #[must_use]
    pub fn actions_since(&self, moves: usize, viewer: Seat) -> Option<Vec<(Seat, Action)>> {
        let ends = self.made[moves..].iter().skip(1).map(|made| made.at);
        let ends = ends.chain([self.told.events.len()]);
        let mut found = Vec::new();
        for (made, end) in self.made[moves..].iter().zip(ends) {
            let events = &self.told.events[made.at..end];
            if !events.iter().all(|event| tells_no_card(*event, viewer)) {
                return None;
            }
            match (made.what, made.by) {
                (Move::Outcome(_), _) => {}
                (Move::Action(action), Some(seat)) if seat == viewer || is_seen(action, seat, events) => {
                    found.push((seat, action));
                }
                _ => return None,
            }
        }
        Some(found)
    }
}

/// True if the event shows the viewer no card from chance.
fn tells_no_card(event: Event, viewer: Seat) -> bool {
    match event {
        Event::Drew(seat, _, open) => seat != viewer && !open,
        Event::Played(..)
        | Event::Passed(_)
        | Event::Nominated(..)
        | Event::Said(..)
        | Event::Charged(_)
        | Event::Skipped(_)
        | Event::Reversed
        | Event::Renewed(_) => true,
        _ => false,
    }
}

/// True if the events reveal the action to others.
fn is_seen(action: Action, seat: Seat, events: &[Event]) -> bool {
    events.iter().any(|event| match (*event, action) {
        (Event::Played(by, card), Action::Play(played)) => by == seat && card == played,
        (Event::Drew(by, ..), Action::Draw) | (Event::Passed(by), Action::Pass) => by == seat,
        (Event::Nominated(by, suit), Action::Suit(nominated)) => by == seat && suit == nominated,
        (Event::Said(by, word), Action::Say(said)) => by == seat && word == said,
        _ => false,
    })
}
