//! Checks that each waiting task of a position can be done where it stands.

use super::problem::ProblemCode;
use super::valid::Check;
use crate::engine::agenda::Agenda;
use crate::engine::{Chance, Phase, Task};
use crate::rules::OpenDraw;
use crate::ruleset::{Source, WordDue};

impl Check<'_> {
    /// Checks that each waiting task can be done at its place in the agenda.
    pub(super) fn agenda(&mut self) {
        let waiting: Vec<Task> = self.state.agenda.tasks().collect();
        for (n, &task) in waiting.iter().enumerate() {
            let stands = match n.checked_sub(1) {
                None => self.stands_beneath(task),
                Some(above) => waits_for(task, waiting[above]),
            };
            // The first player nominates before a card is played or a call is due.
            let late =
                task == Task::FirstNominates && (self.state.round.plays > 0 || !self.state.calls.is_empty());
            if !stands || late {
                let message = format!("{task:?} does not wait for what comes before it");
                self.problems
                    .add(format!("agenda.{n}"), ProblemCode::Contradiction, message);
            }
        }
        if let Phase::Chance(Chance::Draw { seat }) = self.state.phase() {
            let top = self.state.agenda.top();
            let draws = matches!(
                top,
                Some(Task::Draw { seat: draws, .. } | Task::DrawUntil { seat: draws, .. }) if draws == seat
            );
            if !draws {
                let message = format!("a card is drawn by seat {}: its draw must come first", seat.0);
                self.problems.add("agenda", ProblemCode::Contradiction, message);
            }
        }
        self.resumed(&waiting);
    }

    /// Checks that the seat of the turn can play, if it goes on with its turn after a call or a penalty for one.
    fn resumed(&mut self, waiting: &[Task]) {
        let asks = match self.state.phase() {
            Phase::Chance(Chance::Draw { .. }) => true,
            // Without a task it is the number of a hit in the queue.
            Phase::Chance(Chance::Amount) => !waiting.is_empty(),
            Phase::Word { word } => self.is_due(word, WordDue::Penalty),
            _ => false,
        };
        let returns = |task: &Task| {
            matches!(
                task,
                Task::Draw { .. } | Task::DrawUntil { .. } | Task::DrawAmount { .. } | Task::PenaltyWord(_)
            )
        };
        if !asks || !waiting.iter().all(returns) {
            return;
        }
        let mut next = self.state.clone();
        next.agenda = Agenda::new(self.state.seat);
        let plays = self.state.active.contains(self.state.seat) && !self.game.legal(&next).is_empty();
        self.unless(plays, "the seat of the turn cannot go on with it");
    }

    /// True when a task can wait directly beneath the open question.
    fn stands_beneath(&self, task: Task) -> bool {
        match self.state.phase() {
            Phase::Chance(Chance::Draw { .. }) => match task {
                Task::Draw { seat, cards, from } => {
                    self.state.active.contains(seat) && cards > 0 && from != Source::PileTop
                }
                Task::DrawUntil { seat, until } => {
                    let draw = self.rules.open_draws.at(until);
                    self.state.active.contains(seat) && draw.is_some_and(OpenDraw::shows)
                }
                _ => false,
            },
            Phase::Chance(Chance::Amount) => match task {
                Task::DrawAmount { seat, open } => {
                    let draw = self.rules.open_draws.at(open);
                    self.state.active.contains(seat) && draw.is_some_and(|draw| !draw.shows())
                }
                _ => false,
            },
            Phase::Chance(Chance::Back) => task == Task::Backs,
            Phase::Nominate => task == Task::FirstNominates,
            Phase::Speak { last: false } => {
                matches!(task, Task::Claims(_) | Task::Announce(_) | Task::LastCardCall(_))
            }
            Phase::Keep => matches!(task, Task::KeepFrom { .. } | Task::StartTurn(_)),
            Phase::Word { word } => self.is_due(word, WordDue::Penalty) && is_after_penalty(task),
            _ => false,
        }
    }

    /// Checks that the words still to be said are due after a card.
    pub(super) fn words(&mut self) {
        let words = self.state.tableau.as_ref().map_or(0, |tableau| tableau.words);
        for word in (0..8).filter(|word| words & (1 << word) != 0) {
            if !self.is_due(word, WordDue::Played) {
                let message = format!("the ruleset has no word {word} that is due after a card");
                self.problems.add("words", ProblemCode::Contradiction, message);
            }
        }
    }

    /// True when the ruleset has this word, due at this time.
    fn is_due(&self, say: u8, due: WordDue) -> bool {
        let mut words = self.rules.tableau.words.iter();
        words.any(|word| word.say == say && word.due == due)
    }
}

/// True when a task can wait directly beneath another one.
const fn waits_for(task: Task, above: Task) -> bool {
    match above {
        Task::Charge(_) | Task::Effects | Task::QueuedEffects => matches!(task, Task::FirstNominates),
        Task::DrawUntil { .. } | Task::DrawAmount { .. } => {
            is_after_draw(task) || matches!(task, Task::Draw { cards, .. } if cards > 0)
        }
        Task::Draw { .. } => is_after_draw(task),
        Task::Backs => {
            is_after_draw(task)
                || matches!(
                    task,
                    Task::Draw { .. } | Task::DrawUntil { .. } | Task::LateDirection
                )
        }
        Task::DrawAmountEach { .. } => matches!(task, Task::QueuedEffects),
        Task::DrawEach { .. } => matches!(
            task,
            Task::Effects | Task::Resolve | Task::Nominate | Task::Out(_) | Task::RoundEnd(_)
        ),
        Task::PenaltyWord(_) => is_after_penalty(task),
        _ => false,
    }
}

/// True when a draw can come directly before this task.
const fn is_after_draw(task: Task) -> bool {
    match task {
        Task::DrawEach { cards, .. } => cards > 0,
        Task::PenaltyWord(_)
        | Task::DrawUntil { .. }
        | Task::DrawAmountEach { .. }
        | Task::Played
        | Task::Words
        | Task::OutWord
        | Task::Claims(_)
        | Task::Continue
        | Task::Gifts(_)
        | Task::Nominate
        | Task::Catch
        | Task::TurnOver
        | Task::Resolve
        | Task::BringBack
        | Task::MoveHands
        | Task::QueuedEffects
        | Task::MirrorAttack
        | Task::Effects
        | Task::Taken
        | Task::Drawn
        | Task::EndTurn
        | Task::Charge(_)
        | Task::LastDraw(_)
        | Task::FalseWin(_)
        | Task::MarkOverdue(_)
        | Task::ChargeOverdue(_)
        | Task::StartTurn(_)
        | Task::Out(_)
        | Task::RoundEnd(_) => true,
        Task::Draw { .. }
        | Task::Backs
        | Task::DrawAmount { .. }
        | Task::Penalty { .. }
        | Task::PassFirst
        | Task::LastCard
        | Task::CallFirst
        | Task::MoreCards
        | Task::StopPlaying
        | Task::Call
        | Task::NameRank
        | Task::Challenge
        | Task::Split
        | Task::NothingLeft
        | Task::OfferMirrors
        | Task::Mirrors(_)
        | Task::OthersDraw
        | Task::PlayDrawn
        | Task::BetweenTurns(_)
        | Task::LastCardCall(_)
        | Task::Announce(_)
        | Task::Keep(_)
        | Task::KeepFrom { .. }
        | Task::CallsDue(_)
        | Task::Deal
        | Task::Params
        | Task::Created
        | Task::Draft(_)
        | Task::DealerChoice
        | Task::Direction
        | Task::DealCards
        | Task::SecondPile
        | Task::TurnStarter
        | Task::LateDirection
        | Task::CountStarter
        | Task::FirstNominates => false,
    }
}

/// True when a penalty for a broken rule can come before this task.
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
