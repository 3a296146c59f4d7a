//! The information state as a tensor: a header, and a slot for each entry that a seat remembers.

use super::Episode;
use super::bound::slots;
use super::entry::{EntryKind, LogEntry, SHOWN, join_draws};
use super::text::{Subject, about};
use crate::action::{Action, ActionId};
use crate::engine::{Game, Phase};
use crate::ruleset::CallMade;
use crate::seat::{MAX_SEATS, Seat};

/// The reason why an information state has no tensor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TensorError {
    /// The game has no explicit limit of decisions.
    #[error("an information-state tensor needs an explicit max_decisions: its size follows from it")]
    NoLimit,
    /// The tensor cannot be allocated.
    #[error("there is no memory for the {size} numbers of an information-state tensor")]
    Memory {
        /// Number of floats in the tensor.
        size: usize,
    },
    /// The seat remembers more than the tensor has slots for.
    #[error("what seat {} remembers takes {needed} slots: the information-state tensor has {slots}, by max_decisions", seat.0)]
    Slots {
        /// The seat whose memory is too long.
        seat: Seat,
        /// Number of slots needed.
        needed: usize,
        /// Number of slots in the tensor.
        slots: usize,
    },
}

/// The id of the action that makes the call.
const CALL: u8 = Action::Say(0).id().index() as u8;

/// Sizes of the tensor for a game.
struct TensorShape {
    seats: usize,
    kinds: usize,
    /// Number of actions; each that plays no card has a place in a slot.
    actions: usize,
    scores: usize,
    slots: usize,
}

impl TensorShape {
    fn of(game: &Game) -> Result<Self, TensorError> {
        let decisions = game.options().max_decisions.ok_or(TensorError::NoLimit)?;
        let seats = usize::from(game.players());
        Ok(Self {
            seats,
            kinds: game.all_kinds(),
            actions: game.num_actions(),
            scores: seats,
            slots: slots(game, decisions as usize),
        })
    }

    /// Size of the header: the phase, the seat to decide, the seat concerned, and the viewer.
    const fn header(&self) -> usize {
        Phase::NAMES.len() + 3 * self.seats
    }

    /// Size of a slot: kind; two seats, relative; cards seen; last card; number of cards not seen; choice; flag;
    /// scores.
    const fn slot(&self) -> usize {
        SHOWN + 2 * self.seats + 2 * self.kinds + 1 + self.choices() + 1 + self.scores
    }

    const fn choices(&self) -> usize {
        self.actions - self.kinds
    }

    const fn size(&self) -> usize {
        self.header() + self.slots * self.slot()
    }
}

/// Returns the number of floats in an information-state tensor of a game.
///
/// # Errors
/// [`TensorError::NoLimit`].
pub fn information_state_tensor_size(game: &Game) -> Result<usize, TensorError> {
    TensorShape::of(game).map(|shape| shape.size())
}

impl Episode {
    /// Returns everything that a seat may know of the past (perfect recall) as a tensor.
    ///
    /// The header holds the phase, if a seat is to decide, with that seat and the one concerned, both relative, and the
    /// viewer's own seat, absolute. The slots follow in order of time, and unused ones are 0. Each holds the kind, the
    /// acting seat and the other seat (both relative), the cards seen (a count per kind), the last card, the number of
    /// cards not seen, the choice (actions that play no card), a flag, and scores (in hundreds, relative). Entries that follow
    /// from the others by the rules have no slot: reversals, skips, renewals, and events that repeat the seat's own
    /// decision.
    ///
    /// A created rule that the seat sees is encoded as cards: each card it applies to once, each card beneath twice,
    /// each card that may follow four times, and the red Joker eight times per index of the effect, counted from 1. A
    /// pile that is dealt into two is encoded as the cards of the second pile, with 256 times the top of the first and
    /// 512 times the top of the second. The backs of cards are encoded as 256 times the card that each is.
    ///
    /// The tensor distinguishes the same states as [`Episode::information_state_string`], except in an episode that
    /// begins with a position, of which it shows only the hand and the upcard.
    ///
    /// # Errors
    /// See [`TensorError`].
    pub fn information_state_tensor(&self, seat: Seat) -> Result<Vec<f32>, TensorError> {
        let shape = TensorShape::of(&self.game)?;
        let size = shape.size();
        let mut tensor: Vec<f32> = Vec::new();
        let given = tensor.try_reserve_exact(size);
        given.map_err(|_| TensorError::Memory { size })?;
        tensor.resize(size, 0.0);
        let (header, slots) = tensor.split_at_mut(shape.header());
        self.write_header(seat, header, &shape);
        write_slots(&self.slots(seat), seat, slots, &shape)?;
        Ok(tensor)
    }

    /// Returns the entries that fill the slots of a seat.
    fn slots(&self, seat: Seat) -> Vec<LogEntry> {
        let automatic = self.game.rules().call.made == CallMade::Automatic;
        join_draws(shown(self.entries(seat), automatic))
    }

    fn write_header(&self, seat: Seat, header: &mut [f32], shape: &TensorShape) {
        let (phases, rest) = header.split_at_mut(Phase::NAMES.len());
        let (actors, rest) = rest.split_at_mut(shape.seats);
        let (concerned, own) = rest.split_at_mut(shape.seats);
        own[seat.index()] = 1.0;
        let Some(actor) = self.state.actor() else {
            return;
        };
        let phase = self.state.phase();
        phases[phase.index()] = 1.0;
        actors[relative(seat, actor.0, shape)] = 1.0;
        let other = match about(phase) {
            Subject::Receiver(other) | Subject::Player(other) => other,
            // The owner, polled last, may still speak.
            Subject::Late => actor,
            Subject::Nothing => return,
        };
        concerned[relative(seat, other.0, shape)] = 1.0;
    }
}

/// Keeps the entries that the tensor shows and that do not follow from the others.
fn shown(entries: Vec<LogEntry>, automatic: bool) -> impl Iterator<Item = LogEntry> {
    let mut own = None;
    entries.into_iter().filter(move |entry| {
        let decided = own.take();
        if entry.kind == EntryKind::Decided {
            own = entry.seat;
            return true;
        }
        let said_again = matches!(
            entry.kind,
            EntryKind::Played
                | EntryKind::Nominated
                | EntryKind::Gave
                | EntryKind::Said
                | EntryKind::Caught
                | EntryKind::Passed
        );
        let implied = said_again && decided.is_some() && entry.seat == decided && entry.backs.is_empty();
        // A call that nobody can omit follows from the sizes of hands; other words do not.
        let called = automatic && entry.kind == EntryKind::Said && entry.choice == Some(CALL);
        (entry.kind as usize) < SHOWN && !implied && !called
    })
}

/// Writes all shown entries into the slots.
fn write_slots(
    shown: &[LogEntry],
    seat: Seat,
    slots: &mut [f32],
    shape: &TensorShape,
) -> Result<(), TensorError> {
    if shown.len() > shape.slots {
        return Err(TensorError::Slots {
            seat,
            needed: shown.len(),
            slots: shape.slots,
        });
    }
    for (entry, slot) in shown.iter().zip(slots.chunks_exact_mut(shape.slot())) {
        write_slot(entry, seat, slot, shape);
    }
    Ok(())
}

fn relative(viewer: Seat, seat: u8, shape: &TensorShape) -> usize {
    usize::from(viewer.clockwise_to(Seat(seat), shape.seats as u8))
}

fn write_slot(entry: &LogEntry, viewer: Seat, slot: &mut [f32], shape: &TensorShape) {
    let (kind, rest) = slot.split_at_mut(SHOWN);
    let (who, rest) = rest.split_at_mut(shape.seats);
    let (whom, rest) = rest.split_at_mut(shape.seats);
    let (cards, rest) = rest.split_at_mut(shape.kinds);
    let (last, rest) = rest.split_at_mut(shape.kinds);
    let (hidden, rest) = rest.split_at_mut(1);
    let (choice, rest) = rest.split_at_mut(shape.choices());
    let (flag, scores) = rest.split_at_mut(1);
    kind[entry.kind as usize] = 1.0;
    if let Some(seat) = entry.seat {
        who[relative(viewer, seat, shape)] = 1.0;
    }
    if let Some(seat) = entry.other {
        whom[relative(viewer, seat, shape)] = 1.0;
    }
    for &card in &entry.cards {
        cards[usize::from(card)] += 1.0;
    }
    for &back in &entry.backs {
        cards[usize::from(back)] += 256.0;
    }
    if let Some(card) = entry.last {
        last[usize::from(card)] = 1.0;
    }
    hidden[0] = f32::from(entry.hidden);
    if let Some(id) = entry.choice.and_then(ActionId::new) {
        match Action::from_id(id) {
            Action::Play(card) => cards[card.index()] += 1.0,
            _ => choice[id.place_among_choices()] = 1.0,
        }
    }
    flag[0] = f32::from(u8::from(entry.flag));
    for (seat, score) in entry.scores.iter().enumerate().take(MAX_SEATS) {
        scores[relative(viewer, seat as u8, shape)] = *score as f32 / 100.0;
    }
}

#[cfg(test)]
mod tests;
