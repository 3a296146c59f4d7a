//! Nominating the suit that must be followed.

use crate::card::Suit;
use crate::engine::Engine;
use crate::engine::event::{Event, Log};
use crate::engine::phase::{Phase, Step};
use crate::ruleset::Nominate;

impl<L: Log> Engine<'_, L> {
    /// Asks the player of the upcard for a suit, where it nominates.
    pub(in crate::engine) fn ask_nomination(&mut self) -> Step {
        let nominates = match self.top_rules().map_or(Nominate::Never, |rules| rules.nominate) {
            Nominate::Never => false,
            Nominate::Always => true,
            Nominate::IfFollowed => self.s.turn.followed,
        };
        if !nominates {
            return Step::Challenge;
        }
        self.s.phase = Phase::Nominate;
        self.s.actor = self.s.seat;
        Step::Wait
    }

    /// A suit was nominated.
    pub(in crate::engine) fn nominate(&mut self, suit: Suit) -> Step {
        self.s.nominated = suit as u8;
        self.event(Event::Nominated(self.s.seat, suit));
        if self.s.turn.laid == 0 {
            // The dealer has nominated for a starter, which nobody can challenge or catch.
            return Step::Resolve;
        }
        Step::Challenge
    }
}
