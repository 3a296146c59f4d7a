//! Whether a call can be due or missing in a position.

use crate::engine::{Phase, Task};
use crate::position::open::Check;
use crate::position::problem::ProblemCode;
use crate::ruleset::{CallMade, Caught};
use crate::seat::Seat;

impl Check<'_> {
    /// Calls that are due.
    pub(crate) fn calls(&mut self) {
        let due = self.s.calls;
        if !due.is_empty() && self.rules.call.made != CallMade::ByPlayer {
            let message = "no call is ever due: the ruleset has none that a player makes";
            self.problems.add("calls", ProblemCode::NotInGame, message);
            return;
        }
        let own = due.contains(self.s.seat);
        let early = matches!(
            self.s.phase(),
            Phase::Play | Phase::GoOn | Phase::Give { .. } | Phase::Speak { last: false }
        );
        // Who plays a card out of turn, and has the turn by that, may owe the call of an earlier turn.
        let out_of_turn = self.s.tableau.is_some() && self.s.turn.played > 0;
        let may_owe = out_of_turn || self.s.turn.call_settled || self.between_turns();
        if own && early && !may_owe {
            let message = format!(
                "seat {} is at its turn: no call of its own is due before it has played its cards",
                self.s.seat.0
            );
            self.problems.add("calls", ProblemCode::Contradiction, message);
        }
        let polled = self.rules.call.caught == Caught::ByOthers;
        let late = polled && matches!(self.s.phase(), Phase::Catch { .. } | Phase::Speak { last: true });
        if late && !own {
            let message = format!("the call of seat {} must be due in this phase", self.s.seat.0);
            self.problems.add("calls", ProblemCode::Contradiction, message);
        }
    }

    pub(crate) fn speak(&mut self, last: bool) {
        if self.between_turns() {
            return self.speak_at_close();
        }
        self.needs_played_card();
        if self.rules.call.made != CallMade::ByPlayer {
            self.not_open("the ruleset has no call that a player makes");
        } else if last && self.rules.call.caught != Caught::ByOthers {
            self.not_open("nobody is polled for a missing call in this ruleset");
        }
        let held = self.s.hand(self.s.seat).len();
        if !last && held != 1 {
            self.not_open(format!("seat {} holds {held} cards, not one", self.s.seat.0));
        }
    }

    pub(crate) fn catch(&mut self, owner: Seat) {
        match self.rules.call.caught {
            Caught::Automatic | Caught::Asked => {
                self.not_open("nobody is polled for a missing call in this ruleset");
            }
            Caught::ByOthers => {
                self.needs_played_card();
                if owner != self.s.seat {
                    let seat = self.s.seat.0;
                    self.not_open(format!("the turn is of seat {seat}, not {}", owner.0));
                }
            }
            Caught::NextPlayer => {
                if !self.s.calls.contains(owner) {
                    self.not_open(format!("seat {} owes no call", owner.0));
                }
            }
        }
        if self.s.asked() == owner {
            self.not_open(format!(
                "seat {} would catch itself: polled last, it may speak",
                owner.0
            ));
        }
    }

    /// A call that is made between two turns.
    ///
    /// Whoever had none left says it with the cards drawn at the end of the turn.
    pub(crate) fn speak_at_close(&mut self) {
        let held = self.s.hand(self.s.asked()).len();
        let with_drawn = matches!(self.s.agenda.top(), Some(Task::LastCardCall(_)));
        let most = if with_drawn {
            self.rules.draw.end_of_turn
        } else {
            1
        };
        if self.rules.call.made != CallMade::ByPlayer {
            self.not_open("the ruleset has no call that a player makes");
        }
        if held == 0 || held > most {
            self.not_open(format!(
                "seat {} holds {held} cards, not {most}",
                self.s.asked().0
            ));
        }
    }
}
