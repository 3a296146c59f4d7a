//! The setting of a second pile.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ruleset::Selector;

/// A second pile, on which one card may be played in a turn instead of playing on the first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SecondPile {
    /// Cards of the second pile: it takes only these, one in a turn, which ends the turn; chance begins it with such a
    /// card of a player. None: there is no second pile.
    pub cards: Selector,
}
