//! Hits whose number of cards is open: by lot, or until a card of a class is drawn.

use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Chance;
use crate::engine::tableau::QueuedEffects;
use crate::rules::{Features, OpenDraw, OpenNumber};
use crate::ruleset::Who;
use crate::seat::Seat;

impl<'a, const F: Features, L: Log> Engine<'a, F, L> {
    /// Returns the first hit of the queue whose number of cards is open, with its place in the ruleset from 1 on.
    fn first_open(&self) -> Option<(u8, &'a OpenDraw)> {
        let tableau = self.state.tableau.as_deref()?;
        let at = tableau.queued_effects[0].as_ref()?.open[0];
        let hit = self.rules.open_draws.at(at)?;
        Some((at, hit))
    }

    /// Removes the first hit of the queue whose number of cards is open; returns the effects among which it was.
    fn take_open(&mut self) -> Option<&mut QueuedEffects> {
        let effects = self.tableau()?.queued_effects[0].as_mut()?;
        effects.open.rotate_left(1);
        if let Some(last) = effects.open.last_mut() {
            *last = 0;
        }
        Some(effects)
    }

    /// Settles the first hit of the queue whose number of cards is open, for the card of this seat.
    pub(crate) fn serve_open(&mut self, seat: Seat) -> Flow {
        let again = Flow::Jump(Task::QueuedEffects);
        let Some((at, hit)) = self.first_open() else {
            self.take_open();
            return again;
        };
        if let OpenNumber::Lot(numbers) = &hit.number {
            if matches!(hit.who, Who::Others | Who::All) {
                self.take_open();
                return self.each_draws_amount(seat, at, hit.who == Who::All);
            }
            if self.explicit() {
                return self.ask_chance(Chance::Amount);
            }
            let cards = self.state.rng.one_of(numbers.iter().copied());
            return self.amount_drawn(cards);
        }
        self.take_open();
        let players = self.rules.players;
        match hit.who {
            // A player who is out while others play on draws no more.
            Who::Own if !self.state.active.contains(seat) => again,
            Who::Own => self.seat_draws_until(seat, at, again),
            Who::Previous => {
                let before = self.state.previous_active(seat, players);
                self.seat_draws_until(before, at, again)
            }
            // The effects of a card that another card covers hit at once; those of the last one with the turn.
            _ if self.is_covered() => {
                let next = self.state.next_active(seat, players);
                self.seat_draws_until(next, at, again)
            }
            _ => {
                if let Some(tableau) = self.tableau() {
                    tableau.effects.until = at;
                }
                self.state.turn.penalty.kept = hit.kept;
                again
            }
        }
    }

    /// True if the effects that come first in the queue are not those of the card last played.
    fn is_covered(&self) -> bool {
        let tableau = self.state.tableau.as_deref();
        tableau.is_some_and(|tableau| tableau.queued_effects[1].is_some())
    }

    /// Hits with a number of cards that was drawn by lot.
    pub(crate) fn amount_drawn(&mut self, cards: u8) -> Flow {
        let again = Flow::Jump(Task::QueuedEffects);
        let (covered, hit) = (self.is_covered(), self.first_open());
        let Some((_, hit)) = hit else { return again };
        self.event(Event::AmountByLot(cards));
        let Some(effects) = self.take_open() else {
            return again;
        };
        let add = |to: &mut u8| *to = to.saturating_add(cards);
        match hit.who {
            Who::Own => add(&mut effects.draw),
            Who::Previous => add(&mut effects.aimed.previous_draw),
            Who::Chosen => add(&mut effects.aimed.chosen_draw),
            Who::Lot => add(&mut effects.lot),
            Who::Next if covered => add(&mut effects.penalty),
            Who::Next | Who::Others | Who::All | Who::LastOut => {}
        }
        let turn = &mut self.state.turn;
        if hit.who == Who::Next && !covered {
            add(&mut turn.penalty.cards);
            turn.penalty.kept = hit.kept;
            // Without a card there is no penalty, and the turn is lost all the same.
            turn.skip = turn.skip.saturating_add(u8::from(cards == 0 && !hit.kept));
        }
        again
    }

    /// Draws for each other player a number of cards by lot, first for this seat if the player of the card draws as well.
    fn each_draws_amount(&mut self, seat: Seat, open: u8, own: bool) -> Flow {
        let first = self.state.next_active(self.state.seat, self.rules.players);
        let then = self.first(
            Task::DrawAmountEach { first, open },
            Flow::Jump(Task::QueuedEffects),
        );
        if own && self.state.active.contains(seat) {
            return self.seat_draws_open(seat, open, then);
        }
        then
    }
}
