//! Announcing one's last card: the call, who catches a missing one, and what that costs.

use crate::engine::Engine;
use crate::engine::agenda::{Next, Next::Do, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Phase;
use crate::rules::Features;
use crate::rules::features::{CALLS, LOST_TURNS, TABLEAU};
use crate::ruleset::{CallDue, CallMade, Caught, Charged};
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Asks for the call where one is due: one card is left at the end of the turn.
    #[inline]
    pub(crate) fn speak(&mut self) -> Next {
        let seat = self.s.seat;
        if self.s.hand(seat).len() != 1 || self.call_is_settled() {
            return self.ask_nomination();
        }
        match self.rules.call.made {
            CallMade::Off => {}
            CallMade::Automatic => self.event(Event::Said(seat, 0)),
            CallMade::ByPlayer => {
                return self.ask(Phase::Speak { last: false }, seat);
            }
        }
        self.ask_nomination()
    }

    /// Whether the call of this turn is made at another time, or was asked for before.
    fn call_is_settled(&self) -> bool {
        let elsewhere = self.rules.out.drawn || self.rules.call.due == CallDue::Held;
        self.s.turn.call_settled || Self::has(TABLEAU) && elsewhere
    }

    /// Whether the player of the upcard is to make the call now.
    pub(crate) fn owes_call(&mut self) -> bool {
        let made = self.rules.call.made == CallMade::ByPlayer;
        let owes = made && self.s.hand(self.s.seat).len() == 1 && !self.call_is_settled();
        self.s.turn.call_settled |= owes;
        owes
    }

    /// Whether a player without cards has not made the call that was due at once, and so is not out; the penalty is drawn
    /// with what else the card owes.
    pub(crate) fn goes_on_without_call(&mut self) -> bool {
        let (rules, s) = (self.rules, &mut *self.s);
        let missing = rules.call.keeps_in() && s.calls.contains(s.seat) && s.can_draw(rules);
        if missing {
            s.calls.remove(s.seat);
            s.turn.owes.draw = s.turn.owes.draw.saturating_add(rules.call.penalty);
            if Self::has(LOST_TURNS) {
                let owed = &mut s.owed[s.seat.index()];
                *owed = owed.saturating_add(rules.call.skip);
            }
            self.event(Event::Charged(self.s.seat));
        }
        missing
    }

    /// The player has said the call, or has not; what waits beneath the question tells which call it was.
    pub(crate) fn spoken(&mut self, last: bool, said: bool) -> Next {
        match self.s.agenda.top() {
            Some(Task::Claims(_)) => return self.spoken_before_claims(said),
            Some(Task::Announce(_)) => return self.announced(said),
            Some(Task::Win(next)) => return self.spoken_to_win(next, said),
            _ => {}
        }
        let seat = self.s.seat;
        if said {
            self.s.calls.remove(seat);
            self.event(Event::Said(seat, 0));
        } else {
            self.s.calls.insert(seat);
        }
        if last {
            self.resolve()
        } else {
            self.ask_nomination()
        }
    }

    /// Polls the next seat after `after` for catching the missing call, the owner last; then the turn is resolved.
    #[inline]
    pub(crate) fn ask_catch(&mut self, after: Seat) -> Next {
        let owner = self.s.seat;
        if !Self::has(CALLS) || self.rules.call.caught != Caught::ByOthers || !self.s.calls.contains(owner) {
            return self.resolve();
        }
        let polled = self.s.next_active(after, self.rules.players);
        let phase = if polled == owner {
            Phase::Speak { last: true }
        } else {
            Phase::Catch { owner }
        };
        self.ask(phase, polled)
    }

    /// A polled seat has caught the missing call, or has not.
    pub(crate) fn answer_catch(&mut self, owner: Seat, caught: bool) -> Next {
        let polled = self.rules.call.caught != Caught::NextPlayer;
        if !caught && polled {
            return self.ask_catch(self.by);
        }
        self.s.calls.remove(owner);
        if caught {
            self.event(Event::Caught(self.by, owner));
        }
        let then = if polled {
            Do(Task::Resolve)
        } else {
            self.begin_again()
        };
        if !caught {
            return self.penalise(owner, 0, then);
        }
        self.penalise_call(owner, then)
    }

    /// The turn that had begun begins again, and counts once.
    fn begin_again(&mut self) -> Next {
        self.s.matches.turns = self.s.matches.turns.saturating_sub(1);
        Do(Task::StartTurn(self.s.seat))
    }

    /// The seat of the turn draws before the turn of `next` for a call that is always noticed.
    #[inline]
    pub(crate) fn charge_missing(&mut self, next: Seat) -> Next {
        if Self::has(CALLS)
            && let Some(charged) = self.charge_owner(next)
        {
            return charged;
        }
        if self.s.round.plays == 0 {
            // The starter ends no turn.
            return self.start_turn(next);
        }
        self.close(next)
    }

    /// The cards for a call that is always noticed, before the turn of `next`; none if no such call is missing.
    fn charge_owner(&mut self, next: Seat) -> Option<Next> {
        if self.s.calls.is_empty() {
            return None;
        }
        let call = &self.rules.call;
        // Out of turn others than the seat of the turn may have played cards in it.
        let owner = if self.s.tableau.is_some() {
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
                Task::Charge(next)
            } else if self.rules.turn.closes {
                Task::Close(next)
            } else {
                Task::StartTurn(next)
            };
            return Some(self.penalise_call(seat, Do(then)));
        }
        None
    }

    /// A player asks for the missing call of another in the own turn, which goes on.
    pub(crate) fn ask_for_call(&mut self, steps: u8) -> Next {
        let (seat, active) = (self.s.seat, self.s.active);
        let Some(owner) = active.at(seat, steps) else {
            return Next::Agenda;
        };
        self.s.calls.remove(owner);
        if let Some(tableau) = self.tableau() {
            tableau.announced.overdue.remove(owner);
        }
        self.event(Event::Caught(seat, owner));
        self.penalise_call(owner, Next::Agenda)
    }

    /// A seat draws for a missing call, and loses turns.
    pub(crate) fn penalise_call(&mut self, seat: Seat, then: Next) -> Next {
        let call = &self.rules.call;
        if Self::has(LOST_TURNS) && call.skip > 0 {
            self.owe_turns(seat, call.skip);
        }
        self.penalise(seat, call.penalty, then)
    }

    /// A seat whose call is missing begins its turn: the penalty, if it is charged now; nothing is due any more.
    pub(crate) fn charge_own_turn(&mut self, seat: Seat) -> Next {
        self.s.calls.remove(seat);
        if self.rules.call.charged == Charged::OwnTurn {
            self.event(Event::Charged(seat));
            let then = self.begin_again();
            return self.penalise_call(seat, then);
        }
        self.begin_again()
    }
}
