//! Settings of where a card may be played.

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::ruleset::schema::types::schema_of;
use crate::ruleset::selector::cards_or_word;
use crate::ruleset::{Selector, is_default};

/// Where a card may be played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Play {
    /// The cases in which the card may be played whatever the upcard is (it is *wild*): never; always (but under an
    /// attack); or, even where it follows, only when no other card held can be played, or when no card of the suit in
    /// force is held.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub free: Free,
    /// The only upcards on which the card may be played: these, whatever its suit; or (`suit`) those of its suit, so
    /// that it does not follow by its rank. None: it follows as other cards do. With `play.free = "always"` it is wild,
    /// on these upcards alone (`all -J`).
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub on: PlayOn,
    /// Upcards on which the card may not be played: on them it neither follows nor is wild.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub not_on: Selector,
}

/// The cases in which a card may be played where it does not follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Free {
    /// Never: the card must follow.
    #[default]
    Never,
    /// Whatever the upcard is, but not while an attack is pending.
    Always,
    /// Only when no other card held can be played (cards with this value do not count), even where the card follows.
    Unable,
    /// Only when no card of the suit in force is held.
    NoSuit,
}

/// The only upcards on which a card may be played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PlayOn {
    /// The upcards that it follows by the ordinary rules.
    #[default]
    Any,
    /// Those of its suit, or any while its suit is nominated; it does not follow by rank.
    Suit,
    /// These, whatever its suit.
    Cards(Selector),
}

/// The word for upcards of the card's own suit.
const SUIT: &str = "suit";

impl PlayOn {
    /// True if the upcards are those that the card follows.
    pub(crate) fn is_any(&self) -> bool {
        *self == Self::Any
    }

    /// Returns the upcards, if they are listed.
    pub(crate) fn cards(&self) -> Option<&Selector> {
        match self {
            Self::Cards(cards) => Some(cards),
            Self::Any | Self::Suit => None,
        }
    }
}

impl Serialize for PlayOn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Any => "",
            Self::Suit => SUIT,
            Self::Cards(cards) => cards.as_str(),
        })
    }
}

impl<'de> Deserialize<'de> for PlayOn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let cards = cards_or_word(&value, SUIT).map_err(D::Error::custom)?;
        Ok(match cards {
            None => Self::Suit,
            Some(cards) if cards.is_none() => Self::Any,
            Some(cards) => Self::Cards(cards),
        })
    }
}

schema_of!(PlayOn, |generator| {
    json_schema!({ "anyOf": [generator.subschema_for::<Selector>(), { "const": SUIT }] })
});
