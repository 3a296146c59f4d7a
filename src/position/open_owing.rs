//! Whether words, effects and created rules of a position can be under way where its phase and its agenda say that it is.

use super::open::Check;
use super::problem::ProblemCode;
use crate::engine::{Chance, Phase, Side, Task};
use crate::ruleset::WordDue;

impl Check<'_> {
    /// What is under way between two decisions.
    pub(crate) fn under_way(&mut self) {
        let Some(side) = self.s.side.as_deref() else {
            return;
        };
        if self.s.is_over() {
            // The limit of decisions ends a game wherever it is.
            return;
        }
        self.words(side);
        self.owing(side);
        self.created(side);
    }

    fn waits_in_vain(&mut self, key: &str, why: impl Into<String>) {
        self.problems.add(key, ProblemCode::Contradiction, why);
    }

    /// The words that are yet due for the card just played.
    fn words(&mut self, side: &Side) {
        let due = (0..8).filter(|word| side.words >> word & 1 == 1);
        for word in due {
            let asked = match self.s.phase() {
                Phase::Word { word: asked } if self.is_due(asked, WordDue::Laid) => true,
                // A row of equal cards ends the round before any word is asked.
                _ => matches!(self.comes_next(), Some(Task::Words | Task::Played)) || self.rules.row > 0,
            };
            if !self.is_due(word, WordDue::Laid) {
                let message = format!("{word}: the ruleset has no such word for a card that is played");
                self.problems.add("words", ProblemCode::NotInGame, message);
            } else if !asked {
                self.waits_in_vain("words", format!("{word}: no word is asked for now"));
            }
        }
    }

    /// What is owed for cards played, and cards that are mirrored.
    fn owing(&mut self, side: &Side) {
        let next = matches!(self.comes_next(), Some(Task::Charge(_) | Task::StartTurn(_)));
        let over = self.s.turn.laid == 0 || next || self.between_turns();
        if side.owing[0].is_some() && over {
            self.waits_in_vain("owing", "no card of the turn has effects that wait");
        }
        if side.mirror.is_some() && self.s.turn.laid == 0 {
            self.waits_in_vain("mirror", "no card was played in the turn");
        }
        if !side.split.is_empty() && self.s.phase() != Phase::Chance(Chance::Split) {
            self.waits_in_vain("split", "no pile is being dealt into two");
        }
    }

    /// Rules that are being created.
    fn created(&mut self, side: &Side) {
        let Some(more) = &self.rules.side else { return };
        let phase = self.s.phase();
        let drawing = phase == Phase::Chance(Chance::Create);
        let before = drawing || matches!(phase, Phase::Chance(Chance::Dealer | Chance::Param { .. }));
        if side.lots > 0 && !before {
            self.waits_in_vain("lots", format!("{}: rules are drawn before the deal", side.lots));
        } else if side.lots > more.created.drawn {
            let message = format!("{}: {} are drawn by lot", side.lots, more.created.drawn);
            self.problems.add("lots", ProblemCode::NumberOutOfRange, message);
        }
        if !side.draft.taken().is_empty() && !drawing {
            self.waits_in_vain("draft", "no rule is being drawn");
        }
        let (offers, offered) = (side.offers, more.created.offered);
        let fits = match phase {
            Phase::Create => offers == offered,
            _ if drawing => side.lots == 0 && offers < offered || offers == 0,
            _ => offers == 0,
        };
        if !fits {
            let message = format!("{offers} rules are offered: {offered} are, once all are drawn");
            self.waits_in_vain("offered", message);
        }
    }
}
