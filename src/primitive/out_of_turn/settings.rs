//! Settings of play out of turn.

use std::collections::BTreeMap;

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::card::CardSet;
use crate::ruleset::Selector;
use crate::ruleset::schema::types::{CardsKey, TableOf, schema_of};

/// Cards that may be played out of turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct OutOfTurn {
    /// Cards that are played out of turn if identical to the upcard (rank and suit, Jokers by colour): after each card
    /// played its player is asked, then the others who hold one, in order of play; play goes on from the last to play
    /// one. Where classes of cards are listed: with `may` each holder is asked, with `must` the card is played without
    /// asking, and with `others-may` the player of the upcard is not asked.
    pub identical: Identicals,
}

/// Cards that are played out of turn on an identical upcard: classes with the players who may play them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identicals(pub BTreeMap<String, Claimed>);

/// The players who may play a card out of turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Claimed {
    /// Any player who holds one may.
    May,
    /// Any player who holds one must.
    Must,
    /// Any player who holds one may, except the player of the upcard.
    OthersMay,
}

impl Identicals {
    /// Returns all cards that may be played out of turn.
    #[must_use]
    pub fn cards(&self) -> CardSet {
        self.union(|_| true)
    }

    /// Returns the cards of the classes for these players.
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

schema_of!(Identicals, |generator| {
    json_schema!({
        "anyOf": [generator.subschema_for::<Selector>(), generator.subschema_for::<TableOf<CardsKey, Claimed>>()],
        "examples": ["all", { "8": "must" }],
    })
});
