//! The turns that seats owe, in a position.

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
    /// Turns are owed where attacks take them, within a round, by who is in and does not have the turn.
    pub(crate) fn owed(&mut self) {
        let owing = |seat: &Seat| self.s.owed[seat.index()] > 0;
        let seats: Vec<Seat> = (0..self.rules.players).map(Seat).filter(owing).collect();
        for seat in seats {
            let (code, why) = if !self.rules.takes_turns() {
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
