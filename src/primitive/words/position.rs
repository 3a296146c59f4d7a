//! Whether words can be due in a position.

use crate::engine::{Phase, Tableau, Task};
use crate::position::open::Check;
use crate::position::problem::ProblemCode;
use crate::ruleset::WordDue;

impl Check<'_> {
    /// A word is due: for the card just played, for going out, or after a penalty.
    pub(crate) fn word(&mut self, tableau: &Tableau, word: u8) {
        let s = self.s;
        let (due, who) = if self.is_due(word, WordDue::Played) {
            (s.turn.played > 0 && tableau.words >> word & 1 == 1, s.seat)
        } else if self.is_due(word, WordDue::Out) {
            (
                s.turn.played > 0 && s.turn.call_settled && s.hand(s.seat).is_empty(),
                s.seat,
            )
        } else if self.is_due(word, WordDue::Penalty) {
            (true, s.asked())
        } else {
            return self.not_open(format!("the ruleset has no word {word}"));
        };
        if !due {
            self.not_open(format!("word {word} is not due: see turn.played and words"));
        }
        if s.asked() != who {
            self.not_open(format!(
                "word {word} is due by seat {}, not {}",
                who.0,
                s.asked().0
            ));
        }
    }

    /// The words that are yet due for the card just played.
    pub(crate) fn words(&mut self, tableau: &Tableau) {
        let due = (0..8).filter(|word| tableau.words >> word & 1 == 1);
        for word in due {
            let asked = match self.s.phase() {
                Phase::Word { word: asked } if self.is_due(asked, WordDue::Played) => true,
                // A row of equal cards ends the round before any word is asked.
                _ => {
                    matches!(self.comes_next(), Some(Task::Words | Task::Played)) || self.rules.round.row > 0
                }
            };
            if !self.is_due(word, WordDue::Played) {
                let message = format!("{word}: the ruleset has no such word for a card that is played");
                self.problems.add("words", ProblemCode::NotInGame, message);
            } else if !asked {
                self.waits_in_vain("words", format!("{word}: no word is asked for now"));
            }
        }
    }
}
