//! Between two turns: the card drawn at the end of a turn, missing calls, and cards returned to a stock that runs low.

use crate::card::Card;
use crate::engine::Engine;
use crate::engine::agenda::{Flow, Task};
use crate::engine::event::{Event, Log};
use crate::engine::phase::Phase;
use crate::rules::Features;
use crate::rules::features::{CALLS, ROUNDS};
use crate::ruleset::{CallDue, CallMade, Caught, Charged};
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// True if the next turn begins as soon as one ends.
    #[inline]
    pub(crate) fn turns_follow(&self) -> bool {
        !self.rules.turn.closes
    }

    /// True if no turn has ended: the starter counts as if the dealer had played it.
    #[inline]
    pub(crate) fn no_turn_has_ended(&self) -> bool {
        Self::has(ROUNDS) && self.state.round.plays == 0
    }

    /// True if no call is missing, and nothing stands between a turn and the next one.
    #[inline]
    pub(crate) fn nothing_is_due(&self) -> bool {
        let calls = Self::has(CALLS) && !self.state.calls.is_empty();
        let between = Self::has(ROUNDS) && !self.turns_follow() && !self.no_turn_has_ended();
        !calls && !between
    }

    /// Draws the card that is due at the end of every turn; the first step between two turns.
    #[inline]
    pub(crate) fn end_of_turn_draw(&mut self, next: Seat) -> Flow {
        let seat = self.state.seat;
        self.state.first_turns.remove(seat);
        let out = self.state.hand(seat).is_empty();
        // A player who is out while an attack is played out draws no more, unless the drawn card is the one to go out with.
        let wins = self.rules.out.drawn;
        let cards = self.rules.draw.end_of_turn;
        if cards == 0 || (out && !wins) {
            return Flow::Next;
        }
        let then = if out {
            Flow::Jump(Task::LastDraw(next))
        } else {
            Flow::Next
        };
        self.seat_draws(seat, cards, then)
    }

    /// Asks a player who had no card left for the call with the card just drawn; without a card to draw, the player is out.
    pub(crate) fn last_draw(&mut self, next: Seat) -> Flow {
        let seat = self.state.seat;
        if self.state.hand(seat).is_empty() {
            return Flow::Jump(Task::Out(seat));
        }
        self.state.agenda.push(Task::LastCardCall(next));
        self.ask(Phase::Speak { last: false }, seat)
    }

    /// Applies the answer to the call with the card drawn after the last one.
    pub(crate) fn call_last_card(&mut self, next: Seat, said: bool) -> Flow {
        let seat = self.actor;
        self.state.agenda.pop();
        if said {
            self.event(Event::Said(seat, 0));
            return Flow::Jump(Task::Out(seat));
        }
        self.event(Event::Charged(seat));
        self.score_at_once(seat, self.rules.score.call);
        let then = Flow::Jump(Task::FalseWin(next));
        match self.rules.open_draws.call {
            0 => self.seat_draws(seat, self.rules.call.penalty, then),
            open => self.seat_draws_open(seat, open, then),
        }
    }

    /// Ends a false win: the pile but its upcard becomes stock, and one more card is drawn.
    pub(crate) fn false_win(&mut self, next: Seat) -> Flow {
        let seat = self.state.seat;
        self.event(Event::FalseWin(seat));
        self.fold_pile(0);
        self.seat_draws(seat, 1, Flow::Jump(Task::MarkOverdue(next)))
    }

    /// Marks missing calls as overdue, except that of the player whose turn ends.
    pub(crate) fn mark_overdue(&mut self, _: Seat) -> Flow {
        let (calls, seat) = (self.state.calls, self.state.seat);
        if let Some(tableau) = self.tableau() {
            tableau.announced.overdue = calls;
            tableau.announced.overdue.remove(seat);
        }
        Flow::Next
    }

    /// Charges the next overdue call, where calls are charged after the next player's turn.
    ///
    /// A missing call is charged even if its seat has drawn since, so this comes before seats with one card are asked for the call.
    pub(crate) fn charge_overdue(&mut self, next: Seat) -> Flow {
        let call = &self.rules.call;
        if call.caught != Caught::Automatic || call.charged != Charged::AfterNext {
            return Flow::Next;
        }
        let Some(tableau) = self.state.tableau.as_deref_mut() else {
            return Flow::Next;
        };
        let Some(owner) = tableau.announced.overdue.iter().next() else {
            return Flow::Next;
        };
        tableau.announced.overdue.remove(owner);
        self.state.calls.remove(owner);
        self.event(Event::Charged(owner));
        self.penalise_call(owner, Flow::Jump(Task::ChargeOverdue(next)))
    }

    /// Asks the next seat that holds one card and has not announced it.
    pub(crate) fn ask_announcement(&mut self, next: Seat) -> Flow {
        let Some(seat) = self.next_to_announce() else {
            return Flow::Next;
        };
        self.state.agenda.push(Task::Announce(next));
        self.ask(Phase::Speak { last: false }, seat)
    }

    /// Applies the answer to a call at the end of a turn; the next seat is asked then.
    pub(crate) fn announce(&mut self, said: bool) -> Flow {
        let seat = self.actor;
        if !said {
            self.state.calls.insert(seat);
        } else if let Some(tableau) = self.tableau() {
            tableau.announced.said.insert(seat);
            self.event(Event::Said(seat, 0));
        }
        Flow::Resume
    }

    /// Returns the next seat in order that holds one card and has not announced it.
    ///
    /// On the way, calls of seats that do not hold exactly one card are forgotten, and automatic calls are made.
    fn next_to_announce(&mut self) -> Option<Seat> {
        let call = &self.rules.call;
        if call.due != CallDue::Held || call.made == CallMade::Off || self.nobody_announces() {
            return None;
        }
        for seat in self.in_order_after(self.state.seat) {
            if self.state.hand(seat).len() != 1 {
                self.state.calls.remove(seat);
                let tableau = self.tableau()?;
                tableau.announced.said.remove(seat);
                tableau.announced.overdue.remove(seat);
                continue;
            }
            if self.state.calls.contains(seat) || self.tableau()?.announced.said.contains(seat) {
                continue;
            }
            if call.made != CallMade::Automatic {
                return Some(seat);
            }
            self.tableau()?.announced.said.insert(seat);
            self.event(Event::Said(seat, 0));
        }
        None
    }

    /// Returns true if nobody has a call to make, after forgetting the calls of active seats that do not hold exactly one card.
    fn nobody_announces(&mut self) -> bool {
        let s = &mut *self.state;
        let hands = s.hands[..usize::from(self.rules.players)].iter().enumerate();
        let single = hands.fold(0, |set, (seat, hand)| set | u16::from(hand.len() == 1) << seat);
        let Some(tableau) = s.tableau.as_deref_mut() else {
            return true;
        };
        let due = single & s.active.0 & !s.calls.0 & !tableau.announced.said.0;
        if due > 0 {
            return false;
        }
        let kept = single | !s.active.0;
        for seats in [
            &mut s.calls,
            &mut tableau.announced.said,
            &mut tableau.announced.overdue,
        ] {
            seats.0 &= kept;
        }
        true
    }

    /// Starts the choice of cards to keep if the stock runs low: the pile joins the stock, and players will return their other cards.
    pub(crate) fn begin_keep(&mut self, next: Seat) -> Flow {
        let keep = self.rules.stock.keep;
        let at = self.state.tableau.as_ref().map_or(0, |tableau| tableau.piles.at);
        if keep == 0 || self.state.stock.len() >= keep {
            return Flow::Next;
        }
        self.fold_pile(at);
        self.ask_keep(self.state.next_active(self.state.seat, self.rules.players), next)
    }

    /// Asks the seats from this one on which cards they keep; then the turn of `next` begins.
    pub(crate) fn ask_keep(&mut self, from: Seat, next: Seat) -> Flow {
        let keep = self.rules.stock.keep;
        let mut order = self
            .in_order_after(self.state.seat)
            .skip_while(|&seat| seat != from);
        let Some(seat) = order.find(|&seat| self.state.hand(seat).len() > keep) else {
            return Flow::Next;
        };
        let after = order.next();
        self.state
            .agenda
            .push(after.map_or(Task::StartTurn(next), |seat| Task::KeepFrom { seat, next }));
        self.ask(Phase::Keep, seat)
    }

    /// Keeps a card; once enough are kept, the other cards go back to the stock.
    pub(crate) fn keep(&mut self, card: Card) -> Flow {
        let seat = self.actor;
        let keep = self.rules.stock.keep;
        let Some(tableau) = self.tableau() else {
            return Flow::Resume;
        };
        tableau.kept.add(card);
        if tableau.kept.len() < keep {
            return self.ask(Phase::Keep, seat);
        }
        let kept = std::mem::take(&mut tableau.kept);
        let s = &mut *self.state;
        let hand = std::mem::replace(&mut s.hands[seat.index()], kept);
        let mut returned = 0;
        for card in hand.held().iter() {
            for _ in kept.count(card)..hand.count(card) {
                s.stock.shuffle_in(card);
                returned += 1;
            }
        }
        if let Some(known) = &mut s.known {
            known.returned_unseen(seat, returned);
        }
        if let Some(ruled_out) = &mut s.ruled_out {
            ruled_out.left_unseen(seat, returned);
        }
        self.event(Event::Returned(seat, returned));
        Flow::Resume
    }
}
