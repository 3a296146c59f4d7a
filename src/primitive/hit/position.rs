//! What a position says of attacks: the turns that are pending, and those that seats owe.

use crate::engine::Phase;
use crate::position::open::Check;
use crate::position::problem::ProblemCode;
use crate::position::read::Reader;
use crate::seat::Seat;

impl Reader<'_> {
    /// How many turns each seat owes.
    pub(crate) fn owed(&mut self, owed: &[i64]) {
        let given = self.one_a_seat(owed.len(), "owed");
        for (seat, &turns) in owed.iter().enumerate().filter(|_| given) {
            self.state.owed[seat] = self.number(turns, &format!("owed.{seat}"), 255) as u8;
        }
    }
}

impl Check<'_> {
    /// What is pending is what attacks of the ruleset take.
    pub(crate) fn pending(&mut self) {
        let (rules, pending) = (self.rules, self.s.pending);
        let draws = rules.attacks.iter().any(|attack| attack.draw > 0);
        for (key, given, in_game, why) in [
            (
                "pending.draw",
                pending.draw > 0,
                draws,
                "no attack makes anybody draw",
            ),
            (
                "pending.skip",
                pending.skip > 0,
                rules.takes_turns(),
                "no attack takes turns",
            ),
        ] {
            if given && !in_game {
                let message = format!("the ruleset has nothing of the kind: {why}");
                self.problems.add(key, ProblemCode::NotInGame, message);
            }
        }
    }

    /// Turns are owed where attacks take them, within a round, by who is in and does not have the turn.
    pub(crate) fn owed(&mut self) {
        let owing = |seat: &Seat| self.s.owed[seat.index()] > 0;
        let seats: Vec<Seat> = (0..self.rules.players).map(Seat).filter(owing).collect();
        for seat in seats {
            let (code, why) = if !self.rules.owes_turns() {
                (ProblemCode::NotInGame, "no attack of this ruleset takes turns")
            } else if self.is_before_first_turn() {
                (ProblemCode::Contradiction, "no turn of the round has begun")
            } else if !self.s.active.contains(seat) {
                (ProblemCode::SeatIsOut, "the seat is no longer in")
            } else if seat == self.s.seat && matches!(self.s.phase(), Phase::Play | Phase::Pile { .. }) {
                (
                    ProblemCode::Contradiction,
                    "it has the turn: it would have been passed over",
                )
            } else {
                continue;
            };
            let message = format!("seat {} owes {}: {why}", seat.0, self.s.owed[seat.index()]);
            self.problems.add(format!("owed.{}", seat.0), code, message);
        }
    }
}
