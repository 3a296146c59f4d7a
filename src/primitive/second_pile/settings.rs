//! The setting of a second pile.

use serde::{Deserialize, Serialize};

use crate::ruleset::Selector;
use crate::ruleset::schema::key::Allowed::Cards;
use crate::ruleset::schema::key::{Key, key};

/// A second pile, on which one card may be played in a turn instead of playing on the first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SecondPile {
    /// The cards that it takes; without any there is no second pile.
    pub cards: Selector,
}

/// The keys of a second pile.
pub(crate) const KEYS: &[Key] = &[key(
    "second-pile.cards",
    Cards,
    "A second pile that takes only these cards, one in a turn, which ends the turn; chance begins it with such a card \
         of a player. None: there is no second pile.",
)];
