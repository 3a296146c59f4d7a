//! Nominating the suit to follow.

use crate::card::Suit;
use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::legal;
use crate::engine::legal::follows::keeps_suit;
use crate::engine::phase::{Chance, Phase};
use crate::rules::Features;
use crate::rules::features::{COMPAT, FOLLOWING};
use crate::ruleset::{CoverWith, Nominate};

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Asks the player of the upcard for a suit, if the upcard nominates.
    #[inline(always)]
    pub(crate) fn ask_nomination(&mut self) -> Flow {
        let turn = &self.state.turn;
        let nominates = match self.top_rules().map_or(Nominate::Never, |rules| rules.nominate) {
            Nominate::Never | Nominate::InForce => false,
            Nominate::Always
            | Nominate::Second
            | Nominate::SuitAndRank
            | Nominate::OwnColour
            | Nominate::Other => true,
            Nominate::IfFollowed => turn.top.followed,
            Nominate::Alone => turn.played <= 1,
        };
        if Self::has(FOLLOWING) && keeps_suit(self.rules, self.state) && turn.played > 0 {
            return Flow::Next;
        }
        if (!nominates || turn.top.ordinary) && !turn.created.nominates || self.nominated_before() {
            return Flow::Next;
        }
        if Self::has(COMPAT) && self.rules.draw.wild_by_lot && self.plays_drawn_wild() {
            return self.draw_suit();
        }
        self.ask_suit()
    }

    /// Returns true if the card just played is a wild one that was drawn in the turn.
    pub(crate) fn plays_drawn_wild(&self) -> bool {
        let wild = |card| self.table().play.any_wild().contains(card);
        self.state.turn.played == 1
            && legal::plays_drawn(self.rules, self.state)
            && self.state.upcard().is_some_and(wild)
    }

    /// Draws the suit to follow by lot.
    pub(crate) fn draw_suit(&mut self) -> Flow {
        if self.explicit() {
            return self.ask_chance(Chance::Suit);
        }
        let suit = self
            .state
            .rng
            .one_of(self.rules.pack.suits_in(self.rules.deck.kinds));
        self.suit_drawn(suit)
    }

    /// Sets the suit that was drawn by lot.
    pub(crate) fn suit_drawn(&mut self, suit: Suit) -> Flow {
        self.state.in_force.nominated = suit as u8;
        self.event(Event::SuitByLot(suit));
        self.after_nomination()
    }

    /// Asks the player whose turn it is for a suit.
    pub(crate) fn ask_suit(&mut self) -> Flow {
        self.ask(Phase::Nominate, self.state.seat)
    }

    /// Asks the first player to nominate for the starter; the task stays beneath the question and identifies it.
    pub(crate) fn ask_first_player(&mut self) -> Flow {
        self.state.agenda.push(Task::FirstNominates);
        self.ask_suit()
    }

    /// Applies a nomination.
    pub(crate) fn nominate(&mut self, suit: Suit) -> Flow {
        let own = self.top_rules();
        let second =
            own.is_some_and(|rules| rules.nominate == Nominate::Second) && !self.state.turn.created.nominates;
        let goes_on = own.is_some_and(|rules| {
            rules
                .continuing
                .cover
                .is_some_and(|c| c.with == CoverWith::Nominated)
        });
        if second {
            self.state.in_force.second = suit as u8;
        } else {
            self.state.in_force.nominated = suit as u8;
        }
        self.event(Event::Nominated(self.state.seat, suit));
        if self.state.agenda.pop_if(Task::FirstNominates) {
            return Flow::Resume;
        }
        if self.state.nominates_before_deal(self.rules) {
            return Flow::Jump(Task::DealCards);
        }
        if goes_on && self.state.turn.played > 0 {
            // The turn may go on in the nominated suit.
            return Flow::Jump(Task::Continue);
        }
        self.after_nomination()
    }

    /// Returns the step that follows once the suit to follow is known.
    fn after_nomination(&self) -> Flow {
        if self.state.turn.played == 0 {
            // The dealer has nominated for a starter, which nobody can challenge or catch.
            return Flow::Jump(Task::Resolve);
        }
        Flow::Next
    }
}
