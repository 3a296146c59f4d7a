//! What goes on around a turn: cards laid out of turn, a second pile, words that are due, rules that are created.

use serde::{Deserialize, Serialize};

use super::{CreatedRule, Selector, Split, is_default};

/// Laying cards out of turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct OutOfTurn {
    /// Cards that anyone may lay at any time on an identical upcard.
    pub identical: Selector,
    /// Those of them that must be laid so.
    #[serde(skip_serializing_if = "is_default")]
    pub must: Selector,
    /// Those of them that the player of the upcard cannot lay on it.
    #[serde(skip_serializing_if = "is_default")]
    pub layer_not: Selector,
}

/// A second pile, on which one card may be laid in a turn instead of playing on the first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SecondPile {
    /// The cards that it takes; without any there is no second pile.
    pub cards: Selector,
}

/// A word that is due, beside the call of the last card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Word {
    /// Its number as an action: `say 1` … `say 7`.
    pub say: u8,
    /// The word.
    #[serde(default)]
    pub text: String,
    /// When it is due.
    pub due: WordDue,
    /// For which cards laid.
    #[serde(default = "Selector::all")]
    pub cards: Selector,
    /// Laid on which upcards.
    #[serde(default = "Selector::all")]
    pub on: Selector,
    /// Cards drawn by who does not say it.
    #[serde(default = "one")]
    pub penalty: u8,
}

const fn one() -> u8 {
    1
}

/// When a word is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordDue {
    /// After laying one of the cards.
    Laid,
    /// After laying the last card; who does not say it is not out.
    Out,
    /// After drawing for a missing call, a missing word or an illegal card.
    Penalty,
}

/// Rules that are created during a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Created {
    /// Most that stand at once; 0: none are created.
    pub most: u8,
    /// Who adds one.
    pub by: CreatedBy,
    /// Who knows them.
    pub seen: SeenBy,
    /// How many are offered, of which one is added.
    pub offered: u8,
    /// Whether standing ones may be crossed out before.
    pub cross_out: bool,
    /// Rules drawn by lot when the episode begins.
    pub drawn: u8,
    /// Which rules are drawn and offered.
    pub split: Split,
    /// Rules that stand from the beginning.
    pub rules: Vec<CreatedRule>,
}

impl Default for Created {
    fn default() -> Self {
        Self {
            most: 0,
            by: CreatedBy::Dealer,
            seen: SeenBy::Dealer,
            offered: 4,
            cross_out: true,
            drawn: 0,
            split: Split::All,
            rules: Vec::new(),
        }
    }
}

/// Who adds a created rule before a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CreatedBy {
    /// The dealer.
    Dealer,
    /// The winner of the round before.
    Winner,
    /// Nobody: those drawn by lot stand.
    Lot,
}

/// Who knows the created rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeenBy {
    /// The dealer of the round.
    Dealer,
    /// Everybody.
    All,
    /// Nobody.
    Nobody,
}
