//! What happens in a game, as those who watch it may be told.

use super::state::State;
use super::tableau::Named;
use crate::card::{Card, Suit};
use crate::ruleset::CreatedRule;
use crate::seat::{Direction, Seat, SeatSet};

/// One thing that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A parameter of the episode is this card, or the rank of this card.
    Param(u8, Card),
    /// A round begins with this dealer.
    Dealer(Seat),
    /// The dealer has chosen the direction of play.
    Direction(Direction),
    /// A seat was dealt a card. Private to it.
    Dealt(Seat, Card),
    /// This card was turned to begin the pile.
    Starter(Card),
    /// This card was turned and went back into the stock.
    TurnedAgain(Card),
    /// A seat played a card.
    Played(Seat, Card),
    /// A seat drew a card; whether everybody knew which.
    Drew(Seat, Card, bool),
    /// A seat ended the turn without playing a card or drawing one.
    Passed(Seat),
    /// A seat nominated a suit.
    Nominated(Seat, Suit),
    /// This suit was drawn by lot and must be followed.
    Lot(Suit),
    /// A seat gave another a card. Private to both.
    Gave(Seat, Seat, Card),
    /// A seat said a word.
    Said(Seat, u8),
    /// The first seat caught the missing call of the second.
    Caught(Seat, Seat),
    /// A missing call cost the seat cards.
    Charged(Seat),
    /// The first seat challenged the second, rightly or not, and was shown the hand.
    Challenged(Seat, Seat, bool),
    /// A seat took the upcard back into the hand.
    TookBack(Seat, Card),
    /// A seat tried a card that is not allowed; it went back to the hand.
    Mistake(Seat, Card),
    /// A seat lost its turn.
    Skipped(Seat),
    /// The direction of play turned.
    Reversed,
    /// The hands of these seats moved by so many of them clockwise (anticlockwise if negative).
    HandsMoved(SeatSet, i8),
    /// A seat is out and counts down to this score.
    CountedDown(Seat, u8),
    /// A seat is out in this place while others play on; 0: it is in the round again.
    Placed(Seat, u8),
    /// The pile but its upcard became the stock; whether shuffled.
    Renewed(bool),
    /// A seat draws by lot.
    Slapped(Seat),
    /// Two seats swapped hands.
    Swapped(Seat, Seat),
    /// A seat named what the next player must play.
    Named(Seat, Named),
    /// The first seat mirrored, so that the second draws.
    Mirrored(Seat, Seat),
    /// A seat drew after its last card without saying the call.
    FalseWin(Seat),
    /// A seat returned so many cards to the stock.
    Returned(Seat, u8),
    /// A seat crossed out the created rule of this number.
    CrossedOut(Seat, u8),
    /// A seat is offered a created rule; whether everybody knows which.
    Offered(Seat, CreatedRule, bool),
    /// A created rule stands that this seat is shown, or everybody is.
    Stands(Option<Seat>, CreatedRule),
    /// A seat added a created rule; whether everybody knows which.
    Created(Seat, CreatedRule, bool),
    /// The pile was dealt into two.
    Split,
    /// The round ended; the seat that went out, if one did.
    RoundEnded(Option<Seat>),
    /// The game ended.
    Ended,
}

impl Event {
    /// Whether this seat may know the card in it.
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

/// Who is told of events; `()` is told nothing, at no cost.
pub trait Log {
    /// Whether it takes any event: where nobody listens, the engine is compiled for what the game needs.
    const LISTENS: bool = true;

    /// Takes an event, with the state as it is just after it.
    fn event(&mut self, state: &State, event: Event);
}

impl Log for () {
    const LISTENS: bool = false;

    #[inline]
    fn event(&mut self, _: &State, _: Event) {}
}

impl Log for Vec<Event> {
    fn event(&mut self, _: &State, event: Event) {
        self.push(event);
    }
}
