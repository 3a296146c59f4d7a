//! The settings of a challenge.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ruleset::is_default;

/// The next player may challenge the play and is shown the hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Challenge {
    /// The next player may challenge that it was played by rule (`play.free = "unable"` or `"no-suit"`, then not
    /// masked); cards drawn by its player if that was wrong.
    pub draw: u8,
    /// Cards that a wrong challenger draws beyond the card's own hit.
    pub extra: u8,
    /// True: a play that was challenged rightly is taken back.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub undone: bool,
}
