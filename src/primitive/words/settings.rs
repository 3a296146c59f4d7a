//! Settings of words that are due.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ruleset::Selector;

/// A word that is due, besides the call of the last card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Word {
    /// The number of the word as an action (`say 1` … `say 7`), different from every other word's; 0 is the call. The
    /// word itself is its name, with blanks for hyphens.
    #[schemars(range(min = 1, max = 7))]
    pub say: u8,
    /// The time at which the word is due: after playing one of the cards, in the order of numbers; after playing the
    /// last card, where a player who does not say it is not out; or after drawing for a missing call, a missing word or
    /// an illegal card.
    pub due: WordDue,
    /// The cards for which the word is due when they are played.
    #[serde(default = "Selector::all")]
    pub cards: Selector,
    /// The upcards on which they must be played.
    #[serde(default = "Selector::all")]
    pub on: Selector,
    /// Cards drawn at once by a player who does not say the word.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 50))]
    pub penalty: u8,
}

const fn one() -> u8 {
    1
}

impl Word {
    /// Returns the word of this name as it is said, with blanks for hyphens.
    #[must_use]
    pub fn said(name: &str) -> String {
        name.replace('-', " ")
    }
}

/// The time at which a word is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WordDue {
    /// After playing one of the cards.
    #[serde(rename = "played")]
    Played,
    /// After playing the last card; a player who does not say the word is not out.
    Out,
    /// After drawing for a missing call, a missing word or an illegal card.
    Penalty,
}
