//! The phase of a state: the question that a seat or chance decides.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::seat::{Seat, SeatSet};

/// The question to be decided, by a seat or by chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "name", rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
pub enum Phase {
    /// Chance decides.
    Chance(Chance),
    /// The dealer chooses how many cards are dealt.
    DealerChoice,
    /// The dealer chooses the direction of play.
    Direction,
    /// The player whose turn it is plays a card, draws or passes.
    Play,
    /// The player who has played a card may play more in the same turn, or stops.
    Continue,
    /// The player who played a card gives one to this seat.
    Give {
        /// The seat that gets the card.
        to: Seat,
    },
    /// A call is due: the player says it or says nothing.
    Speak {
        /// True if the others have been polled already.
        #[serde(default)]
        last: bool,
    },
    /// The player of a card names the suit to follow.
    Nominate,
    /// The next player may challenge the last play.
    Challenge {
        /// The seat that played the card.
        player: Seat,
    },
    /// A player may catch this seat's missing call.
    Catch {
        /// The seat whose call is missing.
        owner: Seat,
    },
    /// A player may swap hands with another.
    Swap,
    /// The player of a card names the rank or card that the next player must play.
    NameRank,
    /// A player may play a card out of turn.
    Claim,
    /// A player may turn a card that makes others draw against the seat that played it.
    Mirror,
    /// A player chooses the cards to keep; the others go back to the stock.
    Keep,
    /// The player whose turn it is chooses the pile on which this card is played.
    Pile {
        /// The card.
        card: Card,
    },
    /// A word is due: the player says it or says nothing.
    Word {
        /// The number of the word.
        word: u8,
    },
    /// The player who creates a rule may cross out others first.
    CrossOut,
    /// The player who creates a rule chooses one of those that are offered.
    Create,
    /// The player of a card names another player, whom it hits.
    Choose,
    /// The game has ended.
    Over {
        /// The seats that have won; several share the win.
        #[serde(default)]
        winners: SeatSet,
        /// True if the limit of decisions ended the game.
        #[serde(default)]
        truncated: bool,
    },
}

/// The decision of a chance node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
pub enum Chance {
    /// The card or rank of a parameter of the episode.
    Param {
        /// The index of the parameter, in the order of the names.
        index: u8,
    },
    /// The seat that deals first.
    Dealer,
    /// The next card dealt to this seat.
    Deal {
        /// The seat that gets the card.
        to: Seat,
    },
    /// The card that is turned to begin the pile.
    Starter,
    /// The suit to follow, where nobody nominates it.
    Suit,
    /// The card that this seat draws, from the stock or from the pile.
    Draw {
        /// The seat that draws.
        seat: Seat,
    },
    /// The seat that draws by lot.
    Lot,
    /// The number of cards that a hit draws by lot.
    Amount,
    /// The back of a card that has moved.
    Back,
    /// The seat that begins the second pile.
    Scramble,
    /// The card with which this seat begins the second pile.
    Rogue {
        /// The seat that plays the card.
        seat: Seat,
    },
    /// The card that is turned for the second pile.
    TurnUp,
    /// The next choice of a created rule that is being drawn.
    Create,
    /// The next card of a pile that is dealt into two.
    Split,
}

impl Phase {
    /// The names of all phases, as in position notation and observations.
    pub const NAMES: [&'static str; 21] = [
        "chance",
        "dealer-choice",
        "direction",
        "play",
        "continue",
        "give",
        "speak",
        "nominate",
        "challenge",
        "catch",
        "swap",
        "name-rank",
        "claim",
        "mirror",
        "keep",
        "pile",
        "word",
        "cross-out",
        "create",
        "choose",
        "over",
    ];

    /// Returns the name, as in position notation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    /// Returns the index of the name in [`Phase::NAMES`].
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Chance(_) => 0,
            Self::DealerChoice => 1,
            Self::Direction => 2,
            Self::Play => 3,
            Self::Continue => 4,
            Self::Give { .. } => 5,
            Self::Speak { .. } => 6,
            Self::Nominate => 7,
            Self::Challenge { .. } => 8,
            Self::Catch { .. } => 9,
            Self::Swap => 10,
            Self::NameRank => 11,
            Self::Claim => 12,
            Self::Mirror => 13,
            Self::Keep => 14,
            Self::Pile { .. } => 15,
            Self::Word { .. } => 16,
            Self::CrossOut => 17,
            Self::Create => 18,
            Self::Choose => 19,
            Self::Over { .. } => 20,
        }
    }
}
