//! The agenda: the question that is open, and beneath it a small stack of the tasks that come then.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::phase::Phase;
use crate::ruleset::Source;
use crate::seat::Seat;

/// One thing that is to be done: a stage of a sequence (`engine/stages.rs`), or what comes between two of them.
///
/// A task that must remember something says so: a seat that is polled, cards that are yet to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
pub(crate) enum Task {
    /// A seat draws, one card after the other; where chance is explicit, the position waits for each.
    Draw {
        /// Who draws.
        seat: Seat,
        /// Cards yet to be drawn.
        cards: u8,
        /// Where they come from.
        #[serde(default)]
        from: Source,
    },
    /// From this seat on, up to the seat of the turn, each player draws.
    DrawEach {
        /// Who draws first.
        first: Seat,
        /// Cards for each.
        cards: u8,
    },
    /// A seat draws for breaking a rule; the word that may be due for it comes then.
    Penalty {
        /// Who draws.
        seat: Seat,
        /// How many cards.
        cards: u8,
    },
    /// This seat has drawn for a broken rule: it is asked for the word that is due, if there is one.
    PenaltyWord(Seat),

    /// A card was played: it may end the round, or nothing may come between it and the rest of the turn.
    Played,
    /// Hands that pass before anybody may play on the card.
    PassFirst,
    /// The next word that is due for the card.
    Words,
    /// A last card that nobody goes out with is noted.
    LastCard,
    /// The word that is due for going out.
    OutWord,
    /// The call, where it comes before cards that others may play on the card.
    CallFirst,
    /// Seats are polled for a card out of turn, from this one on.
    Claims(Seat),
    /// A player without cards is out, or the round has used up its cards.
    Continue,
    /// The player may play more cards, or first nominates the suit of those.
    MoreCards,
    /// No more cards are played: cards are drawn for one that was not covered.
    StopPlaying,
    /// Cards are given away, beginning with the seat after this one.
    Gifts(Seat),
    /// The call, if one card is left.
    Call,
    /// The suit to follow is nominated.
    Nominate,
    /// The rank to follow is named.
    NameRank,
    /// The next player may challenge the play.
    Challenge,
    /// The others may catch a missing call.
    Catch,
    /// A player who has counted down gets a new hand.
    Resolve,
    /// Whoever went out in the turn before is brought back.
    BringBack,
    /// All hands move.
    MoveHands,
    /// The effects that wait for each card played, in their order.
    QueuedEffects,
    /// The pile is dealt into two.
    Split,
    /// A player who has nothing left after all is out.
    NothingLeft,
    /// Mirroring is offered to those whom the turn makes draw.
    OfferMirrors,
    /// Seats are polled for a card that mirrors, from this one on.
    Mirrors(Seat),
    /// An attack that was mirrored turns back.
    MirrorAttack,
    /// All others draw.
    OthersDraw,
    /// Directions, skips, the penalty and the attack; they name the seat that plays next.
    Effects,

    /// What was pending has been drawn.
    Taken,
    /// A card was drawn in the turn.
    Drawn,
    /// The card that was drawn must be played.
    PlayDrawn,
    /// The turn is over.
    EndTurn,

    /// The cards for a missing call, before the turn of this seat.
    Charge(Seat),
    /// What there is between a turn and that of this seat: first the card drawn at its end.
    BetweenTurns(Seat),
    /// That card was drawn by a player who had none left.
    LastDraw(Seat),
    /// Beneath the question for it: the call with that card wins the round.
    LastCardCall(Seat),
    /// The card drawn after the last one came with a penalty.
    FalseWin(Seat),
    /// Calls that were missing before this turn ended have been so for a turn.
    MarkOverdue(Seat),
    /// The cards for calls that have been missing for a turn.
    ChargeOverdue(Seat),
    /// The calls of those who hold one card.
    Announce(Seat),
    /// Players choose the cards to keep, where the stock runs low.
    Keep(Seat),
    /// From a seat on, players choose the cards to keep.
    KeepFrom {
        /// Who chooses first.
        seat: Seat,
        /// Whose turn begins then.
        next: Seat,
    },
    /// The turn of this seat begins.
    StartTurn(Seat),
    /// Missing calls are looked for as the turn of this seat has begun.
    CallsDue(Seat),

    /// A round begins.
    Deal,
    /// The parameters are drawn.
    Params,
    /// Rules are drawn and added before the deal.
    Created,
    /// The rule that this seat adds is drawn on.
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
    /// The first player nominates for the starter, before anything else; beneath that question: it is open.
    FirstNominates,

    /// This seat is out: the last card's effects, then the end of the round.
    Out(Seat),
    /// The round ends; a seat that is out has won it.
    RoundEnd(Option<Seat>),
}

/// How a stage ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The next stage of its sequence; after the last one, what waits on the agenda.
    Next,
    /// The answer to the question that was just opened.
    Wait,
    /// This stage, at once.
    Jump(Task),
    /// This task, then the next stage of the sequence.
    Interrupt(Task),
    /// What waits on the agenda; where nothing does, the seat of the turn plays.
    Resume,
}

/// Most tasks that wait at once. Play needs four: a nomination for the starter, the effects of that, the players of whom each draws,
/// and a draw.
pub(crate) const MAX_TASKS: usize = 6;

/// What happens next: the question that is open, and beneath it the tasks that wait, the first to be done on top.
///
/// The question is the task on top. Since every decision reads it, it has a place of its own, and while nothing else is asked it
/// is the ordinary one: the seat of the turn plays. While an action is applied it is the one that was answered.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "Waiting", into = "Waiting")]
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

/// An agenda as it is written.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Waiting {
    /// The question that is open: a name, or `name` and its fields.
    phase: Phase,
    /// Who decides.
    actor: Seat,
    /// The tasks that wait beneath the question, the first to be done first.
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
        waits.push(Task::QueuedEffects);
        asks.ask(Phase::GoOn, Seat(1));
        assert!(waits != new() && asks != new() && new() != Agenda::new(Seat(2)));
        waits.clear();
        asks.ask(Phase::Play, Seat(1));
        assert!(waits == new() && asks == new());
    }
}
