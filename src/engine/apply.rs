//! A decision of a seat, and the steps that follow from it until the next decision.

use super::event::{Event, Log};
use super::phase::{Chance, Phase, Step};
use super::side::Named;
use super::state::Turn;
use super::{Engine, go_on};
use crate::action::Action;
use crate::card::Card;
use crate::rules::NO_SUIT;
use crate::ruleset::{Caught, CoverWith, DrawWhen};
use crate::seat::{MAX_SEATS, Seat};

impl<L: Log> Engine<'_, L> {
    /// Applies a legal action and runs on to the next decision.
    #[inline(always)]
    pub(super) fn decide(&mut self, action: Action) {
        self.s.forget_paid();
        let step = self.quickly(action);
        if step != Step::Wait {
            self.run(step);
        }
        if self.s.decisions >= self.game.max_decisions() && !self.s.is_over() {
            self.truncate();
        }
    }

    /// Applies a legal action for which there is no short way.
    #[inline(never)]
    pub(super) fn decide_slowly(&mut self, action: Action) -> Step {
        if self.counts(action) {
            self.s.decisions += 1;
        }
        match (self.s.phase, action) {
            (Phase::DealerChoice, Action::Option(more)) => {
                self.s.deal = self.rules.deal + more;
                Step::Direction
            }
            (Phase::Direction, Action::Option(way)) => self.choose_direction(way == 1),
            (Phase::Play, Action::Play(card)) => self.play(card),
            (Phase::Play, Action::Draw) => self.draw(),
            (Phase::Play, Action::Pass) if !self.s.turn.taken.is_empty() => Step::EndTurn,
            (Phase::Play, Action::Pass) => self.pass(),
            (Phase::GoOn, Action::Play(card)) => self.lay_more(card),
            (Phase::GoOn, _) => self.stop(),
            (Phase::Give { to }, Action::Play(card)) => self.give(to, card),
            (Phase::Give { .. }, _) => Step::Speak,
            (Phase::Speak { last }, action) => self.spoken(last, matches!(action, Action::Say(_))),
            (Phase::Nominate, Action::Suit(suit)) => self.nominate(suit),
            (Phase::Challenge { layer }, action) => self.answer_challenge(layer, action == Action::Challenge),
            (Phase::Catch { owner }, action) => self.answer_catch(owner, action != Action::Pass),
            (phase, action) => self.decide_beside(phase, action),
        }
    }

    /// What to do in the phases that only few rulesets have.
    fn decide_beside(&mut self, phase: Phase, action: Action) -> Step {
        match (phase, action) {
            (Phase::Play, Action::Seat(steps)) => self.ask_for_call(steps),
            (Phase::Play, Action::Say(_)) => {
                self.penalise(self.s.seat, self.rules.mistakes.penalty, Step::Reopen)
            }
            (Phase::Swap, Action::Seat(steps)) => self.answer_swap(Some(steps)),
            (Phase::Swap, _) => self.answer_swap(None),
            (Phase::NameRank, Action::Rank(rank)) => self.name_rank(Named::Rank(rank)),
            (Phase::NameRank, Action::Play(card)) => self.name_rank(Named::Card(card)),
            (Phase::Claim, Action::Play(card)) => self.answer_claim(Some(card)),
            (Phase::Claim, _) => self.answer_claim(None),
            (Phase::Mirror, Action::Play(card)) => self.answer_mirror(Some(card)),
            (Phase::Mirror, _) => self.answer_mirror(None),
            (Phase::Keep, Action::Play(card)) => self.keep(card),
            (Phase::Pile { card }, Action::Option(index)) => self.choose_pile(card, index),
            (Phase::Word { word }, action) => self.answer_word(word, action != Action::Pass),
            (Phase::CrossOut, Action::Option(index)) => self.cross_out(Some(index)),
            (Phase::CrossOut, _) => self.cross_out(None),
            (Phase::Create, Action::Option(index)) => self.add_rule(index),
            (phase, action) => unreachable!("{action} in phase {phase:?} was checked against the mask"),
        }
    }

    /// Whether the decision is counted: everybody can see that it was there to be made.
    ///
    /// Offers that depend on hidden cards are not, taken or declined: a drawn card that must be laid is laid without a
    /// decision, cards of one kind are given without one, and the count must not tell which it was.
    fn counts(&self, action: Action) -> bool {
        match self.s.phase {
            Phase::Play if !self.s.turn.taken.is_empty() => false,
            Phase::Play => self.s.turn.drawn == 0 || action == Action::Draw,
            Phase::GoOn | Phase::Claim | Phase::Mirror => !matches!(action, Action::Pass | Action::Draw),
            Phase::Give { .. } => false,
            _ => true,
        }
    }

    /// Runs steps until somebody is to decide.
    #[inline(never)]
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
                Step::Charge(next) => self.charge_missing(next),
                Step::Out(seat) => self.out(seat),
                Step::RoundEnd(winner) => self.end_round(winner),
                Step::Deal => self.begin_round(),
                Step::Params(from) => self.draw_params(from),
                Step::DealerChoice => self.ask_deal(),
                Step::Direction => self.ask_direction(),
                Step::DealCards => self.deal_cards(),
                Step::Started(card) => self.started(card),
                step => self.run_beside(step),
            };
        }
    }

    /// The steps that only few rulesets need.
    fn run_beside(&mut self, step: Step) -> Step {
        match step {
            Step::StarterEffects => self.starter_effects(),
            Step::TurnStarter => self.turn_starter(),
            Step::Scramble => self.scramble(),
            Step::Created => self.create(),
            Step::Draft => self.draft(),
            Step::Claims(seat) => self.ask_claims(seat),
            Step::Settle => self.settle(),
            Step::NameRank => self.ask_rank(),
            Step::Mirrors(seat) => self.poll_mirrors(seat),
            Step::Thanks => self.thanks(),
            Step::Split => self.split(),
            Step::Close(next) => self.close(next),
            Step::FalseWin => self.false_win(),
            Step::Keep(seat) => self.ask_keep(seat),
            Step::Reopen => self.reopen(),
            _ => unreachable!("the other steps are run before"),
        }
    }

    /// The turn goes on where it was interrupted.
    fn reopen(&mut self) -> Step {
        self.s.phase = Phase::Play;
        self.s.actor = self.s.seat;
        Step::Wait
    }

    /// After a card was laid: out, more cards, or what comes of the turn.
    pub(super) fn laid(&mut self) -> Step {
        let seat = self.s.seat;
        if self.rules.row > 0 && self.s.row >= self.rules.row {
            return Step::Out(seat);
        }
        if let Some(step) = self.laid_beside() {
            return step;
        }
        if self.s.hand(seat).is_empty() && !self.s.turn.not_out {
            return self.emptied(seat);
        }
        if self.plays_used_up() {
            return Step::RoundEnd(None);
        }
        if self.nominates_first() {
            return self.ask_suit();
        }
        if !go_on::go_on(self.rules, self.s).is_empty() {
            self.s.phase = Phase::GoOn;
            self.s.actor = seat;
            return Step::Wait;
        }
        self.stop()
    }

    /// No more cards are laid in the turn: what is drawn for a card that was not covered, then cards are given away.
    pub(super) fn stop(&mut self) -> Step {
        let seat = self.s.seat;
        let cards = go_on::uncovered_draw(self.rules, self.s);
        if cards > 0 {
            self.s.turn.covers_left = 0;
            return self.owe(seat, cards, Step::Give(seat));
        }
        Step::Give(seat)
    }

    /// Whether the card just laid asks for a suit before it can be covered.
    fn nominates_first(&self) -> bool {
        self.s.nominated().is_none()
            && self.s.turn.covered == self.s.upcard()
            && go_on::covering(self.rules, self.s).is_some_and(|cover| cover.with == CoverWith::Nominated)
    }

    /// The player has no cards left: out, or play goes on, the own hand being played out.
    pub(super) fn emptied(&mut self, seat: Seat) -> Step {
        let s = &mut *self.s;
        if self.rules.beside.as_ref().is_some_and(|more| more.out_drawn) {
            // The turn has to be ended first.
            return Step::Nominate;
        }
        if self.rules.countdown > 0 {
            if s.scores[seat.index()] > 1 {
                return Step::Nominate;
            }
            s.scores[seat.index()] = 0;
            self.event(Event::CountedDown(seat, 0));
            return Step::Out(seat);
        }
        if self.rules.places > 1 && s.went_out.is_none() {
            let place = s.placed.iter().copied().max().unwrap_or(0) + 1;
            s.placed[seat.index()] = place;
            s.active.remove(seat);
            s.calls.remove(seat);
            let done = place >= self.rules.places || s.active.len() <= 1;
            self.event(Event::Placed(seat, place));
            return if done { Step::Out(seat) } else { Step::Nominate };
        }
        Step::Out(seat)
    }

    /// The short way for a card that has no effect, by a player who keeps two or more cards.
    pub(super) fn end_plain(&self) -> Step {
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
    pub(super) fn mistake(&mut self, card: Card) -> Step {
        self.hand_back(self.s.seat, card);
        self.pay_mistake()
    }

    /// Everybody sees a card that goes back to the hand.
    pub(super) fn hand_back(&mut self, seat: Seat, card: Card) {
        if let Some(known) = &mut self.s.known {
            known.all_know(seat, card);
        }
        self.event(Event::Mistake(seat, card));
    }

    /// The cards for a mistake, and those pending, which it does not escape; the turn is over.
    pub(super) fn pay_mistake(&mut self) -> Step {
        let pending = std::mem::take(&mut self.s.pending);
        if !self.s.can_draw(self.rules) {
            return self.pass();
        }
        self.s.passes = 0;
        let cards = self.rules.mistakes.penalty.saturating_add(pending.draw);
        self.penalise(self.s.seat, cards, Step::EndTurn)
    }

    /// The turn ends without a card.
    ///
    /// Ending it after a draw is no pass: nobody can see whether there was something to decline.
    pub(super) fn pass(&mut self) -> Step {
        let turn_began_with_draw = self.s.turn.drawn > 0 && !self.rules.draw.ask_pass;
        let never = self.rules.draw.when == DrawWhen::Never && self.rules.around.end_draw == 0;
        if (self.s.can_draw(self.rules) && !never) || turn_began_with_draw {
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
    pub(super) fn end_turn(&mut self) -> Step {
        if self.s.turn.laid == 0 {
            self.lapse();
        }
        if self.s.passes >= self.s.active.len() + self.rules.round.extra_passes {
            return Step::RoundEnd(None);
        }
        self.to_turn_of(self.s.after(self.s.seat, self.rules.players))
    }

    /// The turn of a seat begins.
    pub(super) fn start_turn(&mut self, seat: Seat) -> Step {
        if self.s.went_out.is_some() && self.s.pending.draw == 0 {
            return Step::RoundEnd(None);
        }
        if self.has_nothing_left(seat) {
            return Step::Out(seat);
        }
        if self.turns_used_up() {
            return self.end_match_by_turns();
        }
        self.begin_turn(seat)
    }

    /// The turn of a seat begins, and neither the round nor the match ends before it.
    #[inline(always)]
    pub(super) fn begin_turn(&mut self, seat: Seat) -> Step {
        let s = &mut *self.s;
        s.turn = Turn::default();
        s.seat = seat;
        s.actor = seat;
        s.phase = Phase::Play;
        if let Some(side) = &mut s.side {
            side.overdue.remove(seat);
            side.mirror = None;
        }
        if s.calls.is_empty() && !s.first_nominates {
            return Step::Wait;
        }
        self.begin_with_question(seat)
    }

    /// The turn of a seat begins, and a call is missing or a suit is to be nominated first.
    #[inline(never)]
    fn begin_with_question(&mut self, seat: Seat) -> Step {
        if self.s.calls.contains(seat) {
            return self.charge_own_turn(seat);
        }
        if self.rules.call.caught == Caught::NextPlayer
            && let Some(owner) = self.s.calls.iter().next()
        {
            self.s.phase = Phase::Catch { owner };
        } else if self.s.first_nominates {
            self.s.phase = Phase::Nominate;
        }
        Step::Wait
    }

    /// What binds the next player only binds nobody any more.
    pub(super) fn lapse(&mut self) {
        self.s.fresh = false;
        self.s.second = NO_SUIT;
        if let Some(side) = &mut self.s.side {
            side.named = None;
        }
        if self.rules.nomination_lapses {
            self.s.nominated = NO_SUIT;
        }
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

    /// Draws cards for a seat from the pile under the upcard, then goes on; in their order there is no chance in it.
    pub(super) fn owe_from_pile(&mut self, seat: Seat, cards: u8, in_order: bool, then: Step) -> Step {
        if in_order || !self.explicit() {
            let tops = self.s.tops(self.rules);
            for _ in 0..cards {
                if self.s.pile.len() > tops {
                    let s = &mut *self.s;
                    let card = if in_order {
                        s.pile.draw_next(tops)
                    } else {
                        s.pile.draw_under(&mut s.rng, tops)
                    };
                    self.take_drawn(seat, card, true);
                }
            }
            return then;
        }
        self.s.owed_from_pile = true;
        self.owe(seat, cards, then)
    }

    /// Opens a chance node for the next card owed, in order of play; with none owed, goes on.
    fn serve_owed(&mut self) -> Step {
        let next = self
            .in_order_after(self.s.seat)
            .find(|seat| self.s.owed[seat.index()] > 0);
        let Some(seat) = next else {
            self.s.turn.served = true;
            self.s.owed_from_pile = false;
            return std::mem::replace(&mut self.s.then, Step::Wait);
        };
        let some = if self.s.owed_from_pile {
            self.s.pile.len() > self.s.tops(self.rules)
        } else {
            self.renew()
        };
        if !some {
            self.s.owed = [0; MAX_SEATS];
            self.s.owed_from_pile = false;
            self.s.turn.served = false;
            return std::mem::replace(&mut self.s.then, Step::Wait);
        }
        self.s.phase = Phase::Chance(Chance::Draw { seat });
        Step::Wait
    }
}
