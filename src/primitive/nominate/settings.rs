//! When a suit is nominated.

use serde::{Deserialize, Serialize};

use crate::card::{Card, Suit};
use crate::ruleset::schema::key::Allowed::Word;
use crate::ruleset::schema::key::{Key, key};

/// Whether the player of a card names the suit to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Nominate {
    /// Never: its own suit holds.
    #[default]
    Never,
    /// Always.
    Always,
    /// Only if it also followed; else its own suit holds.
    IfFollowed,
    /// Only as the only card of its turn; one that did not follow must then be that.
    Alone,
    /// A second suit, that may be followed as well by the next player only.
    Second,
    /// A suit, and a rank that may be followed as well.
    SuitAndRank,
    /// One of the two suits of its own colour.
    OwnColour,
    /// The suit in force, which stays: nobody is asked.
    InForce,
}

impl Nominate {
    /// Whether a suit is asked for.
    #[must_use]
    pub const fn asks(self) -> bool {
        !matches!(self, Self::Never | Self::InForce)
    }

    /// Whether the player of this card may name this suit, where the deck has it.
    pub(crate) fn may_name(self, card: Card, suit: Suit) -> bool {
        match self {
            Self::Second => card.suit() != Some(suit),
            Self::OwnColour => card.is_red() == suit.is_red(),
            _ => true,
        }
    }
}

/// The key of nominations.
pub(crate) const KEYS: &[Key] = &[key(
    "special.NAME.nominate",
    Word(&[
        "never",
        "always",
        "if-followed",
        "alone",
        "second",
        "suit-and-rank",
        "own-colour",
        "in-force",
    ]),
    "Whether its player names the suit to follow, one that some card of the deck has (else its own suit holds): never; \
         always; if it followed; as the only card of its turn, which it must then be where it did not follow; a second \
         suit, which the next player may follow as well; a suit and a rank, either of which is followed; one of the two \
         suits of its own colour; or, without being asked, the suit that is in force, which stays (`in-force`).",
)];
