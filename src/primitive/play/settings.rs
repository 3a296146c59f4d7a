//! Where a card may be played.

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::ruleset::schema::key::Allowed::{CardsOrWord, Word};
use crate::ruleset::schema::key::{Key, key};
use crate::ruleset::{Selector, is_default};

/// Where a card may be played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Play {
    /// Whether it can be played where it does not follow.
    #[serde(skip_serializing_if = "is_default")]
    pub free: Free,
    /// The only upcards on which it may be played.
    #[serde(skip_serializing_if = "is_default")]
    pub on: PlayOn,
}

/// When a card can be played where it does not follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Free {
    /// Never: it must follow.
    #[default]
    Never,
    /// Whatever the upcard is, but not while an attack is pending.
    Always,
    /// Only when no other card held can be played (cards with this word do not count), even where it follows.
    Unable,
    /// Only when no card of the suit in force is held.
    NoSuit,
}

/// The only upcards on which a card may be played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PlayOn {
    /// Those that other cards follow.
    #[default]
    Any,
    /// Those of its suit, or any while its suit is nominated: it does not follow by rank.
    Suit,
    /// These, whatever its suit.
    Cards(Selector),
}

/// The word for upcards of the own suit.
const SUIT: &str = "suit";

impl PlayOn {
    /// The upcards, where they are listed.
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
        if value == SUIT {
            return Ok(Self::Suit);
        }
        let cards = Selector::deserialize(value).map_err(D::Error::custom)?;
        Ok(if cards.is_none() {
            Self::Any
        } else {
            Self::Cards(cards)
        })
    }
}

/// The keys of where a card may be played.
pub(crate) const KEYS: &[Key] = &[
    key(
        "special.NAME.play.free",
        Word(&["never", "always", "unable", "no-suit"]),
        "Played whatever the upcard is (it is *wild*): never; always (but under an attack); or, even where it follows, \
         only when no other card held can be played, or when no card of the suit in force is held.",
    ),
    key(
        "special.NAME.play.on",
        CardsOrWord("suit"),
        "The only upcards on which it may be played: these, whatever its suit; or (`suit`) those of its suit, so that it \
         does not follow by its rank. None: it follows as other cards do. With `play.free = \"always\"` it is wild, on these \
         upcards alone (`all -J`).",
    ),
];
