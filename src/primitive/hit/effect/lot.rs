//! Draws by lot.

use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Chance;
use crate::rules::Features;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Draws by lot the seat that must draw cards.
    pub(crate) fn draw_lot(&mut self) -> Flow {
        if self.explicit() {
            return self.ask_chance(Chance::Lot);
        }
        let seat = self.state.rng.one_of(self.state.active.iter());
        self.draw_by_lot(seat)
    }

    /// Draws the cards for the seat that was drawn by lot.
    pub(crate) fn draw_by_lot(&mut self, seat: Seat) -> Flow {
        let effects = self
            .tableau()
            .and_then(|tableau| tableau.queued_effects[0].as_mut());
        let (cards, turns) = effects.map_or((0, 0), |effects| {
            let turns = std::mem::take(&mut effects.aimed.lot_turns);
            (std::mem::take(&mut effects.lot), turns)
        });
        self.event(Event::SeatByLot(seat));
        self.owe_turns(seat, turns);
        self.seat_draws(seat, cards, Flow::Jump(Task::QueuedEffects))
    }
}
