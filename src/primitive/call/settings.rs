//! The settings of the call.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ruleset::is_default;

/// Announcing one's last card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Call {
    /// The call of the last card: none; a decision of the player, who may forget it; made for the player.
    pub made: CallMade,
    /// Cards drawn for a missing call: 1 … 50 where the player makes it.
    pub penalty: u8,
    /// Turns that are lost for a missing call, beyond the cards: the seat owes them, and is passed over so many times.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(range(max = 10), !skip_serializing_if)]
    pub skip: u8,
    /// How a missing call is caught. It is always noticed, and its penalty is drawn before the next player's turn, at
    /// the start of the own, or after the next player's turn. Or it must be caught: by the others, polled in order of
    /// play after the turn; by whoever has the next turn, before playing; or, once another player has had a turn, by any
    /// player who asks at the beginning of the own turn, until the owner's next.
    pub caught: CallCaught,
    /// Who owes it: who has played all cards but one, at the end of the turn; whoever holds one card at the end of a
    /// turn, however that came about; or who has played all cards but one, at once, also where the turn goes on
    /// (`at-once`): who then plays the last card without it draws the penalty, and play goes on.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub due: CallDue,
}

impl Default for Call {
    fn default() -> Self {
        Self {
            made: CallMade::Off,
            penalty: 2,
            skip: 0,
            caught: CallCaught::Automatic,
            due: CallDue::Played,
        }
    }
}

/// Who owes a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CallDue {
    /// Who has played all cards but one.
    #[default]
    #[serde(rename = "played")]
    Played,
    /// Whoever holds one card at the end of a turn, however that came about.
    Held,
    /// Who has played all cards but one, at once, also in the middle of a turn; nobody goes out whose call is missing.
    AtOnce,
}

/// Whether a call is due, and who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CallMade {
    /// No call.
    Off,
    /// The player, who may forget it: a decision of its own.
    ByPlayer,
    /// It is made for the player, always.
    Automatic,
}

/// What becomes of a missing call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CallCaught {
    /// It is always noticed, and charged before the next player's turn.
    Automatic,
    /// It is always noticed, and charged at the start of the own next turn, which is kept.
    OwnTurn,
    /// It is always noticed, and charged after the next player's turn.
    AfterNext,
    /// Any other player may catch it, polled in order of play after the turn.
    ByOthers,
    /// The player who has the next turn may catch it, before playing.
    NextPlayer,
    /// Once another player has had a turn, any player may ask at the beginning of the own turn.
    Asked,
}

impl CallCaught {
    /// Who notices.
    #[must_use]
    pub const fn by(self) -> Caught {
        match self {
            Self::Automatic | Self::OwnTurn | Self::AfterNext => Caught::Automatic,
            Self::ByOthers => Caught::ByOthers,
            Self::NextPlayer => Caught::NextPlayer,
            Self::Asked => Caught::Asked,
        }
    }

    /// When the penalty of a call that is always noticed is drawn.
    #[must_use]
    pub const fn charged(self) -> Charged {
        match self {
            Self::OwnTurn => Charged::OwnTurn,
            Self::AfterNext => Charged::AfterNext,
            _ => Charged::BeforeNext,
        }
    }
}

/// Who notices a missing call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caught {
    /// It is always noticed.
    Automatic,
    /// Any other player may catch it, polled in order of play after the turn.
    ByOthers,
    /// The player who has the next turn may catch it, before playing.
    NextPlayer,
    /// Once another player has had a turn, any player may ask at the beginning of the own turn.
    Asked,
}

/// When the penalty of a call that is always noticed is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charged {
    /// Before the next player's turn.
    BeforeNext,
    /// At the start of the own next turn, which is kept.
    OwnTurn,
    /// After the next player's turn.
    AfterNext,
}
