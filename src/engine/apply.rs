//! A decision of a seat, and the tasks that follow from it until the next one.

use super::Engine;
use super::agenda::{Next, Next::Do, Task};
use super::event::{Event, Log};
use super::legal;
use super::phase::{Chance, Phase};
use super::tableau::Named;
use super::turn::Turn;
use crate::action::Action;
use crate::card::Card;
use crate::primitive::continuing::effect::cards::{draws_until_able, further_cards};
use crate::primitive::next::effect::named_stays;
use crate::rules::features::{AFTER_ATTACK, CALLS, COVERS, FOLLOWING, LOST_TURNS, ROUNDS, TABLEAU};
use crate::rules::{Features, NO_SUIT};
use crate::ruleset::{Caught, DrawThen, DrawWhen};
use crate::seat::Seat;

impl<const F: Features, L: Log> Engine<'_, F, L> {
    /// Applies a legal action and goes on to the next decision.
    #[inline]
    pub(crate) fn decide(&mut self, action: Action) {
        self.s.forget_paid();
        let next = if matches!(self.s.phase(), Phase::Play) {
            self.answer_turn(action)
        } else {
            self.answer(action)
        };
        if !matches!(next, Next::Wait) {
            self.run(next);
        }
        if self.s.decisions >= self.game.max_decisions() && !self.s.is_over() {
            self.truncate();
        }
    }

    /// Opens a question: the position waits for this seat.
    #[inline]
    pub(crate) fn ask(&mut self, phase: Phase, by: Seat) -> Next {
        self.s.agenda.ask(phase, by);
        Next::Wait
    }

    /// Opens a chance node.
    pub(crate) fn ask_chance(&mut self, node: Chance) -> Next {
        self.ask(Phase::Chance(node), self.s.seat)
    }

    /// The seat of the turn plays, unless something waits that comes first.
    #[inline]
    pub(crate) fn play_on(&mut self) -> Next {
        if self.s.agenda.is_empty() {
            self.ask(Phase::Play, self.s.seat)
        } else {
            Next::Agenda
        }
    }

    /// What follows from what the seat of the turn does.
    ///
    /// Offers that depend on hidden cards are not counted as decisions, taken or declined: a drawn card that must be played is
    /// played without one, and the count must not tell which it was.
    #[inline]
    fn answer_turn(&mut self, action: Action) -> Next {
        let taken = Self::has(AFTER_ATTACK) && !self.s.turn.taken.is_empty();
        let begins = !taken && self.s.turn.drawn.cards == 0;
        match action {
            Action::Play(card) => {
                self.s.decisions += u32::from(begins);
                self.play(card)
            }
            Action::Draw => {
                self.s.decisions += u32::from(!taken);
                self.draw()
            }
            Action::Pass => {
                self.s.decisions += u32::from(begins);
                if taken { self.end_turn() } else { self.pass() }
            }
            _ => {
                self.s.decisions += u32::from(begins);
                self.answer_call_action(action)
            }
        }
    }

    /// What follows from the legal answer to another question.
    #[inline(never)]
    fn answer(&mut self, action: Action) -> Next {
        let phase = self.s.phase();
        if Self::is_counted(phase, action) {
            self.s.decisions += 1;
        }
        match (phase, action) {
            (Phase::GoOn, Action::Play(card)) => self.play_more(card),
            (Phase::GoOn, _) => self.stop_playing(),
            (Phase::Nominate, Action::Suit(suit)) => self.nominate(suit),
            (Phase::Give { to }, Action::Play(card)) => self.give(to, card),
            (Phase::Give { .. }, _) => self.speak(),
            (Phase::Speak { last }, action) => self.spoken(last, matches!(action, Action::Say(_))),
            (Phase::Challenge { player }, action) => {
                self.answer_challenge(player, action == Action::Challenge)
            }
            (Phase::Catch { owner }, action) => self.answer_catch(owner, action != Action::Pass),
            (Phase::DealerChoice, Action::Option(more)) => {
                self.s.round.deal = self.rules.deal.cards + more;
                self.ask_direction()
            }
            (Phase::Direction, Action::Option(way)) => self.choose_direction(way == 1),
            (phase, action) if Self::has(TABLEAU) => self.answer_tableau(phase, action),
            (phase, action) => unreachable!("{action} in phase {phase:?} was checked against the mask"),
        }
    }

    /// What follows from the answers to questions that need a tableau.
    #[inline(never)]
    fn answer_tableau(&mut self, phase: Phase, action: Action) -> Next {
        match (phase, action) {
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

    /// What the seat of the turn does beside playing: it asks for a missing call, or calls wrongly.
    fn answer_call_action(&mut self, action: Action) -> Next {
        if let Action::Seat(steps) = action {
            return self.ask_for_call(steps);
        }
        // Everybody hears it, though there be nothing to draw.
        self.event(Event::Said(self.s.seat, 0));
        self.penalise(self.s.seat, self.rules.mistakes.penalty, Next::Agenda)
    }

    /// Whether such a decision is counted: everybody can see that it was made, or there to be made. Cards of one kind are given
    /// without one, on which piles a card may be played can depend on the hand, and nobody sees how many cards have been
    /// chosen to be kept; the count must not tell it.
    const fn is_counted(phase: Phase, action: Action) -> bool {
        match phase {
            Phase::GoOn | Phase::Claim | Phase::Mirror => !matches!(action, Action::Pass | Action::Draw),
            Phase::Give { .. } | Phase::Pile { .. } | Phase::Keep => false,
            _ => true,
        }
    }

    /// Does one task after the other until somebody is to decide.
    #[inline(never)]
    pub(crate) fn run(&mut self, mut next: Next) {
        loop {
            let task = match next {
                Next::Wait => return,
                Do(task) => task,
                Next::Agenda => match self.s.agenda.pop() {
                    Some(task) => task,
                    None => return self.s.agenda.ask(Phase::Play, self.s.seat),
                },
            };
            next = self.perform(task);
        }
    }

    /// Does a task; what follows.
    fn perform(&mut self, task: Task) -> Next {
        match task {
            Task::Played => self.after_play(),
            Task::Words => self.ask_words(),
            Task::OutWord => self.ask_out_word(),
            Task::Claims(seat) => self.ask_claims(seat),
            Task::Continue => self.continue_turn(),
            Task::Gifts(after) => self.give_next(after),
            Task::Nominate => self.ask_nomination(),
            Task::Catch => self.ask_catch(self.s.seat),
            Task::Resolve => self.resolve(),
            Task::Effects => self.resolve_effects(),
            Task::Settle => self.settle(),
            Task::Mirrors(seat) => self.poll_mirrors(seat),
            Task::Split => self.split(),
            Task::Draw { seat, cards, from } => self.draw_cards(seat, cards, from),
            Task::DrawEach { first, cards } => self.draw_each(first, cards),
            Task::Drawn => self.after_draw(),
            Task::Taken => self.after_taking(),
            Task::Thanks(seat) => self.ask_penalty_word(seat),
            Task::EndTurn => self.end_turn(),
            Task::Charge(next) => self.charge_missing(next),
            Task::Close(next) => self.close(next),
            Task::LastDraw(next) => self.last_draw(next),
            Task::Overdue(next) => self.note_overdue(next),
            Task::ChargeOverdue(next) => self.charge_overdue(next),
            Task::Announce(next) => self.announce(next),
            Task::KeepFrom { seat, next } => self.ask_keep(seat, next),
            Task::FalseWin(next) => self.false_win(next),
            Task::StartTurn(seat) => self.start_turn(seat),
            Task::FirstNominates => self.ask_first_player(),
            Task::Out(seat) => self.go_out(seat),
            Task::RoundEnd(winner) => self.end_round(winner),
            Task::Deal => self.begin_round(),
            Task::Params(from) => self.draw_params(from),
            Task::Created => self.create(),
            Task::Draft(by) => self.draft(by),
            Task::DealerChoice => self.ask_deal(),
            Task::DealCards => self.deal_cards(),
            Task::TurnStarter => self.turn_starter(),
            Task::Started(card) => self.started(card),
            // It stands beneath a question, and is taken with the answer.
            Task::Win(_) => unreachable!("nothing is done for {task:?} by itself"),
        }
    }

    /// After a card was played: whether a row of cards ends the round, then what comes before anything else.
    #[inline]
    pub(crate) fn after_play(&mut self) -> Next {
        if Self::has(ROUNDS) && self.rules.round.row > 0 && self.s.round.row >= self.rules.round.row {
            return Do(Task::Out(self.s.seat));
        }
        if Self::has(TABLEAU) && self.rules.tableau.needed {
            return self.after_card();
        }
        self.continue_turn()
    }

    /// The turn goes on: out, more cards, or what comes of the turn.
    #[inline]
    pub(crate) fn continue_turn(&mut self) -> Next {
        let seat = self.s.seat;
        if self.s.hand(seat).is_empty() && !self.s.turn.owes.last_card {
            if Self::has(COVERS) && draws_until_able::<F>(self.rules, self.s) {
                return self.stop_playing();
            }
            return self.hand_played_out(seat);
        }
        if Self::has(ROUNDS) && self.plays_used_up() {
            return Do(Task::RoundEnd(None));
        }
        if Self::has(COVERS) && self.nominates_first() {
            return self.ask_suit();
        }
        if !further_cards::<F>(self.rules, self.s).is_empty() {
            return self.ask(Phase::GoOn, seat);
        }
        self.stop_playing()
    }

    /// The player has no cards left: out, or play goes on, the own hand being played out.
    #[inline(never)]
    pub(crate) fn hand_played_out(&mut self, seat: Seat) -> Next {
        let s = &mut *self.s;
        if self.rules.out.drawn {
            // The turn has to be ended first.
            return Do(Task::Nominate);
        }
        if self.rules.countdown > 0 {
            if s.scores.points[seat.index()] > 1 {
                return Do(Task::Nominate);
            }
            s.scores.points[seat.index()] = 0;
            self.event(Event::CountedDown(seat, 0));
            return Do(Task::Out(seat));
        }
        if self.rules.out.places > 1 && s.round.went_out.is_none() {
            let place = s.scores.placed.iter().copied().max().unwrap_or(0) + 1;
            s.scores.placed[seat.index()] = place;
            s.active.remove(seat);
            s.calls.remove(seat);
            s.owed[seat.index()] = 0;
            let done = place >= self.rules.out.places || s.active.len() <= 1;
            self.event(Event::Placed(seat, place));
            return if done {
                Do(Task::Out(seat))
            } else {
                Do(Task::Nominate)
            };
        }
        Do(Task::Out(seat))
    }

    /// Whether the round has used up the cards that may be played in it.
    fn plays_used_up(&self) -> bool {
        self.rules.round.plays > 0 && self.s.round.plays >= self.rules.round.plays
    }

    /// An illegal card goes back to the hand, costs cards and ends the turn.
    pub(crate) fn mistake(&mut self, card: Card) -> Next {
        self.hand_back(self.s.seat, card);
        self.pay_mistake()
    }

    /// Everybody sees a card that goes back to the hand.
    pub(crate) fn hand_back(&mut self, seat: Seat, card: Card) {
        if let Some(known) = &mut self.s.known {
            known.all_know(seat, card);
        }
        self.event(Event::Mistake(seat, card));
    }

    /// The cards for a mistake, and those pending, which it does not escape; the turn is over.
    pub(crate) fn pay_mistake(&mut self) -> Next {
        let pending = std::mem::take(&mut self.s.pending);
        if Self::has(LOST_TURNS) && pending.skip > 0 {
            self.owe_turns(self.s.seat, pending.skip);
            self.loses_turn(self.s.seat);
        }
        if !self.s.can_draw(self.rules) {
            return self.pass();
        }
        self.s.round.passes = 0;
        let cards = self.rules.mistakes.penalty.saturating_add(pending.draw);
        self.penalise(self.s.seat, cards, Do(Task::EndTurn))
    }

    /// The turn ends without a card.
    ///
    /// Ending it after a draw is no pass: nobody can see whether there was something to decline.
    #[inline(never)]
    pub(crate) fn pass(&mut self) -> Next {
        if Self::has(LOST_TURNS) && self.s.pending.skip > 0 {
            self.event(Event::Passed(self.s.seat));
            return self.take_pending();
        }
        let turn_began_with_draw = self.s.turn.drawn.cards > 0 && !self.rules.draw.ask_pass;
        let never = self.rules.draw.when == DrawWhen::Never && self.rules.draw.end_of_turn == 0;
        if (self.s.can_draw(self.rules) && !never) || turn_began_with_draw {
            self.s.round.passes = 0;
        } else {
            self.s.round.passes = self.s.round.passes.saturating_add(1);
        }
        self.rule_out_if(|rules, s| {
            let drawn = s.turn.drawn;
            if drawn.cards > 0 {
                rules.draw.then == DrawThen::MustPlayAny && drawn.last.is_some()
            } else {
                !drawn.pending && !s.pending.is_some() && legal::plays_if_able::<F>(rules, s)
            }
        });
        if self.s.turn.drawn.cards == 0 {
            self.event(Event::Passed(self.s.seat));
        }
        self.end_turn()
    }

    /// The next active seat plays, or the round is blocked.
    #[inline]
    pub(crate) fn end_turn(&mut self) -> Next {
        if Self::has(FOLLOWING | TABLEAU) && self.s.turn.played == 0 {
            self.lift_one_turn_bonds();
        }
        let most = self.s.active.len().saturating_add(self.rules.round.extra_passes);
        if self.s.round.passes > 0 && self.s.round.passes >= most {
            return Do(Task::RoundEnd(None));
        }
        self.close(self.s.next_active(self.s.seat, self.rules.players))
    }

    /// The turn of a seat begins.
    #[inline]
    pub(crate) fn start_turn(&mut self, seat: Seat) -> Next {
        if Self::has(ROUNDS) && self.s.round.went_out.is_some() && !self.s.pending.is_some_of::<F>() {
            return Do(Task::RoundEnd(None));
        }
        if Self::has(TABLEAU) && self.has_nothing_left(seat) {
            return Do(Task::Out(seat));
        }
        if Self::has(LOST_TURNS) && self.loses_turn(seat) {
            return Do(Task::StartTurn(self.s.next_active(seat, self.rules.players)));
        }
        if Self::has(ROUNDS) && self.turns_used_up() {
            return self.end_match_by_turns();
        }
        let last_out = self.last_out(seat);
        let s = &mut *self.s;
        s.turn = Turn {
            last_out,
            ..Turn::default()
        };
        s.seat = seat;
        if Self::has(TABLEAU)
            && let Some(tableau) = &mut s.tableau
        {
            tableau.announced.overdue.remove(seat);
            tableau.mirror = None;
        }
        if Self::has(CALLS) && !s.calls.is_empty() {
            return self.begin_with_question(seat);
        }
        self.play_on()
    }

    /// The turn of a seat begins, and a call is missing.
    #[inline(never)]
    fn begin_with_question(&mut self, seat: Seat) -> Next {
        if self.s.calls.contains(seat) {
            return self.charge_own_turn(seat);
        }
        if self.rules.call.caught == Caught::NextPlayer
            && let Some(owner) = self.s.calls.iter().next()
        {
            return self.ask(Phase::Catch { owner }, seat);
        }
        Next::Agenda
    }

    /// What binds the next player only binds nobody any more.
    pub(crate) fn lift_one_turn_bonds(&mut self) {
        self.s.in_force.binds_next = false;
        self.s.in_force.second = NO_SUIT;
        let stays = named_stays(self.rules, self.s);
        if let Some(tableau) = &mut self.s.tableau
            && !stays
        {
            (tableau.named, tableau.named_by) = (None, None);
        }
        if self.rules.follow.nomination_lapses {
            self.s.in_force.nominated = NO_SUIT;
        }
    }
}
