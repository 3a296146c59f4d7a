//! Attacks: the next player answers with a listed card, or draws all that is pending and loses the turn.

use crate::card::Card;
use crate::engine::event::{Event, Log};
use crate::engine::phase::Step;
use crate::engine::{Engine, Pending};
use crate::ruleset::LastCard;

impl<L: Log> Engine<'_, L> {
    /// A card is laid while an attack is pending: one that cancels takes it away, one that answers adds to it later.
    pub(in crate::engine) fn answer_attack(&mut self, card: Card) {
        let attack = &self.rules.attacks[self.s.pending.kind as usize];
        if attack.cancel.contains(card) {
            self.s.pending = Pending::default();
        }
    }

    /// Takes all that is pending.
    pub(in crate::engine) fn take_pending(&mut self) -> Step {
        let cards = self.s.pending.draw;
        self.s.pending = Pending::default();
        self.s.passes = 0;
        self.owe(self.s.seat, cards, Step::Taken)
    }

    /// What was pending has been drawn: the turn is lost.
    pub(in crate::engine) fn taken(&mut self) -> Step {
        if self.rules.round.attack_empties_stock_is_pass && self.s.turn.served && !self.s.can_draw(self.rules)
        {
            self.s.passes = self.s.passes.saturating_add(1);
        }
        Step::EndTurn
    }

    /// The turn's attack joins what is pending, for whoever acts next.
    pub(in crate::engine) fn press_attack(&mut self) {
        let turn = self.s.turn;
        if turn.attack > 0 {
            self.s.pending.draw = self.s.pending.draw.saturating_add(turn.attack);
            self.s.pending.kind = turn.attack_kind;
        }
    }

    /// A seat loses its turn.
    pub(in crate::engine) fn skipped(&mut self, seat: crate::seat::Seat) {
        self.event(Event::Skipped(seat));
    }

    /// A player is out with an attack that is played out: the next answers or draws, and then the round ends.
    ///
    /// Whoever goes out first has won it, also if others follow.
    pub(in crate::engine) fn play_out(&mut self, winner: crate::seat::Seat) -> Option<Step> {
        let presses = self.s.turn.attack > 0 || self.s.pending.draw > 0;
        if self.rules.last_card != LastCard::Chain || !presses {
            return None;
        }
        self.s.went_out = self.s.went_out.or(Some(winner));
        Some(Step::Resolve)
    }
}
