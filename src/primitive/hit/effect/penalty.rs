//! Penalties, which the next player draws at once.

use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::Log;
use crate::rules::Features;
use crate::rules::features::TABLEAU;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Draws the turn's penalty for the next player, or for the player who challenged wrongly.
    pub(crate) fn hit_next(&mut self, next: Seat, challenger: Option<Seat>) -> Flow {
        let (victim, next) = self.penalised(next, challenger);
        let then = Flow::Jump(Task::Charge(next));
        let cards = self.state.turn.penalty.cards;
        self.draws_for_hits(victim, cards, self.rare_effects().until, then)
    }

    /// Draws the cards of an open hit, if there is one, and then these from the source of the turn's penalty; then continues
    /// with `then`.
    pub(crate) fn draws_for_hits(&mut self, victim: Seat, cards: u8, open: u8, then: Flow) -> Flow {
        let from = self.state.turn.penalty.from;
        if !Self::has(TABLEAU) || open == 0 {
            return self.seat_draws_from(from, victim, cards, then);
        }
        if self.explicit() && cards > 0 {
            // What is drawn first comes last onto the agenda.
            let then = self.seat_draws_from(from, victim, cards, then);
            return self.seat_draws_open(victim, open, then);
        }
        let then = self.seat_draws_open(victim, open, then);
        if cards > 0 {
            return self.seat_draws_from(from, victim, cards, then);
        }
        then
    }

    /// Returns the seat that draws the turn's penalty and the seat that plays next; the victim loses the turn unless it is kept.
    pub(crate) fn penalised(&mut self, next: Seat, challenger: Option<Seat>) -> (Seat, Seat) {
        let victim = challenger.unwrap_or(next);
        if self.state.turn.penalty.kept || victim != next {
            return (victim, next);
        }
        self.skipped(victim);
        (victim, self.state.next_active(victim, self.rules.players))
    }
}
