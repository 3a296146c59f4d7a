//! Announcing one's last card: the call, who catches a missing one, and what that costs.

use crate::engine::Engine;
use crate::engine::event::{Event, Log};
use crate::engine::phase::{Phase, Step};
use crate::ruleset::{CallDue, CallMade, Caught, Charged};
use crate::seat::Seat;

impl<L: Log> Engine<'_, L> {
    /// Asks for the call where one is due: one card is left at the end of the turn.
    pub(in crate::engine) fn speak(&mut self) -> Step {
        let seat = self.s.seat;
        if self.s.hand(seat).len() != 1 || self.said_before() {
            return Step::Nominate;
        }
        match self.rules.call.made {
            CallMade::Off => {}
            CallMade::Automatic => self.event(Event::Said(seat, 0)),
            CallMade::ByPlayer => {
                self.s.phase = Phase::Speak { last: false };
                self.s.actor = seat;
                return Step::Wait;
            }
        }
        Step::Nominate
    }

    /// Whether the call of this turn is made at another time, or was asked for before.
    fn said_before(&self) -> bool {
        let (Some(more), Some(side)) = (&self.rules.beside, &self.s.side) else {
            return false;
        };
        more.out_drawn || more.call.due == CallDue::Held || side.asked_out || side.asked_call
    }

    /// Whether the player of the upcard is to make the call now.
    pub(in crate::engine) fn owes_call(&mut self) -> bool {
        let made = self.rules.call.made == CallMade::ByPlayer;
        let owes = made && self.s.hand(self.s.seat).len() == 1 && !self.said_before();
        if let Some(side) = self.side() {
            side.asked_call |= owes;
        }
        owes
    }

    /// The player has said the call, or has not.
    pub(in crate::engine) fn spoken(&mut self, last: bool, said: bool) -> Step {
        let aside = self
            .spoken_at_close(said)
            .or_else(|| self.spoken_before_claims(said));
        if let Some(step) = aside {
            return step;
        }
        let seat = self.s.seat;
        if said {
            self.s.calls.remove(seat);
            self.event(Event::Said(seat, 0));
        } else {
            self.s.calls.insert(seat);
        }
        if last { Step::Resolve } else { Step::Nominate }
    }

    /// Polls the next seat after `after` for catching the missing call, the owner last; then the turn is resolved.
    pub(in crate::engine) fn ask_catch(&mut self, after: Seat) -> Step {
        let owner = self.s.seat;
        if self.rules.call.caught != Caught::ByOthers || !self.s.calls.contains(owner) {
            return Step::Resolve;
        }
        let polled = self.s.after(after, self.rules.players);
        self.s.phase = if polled == owner {
            Phase::Speak { last: true }
        } else {
            Phase::Catch { owner }
        };
        self.s.actor = polled;
        Step::Wait
    }

    /// A polled seat has caught the missing call, or has not.
    pub(in crate::engine) fn answer_catch(&mut self, owner: Seat, caught: bool) -> Step {
        let polled = self.rules.call.caught != Caught::NextPlayer;
        if !caught && polled {
            return self.ask_catch(self.s.actor);
        }
        self.s.calls.remove(owner);
        if caught {
            self.event(Event::Caught(self.s.actor, owner));
        }
        let then = if polled { Step::Resolve } else { self.begin_again() };
        self.penalise(owner, if caught { self.rules.call.penalty } else { 0 }, then)
    }

    /// The turn that had begun begins again, and counts once.
    fn begin_again(&mut self) -> Step {
        self.s.turns = self.s.turns.saturating_sub(1);
        Step::StartTurn(self.s.seat)
    }

    /// The seat of the turn draws before the turn of `next` for a call that is always noticed.
    pub(in crate::engine) fn charge_missing(&mut self, next: Seat) -> Step {
        let call = &self.rules.call;
        // Out of turn others than the seat of the turn may have laid cards in it.
        let owner = if self.s.side.is_some() {
            self.s.calls.iter().next()
        } else {
            None
        };
        let seat = owner.unwrap_or(self.s.seat);
        if self.s.calls.contains(seat)
            && call.caught == Caught::Automatic
            && call.charged == Charged::BeforeNext
        {
            self.s.calls.remove(seat);
            self.event(Event::Charged(seat));
            let then = if owner.is_some() {
                Step::Charge(next)
            } else {
                self.to_turn_of(next)
            };
            return self.penalise(seat, self.rules.call.penalty, then);
        }
        if self.s.plays == 0 {
            // The starter ends no turn.
            return Step::StartTurn(next);
        }
        self.to_turn_of(next)
    }

    /// A player asks for the missing call of another in the own turn, which goes on.
    pub(in crate::engine) fn ask_for_call(&mut self, steps: u8) -> Step {
        let (seat, active) = (self.s.seat, self.s.active);
        let Some(owner) = active.at(seat, steps) else {
            return Step::Reopen;
        };
        self.s.calls.remove(owner);
        if let Some(side) = self.side() {
            side.overdue.remove(owner);
        }
        self.event(Event::Caught(seat, owner));
        self.penalise(owner, self.rules.call.penalty, Step::Reopen)
    }

    /// A seat whose call is missing begins its turn: the penalty, if it is charged now; nothing is due any more.
    pub(in crate::engine) fn charge_own_turn(&mut self, seat: Seat) -> Step {
        self.s.calls.remove(seat);
        if self.rules.call.charged == Charged::OwnTurn {
            self.event(Event::Charged(seat));
            let then = self.begin_again();
            return self.penalise(seat, self.rules.call.penalty, then);
        }
        self.begin_again()
    }
}
