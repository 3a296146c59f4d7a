//! The agenda: the open question, and beneath it a small stack of tasks to run once it is answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::phase::Phase;
use crate::ruleset::Source;
use crate::seat::Seat;

/// A task to run: a stage of a table (`engine/stages.rs`), or a step outside of the tables.
///
/// A task carries what it must remember, such as the seat that is polled or the number of cards yet to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
pub(crate) enum Task {
    /// A seat draws cards one at a time, each at a chance node.
    Draw {
        /// The seat that draws.
        seat: Seat,
        /// Number of cards yet to be drawn.
        cards: u8,
        /// The source of the cards.
        #[serde(default)]
        from: Source,
    },
    /// A seat draws cards one at a time, each at a chance node, until one ends the draw.
    DrawUntil {
        /// The seat that draws.
        seat: Seat,
        /// The place of the draw among the open draws of the ruleset, from 1 on.
        until: u8,
    },
    /// A seat draws a number of cards by lot.
    DrawAmount {
        /// The seat that draws.
        seat: Seat,
        /// The place of the draw among the open draws of the ruleset, from 1 on.
        open: u8,
    },
    /// Each player draws a number of cards by lot, from this seat on up to the last one before the seat of the turn.
    DrawAmountEach {
        /// The seat that draws first.
        first: Seat,
        /// The place of the draw among the open draws of the ruleset, from 1 on.
        open: u8,
    },
    /// The backs of cards that have moved are drawn, each at a chance node.
    Backs,
    /// Each player draws, from this seat on up to the last one before the seat of the turn.
    DrawEach {
        /// The seat that draws first.
        first: Seat,
        /// Number of cards for each player.
        cards: u8,
    },
    /// A seat draws for breaking a rule, and is then asked for the word that may be due.
    Penalty {
        /// The seat that draws.
        seat: Seat,
        /// Number of cards.
        cards: u8,
    },
    /// This seat has drawn for a broken rule and is asked for the word that is due, if there is one.
    PenaltyWord(Seat),

    /// A card was played: it may end the round, and stages that cannot apply to it are skipped.
    Played,
    /// Hands are passed before anybody may play on the card.
    PassFirst,
    /// The player is asked for the next word that is due for the card.
    Words,
    /// A last card with which the player does not go out is noted.
    LastCard,
    /// The player is asked for the word that is due for going out.
    OutWord,
    /// The player is asked for a call that comes before others may play on the card.
    CallFirst,
    /// Seats are polled for a card out of turn, from this one on.
    Claims(Seat),
    /// The turn goes on, unless its player goes out or the round has used up its cards.
    Continue,
    /// The player may play more cards, or nominates their suit first.
    MoreCards,
    /// The player plays no more cards, and draws for a card that was not covered.
    StopPlaying,
    /// Cards are given away, beginning with the seat after this one.
    Gifts(Seat),
    /// The player is asked for the call, if one card is left.
    Call,
    /// The suit to follow is nominated.
    Nominate,
    /// The rank to follow is named.
    NameRank,
    /// The next player may challenge the play.
    Challenge,
    /// The others may catch a missing call.
    Catch,
    /// All cards are turned over.
    TurnOver,
    /// A player who has counted down gets a new hand.
    Resolve,
    /// The player who went out in the turn before is brought back.
    BringBack,
    /// All hands move.
    MoveHands,
    /// The queued effects of each card are served, in the order of the cards.
    QueuedEffects,
    /// The pile is dealt into two.
    Split,
    /// A player who was to draw for a last card but could not is out.
    NothingLeft,
    /// Mirroring is offered to the players whom the turn makes draw.
    OfferMirrors,
    /// Seats are polled for a card that mirrors, from this one on.
    Mirrors(Seat),
    /// An attack that was mirrored turns back.
    MirrorAttack,
    /// All others draw.
    OthersDraw,
    /// Reversals, skips, the penalty and the attack are resolved, which determines the seat that plays next.
    Effects,

    /// The pending attack was taken.
    Taken,
    /// A card was drawn by choice.
    Drawn,
    /// The card that was drawn must be played.
    PlayDrawn,
    /// The turn is over.
    EndTurn,

    /// Missing calls are charged before the turn of this seat.
    Charge(Seat),
    /// The card at the end of a turn is drawn, before the turn of this seat.
    BetweenTurns(Seat),
    /// A player without cards has drawn the card at the end of the turn.
    LastDraw(Seat),
    /// Waits beneath the question for the call with that card, which wins the round.
    LastCardCall(Seat),
    /// The player did not make that call and has drawn the penalty.
    FalseWin(Seat),
    /// Missing calls become overdue, except that of the player whose turn ends.
    MarkOverdue(Seat),
    /// Overdue calls are charged.
    ChargeOverdue(Seat),
    /// Seats that hold one card are asked for the call.
    Announce(Seat),
    /// Players choose the cards to keep, if the stock runs low.
    Keep(Seat),
    /// From a seat on, players choose the cards to keep.
    KeepFrom {
        /// The seat that chooses first.
        seat: Seat,
        /// The seat whose turn begins then.
        next: Seat,
    },
    /// The turn of this seat begins.
    StartTurn(Seat),
    /// Missing calls are charged or caught, as the turn of this seat has begun.
    CallsDue(Seat),

    /// A round begins.
    Deal,
    /// The parameters are drawn.
    Params,
    /// Rules are drawn and added before the deal.
    Created,
    /// Created rules are drawn for this seat.
    Draft(Seat),
    /// The dealer chooses how many cards are dealt.
    DealerChoice,
    /// The dealer chooses the direction before the deal.
    Direction,
    /// The cards are dealt.
    DealCards,
    /// The second pile is begun.
    SecondPile,
    /// The starter is turned.
    TurnStarter,
    /// The dealer chooses the direction after the deal.
    LateDirection,
    /// The starter counts as if the dealer had played it.
    CountStarter,
    /// The first player nominates for the starter, before anything else; the task stays beneath the question.
    FirstNominates,

    /// This seat is out: the effects of the last card are served, then the round ends.
    Out(Seat),
    /// The round ends; a seat that is out has won it.
    RoundEnd(Option<Seat>),
}

/// The step that follows a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Run the next stage of the table; after the last one, the next task of the agenda.
    Next,
    /// Wait for the answer to the question that was just opened.
    Wait,
    /// Run this task instead of the next stage.
    Jump(Task),
    /// Run this task, then the next stage of the table.
    Interrupt(Task),
    /// Run the next task of the agenda; if none waits, the seat of the turn plays.
    Resume,
}

/// Greatest number of tasks that wait at once. Play needs four: a nomination for the starter, its effects, the
/// draws of several players, and one draw.
pub(crate) const MAX_TASKS: usize = 6;

/// The open question, and beneath it the waiting tasks, the first to be run on top.
///
/// The question has fields of its own, since every decision reads it. Unless something else is asked, it is the ordinary one: the
/// seat of the turn plays. While an action is applied, it is the question just answered.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "Waiting", into = "Waiting")]
#[repr(C)]
pub(crate) struct Agenda {
    /// The question.
    phase: Phase,
    /// The seat asked; at a chance node the seat concerned, and at the end the seat that decided last.
    by: Seat,
    /// Number of waiting tasks.
    len: u8,
    waiting: [Task; MAX_TASKS],
}

/// Serialised form of an agenda.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Waiting {
    /// The open question: a name, or `name` and its fields.
    phase: Phase,
    /// The seat that decides.
    actor: Seat,
    /// The tasks that wait beneath the question, the first to be run first.
    #[schemars(length(max = MAX_TASKS))]
    agenda: Vec<Task>,
}

impl From<Agenda> for Waiting {
    fn from(agenda: Agenda) -> Self {
        Self {
            phase: agenda.phase,
            actor: agenda.by,
            agenda: agenda.tasks().collect(),
        }
    }
}

impl TryFrom<Waiting> for Agenda {
    type Error = String;

    fn try_from(written: Waiting) -> Result<Self, String> {
        let mut agenda = Self::new(written.actor);
        agenda.phase = written.phase;
        if written.agenda.len() > MAX_TASKS {
            return Err(format!(
                "{} tasks: at most {MAX_TASKS} wait",
                written.agenda.len()
            ));
        }
        written
            .agenda
            .into_iter()
            .rev()
            .for_each(|task| agenda.push(task));
        Ok(agenda)
    }
}

impl Agenda {
    /// Returns the agenda on which this seat plays and no task waits.
    pub(crate) const fn new(seat: Seat) -> Self {
        Self {
            phase: Phase::Play,
            by: seat,
            len: 0,
            waiting: [Task::EndTurn; MAX_TASKS],
        }
    }

    /// Returns the question.
    #[inline]
    pub(crate) const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the seat that is asked.
    #[inline]
    pub(crate) const fn by(&self) -> Seat {
        self.by
    }

    /// Opens a question on top of the waiting tasks.
    #[inline]
    pub(crate) fn ask(&mut self, phase: Phase, by: Seat) {
        (self.phase, self.by) = (phase, by);
    }

    /// Returns true if no task waits.
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the task to run first once the question is answered.
    #[inline]
    pub(crate) fn top(&self) -> Option<Task> {
        self.tasks().next()
    }

    /// Adds a task that is run before the others.
    #[inline]
    pub(crate) fn push(&mut self, task: Task) {
        self.waiting[usize::from(self.len)] = task;
        self.len += 1;
    }

    /// Removes and returns the first task.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Task> {
        let top = self.top()?;
        self.len -= 1;
        Some(top)
    }

    /// Removes this task if it is the first one; returns true if it was.
    #[inline]
    pub(crate) fn pop_if(&mut self, task: Task) -> bool {
        let is_top = self.top() == Some(task);
        self.len -= u8::from(is_top);
        is_top
    }

    /// Removes all tasks.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Returns the waiting tasks, the first to be run first.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = Task> + '_ {
        self.waiting[..usize::from(self.len)].iter().rev().copied()
    }
}

/// Two agendas are equal if they ask the same seat the same question and the same tasks wait.
impl PartialEq for Agenda {
    fn eq(&self, other: &Self) -> bool {
        (self.phase, self.by) == (other.phase, other.by) && self.tasks().eq(other.tasks())
    }
}

impl Eq for Agenda {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_task_pushed_last_comes_first() {
        let mut agenda = Agenda::new(Seat(0));
        assert_eq!(
            (agenda.top(), agenda.pop(), agenda.is_empty()),
            (None, None, true)
        );
        agenda.push(Task::EndTurn);
        agenda.push(Task::Charge(Seat(2)));
        assert_eq!(
            agenda.tasks().collect::<Vec<_>>(),
            [Task::Charge(Seat(2)), Task::EndTurn]
        );
        assert!(!agenda.pop_if(Task::EndTurn));
        assert!(agenda.pop_if(Task::Charge(Seat(2))));
        assert_eq!(agenda.pop(), Some(Task::EndTurn));
        assert!(agenda.is_empty());
    }

    #[test]
    fn agendas_are_equal_if_the_same_is_asked_and_the_same_waits() {
        let new = || Agenda::new(Seat(1));
        let (mut waits, mut asks) = (new(), new());
        waits.push(Task::QueuedEffects);
        asks.ask(Phase::Continue, Seat(1));
        assert!(waits != new() && asks != new() && new() != Agenda::new(Seat(2)));
        waits.clear();
        asks.ask(Phase::Play, Seat(1));
        assert!(waits == new() && asks == new());
    }
}
