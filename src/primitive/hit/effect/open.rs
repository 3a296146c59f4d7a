//! Hits whose number of cards is open: by lot, or until a card of a class is drawn.

use crate::card::Card;
use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Chance;
use crate::engine::tableau::QueuedEffects;
use crate::primitive::hit::rules::{OpenDraws, OpenHit};
use crate::rules::Features;
use crate::ruleset::Who;
use crate::seat::Seat;

impl<'a, const F: Features, L: Log> Engine<'a, F, L> {
    /// Returns the first hit of the queue whose number of cards is open, with its place in the ruleset from 1 on.
    fn first_open(&self) -> Option<(u8, &'a OpenHit)> {
        let tableau = self.state.tableau.as_deref()?;
        let at = tableau.queued_effects[0].as_ref()?.open[0];
        let hit = self.rules.open_hits.get(usize::from(at.checked_sub(1)?))?;
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
        if let OpenDraws::Lot(numbers) = &hit.draws {
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
            Who::Own | Who::All => add(&mut effects.draw),
            Who::Previous => add(&mut effects.aimed.previous_draw),
            Who::Chosen => add(&mut effects.aimed.chosen_draw),
            Who::Lot => add(&mut effects.lot),
            Who::Next if covered => add(&mut effects.penalty),
            Who::Next | Who::Others | Who::LastOut => {}
        }
        let turn = &mut self.state.turn;
        match hit.who {
            Who::Others | Who::All => add(&mut turn.others_draw),
            Who::Next if !covered && cards > 0 => {
                add(&mut turn.penalty.cards);
                turn.penalty.kept = hit.kept;
            }
            _ => {}
        }
        again
    }

    /// Draws cards for a seat, shown to all, until one ends the draw; then continues with `then`.
    pub(crate) fn seat_draws_until(&mut self, seat: Seat, until: u8, then: Flow) -> Flow {
        if self.explicit() {
            return self.first(Task::DrawUntil { seat, until }, then);
        }
        self.draw_all_until(seat, until);
        then
    }

    /// Draws cards with the state's own generator until one ends the draw.
    fn draw_all_until(&mut self, seat: Seat, until: u8) {
        loop {
            self.draw_completed = self.renew(seat);
            if !self.draw_completed {
                return;
            }
            let card = self.state.stock.draw(&mut self.state.rng);
            self.take_drawn(seat, card, true);
            if self.ends_draw(until, card) {
                return;
            }
        }
    }

    /// Opens the chance node for the next card of a draw that a card ends, if there is a card.
    pub(crate) fn draw_until(&mut self, seat: Seat, until: u8) -> Flow {
        if !self.explicit() {
            self.draw_all_until(seat, until);
            return Flow::Resume;
        }
        self.draw_completed = self.renew(seat);
        if !self.draw_completed {
            return Flow::Resume;
        }
        self.state.agenda.push(Task::DrawUntil { seat, until });
        self.ask(crate::engine::Phase::Chance(Chance::Draw { seat }), seat)
    }

    /// Returns true if this card ends a draw for the hit at this place.
    pub(crate) fn ends_draw(&self, until: u8, card: Card) -> bool {
        let hit = until
            .checked_sub(1)
            .and_then(|at| self.rules.open_hits.get(usize::from(at)));
        match hit.map(|hit| &hit.draws) {
            Some(OpenDraws::UntilSuit) => {
                let suit = self.state.suit(self.rules);
                suit.is_none_or(|suit| self.rules.pack.of_suit(suit).contains(card))
            }
            Some(OpenDraws::Until(cards)) => cards.contains(card),
            Some(OpenDraws::Lot(_)) | None => true,
        }
    }
}
