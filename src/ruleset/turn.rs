//! How the effects of several cards of a turn count.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{WordSet, is_default};

/// How the effects of several cards of a turn count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Turn {
    /// Effects that count once where they are played several times in a turn: skips, as the greatest of them; reversals.
    #[serde(skip_serializing_if = "WordSet::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub once: WordSet<Once>,
    /// Cards that a player may play in the first own turn of a round: those that follow in any other; or only cards of
    /// the suit in force, so that it stays: neither by rank nor as a wild card, and nothing is nominated (`suit`).
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub first: FirstTurn,
    /// Effect of a reversal when two play.
    pub reverse_with_two: ReverseWithTwo,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            once: WordSet::default(),
            first: FirstTurn::Any,
            reverse_with_two: ReverseWithTwo::Nothing,
        }
    }
}

/// What may be played in a player's first turn of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstTurn {
    /// What may be in any other.
    #[default]
    Any,
    /// Only cards of the suit in force, which stays.
    Suit,
}

/// What may count once where it is played several times in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Once {
    /// Skips: as the greatest of them.
    Skips,
    /// Reversals.
    Reversals,
}

impl Turn {
    /// How skips played in one turn count.
    #[must_use]
    pub fn skips(&self) -> Skips {
        if self.once.has(Once::Skips) {
            Skips::Once
        } else {
            Skips::Each
        }
    }

    /// How reversals played in one turn count.
    #[must_use]
    pub fn reversals(&self) -> Reversals {
        if self.once.has(Once::Reversals) {
            Reversals::Once
        } else {
            Reversals::Each
        }
    }
}

/// How reversals played in one turn count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reversals {
    /// Each turns the direction.
    Each,
    /// Together they turn it once.
    Once,
}

/// What a reversal does when two play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReverseWithTwo {
    /// Nothing.
    Nothing,
    /// It skips the other player.
    Skip,
}

/// How skips played in one turn count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skips {
    /// Each adds its own.
    Each,
    /// Together they count as the greatest of them.
    Once,
}
