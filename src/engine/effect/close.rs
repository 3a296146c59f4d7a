//! Between two turns: the card drawn at the end of each, calls that are owed, cards that go back to a stock that runs low.

use crate::card::Card;
use crate::engine::Engine;
use crate::engine::event::{Event, Log};
use crate::engine::phase::{Phase, Step};
use crate::ruleset::{CallDue, CallMade, Caught, Charged};
use crate::seat::Seat;

/// How far the end of a turn has come.
const DRAW: u8 = 0;
const DRAWN: u8 = 1;
const CALLS: u8 = 2;
/// A missing call is charged also to a seat that has drawn since, so before those with one card are looked for.
const CHARGE: u8 = 3;
const ANNOUNCE: u8 = 4;
const KEEP: u8 = 5;
const OVER: u8 = 6;
/// The call that goes with the card drawn after the last one is asked for.
const WINNING: u8 = 7;

impl<L: Log> Engine<'_, L> {
    /// The step to the turn of the next seat.
    pub(in crate::engine) fn to_turn_of(&self, next: Seat) -> Step {
        if self.rules.around.closes_turns {
            Step::Close(next)
        } else {
            Step::StartTurn(next)
        }
    }

    /// What there is between this turn and that of the next seat, one thing after the other.
    ///
    /// Where something is asked on the way, the block beside the state knows how far the end of the turn has come.
    pub(in crate::engine) fn close(&mut self, next: Seat) -> Step {
        let Some(mut stage) = self.s.side.as_ref().map(|side| side.closing) else {
            return Step::StartTurn(next);
        };
        if stage == DRAW {
            if let Some(step) = self.end_draw(next) {
                return step;
            }
            stage = DRAWN;
        }
        if stage == DRAWN {
            self.set_closing(DRAWN);
            if let Some(step) = self.end_drawn(next) {
                return step;
            }
            stage = CALLS;
        }
        if stage == CALLS {
            self.note_overdue();
            stage = CHARGE;
        }
        if stage == CHARGE {
            self.set_closing(CHARGE);
            if let Some(step) = self.charge_overdue(next) {
                return step;
            }
            stage = ANNOUNCE;
        }
        if stage == ANNOUNCE {
            self.set_closing(ANNOUNCE);
            if let Some(step) = self.announce(next) {
                return step;
            }
            stage = KEEP;
        }
        if stage == KEEP {
            self.set_closing(KEEP);
            if let Some(step) = self.begin_keep(next) {
                return step;
            }
        }
        self.set_closing(DRAW);
        Step::StartTurn(next)
    }

    #[inline]
    fn set_closing(&mut self, stage: u8) {
        if let Some(side) = self.side() {
            side.closing = stage;
        }
    }

    /// The card that is drawn at the end of every turn.
    fn end_draw(&mut self, next: Seat) -> Option<Step> {
        let seat = self.s.seat;
        let out = self.s.hand(seat).is_empty();
        // Whoever is out while an attack is played out draws no more, unless that card is the one to go out with.
        let wins = self.rules.beside.as_ref().is_some_and(|more| more.out_drawn);
        if self.rules.around.end_draw == 0 || (out && !wins) {
            return None;
        }
        self.set_closing(DRAWN);
        self.side()?.drew_out = out;
        Some(self.owe(seat, self.rules.around.end_draw, Step::Close(next)))
    }

    /// That card was drawn: a player who had none left says the call with it, or is out where none was to be drawn.
    fn end_drawn(&mut self, next: Seat) -> Option<Step> {
        let seat = self.s.seat;
        if !std::mem::take(&mut self.side()?.drew_out) {
            return None;
        }
        if self.s.hand(seat).is_empty() {
            self.set_closing(DRAW);
            return Some(Step::Out(seat));
        }
        self.set_closing(WINNING);
        Some(self.ask_call(seat, next))
    }

    fn ask_call(&mut self, seat: Seat, next: Seat) -> Step {
        if let Some(side) = self.side() {
            side.then = Step::Close(next);
        }
        self.s.phase = Phase::Speak { last: false };
        self.s.actor = seat;
        Step::Wait
    }

    /// Calls that were missing before this turn ended have been so for a turn.
    fn note_overdue(&mut self) {
        let (calls, seat) = (self.s.calls, self.s.seat);
        if let Some(side) = self.side() {
            side.overdue = calls;
            side.overdue.remove(seat);
        }
    }

    /// Asks the next seat that holds one card and has not announced it.
    fn announce(&mut self, next: Seat) -> Option<Step> {
        let call = &self.rules.beside.as_ref()?.call;
        if call.due != CallDue::Held || call.made == CallMade::Off {
            return None;
        }
        if self.nobody_announces() {
            return None;
        }
        for seat in self.in_order_after(self.s.seat) {
            let one = self.s.hand(seat).len() == 1;
            if !one {
                self.s.calls.remove(seat);
                let side = self.side()?;
                side.said.remove(seat);
                side.overdue.remove(seat);
                continue;
            }
            if self.s.calls.contains(seat) || self.side()?.said.contains(seat) {
                continue;
            }
            if call.made == CallMade::Automatic {
                self.side()?.said.insert(seat);
                self.event(Event::Said(seat, 0));
                continue;
            }
            return Some(self.ask_call(seat, next));
        }
        None
    }

    /// Forgets the calls of those who hold more than one card or none, if nobody else has one to make.
    fn nobody_announces(&mut self) -> bool {
        let s = &mut *self.s;
        let hands = s.hands[..usize::from(self.rules.players)].iter().enumerate();
        let single = hands.fold(0, |set, (seat, hand)| set | u16::from(hand.len() == 1) << seat);
        let Some(side) = s.side.as_deref_mut() else {
            return true;
        };
        let due = single & s.active.0 & !s.calls.0 & !side.said.0;
        if due > 0 {
            return false;
        }
        let kept = single | !s.active.0;
        for seats in [&mut s.calls, &mut side.said, &mut side.overdue] {
            seats.0 &= kept;
        }
        true
    }

    /// A seat has said the call at the end of a turn, or has not; none where it was asked within the turn.
    pub(in crate::engine) fn spoken_at_close(&mut self, said: bool) -> Option<Step> {
        let seat = self.s.actor;
        let side = self.s.side.as_deref_mut().filter(|side| side.closing > DRAW)?;
        let winning = side.closing == WINNING;
        let then = side.then;
        if winning {
            side.closing = CALLS;
        } else if said {
            side.said.insert(seat);
        } else {
            self.s.calls.insert(seat);
        }
        if said {
            self.event(Event::Said(seat, 0));
        }
        Some(match (winning, said) {
            (true, true) => {
                self.set_closing(DRAW);
                Step::Out(seat)
            }
            (true, false) => {
                self.event(Event::Charged(seat));
                self.owe(seat, self.rules.call.penalty, Step::FalseWin)
            }
            (false, _) => then,
        })
    }

    /// The last card came with a penalty: the pile becomes stock, and one more card is drawn.
    pub(in crate::engine) fn false_win(&mut self) -> Step {
        let seat = self.s.seat;
        self.event(Event::FalseWin(seat));
        self.fold_pile(0);
        let then = self.side().map_or(Step::Wait, |side| side.then);
        self.owe(seat, 1, then)
    }

    /// The cards for a call that is charged after the next player's turn.
    fn charge_overdue(&mut self, next: Seat) -> Option<Step> {
        let call = &self.rules.beside.as_ref()?.call;
        if call.caught != Caught::Automatic || call.charged != Charged::AfterNext {
            return None;
        }
        let owner = self.side()?.overdue.iter().next()?;
        self.side()?.overdue.remove(owner);
        self.s.calls.remove(owner);
        self.event(Event::Charged(owner));
        Some(self.penalise(owner, call.penalty, Step::Close(next)))
    }

    /// Where the stock runs low: the pile goes in, and players keep some cards and return the others.
    fn begin_keep(&mut self, next: Seat) -> Option<Step> {
        let keep = self.rules.beside.as_ref()?.keep;
        if keep == 0 || self.s.stock.len() >= keep {
            return None;
        }
        self.fold_pile(self.s.side.as_ref()?.at);
        self.set_closing(OVER);
        let side = self.side()?;
        side.then = Step::Close(next);
        let first = self.s.after(self.s.seat, self.rules.players);
        Some(Step::Keep(first))
    }

    /// Asks the seats from this one on which cards they keep.
    pub(in crate::engine) fn ask_keep(&mut self, from: Seat) -> Step {
        let keep = self.rules.beside.as_ref().map_or(0, |more| more.keep);
        let mut order = self.in_order_after(self.s.seat).skip_while(|&seat| seat != from);
        if let Some(seat) = order.find(|&seat| self.s.hand(seat).len() > keep) {
            self.s.phase = Phase::Keep;
            self.s.actor = seat;
            return Step::Wait;
        }
        self.side().map_or(Step::Wait, |side| side.then)
    }

    /// A card is kept; with enough of them the others go back to the stock.
    pub(in crate::engine) fn keep(&mut self, card: Card) -> Step {
        let seat = self.s.actor;
        let keep = self.rules.beside.as_ref().map_or(0, |more| more.keep);
        let Some(side) = self.side() else {
            return Step::Wait;
        };
        side.kept.add(card);
        if side.kept.len() < keep {
            return Step::Wait;
        }
        let kept = std::mem::take(&mut side.kept);
        let s = &mut *self.s;
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
        self.event(Event::Returned(seat, returned));
        if seat == self.s.seat {
            return self.side().map_or(Step::Wait, |side| side.then);
        }
        Step::Keep(self.s.after(seat, self.rules.players))
    }
}
