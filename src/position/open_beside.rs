//! Whether a position could be reached, in the phases that only some rulesets have.

use super::open::Check;
use crate::engine::{Chance, Phase};
use crate::ruleset::CallMade;

impl Check<'_> {
    /// Whether the starter lies and nothing is dealt yet.
    pub(super) fn before_deal_starter(&self) -> bool {
        let early = self
            .rules
            .beside
            .as_ref()
            .is_some_and(|more| more.starter_before_deal);
        early && self.s.plays == 0 && self.s.turn.laid == 0 && self.s.phase == Phase::Nominate
    }

    /// Whether the second pile is begun, by a card of some hand or one of the stock.
    pub(super) fn second_pile_begun(&self) -> bool {
        self.s.side.as_ref().is_some_and(|side| side.count > 1)
    }

    /// The starter is turned before any card is dealt.
    pub(super) fn before_any_deal(&mut self) {
        if self.s.hands.iter().any(|hand| !hand.is_empty()) {
            self.closed("cards are dealt already");
        }
    }

    /// The phases of the side block: something can be chosen in each.
    pub(super) fn beside(&mut self) {
        let Some(more) = &self.rules.beside else {
            return self.closed("nothing in this ruleset opens it");
        };
        let known = |say: u8| more.words.iter().any(|word| word.say == say);
        match self.s.phase {
            Phase::Word { word } if !known(word) => {
                self.closed(format!("the ruleset has no word {word}"));
            }
            Phase::CrossOut | Phase::Create if !more.adds_rules() => {
                self.closed("nobody adds rules in this ruleset");
            }
            Phase::Keep if more.keep == 0 => self.closed("no cards are kept in this ruleset"),
            Phase::Pile { card } if !self.s.held(self.s.seat).contains(card) => {
                self.closed(format!("seat {} does not hold {card}", self.s.seat.0));
            }
            _ => {
                if self.game.legal(self.s).is_empty() {
                    self.closed("no action is legal");
                }
            }
        }
    }

    /// A call that is made between two turns.
    pub(super) fn speak_at_close(&mut self) {
        let held = self.s.hand(self.s.actor).len();
        if self.rules.call.made != CallMade::ByPlayer {
            self.closed("the ruleset has no call that a player makes");
        }
        if held != 1 {
            self.closed(format!("seat {} holds {held} cards, not one", self.s.actor.0));
        }
    }

    /// The chance nodes of the side block: chance can give something.
    pub(super) fn chance_beside(&mut self) {
        let none = self.game.chance_outcomes(self.s).is_empty();
        let begins = matches!(self.s.phase, Phase::Chance(Chance::TurnUp));
        if none || (begins && self.s.stock.len() == 0) {
            self.closed("chance has nothing to decide");
        }
    }
}
