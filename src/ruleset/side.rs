//! The side of cards that is up, where they have backs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A side of cards that have backs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The side with which the cards are dealt.
    #[default]
    Front,
    /// The back, once the cards are turned over.
    Back,
}
