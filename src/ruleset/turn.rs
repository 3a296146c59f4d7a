//! How the effects of several cards of a turn count.

use serde::{Deserialize, Serialize};

/// How the effects of several cards of a turn count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Turn {
    /// How skips laid in one turn count.
    pub skips: Skips,
    /// How reversals laid in one turn count.
    pub reversals: Reversals,
    /// What a reversal does when two play.
    pub reverse_with_two: ReverseWithTwo,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            skips: Skips::Each,
            reversals: Reversals::Each,
            reverse_with_two: ReverseWithTwo::Nothing,
        }
    }
}

/// How reversals laid in one turn count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reversals {
    /// Each turns the direction.
    Each,
    /// Together they turn it once.
    Once,
}

/// What a reversal does when two play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReverseWithTwo {
    /// Nothing.
    Nothing,
    /// It skips the other player.
    Skip,
}

/// How skips laid in one turn count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skips {
    /// Each adds its own.
    Each,
    /// Together they count as the greatest of them.
    Once,
}
