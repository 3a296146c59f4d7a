//! Moving hands: all of them by some seats, or two that are swapped.

use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::rules::Features;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Moves all hands before anybody is asked for a card out of turn, since that depends on the hands as they stay.
    pub(crate) fn pass_hands_first(&mut self) -> Flow {
        if self.rules.tableau.claims.cards.is_empty() {
            Flow::Next
        } else {
            self.move_hands()
        }
    }

    /// Moves all hands by the number of seats that the turn has collected.
    pub(crate) fn move_hands(&mut self) -> Flow {
        let by = std::mem::take(&mut self.state.turn.hands);
        if by == 0 {
            return Flow::Next;
        }
        let (s, players) = (&mut *self.state, self.rules.players);
        // A player who has just played the last card without going out is passed over.
        let mut owners = s.active;
        if s.hand(s.seat).is_empty() && self.rules.tableau.needed {
            owners.remove(s.seat);
        }
        if by.unsigned_abs().is_multiple_of(owners.len().max(1)) {
            return Flow::Next;
        }
        let owner_before = |seat| owners.owner_before(seat, by, players);
        let before = s.hands;
        for seat in owners.iter() {
            s.hands[seat.index()] = before[owner_before(seat).index()];
        }
        self.hands_moved(owner_before);
        self.event(Event::HandsMoved(owners, by));
        Flow::Next
    }

    /// Applies the answer to the offer to swap hands.
    pub(crate) fn answer_swap(&mut self, steps: Option<u8>) -> Flow {
        let seat = self.actor;
        let active = self.state.active;
        let other = steps.and_then(|steps| active.at(seat, steps));
        if let Some(other) = other {
            self.state.hands.swap(seat.index(), other.index());
            let owner_before = |owner: Seat| match owner {
                _ if owner == seat => other,
                _ if owner == other => seat,
                _ => owner,
            };
            self.hands_moved(owner_before);
            self.event(Event::Swapped(seat, other));
        }
        Flow::Jump(Task::QueuedEffects)
    }

    /// Updates the state for hands that have moved: knowledge of cards moves with them, and announcements of last cards are void.
    pub(crate) fn hands_moved(&mut self, owner_before: impl Fn(Seat) -> Seat) {
        let s = &mut *self.state;
        (s.turn.drawn.last, s.turn.drawn.only_last) = (None, false);
        if let Some(known) = &mut s.known {
            known.moved(&s.hands, &owner_before);
        }
        if let Some(ruled_out) = &mut s.ruled_out {
            ruled_out.moved(&owner_before);
        }
        if let Some(tableau) = &mut s.tableau {
            for seat in s.active.iter().filter(|&seat| owner_before(seat) != seat) {
                tableau.announced.said.remove(seat);
            }
        }
    }
}
