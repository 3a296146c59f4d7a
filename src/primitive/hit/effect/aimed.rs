//! Effects on players by their place, by lot, or by choice of the card's player.

use crate::engine::Aimed;
use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Phase;
use crate::rules::Features;
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Serves the effects of a card of this seat on players by their place, the first of the queue, and asks for the player to be
    /// named; returns nothing if none is left.
    pub(crate) fn serve_aimed(&mut self, seat: Seat) -> Option<Flow> {
        let effects = self.tableau()?.queued_effects[0].as_mut()?;
        let aimed = effects.aimed;
        effects.aimed = Aimed {
            chosen_draw: aimed.chosen_draw,
            chosen_turns: aimed.chosen_turns,
            ..Aimed::default()
        };
        self.take_turns(seat, aimed);
        if aimed.previous_draw > 0 {
            let before = self.state.previous_active(seat, self.rules.players);
            return Some(self.seat_draws(before, aimed.previous_draw, Flow::Jump(Task::QueuedEffects)));
        }
        if !aimed.asks() {
            return None;
        }
        let mut others = self.state.active.iter().filter(|&other| other != seat);
        match (others.next(), others.next()) {
            // There is nothing to choose.
            (Some(only), None) => Some(self.hit_named(only)),
            (Some(_), Some(_)) => Some(self.ask(Phase::Choose, seat)),
            (None, _) => None,
        }
    }

    /// Takes turns from the players by their place.
    pub(crate) fn take_turns(&mut self, seat: Seat, aimed: Aimed) {
        let (active, players) = (self.state.active, self.rules.players);
        for other in active.iter().filter(|&other| other != seat) {
            self.owe_turns(other, aimed.others_turns);
        }
        let places = [
            (aimed.own_turns, seat),
            (aimed.previous_turns, self.state.previous_active(seat, players)),
            (aimed.next_turns, self.next_once_turned(seat)),
        ];
        for (turns, seat) in places.into_iter().filter(|(_, seat)| active.contains(*seat)) {
            self.owe_turns(seat, turns);
        }
    }

    /// Applies the answer to the question whom a card hits.
    pub(crate) fn answer_choice(&mut self, steps: u8) -> Flow {
        let seat = self.actor;
        let Some(other) = self.state.active.at(seat, steps) else {
            return Flow::Jump(Task::QueuedEffects);
        };
        self.event(Event::Chosen(seat, other));
        self.hit_named(other)
    }

    /// Hits the player who was named.
    fn hit_named(&mut self, other: Seat) -> Flow {
        let effects = self
            .tableau()
            .and_then(|tableau| tableau.queued_effects[0].as_mut());
        let Some(aimed) = effects.map(|effects| &mut effects.aimed) else {
            return Flow::Jump(Task::QueuedEffects);
        };
        let (draw, turns) = (aimed.chosen_draw, aimed.chosen_turns);
        (aimed.chosen_draw, aimed.chosen_turns) = (0, 0);
        self.owe_turns(other, turns);
        self.seat_draws(other, draw, Flow::Jump(Task::QueuedEffects))
    }
}
