//! Effects of several cards in a turn, first turns, and reversals with two players.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{WordSet, is_default};

/// Effects of several cards in a turn, first turns, and reversals with two players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Turn {
    /// Effects that count once where they are played several times in a turn: skips, as the greatest of them; reversals.
    #[serde(skip_serializing_if = "WordSet::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub once: WordSet<Once>,
    /// Cards that a player may play in their first turn of a round: those that follow in any other; or only cards of
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

/// Cards that a player may play in their first turn of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstTurn {
    /// The cards that follow in any other turn.
    #[default]
    Any,
    /// Only cards of the suit in force, which stays.
    Suit,
}

/// Effect that may count once where it is played several times in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Once {
    /// Skips: as the greatest of them.
    Skips,
    /// Reversals.
    Reversals,
}

impl Turn {
    /// Returns how skips played in one turn count.
    #[must_use]
    pub fn skips(&self) -> Skips {
        if self.once.has(Once::Skips) {
            Skips::Once
        } else {
            Skips::Each
        }
    }

    /// Returns how reversals played in one turn count.
    #[must_use]
    pub fn reversals(&self) -> Reversals {
        if self.once.has(Once::Reversals) {
            Reversals::Once
        } else {
            Reversals::Each
        }
    }
}

/// Counting of the reversals played in one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reversals {
    /// Each reversal turns the direction.
    Each,
    /// All reversals together turn the direction once.
    Once,
}

/// Effect of a reversal when two play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReverseWithTwo {
    /// Nothing.
    Nothing,
    /// The other player is skipped.
    Skip,
}

/// Counting of the skips played in one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skips {
    /// Each skip adds its own number.
    Each,
    /// All skips together count as the greatest of them.
    Once,
}
