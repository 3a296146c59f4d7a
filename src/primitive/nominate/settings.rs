//! Settings of nominations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::{Card, Suit};
use crate::pack::Pack;

/// The cases in which the player of a card names the suit to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Nominate {
    /// Never: its own suit holds.
    #[default]
    Never,
    /// Always.
    Always,
    /// Only if the card also followed; otherwise its own suit holds.
    IfFollowed,
    /// Only as the only card of its turn; a card that did not follow must be the only one.
    Alone,
    /// A second suit, which the next player alone may follow as well.
    Second,
    /// A suit, and a rank that may be followed as well.
    SuitAndRank,
    /// One of the two suits of its own colour.
    OwnColour,
    /// The suit in force, which stays; nobody is asked.
    InForce,
    /// Another suit than that in force when the card was played.
    Other,
}

impl Nominate {
    /// Returns true if the player is asked for a suit.
    #[must_use]
    pub const fn asks(self) -> bool {
        !matches!(self, Self::Never | Self::InForce)
    }

    /// Returns true if the player of this card may name this suit, where the deck has it.
    pub(crate) fn may_name(self, pack: &Pack, card: Card, suit: Suit) -> bool {
        match self {
            Self::Second => pack.suit(card) != Some(suit),
            Self::OwnColour => pack.is_red(card) == suit.is_red(),
            _ => true,
        }
    }
}
