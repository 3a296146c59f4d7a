//! Settings of the cards that must or may be played next.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ruleset::schema::types::LateCards;
use crate::ruleset::{Selector, is_default};

/// The cards that must or may be played on a card next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Next {
    /// The only cards that may be played on it, whatever their suit, wild ones included; none: no restriction. With `binds =
    /// "all"` there may be `@suit` and `@rank`.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(with = "LateCards", !skip_serializing_if)]
    pub cards: Selector,
    /// The players that this and a nomination bind: everybody until a card is played; the next player only; or the next
    /// player, who must play what the card's player names, a rank or one of `cards`, if such a card is held, whatever
    /// its suit, or else draws; either ends that turn (`named`). Or everybody in turn (`named-all`), who must play a
    /// card of the rank that the card's player names, one of those of `cards`, or a card that names anew, or draw,
    /// until that player has played again.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub binds: Binds,
    /// Other cards that may be played on it: any card; or the cards that follow the card under it, as if this one were
    /// not there (any card, if nothing is under it).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follow: Option<NextFollow>,
    /// Cards drawn by a next player who holds nothing of what was named.
    #[serde(skip_serializing_if = "is_one")]
    #[schemars(range(min = 1, max = 20), !skip_serializing_if)]
    pub else_draw: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_one(number: &u8) -> bool {
    *number == 1
}

impl Default for Next {
    fn default() -> Self {
        Self {
            cards: Selector::none(),
            binds: Binds::All,
            follow: None,
            else_draw: 1,
        }
    }
}

/// The players bound by a restriction on what is played next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Binds {
    /// Everybody, until a card is played on it.
    #[default]
    All,
    /// The next player only; then the card is an ordinary one.
    Next,
    /// The next player, who must play the rank or the card that its player names, if one is held.
    Named,
    /// Everybody in turn, who must play the named rank or name anew, until the player who named it has played again.
    NamedAll,
}

/// The cards that follow a card besides those that follow any card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NextFollow {
    /// Any card.
    Any,
    /// The cards that follow the card under it, as if it were not there.
    Under,
}
