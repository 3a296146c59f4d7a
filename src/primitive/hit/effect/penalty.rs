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
        let penalty = self.state.turn.penalty;
        let then = Flow::Jump(Task::Charge(next));
        let rare = self.rare_effects().until;
        if Self::has(TABLEAU) && rare > 0 {
            let until = Task::DrawUntil {
                seat: victim,
                until: rare,
            };
            self.state.agenda.push(Task::Charge(next));
            return self.seat_draws_from(penalty.from, victim, penalty.cards, Flow::Jump(until));
        }
        self.seat_draws_from(penalty.from, victim, penalty.cards, then)
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
