//! A decision of a seat, and the steps that follow from it until the next decision.

use super::event::{Event, Log};
use super::phase::{Chance, Phase, Step};
use super::state::Turn;
use super::{Engine, legal};
use crate::action::Action;
use crate::card::Card;
use crate::rules::{CoverRules, NO_SUIT};
use crate::ruleset::{Counts, SameRank};
use crate::seat::{MAX_SEATS, Seat};

impl<L: Log> Engine<'_, L> {
    /// Applies a legal action and runs on to the next decision.
    pub(super) fn decide(&mut self, action: Action) {
        if self.counts(action) {
            self.s.decisions += 1;
        }
        self.s.forget_paid();
        let step = match (self.s.phase, action) {
            (Phase::DealerChoice, Action::Option(more)) => {
                self.s.deal = self.rules.deal + more;
                Step::DealCards
            }
            (Phase::Play, Action::Play(card)) => self.play(card),
            (Phase::Play, Action::Draw) => self.draw(),
            (Phase::Play, Action::Pass) => self.pass(),
            (Phase::GoOn, Action::Play(card)) => self.lay_more(card),
            (Phase::GoOn, _) => Step::Give(self.s.seat),
            (Phase::Give { to }, Action::Play(card)) => self.give(to, card),
            (Phase::Give { .. }, _) => Step::Speak,
            (Phase::Speak { last }, action) => self.spoken(last, matches!(action, Action::Say(_))),
            (Phase::Nominate, Action::Suit(suit)) => self.nominate(suit),
            (Phase::Challenge { layer }, action) => self.answer_challenge(layer, action == Action::Challenge),
            (Phase::Catch { owner }, action) => self.answer_catch(owner, action != Action::Pass),
            _ => unreachable!("the action was checked against the mask"),
        };
        self.run(step);
        if self.s.decisions >= self.game.max_decisions() && !self.s.is_over() {
            self.truncate();
        }
    }

    /// Whether the decision is counted: everybody can see that it was there to be made.
    ///
    /// Offers that depend on hidden cards are not, taken or declined: a drawn card that must be laid is laid without a
    /// decision, cards of one kind are given without one, and the count must not tell which it was.
    fn counts(&self, action: Action) -> bool {
        match self.s.phase {
            Phase::Play => self.s.turn.drawn == 0 || action == Action::Draw,
            Phase::GoOn => action != Action::Pass,
            Phase::Give { .. } => false,
            _ => true,
        }
    }

    /// Runs steps until somebody is to decide.
    pub(super) fn run(&mut self, mut step: Step) {
        loop {
            step = match step {
                Step::Wait => return,
                Step::Laid => self.laid(),
                Step::Give(after) => self.give_next(after),
                Step::Speak => self.speak(),
                Step::Nominate => self.ask_nomination(),
                Step::Challenge => self.ask_challenge(),
                Step::Catch => self.ask_catch(self.s.seat),
                Step::Resolve => self.resolve(),
                Step::Owed => self.serve_owed(),
                Step::Drawn => self.drawn(),
                Step::Taken => self.taken(),
                Step::EndTurn => self.end_turn(),
                Step::StartTurn(seat) => self.start_turn(seat),
                Step::Out(seat) => self.out(seat),
                Step::RoundEnd(winner) => self.end_round(winner),
                Step::Deal => self.begin_round(),
                Step::DealCards => self.deal_cards(),
                Step::Started(card) => self.started(card),
            };
        }
    }

    /// Lays the first card of a turn, or hands an illegal one back.
    fn play(&mut self, card: Card) -> Step {
        let lawful = self.lawful().contains(card);
        if self.rules.mistakes.penalty > 0 && !lawful && !self.rules.challengeable.contains(card) {
            return self.mistake(card);
        }
        self.play_drawn(card, lawful)
    }

    /// Lays the first card of a turn.
    pub(super) fn play_drawn(&mut self, card: Card, lawful: bool) -> Step {
        let s = &mut *self.s;
        s.turn.lawful = lawful;
        s.turn.followed = s
            .upcard()
            .is_none_or(|upcard| self.rules.follow[upcard.index()][s.nominated as usize].contains(card));
        s.turn.one_rank = true;
        if s.pending.draw > 0 {
            self.answer_attack(card);
        }
        self.open_covers(card, |_| true);
        self.put(card);
        self.collect(card);
        if self.rules.of(card).plain
            && self.rules.same_rank == SameRank::Off
            && self.s.hand(self.s.seat).len() > 1
        {
            return self.end_plain();
        }
        Step::Laid
    }

    /// A card begins a run of covers, if it may be covered and its rule says so.
    fn open_covers(&mut self, card: Card, opens: impl Fn(&CoverRules) -> bool) {
        if let Some(cover) = self.rules.of(card).cover.filter(opens) {
            self.s.turn.covered = Some(card);
            self.s.turn.covers_left = cover.most;
        }
    }

    /// Lays a further card of the same turn.
    fn lay_more(&mut self, card: Card) -> Step {
        let upcard = self.s.upcard();
        let same_rank =
            upcard.is_some_and(|u| u.rank() == card.rank()) && self.rules.same_rank != SameRank::Off;
        let by_rank = same_rank && self.s.turn.one_rank;
        let counts = match legal::covering(self.rules, self.s).map(|c| c.effects) {
            _ if by_rank && self.rules.same_rank == SameRank::Every => Counts::Every,
            _ if by_rank => Counts::Top,
            Some(effects) => effects,
            None => Counts::Every,
        };
        let s = &mut *self.s;
        s.turn.one_rank &= upcard.is_some_and(|u| u.rank() == card.rank());
        s.turn.followed = true;
        if by_rank {
            // Cards of one rank laid together open one run of covers, on the last of them.
            self.open_covers(card, |_| true);
        } else {
            s.turn.covers_left = s.turn.covers_left.saturating_sub(1);
            self.open_covers(card, |cover| cover.again);
        }
        if counts == Counts::Top {
            let turn = &mut self.s.turn;
            (turn.skip, turn.reverse, turn.attack, turn.penalty) = (0, 0, 0, 0);
        }
        self.put(card);
        self.collect(card);
        if self.rules.of(card).nominate != crate::ruleset::Nominate::Never && !by_rank {
            // A card that nominates ends the turn, also within a run.
            self.s.turn.covers_left = 0;
        }
        Step::Laid
    }

    /// Moves a card from the hand of the turn to the pile.
    pub(super) fn put(&mut self, card: Card) {
        let s = &mut *self.s;
        let seat = s.seat;
        s.hands[seat.index()].remove(card);
        s.turn.suit_before = s.nominated();
        s.pile.lay(card);
        s.nominated = NO_SUIT;
        s.turn.laid = s.turn.laid.saturating_add(1);
        s.plays = s.plays.saturating_add(1);
        s.passes = 0;
        if let Some(known) = &mut s.known {
            known.left(seat, card);
        }
        self.event(Event::Laid(seat, card));
        if self.rules.of(card).challenge.as_ref().is_none() {
            // A play that may be taken back needs the card under it: the stock is then renewed with the next card drawn.
            self.renew_at_once();
        }
    }

    /// Adds a card's effects to those of the turn.
    pub(super) fn collect(&mut self, card: Card) {
        let rules = self.rules.of(card);
        if rules.plain {
            return;
        }
        let turn = &mut self.s.turn;
        turn.skip = turn.skip.saturating_add(rules.skip);
        turn.reverse = turn.reverse.saturating_add(rules.reverse);
        turn.penalty = turn.penalty.saturating_add(rules.penalty);
        if rules.penalty > 0 {
            turn.penalty_kept = rules.penalty_turn == crate::ruleset::TurnKept::Kept;
        }
        if let Some(kind) = rules.attack {
            let attack = &self.rules.attacks[kind as usize];
            if !attack.needs_stock || self.s.can_draw(self.rules) {
                self.s.turn.attack = self.s.turn.attack.saturating_add(attack.draw);
                self.s.turn.attack_kind = kind;
            }
        }
    }

    /// After a card was laid: out, more cards, or what comes of the turn.
    fn laid(&mut self) -> Step {
        let seat = self.s.seat;
        if self.s.hand(seat).is_empty() {
            return Step::Out(seat);
        }
        if self.plays_used_up() {
            return Step::RoundEnd(None);
        }
        if !legal::go_on(self.rules, self.s).is_empty() {
            self.s.phase = Phase::GoOn;
            self.s.actor = seat;
            return Step::Wait;
        }
        Step::Give(seat)
    }

    /// The short way for a card that has no effect, by a player who keeps two or more cards.
    fn end_plain(&self) -> Step {
        if self.plays_used_up() {
            Step::RoundEnd(None)
        } else {
            Step::EndTurn
        }
    }

    /// Whether the round has used up the cards that may be laid in it.
    fn plays_used_up(&self) -> bool {
        self.rules.round.plays > 0 && self.s.plays >= self.rules.round.plays
    }

    /// An illegal card goes back to the hand, costs cards and ends the turn.
    fn mistake(&mut self, card: Card) -> Step {
        let seat = self.s.seat;
        if let Some(known) = &mut self.s.known {
            known.all_know(seat, card);
        }
        self.event(Event::Mistake(seat, card));
        self.pay_mistake()
    }

    /// The cards for a mistake, and those pending, which it does not escape; the turn is over.
    pub(super) fn pay_mistake(&mut self) -> Step {
        let pending = std::mem::take(&mut self.s.pending);
        if !self.s.can_draw(self.rules) {
            return self.pass();
        }
        self.s.passes = 0;
        let cards = self.rules.mistakes.penalty.saturating_add(pending.draw);
        self.owe(self.s.seat, cards, Step::EndTurn)
    }

    /// The turn ends without a card.
    ///
    /// Ending it after a draw is no pass: nobody can see whether there was something to decline.
    fn pass(&mut self) -> Step {
        let turn_began_with_draw = self.s.turn.drawn > 0 && !self.rules.draw.ask_pass;
        if self.s.can_draw(self.rules) || turn_began_with_draw {
            self.s.passes = 0;
        } else {
            self.s.passes = self.s.passes.saturating_add(1);
        }
        if self.s.turn.drawn == 0 {
            self.event(Event::Passed(self.s.seat));
        }
        Step::EndTurn
    }

    /// The next active seat plays, or the round is blocked.
    fn end_turn(&mut self) -> Step {
        if self.s.passes >= self.s.active.len() + self.rules.round.extra_passes {
            return Step::RoundEnd(None);
        }
        Step::StartTurn(self.s.after(self.s.seat, self.rules.players))
    }

    /// The turn of a seat begins.
    fn start_turn(&mut self, seat: Seat) -> Step {
        if self.s.went_out.is_some() && self.s.pending.draw == 0 {
            return Step::RoundEnd(None);
        }
        if self.turns_used_up() {
            return self.end_match_by_turns();
        }
        let s = &mut *self.s;
        s.turn = Turn::default();
        s.seat = seat;
        s.actor = seat;
        s.phase = Phase::Play;
        if s.calls.contains(seat) {
            return self.charge_own_turn(seat);
        }
        Step::Wait
    }

    /// Draws cards for a seat, then goes on.
    pub(super) fn owe(&mut self, seat: Seat, cards: u8, then: Step) -> Step {
        if !self.explicit() {
            self.s.turn.served = (0..cards).all(|_| self.draw_one(seat));
            return then;
        }
        self.s.owed[seat.index()] = self.s.owed[seat.index()].saturating_add(cards);
        self.s.then = then;
        Step::Owed
    }

    /// Opens a chance node for the next card owed, in order of play; with none owed, goes on.
    fn serve_owed(&mut self) -> Step {
        let next = self
            .in_order_after(self.s.seat)
            .find(|seat| self.s.owed[seat.index()] > 0);
        let Some(seat) = next else {
            self.s.turn.served = true;
            return std::mem::replace(&mut self.s.then, Step::Wait);
        };
        if !self.renew() {
            self.s.owed = [0; MAX_SEATS];
            self.s.turn.served = false;
            return std::mem::replace(&mut self.s.then, Step::Wait);
        }
        self.s.phase = Phase::Chance(Chance::Draw { seat });
        Step::Wait
    }
}
