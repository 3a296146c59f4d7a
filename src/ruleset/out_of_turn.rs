//! Out-of-turn sections: cards played out of turn, a second pile, words that are due, rules that are created.

use std::collections::BTreeMap;

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::{CreatedRule, Selector, Split};
use crate::card::CardSet;

/// Playing cards out of turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct OutOfTurn {
    /// Cards that are played out of turn on an identical upcard.
    pub identical: Identicals,
}

/// Cards that are played out of turn on an identical upcard: classes of them with who may, or cards that all may play so.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identicals(pub BTreeMap<String, Claimed>);

/// Who may play a card out of turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claimed {
    /// Whoever holds one may.
    May,
    /// Whoever holds one must.
    Must,
    /// Whoever holds one may, but for the player of the upcard.
    OthersMay,
}

impl Identicals {
    /// All cards that may be played so.
    #[must_use]
    pub fn cards(&self) -> CardSet {
        self.union(|_| true)
    }

    /// The cards of which this holds.
    #[must_use]
    pub fn with(&self, who: Claimed) -> CardSet {
        self.union(|other| other == who)
    }

    fn union(&self, test: impl Fn(Claimed) -> bool) -> CardSet {
        let classes = self.0.iter().filter(|(_, who)| test(**who));
        let selectors = classes.filter_map(|(text, _)| text.parse::<Selector>().ok());
        selectors.fold(CardSet::EMPTY, |set, selector| set.or(selector.cards()))
    }
}

impl Serialize for Identicals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut classes = self.0.iter();
        match (classes.next(), classes.next()) {
            (None, _) => serializer.serialize_str(""),
            (Some((cards, Claimed::May)), None) => serializer.serialize_str(cards),
            _ => self.0.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Identicals {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let classes = if value.is_object() {
            BTreeMap::deserialize(value).map_err(D::Error::custom)?
        } else {
            let cards = Selector::deserialize(value).map_err(D::Error::custom)?;
            let class = (!cards.is_none()).then(|| (cards.as_str().to_owned(), Claimed::May));
            class.into_iter().collect()
        };
        Ok(Self(classes))
    }
}

/// A second pile, on which one card may be played in a turn instead of playing on the first.
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
    /// When it is due.
    pub due: WordDue,
    /// For which cards played.
    #[serde(default = "Selector::all")]
    pub cards: Selector,
    /// Played on which upcards.
    #[serde(default = "Selector::all")]
    pub on: Selector,
    /// Cards drawn by who does not say it.
    #[serde(default = "one")]
    pub penalty: u8,
}

const fn one() -> u8 {
    1
}

impl Word {
    /// The word of this name, as it is said: hyphens stand for blanks.
    #[must_use]
    pub fn said(name: &str) -> String {
        name.replace('-', " ")
    }
}

/// When a word is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordDue {
    /// After playing one of the cards.
    #[serde(rename = "played")]
    Played,
    /// After playing the last card; who does not say it is not out.
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
