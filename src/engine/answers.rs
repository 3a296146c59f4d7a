//! Answers of seats and of chance: the effect of each, and the stage that it ends.
//!
//! An answer that ends with [`Flow::Next`] is followed by the stage after that one (`stages.rs`).

use super::Engine;
use super::agenda::{Flow, Task};
use super::chance::Outcome;
use super::event::{Event, Log};
use super::phase::{Chance, Phase};
use super::stages as at;
use super::tableau::Demanded;
use crate::action::Action;
use crate::rules::Features;
use crate::rules::features::{AFTER_ATTACK, ATTACKS, LOST_TURNS, TABLEAU};

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Applies a legal action and goes on to the next decision.
    #[inline(always)]
    pub(crate) fn decide(&mut self, action: Action) {
        self.state.forget_paid();
        let flow = if matches!(self.state.phase(), Phase::Play) {
            self.answer_turn(action)
        } else {
            self.answer(action)
        };
        if !matches!(flow, Flow::Wait) {
            self.run(flow);
        }
        if self.state.decisions >= self.game.max_decisions() && !self.state.is_over() {
            self.truncate();
        }
    }

    /// Applies an outcome that was checked, and goes on to the next chance node or decision.
    pub(crate) fn chance(&mut self, outcome: Outcome) {
        let Phase::Chance(node) = self.state.phase() else {
            return;
        };
        self.state.forget_paid();
        let flow = self.answer_chance(node, outcome);
        self.run(flow);
    }

    /// Applies the action of the seat whose turn it is.
    ///
    /// Offers that depend on hidden cards are not counted as decisions, whether taken or declined: a drawn card that must be
    /// played is played without an offer, and the count must not reveal that.
    #[inline(always)]
    fn answer_turn(&mut self, action: Action) -> Flow {
        let seat = self.state.seat;
        let taken = Self::has(AFTER_ATTACK) && !self.state.turn.taken.is_empty();
        let begins = !taken && self.state.turn.drawn.cards == 0;
        let counts = match action {
            Action::Draw => !taken,
            _ => begins,
        };
        self.state.decisions += u32::from(counts);
        match action {
            Action::Play(card) => {
                let flow = self.play(card);
                self.then_here::<at::Played>(seat, flow)
            }
            Action::Draw if Self::has(ATTACKS) && self.state.pending.is_some_of::<F>() => {
                let flow = self.take_pending();
                self.then::<at::Taken>(seat, flow)
            }
            Action::Draw => {
                let flow = self.draw();
                self.then_here::<at::Drawn>(seat, flow)
            }
            Action::Pass if taken => self.enter::<at::EndTurn>(seat),
            Action::Pass => self.answer_by_passing(),
            Action::Seat(steps) => self.ask_for_call(steps),
            _ => self.call_wrongly(),
        }
    }

    /// Ends the turn without a card, or gives in to an attack that takes turns.
    #[inline(never)]
    fn answer_by_passing(&mut self) -> Flow {
        let seat = self.state.seat;
        if Self::has(LOST_TURNS) && self.state.pending.skip > 0 {
            self.event(Event::Passed(seat));
            let flow = self.take_pending();
            return self.then::<at::Taken>(seat, flow);
        }
        self.pass();
        self.enter::<at::EndTurn>(seat)
    }

    /// Applies a legal answer to any other question.
    #[inline(never)]
    fn answer(&mut self, action: Action) -> Flow {
        let phase = self.state.phase();
        if Self::is_counted(phase, action) {
            self.state.decisions += 1;
        }
        match (phase, action) {
            (Phase::Continue, Action::Play(card)) => {
                let flow = self.play_more(card);
                self.then::<at::Played>(self.state.seat, flow)
            }
            (Phase::Continue, _) => self.enter::<at::StopPlaying>(self.state.seat),
            (Phase::Nominate, Action::Suit(suit)) => {
                let flow = self.nominate(suit);
                self.end_stage::<at::Nominate>(flow)
            }
            (Phase::Give { to }, Action::Play(card)) => {
                let flow = self.give(to, card);
                self.end_stage::<at::Gifts>(flow)
            }
            (Phase::Give { .. }, _) => self.end_stage::<at::Gifts>(Flow::Next),
            (Phase::Speak { last }, action) => self.answer_call(last, matches!(action, Action::Say(_))),
            (Phase::Challenge { player }, action) => {
                let flow = self.answer_challenge(player, action == Action::Challenge);
                self.end_stage::<at::Challenge>(flow)
            }
            (Phase::Catch { owner }, action) => {
                let flow = self.answer_catch(owner, action != Action::Pass);
                self.end_stage::<at::Catch>(flow)
            }
            (Phase::DealerChoice, Action::Option(more)) => {
                self.state.round.deal = self.rules.deal.cards + more;
                self.end_stage::<at::DealerChoice>(Flow::Next)
            }
            (Phase::Direction, Action::Option(way)) => {
                self.choose_direction(way == 1);
                if self.rules.deal.direction_after {
                    self.end_stage::<at::LateDirection>(Flow::Next)
                } else {
                    self.end_stage::<at::Direction>(Flow::Next)
                }
            }
            (phase, action) if Self::has(TABLEAU) => self.answer_tableau(phase, action),
            (phase, action) => unreachable!("{action} in phase {phase:?} was checked against the mask"),
        }
    }

    /// Applies the answer to a question for a call; the task beneath the question identifies the call.
    fn answer_call(&mut self, last: bool, said: bool) -> Flow {
        match self.state.agenda.top() {
            Some(Task::Claims(_)) => self.call_before_claims(said),
            Some(Task::Announce(_)) => self.announce(said),
            Some(Task::LastCardCall(next)) => self.call_last_card(next, said),
            _ => {
                self.call(said);
                if last {
                    self.end_stage::<at::Catch>(Flow::Next)
                } else {
                    self.end_stage::<at::Call>(Flow::Next)
                }
            }
        }
    }

    /// Applies answers to the questions that need a tableau.
    #[inline(never)]
    fn answer_tableau(&mut self, phase: Phase, action: Action) -> Flow {
        let card = match action {
            Action::Play(card) => Some(card),
            _ => None,
        };
        match (phase, action) {
            (Phase::Choose, Action::Seat(steps)) => self.answer_choice(steps),
            (Phase::Swap, Action::Seat(steps)) => self.answer_swap(Some(steps)),
            (Phase::Swap, _) => self.answer_swap(None),
            (Phase::NameRank, Action::Rank(rank)) => {
                self.name_rank(Demanded::Rank(rank));
                self.end_stage::<at::NameRank>(Flow::Next)
            }
            (Phase::NameRank, Action::Play(card)) => {
                self.name_rank(Demanded::Card(card));
                self.end_stage::<at::NameRank>(Flow::Next)
            }
            (Phase::Claim, _) => {
                let flow = self.answer_claim(card);
                self.end_stage::<at::Claims>(flow)
            }
            (Phase::Mirror, _) => {
                let flow = self.answer_mirror(card);
                self.end_stage::<at::OfferMirrors>(flow)
            }
            (Phase::Keep, Action::Play(card)) => self.keep(card),
            (Phase::Pile { card }, Action::Option(index)) => {
                let flow = self.choose_pile(card, index);
                self.then::<at::Played>(self.state.seat, flow)
            }
            (Phase::Word { word }, action) => self.answer_word(word, action != Action::Pass),
            (Phase::CrossOut, Action::Option(index)) => self.cross_out(Some(index)),
            (Phase::CrossOut, _) => self.cross_out(None),
            (Phase::Create, Action::Option(index)) => {
                self.add_rule(index);
                self.end_stage::<at::Created>(Flow::Next)
            }
            (phase, action) => unreachable!("{action} in phase {phase:?} was checked against the mask"),
        }
    }

    /// Applies an outcome of chance.
    fn answer_chance(&mut self, node: Chance, outcome: Outcome) -> Flow {
        match (node, outcome) {
            (Chance::Draw { .. }, Outcome::Card(card)) => self.draw_by_chance(card),
            (Chance::Dealer, Outcome::Seat(seat)) => self.name_dealer(seat),
            (Chance::Param { index }, Outcome::Card(card)) => {
                let flow = self.param_by_chance(index, card);
                self.end_stage::<at::Params>(flow)
            }
            (Chance::Suit, Outcome::Suit(suit)) => {
                let flow = self.suit_drawn(suit);
                self.end_stage::<at::Nominate>(flow)
            }
            (Chance::Deal { to }, Outcome::Card(card)) => {
                let flow = self.deal_by_chance(to, card);
                self.end_stage::<at::DealCards>(flow)
            }
            (Chance::Starter, Outcome::Card(card)) => {
                let flow = self.starter_by_chance(card);
                self.end_stage::<at::TurnStarter>(flow)
            }
            (Chance::Lot, Outcome::Seat(seat)) => self.draw_by_lot(seat),
            (Chance::Back, Outcome::Card(back)) => self.back_by_chance(back),
            (Chance::Amount, Outcome::Index(cards)) => self.amount_by_chance(cards),
            (Chance::Scramble, Outcome::Seat(seat)) => self.ask_chance(Chance::Rogue { seat }),
            (Chance::Rogue { seat }, Outcome::Card(card)) => {
                self.begin_second(seat, card);
                self.end_stage::<at::SecondPile>(Flow::Next)
            }
            (Chance::TurnUp, Outcome::Card(card)) => {
                let flow = self.turn_up_by_chance(card);
                self.end_stage::<at::SecondPile>(flow)
            }
            (Chance::Create, Outcome::Index(index)) => self.draft_on(index),
            (Chance::Split, Outcome::Card(card)) => {
                self.split_on(card);
                self.enter::<at::Split>(self.state.seat)
            }
            (node, outcome) => unreachable!("{outcome} at node {node:?} was checked against the outcomes"),
        }
    }

    /// Opens a chance node.
    pub(crate) fn ask_chance(&mut self, node: Chance) -> Flow {
        self.ask(Phase::Chance(node), self.state.seat)
    }

    /// Returns true if this decision is counted, since everybody can see that it was made or offered.
    ///
    /// The count must not reveal hidden cards: a single kind of card is given without a decision, the piles for a card can depend
    /// on the hand, and nobody sees how many cards have been chosen to be kept.
    const fn is_counted(phase: Phase, action: Action) -> bool {
        match phase {
            Phase::Continue | Phase::Claim | Phase::Mirror => !matches!(action, Action::Pass | Action::Draw),
            Phase::Give { .. } | Phase::Pile { .. } | Phase::Keep => false,
            _ => true,
        }
    }
}
