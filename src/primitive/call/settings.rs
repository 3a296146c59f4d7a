//! Settings of the call.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ruleset::{Amount, is_default};

/// The announcement of one's last card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Call {
    /// The call of the last card: none; a decision of the player, who may forget it; made for the player.
    pub made: CallMade,
    /// Cards drawn for a missing call: 1 … 50 where the player makes it, or 0 if it costs turns or points instead
    /// (`call.skip`, `score.events.call`). Or a number that is open, as for `draw.cards`.
    pub penalty: Amount,
    /// Turns lost for a missing call, in addition to the cards: the seat is passed over that many times.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(range(max = 10), !skip_serializing_if)]
    pub skip: u8,
    /// The way in which a missing call is caught. It is always noticed, and the penalty is drawn before the next
    /// player's turn (`automatic`), at the start of the player's own next turn (`own-turn`), or after the next player's
    /// turn (`after-next`). Or it must be caught: by the others, polled in order of play after the turn (`by-others`);
    /// by the player of the next turn, before playing (`next-player`); or, once another player has had a turn, by any
    /// player who asks at the beginning of a turn, until the owner's next turn (`asked`).
    pub caught: CallCaught,
    /// The player who owes a call: one who has played all cards but one, at the end of the turn (`played`); one who
    /// holds one card at the end of a turn, for whatever reason (`held`); or one who has played all cards but one, at
    /// once, even if the turn goes on (`at-once`). Under `at-once` a player who plays the last card without the call
    /// draws the penalty, and play goes on. Or a number: one who has played all cards but that many, or but fewer, at the
    /// end of the turn (2: the last card but one is announced).
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub due: CallDue,
}

impl Default for Call {
    fn default() -> Self {
        Self {
            made: CallMade::Off,
            penalty: Amount::Number(2),
            skip: 0,
            caught: CallCaught::Automatic,
            due: CallDue::Played,
        }
    }
}

/// The player who owes a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CallDue {
    /// A player who has played all cards but one.
    #[default]
    #[serde(rename = "played")]
    Played,
    /// A player who holds one card at the end of a turn, for whatever reason.
    Held,
    /// A player who has played all cards but one, at once, even within a turn; nobody whose call is missing goes out.
    AtOnce,
    /// A player who has played all cards but this many, or but fewer.
    #[serde(untagged)]
    Cards(#[schemars(range(min = 2, max = 20))] u8),
}

/// The maker of the call, if there is a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CallMade {
    /// No call.
    Off,
    /// The player, who decides to call and may forget it.
    ByPlayer,
    /// Always made for the player.
    Automatic,
}

/// The way in which a missing call is caught.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CallCaught {
    /// Always noticed; the penalty is drawn before the next player's turn.
    Automatic,
    /// Always noticed; the penalty is drawn at the start of the player's own next turn, which is kept.
    OwnTurn,
    /// Always noticed; the penalty is drawn after the next player's turn.
    AfterNext,
    /// Caught by any other player, polled in order of play after the turn.
    ByOthers,
    /// Caught by the player of the next turn, before playing.
    NextPlayer,
    /// Caught by any player who asks at the beginning of a turn, once another player has had a turn.
    Asked,
}

impl CallCaught {
    /// Returns the players who can notice the missing call.
    #[must_use]
    pub const fn by(self) -> Caught {
        match self {
            Self::Automatic | Self::OwnTurn | Self::AfterNext => Caught::Automatic,
            Self::ByOthers => Caught::ByOthers,
            Self::NextPlayer => Caught::NextPlayer,
            Self::Asked => Caught::Asked,
        }
    }

    /// Returns the time at which the penalty of a call that is always noticed is drawn.
    #[must_use]
    pub const fn charged(self) -> Charged {
        match self {
            Self::OwnTurn => Charged::OwnTurn,
            Self::AfterNext => Charged::AfterNext,
            _ => Charged::BeforeNext,
        }
    }
}

/// The players who can notice a missing call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caught {
    /// Nobody need notice: a missing call is always penalised.
    Automatic,
    /// Any other player, polled in order of play after the turn.
    ByOthers,
    /// The player of the next turn, before playing.
    NextPlayer,
    /// Any player who asks at the beginning of a turn, once another player has had a turn.
    Asked,
}

/// The time at which the penalty of a call that is always noticed is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charged {
    /// Before the next player's turn.
    BeforeNext,
    /// At the start of the player's own next turn, which is kept.
    OwnTurn,
    /// After the next player's turn.
    AfterNext,
}
