//! The setting of mirrors: a flag of the special.

use crate::ruleset::schema::key::Allowed::Bool;
use crate::ruleset::schema::key::{Key, key};

/// The key of mirrors.
pub(crate) const KEYS: &[Key] = &[key(
    "special.NAME.mirror",
    Bool,
    "Whether it may be played on a pending attack, to which it must follow by suit, or on another mirror, so that the \
         direction turns and the attacker faces what is pending; and where a card makes all others draw, whether another \
         player may play one of its suit, so that its player draws instead of them.",
)];
