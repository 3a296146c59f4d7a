//! Draws whose number of cards is open: by lot, or until a card of a class is drawn.

use crate::card::Card;
use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::{Chance, Phase};
use crate::rules::{Features, OpenNumber};
use crate::ruleset::Source;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Starts the draw by lot of the next of several players; the draws of the others wait on the agenda.
    pub(crate) fn draw_amount_each(&mut self, first: Seat, open: u8) -> Flow {
        let mut seats = self.others_from(first);
        let (seat, next) = (seats.next(), seats.next());
        let Some(seat) = seat else {
            return Flow::Resume;
        };
        if let Some(first) = next {
            self.state.agenda.push(Task::DrawAmountEach { first, open });
        }
        self.seat_draws_open(seat, open, Flow::Resume)
    }

    /// Draws for a seat, for the open draw at this place of the ruleset; then continues with `then`.
    pub(crate) fn seat_draws_open(&mut self, seat: Seat, at: u8, then: Flow) -> Flow {
        let Some(OpenNumber::Lot(numbers)) = self.rules.open_draws.at(at).map(|draw| &draw.number) else {
            return self.seat_draws_until(seat, at, then);
        };
        if self.explicit() {
            return self.first(Task::DrawAmount { seat, open: at }, then);
        }
        let cards = self.state.rng.one_of(numbers.iter().copied());
        self.event(Event::AmountByLot(cards));
        self.seat_draws(seat, cards, then)
    }

    /// Opens the chance node for the number of cards that a seat draws.
    pub(crate) fn draw_amount(&mut self, seat: Seat, open: u8) -> Flow {
        self.state.agenda.push(Task::DrawAmount { seat, open });
        self.ask_chance(Chance::Amount)
    }

    /// Draws a number of cards that chance has given, for the seat that draws by lot or for the first hit of the queue.
    pub(crate) fn amount_by_chance(&mut self, cards: u8) -> Flow {
        let Some(Task::DrawAmount { seat, .. }) = self.state.agenda.top() else {
            return self.amount_drawn(cards);
        };
        self.state.agenda.pop();
        self.event(Event::AmountByLot(cards));
        let from = Source::Stock;
        Flow::Jump(Task::Draw { seat, cards, from })
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
        self.ask(Phase::Chance(Chance::Draw { seat }), seat)
    }

    /// Returns true if this card ends a draw for the hit at this place.
    pub(crate) fn ends_draw(&self, until: u8, card: Card) -> bool {
        match self.rules.open_draws.at(until).map(|draw| &draw.number) {
            Some(OpenNumber::UntilSuit) => {
                let suit = self.state.suit(self.rules);
                suit.is_none_or(|suit| self.rules.pack.of_suit(suit).contains(card))
            }
            Some(OpenNumber::Until(cards)) => cards.contains(card),
            Some(OpenNumber::Lot(_)) | None => true,
        }
    }
}
