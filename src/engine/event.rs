//! Events of a game, and the logs that receive them.

use super::state::State;
use super::tableau::Demanded;
use crate::card::{Card, Suit};
use crate::ruleset::CreatedRule;
use crate::seat::{Direction, Seat, SeatSet};

/// An event of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A parameter of the episode was drawn: this card, or the rank of this card.
    Param(u8, Card),
    /// A round begins with this dealer.
    Dealer(Seat),
    /// The dealer has chosen the direction of play.
    Direction(Direction),
    /// A seat was dealt a card. Private to it.
    Dealt(Seat, Card),
    /// This card was turned to begin the pile.
    Starter(Card),
    /// A seat has the first turn by this card, which it shows; or since nobody holds a card that names the first player.
    Begins(Seat, Option<Card>),
    /// This card was turned and went back into the stock.
    TurnedAgain(Card),
    /// A seat played a card.
    Played(Seat, Card),
    /// A seat drew a card; true if everybody knew which.
    Drew(Seat, Card, bool),
    /// A seat ended the turn without playing a card or drawing one.
    Passed(Seat),
    /// A seat nominated a suit.
    Nominated(Seat, Suit),
    /// This suit was drawn by lot and must be followed.
    SuitByLot(Suit),
    /// A seat gave another a card. Private to both.
    Gave(Seat, Seat, Card),
    /// A seat said a word.
    Said(Seat, u8),
    /// The first seat caught the missing call of the second.
    Caught(Seat, Seat),
    /// A missing call cost the seat cards.
    Charged(Seat),
    /// The first seat challenged the second and was shown the hand; true if the challenge was right.
    Challenged(Seat, Seat, bool),
    /// A seat took the upcard back into the hand.
    TookBack(Seat, Card),
    /// A seat tried a card that is not allowed; it went back to the hand.
    Mistake(Seat, Card),
    /// A seat lost its turn.
    Skipped(Seat),
    /// The direction of play turned.
    Reversed,
    /// The hands of these seats moved by this many of them clockwise (anticlockwise if negative).
    HandsMoved(SeatSet, i8),
    /// A seat is out and counts down to this score.
    CountedDown(Seat, u8),
    /// A seat is out in this place while others play on; with place 0 it is in the round again.
    Placed(Seat, u8),
    /// The pile but its upcard became the stock; true if it was shuffled.
    Renewed(bool),
    /// This seat was drawn by lot: the cards or lost turns of a card are its.
    SeatByLot(Seat),
    /// This number of cards was drawn by lot for a hit.
    AmountByLot(u8),
    /// The first seat named the second, whom its card hits.
    Chosen(Seat, Seat),
    /// The back of a card that came into the hand of a seat, or that was laid on the pile.
    Back(Option<Seat>, Card),
    /// All cards were turned over.
    TurnedOver,
    /// Two seats swapped hands.
    Swapped(Seat, Seat),
    /// A seat named the rank or card that the next player must play.
    Named(Seat, Demanded),
    /// The first seat mirrored, so that the second draws.
    Mirrored(Seat, Seat),
    /// A seat drew after its last card without saying the call.
    FalseWin(Seat),
    /// A seat returned this number of cards to the stock.
    Returned(Seat, u8),
    /// A seat crossed out the created rule of this number.
    CrossedOut(Seat, u8),
    /// A seat is offered a created rule; true if everybody knows which.
    Offered(Seat, CreatedRule, bool),
    /// A created rule stands; this seat is shown it, or everybody if none is given.
    Stands(Option<Seat>, CreatedRule),
    /// A seat added a created rule; true if everybody knows which.
    Created(Seat, CreatedRule, bool),
    /// The pile was dealt into two.
    Split,
    /// The round ended, with the seat that won it by going out, if one did.
    RoundEnded(Option<Seat>),
    /// The game ended.
    Ended,
}

impl Event {
    /// Returns true if this seat may know the card or rule of the event.
    #[must_use]
    pub fn is_open_to(&self, viewer: Seat) -> bool {
        match self {
            Self::Dealt(seat, _)
            | Self::Drew(seat, _, false)
            | Self::Offered(seat, _, false)
            | Self::Stands(Some(seat), _)
            | Self::Created(seat, _, false) => *seat == viewer,
            Self::Gave(from, to, _) => *from == viewer || *to == viewer,
            _ => true,
        }
    }
}

/// A receiver of events; `()` receives none, at no cost.
pub trait Log {
    /// True if the log receives events; without a listener the engine is compiled for the features that the game needs.
    const LISTENS: bool = true;

    /// Receives an event, with the state just after it.
    fn event(&mut self, state: &State, event: Event);
}

impl Log for () {
    const LISTENS: bool = false;

    #[inline]
    fn event(&mut self, _: &State, _: Event) {}
}

/// A log that passes each event on. The engine is compiled for this one in place of every log that receives events.
pub(crate) struct Listener<'a>(&'a mut dyn FnMut(&State, Event));

impl Listener<'_> {
    /// Calls `play` with a log that passes its events to this one.
    pub(crate) fn run<L: Log>(log: &mut L, play: impl FnOnce(&mut Listener<'_>)) {
        play(&mut Listener(&mut |state, event| log.event(state, event)));
    }
}

impl Log for Listener<'_> {
    fn event(&mut self, state: &State, event: Event) {
        (self.0)(state, event);
    }
}

impl Log for Vec<Event> {
    fn event(&mut self, _: &State, event: Event) {
        self.push(event);
    }
}
