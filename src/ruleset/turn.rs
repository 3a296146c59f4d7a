//! How the effects of several cards of a turn count.

use serde::{Deserialize, Serialize};

/// How the effects of several cards of a turn count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Turn {
    /// What laying a card identical to the upcard does.
    pub identical: Identical,
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
            identical: Identical::default(),
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

/// What laying a card identical to the upcard does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Identical {
    /// All other players draw so many cards.
    pub others_draw: u8,
    /// Its player is the next player: the effects of the turn hit that player, who then plays again.
    pub again: bool,
}
