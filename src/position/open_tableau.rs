//! Whether a position could be reached, in the phases that only some rulesets have.

use super::open::Check;
use super::problem::ProblemCode;
use crate::engine::{Chance, Phase};
use crate::hand::Hand;

impl Check<'_> {
    /// Whether the starter lies and nothing is dealt yet.
    pub(crate) fn before_deal_starter(&self) -> bool {
        let early = self.rules.starter.before_deal;
        early && self.s.round.plays == 0 && self.s.turn.played == 0 && self.s.phase() == Phase::Nominate
    }

    /// Whether the second pile is begun, by a card of some hand or one of the stock.
    pub(crate) fn second_pile_begun(&self) -> bool {
        self.s
            .tableau
            .as_ref()
            .is_some_and(|tableau| tableau.piles.count > 1)
    }

    /// The starter is turned before any card is dealt.
    pub(crate) fn before_any_deal(&mut self) {
        if self.s.hands.iter().any(|hand| !hand.is_empty()) {
            self.not_open("cards are dealt already");
        }
    }

    /// The phases that need a tableau: something can be chosen in each.
    pub(crate) fn tableau(&mut self) {
        let Some(tableau) = &self.s.tableau else {
            return self.not_open("nothing in this ruleset opens it");
        };
        match self.s.phase() {
            Phase::Word { word } => self.word(tableau, word),
            Phase::Keep => self.keep(self.rules.stock.keep, &tableau.kept),
            Phase::Claim => self.claim(),
            Phase::Mirror => self.mirror(tableau),
            Phase::NameRank => self.needs_played_card(),
            Phase::CrossOut | Phase::Create => self.creates(tableau),
            Phase::Swap if self.s.held(self.s.asked()).is_empty() => {
                self.not_open(format!("seat {} holds no cards to swap", self.s.asked().0));
            }
            Phase::Pile { card } if !self.s.held(self.s.seat).contains(card) => {
                self.not_open(format!("seat {} does not hold {card}", self.s.seat.0));
            }
            _ => {}
        }
        if self.game.legal(self.s).is_empty() {
            self.not_open("no action is legal");
        }
    }

    /// Cards are kept by a seat that holds more than it may keep, and has chosen fewer.
    fn keep(&mut self, most: u8, kept: &Hand) {
        let hand = self.s.hand(self.s.asked());
        let seat = self.s.asked().0;
        if most == 0 {
            self.not_open("no cards are kept in this ruleset");
        } else if hand.len() <= most {
            self.not_open(format!(
                "seat {seat} holds {} cards, and keeps {most}",
                hand.len()
            ));
        } else if kept.len() >= most {
            self.not_open(format!(
                "seat {seat} has chosen {} cards, and keeps {most}",
                kept.len()
            ));
        }
        for card in kept
            .held()
            .iter()
            .filter(|&card| kept.count(card) > hand.count(card))
        {
            let message = format!("seat {seat} does not hold {card} so often");
            self.problems.add("phase.kept", ProblemCode::WrongHand, message);
        }
    }

    /// The chance nodes that need a tableau: chance can give something.
    pub(crate) fn chance_tableau(&mut self, node: Chance) {
        if self.s.tableau.is_none() {
            return self.not_open("nothing in this ruleset opens it");
        }
        match node {
            Chance::Create => self.drafts(),
            Chance::Scramble | Chance::Rogue { .. } | Chance::TurnUp => self.begins_second_pile(node),
            _ => {}
        }
        if self.game.chance_outcomes(self.s).is_empty() {
            self.not_open("chance has nothing to decide");
        }
    }

    /// A rule is drawn before the deal: by lot, or for somebody who adds one.
    fn drafts(&mut self) {
        self.before_deal();
        let by_lot = self
            .s
            .tableau
            .as_ref()
            .is_some_and(|tableau| tableau.created.lots > 0);
        if !self.rules.tableau.adds_rules() && !by_lot {
            self.not_open("nobody adds rules in this ruleset: set lots for those drawn by lot");
        }
    }

    /// All cards are dealt, and the second pile is begun: by somebody who holds a card of it, or from the stock.
    fn begins_second_pile(&mut self, node: Chance) {
        let cards = self.rules.tableau.second_pile;
        if cards.is_empty() || self.rules.starter.before_deal || !self.rules.starter.turned {
            return self.not_open("no second pile is begun in this ruleset");
        }
        if self.second_pile_begun() {
            self.not_open("the second pile is begun already");
        }
        let held = self.s.hands.iter().any(|hand| !hand.held().and(cards).is_empty());
        if node == Chance::TurnUp {
            let some = self.s.stock.cards().iter().any(|&card| cards.contains(card));
            if held || !some {
                self.not_open(
                    "a card of the second pile is turned where the stock has one and nobody holds one",
                );
            }
        }
        self.deal(None);
    }
}
