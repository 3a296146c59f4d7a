//! Nominating the suit that must be followed.

use crate::card::Suit;
use crate::engine::Engine;
use crate::engine::event::{Event, Log};
use crate::engine::phase::{Phase, Step};
use crate::ruleset::{CoverWith, Nominate};

impl<L: Log> Engine<'_, L> {
    /// Asks the player of the upcard for a suit, where it nominates.
    pub(in crate::engine) fn ask_nomination(&mut self) -> Step {
        let turn = &self.s.turn;
        let nominates = match self.top_rules().map_or(Nominate::Never, |rules| rules.nominate) {
            Nominate::Never => false,
            Nominate::Always | Nominate::Second => true,
            Nominate::IfFollowed => turn.followed,
            Nominate::Alone => turn.laid <= 1,
        };
        if !nominates || turn.ordinary {
            return Step::Challenge;
        }
        self.ask_suit()
    }

    /// Asks the player whose turn it is for a suit.
    pub(in crate::engine) fn ask_suit(&mut self) -> Step {
        self.s.phase = Phase::Nominate;
        self.s.actor = self.s.seat;
        Step::Wait
    }

    /// A suit was nominated.
    pub(in crate::engine) fn nominate(&mut self, suit: Suit) -> Step {
        let own = self.top_rules();
        let second = own.is_some_and(|rules| rules.nominate == Nominate::Second);
        let goes_on = own.is_some_and(|rules| rules.cover.is_some_and(|c| c.with == CoverWith::Nominated));
        if second {
            self.s.second = suit as u8;
        } else {
            self.s.nominated = suit as u8;
        }
        self.event(Event::Nominated(self.s.seat, suit));
        if std::mem::take(&mut self.s.first_nominates) {
            self.s.phase = Phase::Play;
            return Step::Wait;
        }
        if goes_on && self.s.turn.laid > 0 {
            // The turn may go on in the suit.
            return Step::Laid;
        }
        if self.s.turn.laid == 0 {
            // The dealer has nominated for a starter, which nobody can challenge or catch.
            return Step::Resolve;
        }
        Step::Challenge
    }
}
