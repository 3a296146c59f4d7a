//! Who decides what: the phase of a state, and the steps by which the engine goes from one to the next.

use crate::card::Card;
use crate::seat::{Seat, SeatSet};

/// What is to be decided, by the state's actor or by chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Chance decides.
    Chance(Chance),
    /// The dealer chooses how many cards are dealt.
    DealerChoice,
    /// The player whose turn it is lays a card, draws or passes.
    Play,
    /// The player who has laid a card may lay more in the same turn, or stops.
    GoOn,
    /// The player who laid a card gives one to this seat.
    Give {
        /// Who gets it.
        to: Seat,
    },
    /// A call is due: the player says it or says nothing.
    Speak {
        /// Whether the others have been polled already.
        last: bool,
    },
    /// The player of a card names the suit to follow.
    Nominate,
    /// The next player may challenge the last play.
    Challenge {
        /// Who laid the card.
        layer: Seat,
    },
    /// A player may catch this seat's missing call.
    Catch {
        /// Whose call is missing.
        owner: Seat,
    },
    /// The game has ended.
    Over {
        /// Who has won; several share the win.
        winners: SeatSet,
        /// Whether the limit of decisions ended it.
        truncated: bool,
    },
}

/// What chance decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chance {
    /// Which seat deals first.
    Dealer,
    /// The next card dealt to this seat.
    Deal {
        /// Who gets it.
        to: Seat,
    },
    /// The card that is turned to begin the pile.
    Starter,
    /// The card that this seat draws.
    Draw {
        /// Who draws.
        seat: Seat,
    },
}

/// What the engine does next once nothing is left to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// A phase is open: stop.
    Wait,
    /// A card was laid: is its player out, may the turn go on?
    Laid,
    /// Give cards away, starting with this seat.
    Give(Seat),
    /// Is a call due?
    Speak,
    /// Is a suit to be nominated?
    Nominate,
    /// May the play be challenged?
    Challenge,
    /// May a missing call be caught?
    Catch,
    /// The effects that the turn has collected.
    Resolve,
    /// Serve the cards that are owed, then go on with the state's `then`.
    Owed,
    /// A card was drawn in the turn.
    Drawn,
    /// What was pending has been drawn.
    Taken,
    /// The turn is over; the next active seat plays.
    EndTurn,
    /// The turn of this seat begins.
    StartTurn(Seat),
    /// Its player is out: the last card's effects, then the end of the round.
    Out(Seat),
    /// The round ends; a seat that is out has won it.
    RoundEnd(Option<Seat>),
    /// A round begins: the dealer's choice, if there is one.
    Deal,
    /// The cards are dealt.
    DealCards,
    /// The starter has been turned.
    Started(Card),
}

impl Phase {
    /// Every name of a phase, as in position notation and observations.
    pub const NAMES: [&'static str; 10] = [
        "chance",
        "dealer-choice",
        "play",
        "go-on",
        "give",
        "speak",
        "nominate",
        "challenge",
        "catch",
        "over",
    ];

    /// Its name, as in position notation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    /// The index of its name in [`Phase::NAMES`].
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Chance(_) => 0,
            Self::DealerChoice => 1,
            Self::Play => 2,
            Self::GoOn => 3,
            Self::Give { .. } => 4,
            Self::Speak { .. } => 5,
            Self::Nominate => 6,
            Self::Challenge { .. } => 7,
            Self::Catch { .. } => 8,
            Self::Over { .. } => 9,
        }
    }
}
