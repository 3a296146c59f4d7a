//! Whether the tasks of a position can wait: in its ruleset, for what stands on top of them, and after what the turn has done.

use super::agenda::task_name;
use super::open::Check;
use super::problem::ProblemCode;
use crate::engine::{Chance, Phase, Task};
use crate::primitive::continuing::effect::cards::draws_until_able;
use crate::rules::features::ALL;
use crate::ruleset::{CallDue, CallMade, Caught, Charged, LastCard, Source, WordDue};
use crate::seat::Seat;

impl Check<'_> {
    /// What waits on the agenda can be due, and can wait where it does.
    pub(crate) fn agenda(&mut self) {
        let waiting: Vec<Task> = self.s.agenda.tasks().collect();
        for (n, &task) in waiting.iter().enumerate() {
            let stands = match n.checked_sub(1) {
                None => self.stands_beneath(task, self.s.phase()),
                Some(above) => waits_for(task, waiting[above]),
            };
            let (code, message) = if let Some(why) = self.never_due(task) {
                (ProblemCode::NotInGame, why)
            } else if !stands {
                (
                    ProblemCode::Contradiction,
                    "it does not wait for what comes before it",
                )
            } else if let Some(why) = self.not_due(task) {
                (ProblemCode::Contradiction, why)
            } else {
                continue;
            };
            let message = format!("{}: {message}", task_name(task));
            self.problems.add(format!("agenda.{n}"), code, message);
        }
        self.goes_on(&waiting);
    }

    /// Something follows a draw and cards that are kept, unless a turn was interrupted that then goes on.
    fn goes_on(&mut self, waiting: &[Task]) {
        let rules = self.rules;
        let interrupts =
            self.s.tableau.is_some() && (rules.call.caught == Caught::Asked || rules.mistakes.penalty > 0);
        let draws = matches!(
            waiting.last(),
            Some(Task::Draw { .. } | Task::DrawEach { .. } | Task::PenaltyWord(_))
        );
        let word = matches!(self.s.phase(), Phase::Word { word } if self.is_due(word, WordDue::Penalty));
        let ends = draws || word && waiting.is_empty();
        if ends && !interrupts || self.s.phase() == Phase::Keep && waiting.is_empty() {
            let message = format!("phase {}: nothing follows it", self.s.phase().name());
            self.problems.add("agenda", ProblemCode::Contradiction, message);
        }
    }

    /// Whether a draw or the word after it has interrupted a turn that then goes on.
    pub(crate) fn interrupts(&self) -> bool {
        let asked = match self.s.phase() {
            Phase::Chance(Chance::Draw { .. }) => true,
            Phase::Word { word } => self.is_due(word, WordDue::Penalty),
            _ => false,
        };
        asked && self.comes_next().is_none()
    }

    /// The task that goes on once draws, and the word after them, are done.
    pub(crate) fn comes_next(&self) -> Option<Task> {
        let waits = |task: &Task| {
            !matches!(
                task,
                Task::Draw { .. } | Task::DrawEach { .. } | Task::PenaltyWord(_)
            )
        };
        self.s.agenda.tasks().find(waits)
    }

    /// Whether a word is due at this time.
    pub(crate) fn is_due(&self, say: u8, due: WordDue) -> bool {
        let mut words = self.rules.tableau.words.iter();
        words.any(|word| word.say == say && word.due == due)
    }

    /// Whether the turn is over and the next one has yet to begin.
    pub(crate) fn between_turns(&self) -> bool {
        matches!(
            self.comes_next(),
            Some(
                Task::LastDraw(_)
                    | Task::LastCardCall(_)
                    | Task::MarkOverdue(_)
                    | Task::ChargeOverdue(_)
                    | Task::Announce(_)
                    | Task::FalseWin(_)
                    | Task::KeepFrom { .. }
            )
        )
    }

    /// Why a task is never due in the ruleset.
    fn never_due(&self, task: Task) -> Option<&'static str> {
        let (rules, explicit) = (self.rules, self.game.is_explicit());
        let word = |due: WordDue| rules.tableau.word(due).is_some();
        let call = &rules.call;
        let (can, why) = match task {
            Task::Draw { .. } | Task::DrawEach { .. } => (
                explicit,
                "this game decides chance by itself; make it with chance = \"explicit\"",
            ),
            Task::Words => (word(WordDue::Played), "no word is due for a card"),
            Task::OutWord => (word(WordDue::Out), "no word is due for going out"),
            Task::PenaltyWord(_) => (
                explicit && word(WordDue::Penalty),
                "no word is due after a penalty",
            ),
            Task::Continue
                if explicit
                    && rules.any(|card| card.continuing.cover.is_some_and(|cover| cover.until_able)) =>
            {
                (true, "")
            }
            Task::Played | Task::Claims(_) | Task::Continue | Task::QueuedEffects => (
                rules.tableau.needed,
                "nothing comes between a card and the rest of its turn",
            ),
            Task::MarkOverdue(_) => (rules.turn.closes, "nothing is done between turns"),
            Task::LastDraw(_) | Task::LastCardCall(_) | Task::FalseWin(_) => (
                rules.out.drawn && rules.draw.end_of_turn > 0,
                "nobody wins with a card drawn after the last one",
            ),
            Task::ChargeOverdue(_) => (
                call.caught == Caught::Automatic && call.charged == Charged::AfterNext,
                "no missing call is charged after the next player's turn",
            ),
            Task::Announce(_) => (
                call.due == CallDue::Held && call.made == CallMade::ByPlayer,
                "no call is owed for holding one card",
            ),
            Task::KeepFrom { .. } => (rules.stock.keep > 0, "no cards are kept in this ruleset"),
            Task::FirstNominates => (
                !rules.starter.first_nominates.is_empty(),
                "the dealer nominates for every starter",
            ),
            Task::Catch => (
                rules.any(|card| card.challenge.is_some()),
                "no play can be challenged",
            ),
            Task::Taken => (!rules.attacks.is_empty(), "nothing attacks"),
            Task::Nominate => (
                rules.any(|card| card.moving.give.is_some()),
                "no cards are given away",
            ),
            Task::Out(_) => (
                rules.out.last_card == LastCard::Served,
                "nobody draws for a last card",
            ),
            Task::RoundEnd(_) => (
                rules.out.last_card == LastCard::Served || rules.any(|card| card.moving.give.is_some()),
                "nobody draws for the last card of a round",
            ),
            _ => (true, ""),
        };
        (!can).then_some(why)
    }

    /// Why a task is not due after what the turn has done.
    fn not_due(&self, task: Task) -> Option<&'static str> {
        let s = self.s;
        let own = |cards: Option<u8>| self.only_draws(s.seat, cards);
        let (played, starter) = (s.turn.played > 0, s.turn.played == 0 && s.round.plays == 0);
        let (can, why) = match task {
            Task::Draw {
                from: Source::PileTop,
                ..
            } => (false, "there is no chance in cards drawn in their order"),
            Task::Draw { seat, .. } if !s.active.contains(seat) => (false, "the seat is no longer in"),
            Task::Draw { cards, .. } | Task::DrawEach { cards, .. } => (cards > 0, "no card is to be drawn"),
            Task::Drawn => (
                own(Some(1)) && !played && s.turn.drawn.cards > 0,
                "the player of the turn draws a card by choice (turn.drawn), one at a time, and has played none",
            ),
            Task::Taken => (
                own(None) && !played,
                "the player of the turn draws for an attack, and has played no card",
            ),
            Task::Gifts(seat) => (
                own(None) && played && seat == s.seat,
                "the player of the turn draws for a card that was not covered",
            ),
            Task::Catch => (
                own(None) && played,
                "the player of the turn draws for a play that was challenged",
            ),
            // Whoever had no cards left holds those that were drawn of them.
            Task::LastDraw(_) => (
                own(Some(
                    self.rules.draw.end_of_turn.saturating_sub(s.hand(s.seat).len()),
                )),
                "a player who had no card left draws those of the turn's end",
            ),
            Task::FalseWin(_) => (own(None), "the player of the turn draws after the last card"),
            Task::MarkOverdue(_) => (own(None), "the player of the turn draws at its end"),
            Task::Resolve
            | Task::BringBack
            | Task::MoveHands
            | Task::MirrorAttack
            | Task::Effects
            | Task::Charge(_) => (played || starter, "no card was played in the turn"),
            Task::Continue if draws_until_able::<ALL>(self.rules, self.s) => (
                own(None) && played,
                "the player of the turn draws until able to cover",
            ),
            Task::Claims(_) | Task::Continue if !self.asks_early() && self.rules.mistakes.penalty == 0 => {
                (false, "no card can be tried out of turn by mistake")
            }
            Task::StartTurn(_)
                if self.s.phase() != Phase::Keep && self.rules.call.made != CallMade::ByPlayer =>
            {
                (
                    false,
                    "no call is ever missing, for which cards are drawn before a turn",
                )
            }
            Task::Played
            | Task::Words
            | Task::OutWord
            | Task::Claims(_)
            | Task::Continue
            | Task::Nominate
            | Task::QueuedEffects => (played, "no card was played in the turn"),
            Task::FirstNominates => (
                starter,
                "a card was played: the first player nominates before that",
            ),
            _ => (true, ""),
        };
        (!can).then_some(why)
    }

    /// Whether a call is asked for before anybody may play on the card.
    fn asks_early(&self) -> bool {
        self.s.phase() == Phase::Speak { last: false }
    }

    /// Whether nobody draws but this seat, so many cards if it is said.
    fn only_draws(&self, seat: Seat, most: Option<u8>) -> bool {
        let mut tasks = self.s.agenda.tasks();
        let Some(Task::Draw { seat: who, cards, .. }) = tasks.next() else {
            return false;
        };
        let alone = !matches!(tasks.next(), Some(Task::DrawEach { .. }));
        who == seat && alone && most.is_none_or(|most| cards == most)
    }

    /// Whether a task can stand right beneath the question.
    fn stands_beneath(&self, task: Task, phase: Phase) -> bool {
        match phase {
            Phase::Chance(Chance::Draw { .. }) => matches!(task, Task::Draw { .. }),
            Phase::Nominate => task == Task::FirstNominates,
            Phase::Speak { last: false } => {
                matches!(task, Task::Claims(_) | Task::Announce(_) | Task::LastCardCall(_))
            }
            Phase::Keep => matches!(task, Task::KeepFrom { .. } | Task::StartTurn(_)),
            Phase::Word { word } => self.is_due(word, WordDue::Penalty) && is_after_penalty(task),
            _ => false,
        }
    }
}

/// Whether a task can stand right beneath another one.
const fn waits_for(task: Task, above: Task) -> bool {
    match above {
        Task::Charge(_) | Task::Effects => matches!(task, Task::FirstNominates),
        Task::Draw { .. } => !matches!(
            task,
            Task::Draw { .. }
                | Task::LastCardCall(_)
                | Task::Announce(_)
                | Task::KeepFrom { .. }
                | Task::FirstNominates
        ),
        Task::DrawEach { .. } => matches!(
            task,
            Task::Effects | Task::Resolve | Task::Nominate | Task::Out(_) | Task::RoundEnd(_)
        ),
        Task::PenaltyWord(_) => is_after_penalty(task),
        _ => false,
    }
}

/// Whether a penalty for a broken rule can come before this.
const fn is_after_penalty(task: Task) -> bool {
    matches!(
        task,
        Task::EndTurn
            | Task::Words
            | Task::OutWord
            | Task::Claims(_)
            | Task::Continue
            | Task::Resolve
            | Task::StartTurn(_)
            | Task::Charge(_)
            | Task::ChargeOverdue(_)
    )
}
