//! Naming what the next player must lay.

use crate::engine::Engine;
use crate::engine::agenda::Next;
use crate::engine::event::{Event, Log};
use crate::engine::phase::Phase;
use crate::engine::side::Named;
use crate::rules::Features;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Asks the player of the upcard for a rank, where it names one.
    pub(crate) fn ask_rank(&mut self) -> Next {
        let names = self
            .top_rules()
            .is_some_and(|rules| rules.next.name_rank.is_some());
        if !names || self.s.turn.laid == 0 || self.s.turn.ordinary {
            return self.ask_challenge();
        }
        self.ask(Phase::NameRank, self.s.seat)
    }

    /// A rank or a card was named.
    pub(crate) fn name_rank(&mut self, named: Named) -> Next {
        if let Some(side) = self.side() {
            side.named = Some(named);
        }
        self.event(Event::Named(self.s.seat, named));
        self.ask_challenge()
    }
}
