//! Draws by lot.

use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Chance;
use crate::rules::Features;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Draws by lot the seat that must draw cards.
    pub(crate) fn slap(&mut self) -> Flow {
        if self.explicit() {
            return self.ask_chance(Chance::Slap);
        }
        let seat = self.s.rng.one_of(self.s.active.iter());
        self.slapped(seat)
    }

    /// Draws the cards for the seat that was drawn by lot.
    pub(crate) fn slapped(&mut self, seat: Seat) -> Flow {
        let owing = self.tableau().and_then(|tableau| tableau.owing[0].as_mut());
        let cards = owing.map_or(0, |owing| std::mem::take(&mut owing.slap));
        self.event(Event::Slapped(seat));
        self.seat_draws(seat, cards, Flow::Jump(Task::QueuedEffects))
    }
}
