//! Whether words, effects and created rules of a position can be under way where its phase and its agenda say that it is.

use super::open::Check;
use super::problem::ProblemCode;
use crate::engine::{Chance, Phase, Tableau, Task};

impl Check<'_> {
    /// What is under way between two decisions.
    pub(crate) fn under_way(&mut self) {
        let Some(tableau) = self.s.tableau.as_deref() else {
            return;
        };
        if self.s.is_over() {
            // The limit of decisions ends a game wherever it is.
            return;
        }
        self.words(tableau);
        self.owing(tableau);
        self.created(tableau);
    }

    pub(crate) fn waits_in_vain(&mut self, key: &str, why: impl Into<String>) {
        self.problems.add(key, ProblemCode::Contradiction, why);
    }

    /// What is owed for cards played, and cards that are mirrored.
    fn owing(&mut self, tableau: &Tableau) {
        let next = matches!(self.comes_next(), Some(Task::Charge(_) | Task::StartTurn(_)));
        let over = self.s.turn.played == 0 || next || self.between_turns();
        if tableau.owing[0].is_some() && over {
            self.waits_in_vain("owing", "no card of the turn has effects that wait");
        }
        if tableau.mirror.is_some() && self.s.turn.played == 0 {
            self.waits_in_vain("mirror", "no card was played in the turn");
        }
        if !tableau.piles.split.is_empty() && self.s.phase() != Phase::Chance(Chance::Split) {
            self.waits_in_vain("split", "no pile is being dealt into two");
        }
    }
}
