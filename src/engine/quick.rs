//! The short ways through the engine: what most decisions of most games are.
//!
//! Each leads to the very position to which the tasks of `run` lead; it only asks fewer questions on the way, and where a
//! question remains it hands the task over.

use super::agenda::{Next, Next::Do, Task};
use super::event::{Event, Log};
use super::phase::Phase;
use super::state::Pending;
use super::{Engine, Game, Inner, State};
use crate::action::Action;
use crate::card::{Card, CardSet, Suit};
use crate::rules::{NO_SUIT, QuickTable, Rules};
use crate::ruleset::DrawThen;
use crate::seat::Seat;
use std::sync::Arc;

impl<L: Log> Engine<'_, L> {
    /// Applies an action by a short way if there is one; what follows.
    #[inline(always)]
    pub(super) fn quickly(&mut self, action: Action) -> Next {
        if matches!(self.s.phase(), Phase::Play) && self.s.turn.taken.is_empty() && self.rules.short.taken {
            let begins = u32::from(self.s.turn.drawn == 0);
            match action {
                Action::Play(card) => {
                    self.s.decisions += begins;
                    if let Some(next) = self.lay_quickly(card) {
                        return next;
                    }
                    return self.lay_and_hurry(card);
                }
                Action::Draw => {
                    self.s.decisions += 1;
                    if let Some(next) = self.draw_quickly() {
                        return next;
                    }
                    return self.draw_and_hurry();
                }
                Action::Pass => {
                    self.s.decisions += begins;
                    return self.pass_and_start();
                }
                _ => {}
            }
        } else if let (Phase::Nominate, Action::Suit(suit)) = (self.s.phase(), action)
            && self.may_nominate_quickly()
        {
            self.s.decisions += 1;
            return self.nominate_quickly(suit);
        }
        self.decide_and_hurry(action)
    }

    /// Whether the turn ends with the nomination that is asked for, and has no effect but that.
    #[inline]
    fn may_nominate_quickly(&self) -> bool {
        let (rules, s) = (self.rules, &*self.s);
        let turn = &s.turn;
        let alone = |card| self.table().quick.only_nominate.contains(card);
        let effects = turn.skip | turn.reverse | turn.attack | turn.penalty | turn.others_draw;
        rules.short.cards
            && turn.laid == 1
            && effects == 0
            && !turn.again
            && turn.hands == 0
            && s.upcard().is_some_and(alone)
            && !s.hand(s.seat).is_empty()
            && s.agenda.is_empty()
            && s.went_out.is_none()
            && !s.calls.contains(s.seat)
    }

    /// A suit is nominated, and the turn ends with that.
    #[inline]
    fn nominate_quickly(&mut self, suit: Suit) -> Next {
        let seat = self.s.seat;
        self.s.nominated = suit as u8;
        self.event(Event::Nominated(seat, suit));
        self.s.fresh = self.rules.binds_next;
        let next = self.s.after(seat, self.rules.players);
        self.begin_turn(next)
    }

    /// Applies an action that is none of the most frequent.
    #[inline(never)]
    fn decide_and_hurry(&mut self, action: Action) -> Next {
        let phase = self.s.phase();
        if !self.rules.short.taken {
            return self.decide_slowly(phase, action);
        }
        let next = match (phase, action) {
            (Phase::GoOn, Action::Play(card)) => {
                self.s.decisions += 1;
                self.lay_more(card)
            }
            (Phase::GoOn, _) => self.stop(),
            (Phase::Nominate, Action::Suit(suit)) => {
                self.s.decisions += 1;
                self.nominate(suit)
            }
            _ => self.decide_slowly(phase, action),
        };
        self.hurry(next)
    }

    /// Lays a card for which there is no short way.
    #[inline(never)]
    fn lay_and_hurry(&mut self, card: Card) -> Next {
        // Where mistakes cost nothing, a card that is offered and cannot be challenged may be laid by rule.
        let lawful = self.rules.short.cards && !self.table().challengeable.contains(card);
        let next = if lawful {
            self.play_drawn(card, true)
        } else {
            self.play(card)
        };
        self.hurry(next)
    }

    /// Lays a card that was drawn in the turn and may be laid by rule.
    #[inline(never)]
    pub(super) fn lay_drawn(&mut self, card: Card) -> Next {
        self.lay_quickly(card)
            .unwrap_or_else(|| self.play_drawn(card, true))
    }

    /// Draws, and goes on as far as nothing is asked.
    #[inline(never)]
    fn draw_and_hurry(&mut self) -> Next {
        let next = self.draw();
        self.hurry_drawing(next)
    }

    /// Draws on while that goes on by itself, and then as far as nothing is asked.
    fn hurry_drawing(&mut self, mut next: Next) -> Next {
        while matches!(next, Do(Task::Drawn)) {
            next = self.drawn();
        }
        if matches!(next, Do(Task::EndTurn)) {
            return self.end_and_start();
        }
        self.hurry(next)
    }

    /// Passes, and goes on as far as nothing is asked.
    #[inline(never)]
    fn pass_and_start(&mut self) -> Next {
        self.pass();
        self.end_and_start()
    }

    /// Ends the turn and begins the next, as far as nothing is asked.
    fn end_and_start(&mut self) -> Next {
        match self.end_turn() {
            Do(Task::StartTurn(seat)) => self.start_turn(seat),
            next => self.hurry(next),
        }
    }

    /// Whether nothing comes of the top card but the effects that the turn has collected.
    fn is_quiet(&self) -> bool {
        let s = &*self.s;
        let quiet = s.upcard().is_some_and(|card| self.table().quiet.contains(card));
        quiet && s.hand(s.seat).len() > 1 && !s.turn.names && !s.calls.contains(s.seat)
    }

    /// Does the tasks from the deal on one after the other, as far as nothing is asked.
    pub(super) fn deal_quickly(&mut self) -> Next {
        if !self.rules.short.taken {
            return Do(Task::Deal);
        }
        let mut next = self.begin_round();
        if let Do(Task::Params(from)) = next {
            next = self.draw_params(from);
        }
        if matches!(next, Do(Task::Created)) {
            next = self.create();
        }
        if matches!(next, Do(Task::DealerChoice)) {
            next = self.ask_deal();
        }
        if matches!(next, Do(Task::Direction)) {
            next = self.ask_direction();
        }
        if matches!(next, Do(Task::DealCards)) {
            next = self.deal_cards();
        }
        if matches!(next, Do(Task::Scramble)) {
            next = self.scramble();
        }
        if matches!(next, Do(Task::TurnStarter)) {
            next = self.turn_starter();
        }
        if let Do(Task::Started(card)) = next {
            next = self.started(card);
        }
        if matches!(next, Do(Task::StarterEffects)) {
            next = self.starter_effects();
        }
        self.hurry(next)
    }

    /// Does the tasks that mostly follow each other one after the other: each as `run` would, but not through a table.
    #[inline(never)]
    fn hurry(&mut self, mut next: Next) -> Next {
        loop {
            next = self.hurry_once(next);
            // What is owed for cards is served in between.
            let again = matches!(
                next,
                Do(Task::Settle | Task::Effects | Task::Played | Task::Claims(_))
            );
            if !again {
                return next;
            }
        }
    }

    /// Does each of the tasks once, as they mostly follow each other.
    #[inline]
    fn hurry_once(&mut self, mut next: Next) -> Next {
        if matches!(next, Do(Task::Taken)) {
            next = self.taken();
        }
        if matches!(next, Do(Task::Settle)) {
            next = self.settle();
        }
        if let Do(Task::Claims(seat)) = next {
            next = self.ask_claims(seat);
        }
        if matches!(next, Do(Task::Played)) {
            next = self.played();
        }
        if matches!(next, Do(Task::Continue)) {
            next = self.continue_turn();
        }
        if let Do(Task::Gifts(after)) = next {
            next = if self.is_quiet() {
                Do(Task::Resolve)
            } else {
                self.give_next(after)
            };
        }
        if matches!(next, Do(Task::Call)) {
            next = self.speak();
        }
        if matches!(next, Do(Task::Nominate)) {
            next = self.ask_nomination();
        }
        if matches!(next, Do(Task::NameRank)) {
            next = self.ask_rank();
        }
        if matches!(next, Do(Task::Challenge)) {
            next = self.ask_challenge();
        }
        if matches!(next, Do(Task::Catch)) {
            next = self.ask_catch(self.s.seat);
        }
        if matches!(next, Do(Task::Resolve)) {
            next = self.resolve();
        }
        if matches!(next, Do(Task::Effects)) {
            next = self.effects();
        }
        if let Do(Task::Charge(seat)) = next {
            next = self.charge_missing(seat);
        }
        if matches!(next, Do(Task::EndTurn)) {
            next = self.end_turn();
        }
        if let Do(Task::Close(seat)) = next {
            next = self.close(seat);
        }
        if let Do(Task::StartTurn(seat)) = next {
            next = self.start_turn(seat);
        }
        next
    }

    /// Lays a card where nothing can come of it but the next turn or a nomination; none where more may.
    #[inline(always)]
    fn lay_quickly(&mut self, card: Card) -> Option<Next> {
        let (rules, s) = (self.rules, &*self.s);
        let seat = s.seat;
        let table = s.table(rules, seat);
        if !rules.short.cards || !may_lay_quickly(rules, s, &table.quick, card) {
            return None;
        }
        let quick = &table.quick.of[card.index()];
        if quick.nominates {
            return Some(self.lay_and_ask(card));
        }
        if quick.penalty > 0 && self.explicit() {
            return None;
        }
        if s.pending.draw > 0 {
            self.answer_quickly(card);
        } else {
            self.put_quickly(seat, card, NO_SUIT);
            self.s.pending = Pending {
                draw: quick.draw,
                kind: quick.kind,
                unanswerable: false,
            };
            if quick.needs_stock && !self.s.can_draw(rules) {
                self.s.pending = Pending::default();
            }
        }
        let (before, players) = (self.s.direction, rules.players);
        // A choice between two values, since which card is laid is hard to foretell.
        let direction = if quick.reverses { before.reversed() } else { before };
        self.s.direction = direction;
        if quick.reverses {
            self.event(Event::Reversed);
        }
        let mut skipped = seat;
        for _ in 0..quick.skip {
            skipped = skipped.next(direction, players);
            self.skipped(skipped);
        }
        let next = seat.on(quick.steps, direction, players);
        if quick.penalty > 0 {
            return Some(self.penalise_quickly(next, quick.penalty));
        }
        Some(self.begin_turn(next))
    }

    /// Lays a card whose player then nominates.
    #[inline(never)]
    fn lay_and_ask(&mut self, card: Card) -> Next {
        let (rules, s) = (self.rules, &mut *self.s);
        let only = s.table(rules, s.seat).quick.only_nominate.contains(card);
        if !only || s.pending.draw > 0 {
            self.play_drawn(card, true);
            return self.ask_suit();
        }
        let (seat, face, fresh) = (s.seat, s.face(rules), s.fresh);
        let turn = &mut s.turn;
        turn.lawful = true;
        turn.followed = rules.following(face, s.nominated).contains(card) || s.open;
        turn.one_rank = true;
        turn.run = 1;
        turn.run_rank = Some(card.rank());
        turn.ordinary = false;
        turn.suit_before = Suit::from_index(s.nominated);
        turn.laid = 1;
        self.put_quickly(seat, card, NO_SUIT);
        // What binds the next player only is known when the turn ends.
        self.s.fresh = fresh;
        self.ask_suit()
    }

    /// Moves a card to the pile, as [`Engine::put`] does where nothing is asked of the turn.
    #[inline(always)]
    fn put_quickly(&mut self, seat: Seat, card: Card, nominated: u8) {
        let (rules, s) = (self.rules, &mut *self.s);
        s.hands[seat.index()].remove(card);
        if rules.row > 0 {
            s.row = s.row_with(rules, card, s.upcard());
        }
        s.pile.lay(card);
        s.under = None;
        s.nominated = nominated;
        s.second = NO_SUIT;
        s.open = false;
        s.fresh = rules.binds_next;
        s.plays = s.plays.saturating_add(1);
        s.passes = 0;
        if let Some(known) = &mut s.known {
            known.left(seat, card);
        }
        self.event(Event::Laid(seat, card));
        self.renew_at_once();
    }

    /// Lays a card while an attack is pending: it cancels that, or its own is added.
    #[inline(never)]
    fn answer_quickly(&mut self, card: Card) {
        let (rules, s) = (self.rules, &*self.s);
        let (seat, pending) = (s.seat, s.pending);
        let kind = usize::from(pending.kind);
        let quick = self.table().quick.of[card.index()];
        if self.table().answers[kind].cancel.contains(card) {
            // A card that cancels an attack is none itself.
            let suit = self.staying_suit(kind).map_or(NO_SUIT, |suit| suit as u8);
            self.put_quickly(seat, card, suit);
            self.s.pending = Pending::default();
            return;
        }
        self.put_quickly(seat, card, NO_SUIT);
        if quick.draw > 0 && (!quick.needs_stock || self.s.can_draw(rules)) {
            let before = if quick.adds { pending.draw } else { 0 };
            self.s.pending = Pending {
                draw: before.saturating_add(quick.draw),
                kind: quick.kind,
                unanswerable: false,
            };
        }
    }

    /// The next player draws and loses the turn.
    #[inline(never)]
    fn penalise_quickly(&mut self, victim: Seat, cards: u8) -> Next {
        self.skipped(victim);
        for _ in 0..cards {
            if !self.draw_one(victim) {
                break;
            }
        }
        self.begin_turn(victim.next(self.s.direction, self.rules.players))
    }

    /// Draws a card of the turn's by a short way; none where that is more than to take one from a stock without an order.
    #[inline(always)]
    fn draw_quickly(&mut self) -> Option<Next> {
        let (rules, s) = (self.rules, &mut *self.s);
        if !rules.short.cards || s.pending.draw > 0 || s.stock.is_ordered_or_empty() {
            return None;
        }
        if s.went_out.is_some() || s.turn.took || self.game.is_explicit() {
            return None;
        }
        let seat = s.seat;
        s.passes = 0;
        let card = s.stock.draw_any(&mut s.rng);
        s.hands[seat.index()].add(card);
        self.event(Event::Drew(seat, card, false));
        self.renew_at_once();
        if rules.draw.then != DrawThen::EndTurn {
            return Some(self.drawn_quickly(card));
        }
        if self.s.turn.laid == 0 {
            self.lapse();
        }
        let next = self.s.after(seat, rules.players);
        Some(self.begin_turn(next))
    }

    /// A card was drawn with which something may be done.
    #[inline(never)]
    fn drawn_quickly(&mut self, card: Card) -> Next {
        let turn = &mut self.s.turn;
        turn.drawn = turn.drawn.saturating_add(1);
        turn.last_drawn = Some(card);
        self.served = true;
        self.hurry_drawing(Do(Task::Drawn))
    }
}

/// Whether a card that may be laid has a short way here.
#[inline(always)]
fn may_lay_quickly(rules: &Rules, s: &State, quick: &QuickTable, card: Card) -> bool {
    let hand = s.hand(s.seat);
    let cards = if s.turn.drawn == 0 {
        quick.cards
    } else {
        quick.drawn
    };
    // The last of its kind leaves the hand without it.
    let last = u64::from(hand.count(card) == 1) << card.index();
    let left = hand.held().minus(CardSet(last));
    cards.contains(card)
        && left.and(quick.joins[card.index()]).is_empty()
        && hand.len() > rules.short.above
        && s.active == rules.everybody
        && s.turn.laid == 0
        && s.went_out.is_none()
        && !s.calls.contains(s.seat)
        && !(rules.short.doubts && doubtful(rules, s, card))
}

/// Whether the round may end by a card, and the position then shows the turn that ended it; or it lies on an identical one.
#[inline(never)]
fn doubtful(rules: &Rules, s: &State, card: Card) -> bool {
    let upcard = s.upcard();
    rules.round.plays > 0 && s.plays.saturating_add(1) >= rules.round.plays
        || rules.row > 0 && s.row_with(rules, card, upcard) >= rules.row
        || rules.short.identical && upcard == Some(card)
}

impl Game {
    /// The same game without the engine's short ways, for tests to compare with.
    #[doc(hidden)]
    #[must_use]
    pub fn without_short_ways(&self) -> Self {
        let mut inner = Inner::clone(&self.inner);
        inner.rules.without_short_ways();
        Self {
            inner: Arc::new(inner),
        }
    }
}

#[cfg(test)]
mod tests;
