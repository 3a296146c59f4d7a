//! The agenda: what happens next, as a small stack of tasks. The position waits because its top task is a question.

use super::phase::Phase;
use crate::card::Card;
use crate::ruleset::Source;
use crate::seat::Seat;

/// One thing that is to be done. What it does may push others, which then come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// A seat draws, one card after the other; where chance is explicit, the position waits for each.
    Draw {
        /// Who draws.
        seat: Seat,
        /// Cards yet to be drawn.
        cards: u8,
        /// Where they come from.
        from: Source,
    },
    /// From this seat on, up to the seat of the turn, each player draws.
    DrawEach {
        /// Who draws first.
        first: Seat,
        /// Cards for each.
        cards: u8,
    },
    /// A card was played: hands that pass at once, words, the call and cards out of turn come first.
    Played,
    /// The words that are due for the card just played.
    Words,
    /// The word that is due for going out, then the call where others may play on the card.
    OutWord,
    /// May a card be played out of turn, by this seat or one after it?
    Claims(Seat),
    /// Is the player out, may the turn go on?
    Continue,
    /// Cards are given away, beginning with the seat after this one.
    Gifts(Seat),
    /// Is a suit to be nominated?
    Nominate,
    /// May a missing call be caught?
    Catch,
    /// The turn is resolved: first a player who has counted down gets a new hand.
    Resolve,
    /// The effects that the turn has collected; those that are done are no longer collected.
    Effects,
    /// What is owed for cards played.
    Settle,
    /// May somebody mirror, from this seat on?
    Mirrors(Seat),
    /// The pile is dealt into two.
    Split,
    /// A card was drawn in the turn.
    Drawn,
    /// What was pending has been drawn.
    Taken,
    /// The turn is over.
    EndTurn,
    /// The cards for a missing call, then the turn of this seat.
    Charge(Seat),
    /// What there is between a turn and that of this seat: first the card drawn at its end.
    Close(Seat),
    /// That card was drawn by a player who had none left.
    LastDraw(Seat),
    /// Beneath a question: the call wins the round.
    Win(Seat),
    /// Calls that were missing before this turn ended have been so for a turn.
    Overdue(Seat),
    /// The cards for calls that have been missing for a turn.
    ChargeOverdue(Seat),
    /// The calls of those who hold one card.
    Announce(Seat),
    /// From a seat on, players choose the cards to keep.
    KeepFrom {
        /// Who chooses first.
        seat: Seat,
        /// Whose turn begins then.
        next: Seat,
    },
    /// The card drawn after the last one came with a penalty.
    FalseWin(Seat),
    /// Is a word due from this seat, which has drawn for a broken rule?
    Thanks(Seat),
    /// The turn of this seat begins.
    StartTurn(Seat),
    /// The first player nominates for the starter, before anything else; beneath that question: it is open.
    FirstNominates,
    /// This seat is out: the last card's effects, then the end of the round.
    Out(Seat),
    /// The round ends; a seat that is out has won it.
    RoundEnd(Option<Seat>),
    /// A round begins.
    Deal,
    /// The parameters from this one on are drawn.
    Params(u8),
    /// Rules are drawn and added before the deal.
    Created,
    /// The rule that this seat adds is drawn on.
    Draft(Seat),
    /// The dealer chooses how many cards are dealt, if there is a choice.
    DealerChoice,
    /// The cards are dealt.
    DealCards,
    /// The starter is turned.
    TurnStarter,
    /// The starter has been turned.
    Started(Card),
}

/// What follows a task that is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// This task, at once: it never stands on the agenda.
    Do(Task),
    /// What waits on the agenda; where nothing does, the seat of the turn plays.
    Agenda,
    /// The answer to the question that was just opened.
    Wait,
}

/// Most tasks that wait at once. Play needs four: a nomination for the starter, the effects of that, the players of whom each draws,
/// and a draw.
pub(crate) const MAX_TASKS: usize = 6;

/// What happens next: the question that is open, and beneath it the tasks that wait, the first to be done on top.
///
/// The question is the task on top. Since every decision reads it, it has a place of its own, and while nothing else is asked it
/// is the ordinary one: the seat of the turn plays. While an action is applied it is the one that was answered.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Agenda {
    /// What is to be decided.
    phase: Phase,
    /// Who is asked; at a chance node and at the end, whom it is about or who decided last.
    by: Seat,
    /// How many tasks wait.
    len: u8,
    waiting: [Task; MAX_TASKS],
}

impl Agenda {
    /// This seat plays, and nothing waits.
    pub(crate) const fn new(seat: Seat) -> Self {
        Self {
            phase: Phase::Play,
            by: seat,
            len: 0,
            waiting: [Task::EndTurn; MAX_TASKS],
        }
    }

    /// What is to be decided.
    #[inline]
    pub(crate) const fn phase(&self) -> Phase {
        self.phase
    }

    /// Who is asked.
    #[inline]
    pub(crate) const fn by(&self) -> Seat {
        self.by
    }

    /// Opens a question on top of what waits.
    #[inline]
    pub(crate) fn ask(&mut self, phase: Phase, by: Seat) {
        (self.phase, self.by) = (phase, by);
    }

    /// Whether nothing waits.
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The task that comes first once the question is answered.
    #[inline]
    pub(crate) fn top(&self) -> Option<Task> {
        self.tasks().next()
    }

    /// Adds a task that comes before the others.
    #[inline]
    pub(crate) fn push(&mut self, task: Task) {
        self.waiting[usize::from(self.len)] = task;
        self.len += 1;
    }

    /// Takes the task that comes first.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Task> {
        let top = self.top()?;
        self.len -= 1;
        Some(top)
    }

    /// Takes this task if it comes first; whether it did.
    #[inline]
    pub(crate) fn pop_if(&mut self, task: Task) -> bool {
        let is_top = self.top() == Some(task);
        self.len -= u8::from(is_top);
        is_top
    }

    /// Nothing waits any more.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// The tasks that wait, the first to be done first.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = Task> + '_ {
        self.waiting[..usize::from(self.len)].iter().rev().copied()
    }
}

/// Equal if the same is asked of the same seat and the same waits.
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
        waits.push(Task::Settle);
        asks.ask(Phase::GoOn, Seat(1));
        assert!(waits != new() && asks != new() && new() != Agenda::new(Seat(2)));
        waits.clear();
        asks.ask(Phase::Play, Seat(1));
        assert!(waits == new() && asks == new());
    }
}
