//! Who decides what: the phase of a state.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::seat::{Seat, SeatSet};

/// What is to be decided, by a seat or by chance.
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
    GoOn,
    /// The player who played a card gives one to this seat.
    Give {
        /// Who gets it.
        to: Seat,
    },
    /// A call is due: the player says it or says nothing.
    Speak {
        /// True where the others have been polled already.
        #[serde(default)]
        last: bool,
    },
    /// The player of a card names the suit to follow.
    Nominate,
    /// The next player may challenge the last play.
    Challenge {
        /// Who played the card.
        player: Seat,
    },
    /// A player may catch this seat's missing call.
    Catch {
        /// Whose call is missing.
        owner: Seat,
    },
    /// A player may swap hands with another.
    Swap,
    /// The player of a card names what the next player must play.
    NameRank,
    /// A player may play a card out of turn.
    Claim,
    /// A player may turn what makes others draw against whoever played it.
    Mirror,
    /// A player chooses the cards to keep, the others going back to the stock.
    Keep,
    /// The player whose turn it is chooses the pile on which this card is played.
    Pile {
        /// The card.
        card: Card,
    },
    /// A word is due: the player says it or says nothing.
    Word {
        /// Its number.
        word: u8,
    },
    /// Whoever creates a rule may cross out others first.
    CrossOut,
    /// Whoever creates a rule chooses one of those that are offered.
    Create,
    /// The game has ended.
    Over {
        /// Who has won; several share the win.
        #[serde(default)]
        winners: SeatSet,
        /// True where the limit of decisions ended it.
        #[serde(default)]
        truncated: bool,
    },
}

/// What chance decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "node", rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
pub enum Chance {
    /// Which card or rank a parameter of the episode is.
    Param {
        /// Its index, in the order of the names.
        index: u8,
    },
    /// Which seat deals first.
    Dealer,
    /// The next card dealt to this seat.
    Deal {
        /// Who gets it.
        to: Seat,
    },
    /// The card that is turned to begin the pile.
    Starter,
    /// The suit to follow, where nobody nominates it.
    Suit,
    /// The card that this seat draws, from the stock or from the pile.
    Draw {
        /// Who draws.
        seat: Seat,
    },
    /// Which seat draws by lot.
    Slap,
    /// Which seat begins the second pile.
    Scramble,
    /// The card with which this seat begins the second pile.
    Rogue {
        /// Who plays it.
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
    /// Every name of a phase, as in position notation and observations.
    pub const NAMES: [&'static str; 20] = [
        "chance",
        "dealer-choice",
        "direction",
        "play",
        "go-on",
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
            Self::Direction => 2,
            Self::Play => 3,
            Self::GoOn => 4,
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
            Self::Over { .. } => 19,
        }
    }
}
