//! Announcing the last card: the call, catching a missing one, and its penalty.

use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::legal;
use crate::engine::phase::Phase;
use crate::rules::Features;
use crate::rules::features::{CALLS, LOST_TURNS, TABLEAU};
use crate::ruleset::{CallDue, CallMade, Caught, Charged};
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Asks for the call if one is due: one card is left at the end of the turn.
    #[inline(always)]
    pub(crate) fn ask_call(&mut self) -> Flow {
        let seat = self.state.seat;
        if !self.call_is_due(seat) || self.call_is_settled() {
            return Flow::Next;
        }
        match self.rules.call.made {
            CallMade::Off => {}
            CallMade::Automatic => self.event(Event::Said(seat, 0)),
            CallMade::ByPlayer => {
                return self.ask(Phase::Speak { last: false }, seat);
            }
        }
        Flow::Next
    }

    /// Asks for a call that is due at once, or that comes before others may play on the card.
    pub(crate) fn ask_call_first(&mut self) -> Flow {
        let at_once = self.rules.call.keeps_in();
        if (at_once || legal::may_be_claimed(self.rules, self.state)) && self.owes_call() {
            self.state.agenda.push(Task::Claims(self.state.seat));
            return self.ask(Phase::Speak { last: false }, self.state.seat);
        }
        Flow::Next
    }

    /// Applies the answer to a call that comes before others may play on the card.
    pub(crate) fn call_before_claims(&mut self, said: bool) -> Flow {
        let seat = self.actor;
        if said {
            self.event(Event::Said(seat, 0));
        } else {
            self.state.calls.insert(seat);
        }
        Flow::Resume
    }

    /// Returns true if a call is due by the cards that this seat has left in its turn.
    #[inline]
    fn call_is_due(&self, seat: Seat) -> bool {
        let s = &*self.state;
        self.rules.call.is_due(s.turn.played, s.hand(seat).len())
    }

    /// Returns true if the call of this turn is made at another time, or was asked for before.
    fn call_is_settled(&self) -> bool {
        let elsewhere = self.rules.out.drawn || self.rules.call.due == CallDue::Held;
        self.state.turn.call_settled || Self::has(TABLEAU) && elsewhere
    }

    /// Returns true if the player of the upcard must be asked for the call now, and marks it as asked for.
    fn owes_call(&mut self) -> bool {
        let made = self.rules.call.made == CallMade::ByPlayer;
        let owes = made && self.call_is_due(self.state.seat) && !self.call_is_settled();
        self.state.turn.call_settled |= owes;
        owes
    }

    /// Charges a player without cards who has not made the call that was due at once; returns true if so, and the player is not out.
    ///
    /// The penalty is drawn together with the other cards that the card owes.
    pub(crate) fn goes_on_without_call(&mut self) -> bool {
        let (rules, s) = (self.rules, &mut *self.state);
        let missing = rules.call.keeps_in() && s.calls.contains(s.seat) && s.can_draw(rules);
        if missing {
            s.calls.remove(s.seat);
            s.turn.card_effects.draw = s.turn.card_effects.draw.saturating_add(rules.call.penalty);
            if Self::has(LOST_TURNS) {
                let owed = &mut s.lost_turns[s.seat.index()];
                *owed = owed.saturating_add(rules.call.skip);
            }
            self.event(Event::Charged(self.state.seat));
            self.score_at_once(self.state.seat, rules.score.call);
        }
        missing
    }

    /// Applies the player's answer to the question for the call.
    pub(crate) fn call(&mut self, said: bool) {
        let seat = self.state.seat;
        if said {
            self.state.calls.remove(seat);
            self.event(Event::Said(seat, 0));
        } else {
            self.state.calls.insert(seat);
        }
    }

    /// Polls the other players for catching the missing call.
    #[inline(always)]
    pub(crate) fn ask_catch(&mut self) -> Flow {
        self.poll_catch(self.state.seat)
    }

    /// Polls the next seat after `after` for catching the missing call, the owner last.
    #[inline]
    fn poll_catch(&mut self, after: Seat) -> Flow {
        let owner = self.state.seat;
        if self.rules.call.caught != Caught::ByOthers || !self.state.calls.contains(owner) {
            return Flow::Next;
        }
        let polled = self.state.next_active(after, self.rules.players);
        let phase = if polled == owner {
            Phase::Speak { last: true }
        } else {
            Phase::Catch { owner }
        };
        self.ask(phase, polled)
    }

    /// Applies the answer of a seat that may catch the missing call.
    pub(crate) fn answer_catch(&mut self, owner: Seat, caught: bool) -> Flow {
        let polled = self.rules.call.caught != Caught::NextPlayer;
        if !caught && polled {
            return self.poll_catch(self.actor);
        }
        self.state.calls.remove(owner);
        if caught {
            self.event(Event::Caught(self.actor, owner));
        }
        let then = if polled { Flow::Next } else { self.begin_again() };
        if !caught {
            return self.penalise(owner, 0, then);
        }
        self.penalise_call(owner, then)
    }

    /// Begins the current turn again, without counting it twice.
    fn begin_again(&mut self) -> Flow {
        self.state.matches.turns = self.state.matches.turns.saturating_sub(1);
        Flow::Jump(Task::StartTurn(self.state.seat))
    }

    /// Charges, before the turn of `next`, each missing call that is always noticed.
    #[inline(always)]
    pub(crate) fn charge_missing(&mut self, next: Seat) -> Flow {
        if Self::has(CALLS)
            && let Some(seat) = self.noticed_at_once()
        {
            self.state.calls.remove(seat);
            self.event(Event::Charged(seat));
            return self.penalise_call(seat, Flow::Jump(Task::Charge(next)));
        }
        if self.no_turn_has_ended() {
            return Flow::Jump(Task::StartTurn(next));
        }
        Flow::Next
    }

    /// Returns the seat whose missing call is noticed before the next turn.
    fn noticed_at_once(&self) -> Option<Seat> {
        let (call, s) = (&self.rules.call, &*self.state);
        if s.calls.is_empty() {
            return None;
        }
        // With a tableau, seats other than that of the turn may have played cards out of turn.
        let owner = if s.tableau.is_some() {
            s.calls.iter().next()
        } else {
            Some(s.seat).filter(|&seat| s.calls.contains(seat))
        };
        owner.filter(|_| call.caught == Caught::Automatic && call.charged == Charged::BeforeNext)
    }

    /// Handles missing calls as a turn begins: the seat's own, or one that the seat may catch.
    #[inline(always)]
    pub(crate) fn look_for_calls(&mut self, seat: Seat) -> Flow {
        if self.state.calls.is_empty() {
            return Flow::Next;
        }
        if self.state.calls.contains(seat) {
            return self.charge_own_turn(seat);
        }
        if self.rules.call.caught == Caught::NextPlayer
            && let Some(owner) = self.state.calls.iter().next()
        {
            return self.ask(Phase::Catch { owner }, seat);
        }
        Flow::Next
    }

    /// Charges a player who calls without need, where mistakes cost cards.
    pub(crate) fn call_wrongly(&mut self) -> Flow {
        // Everybody hears the call, even if there is nothing to draw.
        self.event(Event::Said(self.state.seat, 0));
        self.score_at_once(self.state.seat, self.rules.score.mistake);
        self.penalise(self.state.seat, self.rules.mistakes.penalty, Flow::Resume)
    }

    /// Charges the missing call of another seat that the player asks for; the turn goes on.
    pub(crate) fn ask_for_call(&mut self, steps: u8) -> Flow {
        let (seat, active) = (self.state.seat, self.state.active);
        let Some(owner) = active.at(seat, steps) else {
            return Flow::Resume;
        };
        self.state.calls.remove(owner);
        if let Some(tableau) = self.tableau() {
            tableau.announced.overdue.remove(owner);
        }
        self.event(Event::Caught(seat, owner));
        self.penalise_call(owner, Flow::Resume)
    }

    /// Charges a seat for a missing call: it draws cards, and may owe turns and score points.
    pub(crate) fn penalise_call(&mut self, seat: Seat, then: Flow) -> Flow {
        self.score_at_once(seat, self.rules.score.call);
        let call = &self.rules.call;
        if Self::has(LOST_TURNS) && call.skip > 0 {
            self.owe_turns(seat, call.skip);
        }
        if self.rules.open_draws.call > 0 {
            return self.seat_draws_open(seat, self.rules.open_draws.call, then);
        }
        self.penalise(seat, call.penalty, then)
    }

    /// Clears the missing call of a seat as its turn begins, and charges it if that is due now.
    fn charge_own_turn(&mut self, seat: Seat) -> Flow {
        self.state.calls.remove(seat);
        if self.rules.call.charged == Charged::OwnTurn {
            self.event(Event::Charged(seat));
            let then = self.begin_again();
            return self.penalise_call(seat, then);
        }
        self.begin_again()
    }
}
