//! Whether a position says only what its ruleset's settings can bring about.

use super::open::Check;
use super::problem::ProblemCode;
use crate::engine::{EpisodeKind, Phase};
use crate::ruleset::{AtTarget, LastCard};

impl Check<'_> {
    fn not_in_game(&mut self, key: &str, message: impl Into<String>) {
        self.problems.add(key, ProblemCode::NotInGame, message);
    }

    fn contradicts(&mut self, key: &str, message: impl Into<String>) {
        self.problems.add(key, ProblemCode::Contradiction, message);
    }

    /// Cards dealt by choice, an attack that is played out, the hat, the last round and the turns of a match.
    pub(super) fn settings(&mut self) {
        self.deal_chosen();
        self.went_out();
        if let Some(seat) = self.s.hat {
            if self.rules.hat == 0 {
                self.not_in_game("hat", "the ruleset has none");
            } else if self.is_dealing() {
                self.contradicts("hat", format!("seat {} has it before the first turn", seat.0));
            }
        }
        self.last_round();
        self.turns();
    }

    fn deal_chosen(&mut self) {
        let (given, least, most) = (self.s.deal, self.rules.deal, self.rules.deal_choice_to);
        if given == least {
            return;
        }
        if most == 0 {
            self.not_in_game("deal", format!("{given}: every seat is dealt {least} cards"));
        } else if !(least..=most).contains(&given) {
            let message = format!("{given} is not in {least} … {most}");
            self.problems.add("deal", ProblemCode::NumberOutOfRange, message);
        } else if self.s.phase == Phase::DealerChoice {
            self.contradicts("deal", format!("{given}: the dealer has yet to choose"));
        }
    }

    fn went_out(&mut self) {
        let Some(seat) = self.s.went_out else { return };
        if self.rules.last_card != LastCard::Chain {
            let message = format!("seat {}: the ruleset plays no attack out", seat.0);
            self.not_in_game("went_out", message);
            return;
        }
        if self.is_dealing() {
            let message = format!("seat {} is out before the first turn", seat.0);
            self.contradicts("went_out", message);
        }
        if self.s.phase == Phase::Play && self.s.pending.draw == 0 {
            let message = format!(
                "seat {}: nothing is pending, so the round would have ended",
                seat.0
            );
            self.problems.add("went_out", ProblemCode::AlreadyOver, message);
        }
    }

    fn last_round(&mut self) {
        if !self.s.last_round {
            return;
        }
        if self.rules.at_target != AtTarget::SuddenDeath || !self.is_match() {
            self.not_in_game(
                "last_round",
                "true: nothing in this game announces the last round",
            );
        } else if self.s.active.len() == self.rules.players {
            self.contradicts("last_round", "true: it is played when a seat is out");
        }
    }

    fn turns(&mut self) {
        let (turns, limit) = (self.s.turns, self.rules.turns);
        if turns == 0 {
            return;
        }
        if limit == 0 || !self.is_match() {
            self.not_in_game("turns", format!("{turns}: this game does not count them"));
        } else if turns > limit {
            let message = format!("{turns}: the match ends after {limit}");
            self.problems.add("turns", ProblemCode::AlreadyOver, message);
        }
    }

    fn is_match(&self) -> bool {
        self.game.options().episode == EpisodeKind::Match
    }
}
