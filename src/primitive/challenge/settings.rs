//! The settings of a challenge.

use serde::{Deserialize, Serialize};

use crate::ruleset::is_default;
use crate::ruleset::schema::key::Allowed::{Bool, Number};
use crate::ruleset::schema::key::{Key, key};

/// The next player may challenge the play and is shown the hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Challenge {
    /// Cards that a player draws who was challenged rightly.
    pub draw: u8,
    /// Cards that a wrong challenger draws beyond the card's penalty and attack.
    pub extra: u8,
    /// Whether a play that was challenged rightly is taken back; if not, the card stays.
    #[serde(default, skip_serializing_if = "is_default")]
    pub undone: bool,
}

/// The keys of a challenge.
pub(crate) const KEYS: &[Key] = &[
    key(
        "special.NAME.challenge.draw",
        Number(0, 255),
        "The next player may challenge that it was played by rule (`play.free = \"unable\"` or `\"no-suit\"`, then not masked); \
         cards drawn by its player if that was wrong.",
    ),
    key(
        "special.NAME.challenge.extra",
        Number(0, 255),
        "Cards that a wrong challenger draws beyond the card's own hit.",
    ),
    key(
        "special.NAME.challenge.undone",
        Bool,
        "Whether a play that was challenged rightly is taken back.",
    ),
];
