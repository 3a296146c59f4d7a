//! Rules that are created during a match: the grammar in which they are said.

use serde::{Deserialize, Serialize};

/// A class of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Class {}

/// A rule that was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct CreatedRule {
    /// The cards that it is about.
    pub cards: Class,
}

/// Which rules are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Split {
    /// Any.
    #[default]
    All,
    /// Those for training.
    Train,
    /// Those for testing.
    Test,
}
