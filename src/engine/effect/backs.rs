//! Turning all cards over, where they have backs, and moving the backs with the cards.

use crate::card::Card;
use crate::engine::agenda::{Flow, Task};
use crate::engine::backs::DueBack;
use crate::engine::event::{Event, Log};
use crate::engine::phase::Chance;
use crate::engine::stages as at;
use crate::engine::state::InForce;
use crate::engine::{Engine, State};
use crate::hand::Hand;
use crate::rules::Features;
use crate::rules::features::TABLEAU;

/// Returns a due back, if a card has moved without its own.
fn due_back(s: &State) -> Option<DueBack> {
    s.backs()?.due(&s.hands, s.pile.len())
}

/// Returns the backs of which one is due, at a chance node that draws it.
pub(crate) fn due_backs(s: &State) -> Option<&Hand> {
    Some(s.backs()?.source(due_back(s)?))
}

impl<const F: Features, L: Log> Engine<'_, F, L> {
    fn due_back(&self) -> Option<DueBack> {
        due_back(self.state)
    }

    /// Moves the backs of cards that have moved, where the state's own generator draws them.
    #[inline]
    pub(crate) fn move_backs(&mut self) {
        if Self::has(TABLEAU) && self.rules.backs && !self.explicit() {
            self.draw_due_backs();
        }
    }

    #[inline(never)]
    fn draw_due_backs(&mut self) {
        while let Some(due) = self.due_back() {
            let Some(backs) = self.state.backs() else { return };
            let source = *backs.source(due);
            let at = self.state.rng.below(u32::from(source.len())) as usize;
            let Some(back) = source.iter().nth(at) else { return };
            self.move_back(due, back);
        }
    }

    /// Moves the backs of cards that have moved, then continues with `then`; with explicit chance each is drawn at a node.
    #[inline]
    pub(crate) fn after_backs(&mut self, then: Flow) -> Flow {
        self.move_backs();
        if Self::has(TABLEAU) && self.explicit() && self.due_back().is_some() {
            return self.first(Task::Backs, then);
        }
        then
    }

    /// Opens the chance node for the next due back, if there is one.
    pub(crate) fn ask_backs(&mut self) -> Flow {
        if self.due_back().is_none() {
            return Flow::Resume;
        }
        self.state.agenda.push(Task::Backs);
        self.ask_chance(Chance::Back)
    }

    /// Opens the chance node for the back of a card that was just dealt, if there are backs.
    pub(crate) fn ask_dealt_back(&mut self) -> Option<Flow> {
        self.due_back()?;
        Some(self.ask_chance(Chance::Back))
    }

    /// Moves a due back that chance has given.
    pub(crate) fn back_by_chance(&mut self, back: Card) -> Flow {
        let Some(due) = self.due_back() else {
            return Flow::Resume;
        };
        self.move_back(due, back);
        if self.state.agenda.pop_if(Task::Backs) {
            return Flow::Jump(Task::Backs);
        }
        let flow = self.deal_on(due.to.unwrap_or(self.state.dealer));
        self.end_stage::<at::DealCards>(flow)
    }

    fn move_back(&mut self, due: DueBack, back: Card) {
        if let Some(backs) = self.state.backs_mut() {
            backs.give(due, back);
            self.event(Event::Back(due.to, back));
        }
    }

    /// Moves the backs of the cards under the upcard to the stock, as the cards themselves.
    pub(crate) fn renew_backs(&mut self) {
        if let Some(backs) = self.state.backs_mut() {
            backs.renew();
        }
    }

    /// Turns all cards over at the end of a turn, if the card just played does that.
    pub(crate) fn end_by_turning_over(&mut self) -> Flow {
        if self.turns_over() {
            self.turn_over();
        }
        Flow::Next
    }

    /// Returns true if the card on top turns all cards over.
    pub(crate) fn turns_over(&self) -> bool {
        let turns = |card| self.as_played(card).turn_over.turns;
        Self::has(TABLEAU) && self.rules.backs && self.state.upcard().is_some_and(turns)
    }

    /// Turns all cards over: the pile as a whole, the stock and the hands, which everybody has seen.
    pub(crate) fn turn_over(&mut self) {
        let s = &mut *self.state;
        let Some(tableau) = s.tableau.as_deref_mut() else {
            return;
        };
        let Some(backs) = tableau.backs.as_deref_mut() else {
            return;
        };
        backs.turn(&mut s.hands, &mut s.pile, &mut s.stock);
        if let Some(ruled_out) = &mut s.ruled_out {
            ruled_out.clear();
        }
        if let Some(known) = &mut s.known {
            for viewer in known.viewers() {
                for owner in known.viewers().filter(|&owner| owner != viewer) {
                    known.shown(viewer, owner, &s.hands[owner.index()]);
                }
            }
        }
        let upcard = s.pile.upcard();
        // A card without a suit that nobody played leaves the next player free.
        let open = upcard.is_some_and(|card| self.rules.pack.suit(card).is_none());
        s.in_force = InForce {
            open,
            ..InForce::default()
        };
        s.turn.top.without = 0;
        self.event(Event::TurnedOver);
    }
}
