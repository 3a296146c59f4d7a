//! Where a card may be played.

use serde::{Deserialize, Serialize};

use crate::ruleset::schema::key::Allowed::{Cards, LateCards, Word};
use crate::ruleset::schema::key::{Key, key};
use crate::ruleset::{Selector, is_default};

/// Where a card may be played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Play {
    /// Whether it can be played where it does not follow.
    #[serde(skip_serializing_if = "is_default")]
    pub free: Free,
    /// Upcards on which it is an ordinary card: it is not free there, and nominates nothing.
    #[serde(skip_serializing_if = "is_default")]
    pub except: Selector,
    /// The only upcards on which it may be played, and on them whatever its suit.
    #[serde(skip_serializing_if = "is_default")]
    pub on: Selector,
    /// By what it may follow.
    #[serde(skip_serializing_if = "is_default")]
    pub by: PlayBy,
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

/// By what a card may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum PlayBy {
    /// By suit or rank, as the ruleset says.
    #[default]
    SuitOrRank,
    /// By suit only.
    Suit,
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
        "special.NAME.play.except",
        LateCards,
        "Upcards on which it is an ordinary card: not wild (`free = \"always\"`), no nomination.",
    ),
    key(
        "special.NAME.play.on",
        Cards,
        "The only upcards on which it may be played, and there whatever its suit; none: it follows as other cards do.",
    ),
    key(
        "special.NAME.play.by",
        Word(&["suit-or-rank", "suit"]),
        "By what it may follow: as the ruleset says, or by suit only, not by its rank.",
    ),
];
