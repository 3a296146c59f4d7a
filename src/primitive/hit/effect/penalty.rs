//! The next player draws at once.

use crate::engine::Engine;
use crate::engine::agenda::{Next, Next::Do, Task};
use crate::engine::event::Log;
use crate::rules::Features;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// The next player, or whoever challenged wrongly, draws the turn's penalty.
    pub(crate) fn hit_next(&mut self, next: Seat, challenger: Option<Seat>) -> Next {
        let turn = self.s.turn;
        let victim = challenger.unwrap_or(next);
        let next = if turn.penalty.kept || victim != next {
            next
        } else {
            self.skipped(victim);
            self.s.next_active(victim, self.rules.players)
        };
        self.seat_draws_from(
            turn.penalty.from,
            victim,
            turn.penalty.cards,
            Do(Task::Charge(next)),
        )
    }
}
