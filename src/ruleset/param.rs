//! Params: cards or ranks that are drawn for an episode and public; selectors refer to them as `@NAME`.

use std::collections::BTreeMap;

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::schema::types::{Day, TableOf, schema_of};
use super::{Bindings, Ruleset, Selector, Side, Special, is_default};
use crate::card::{Card, CardSet, Rank};
use crate::pack::Pack;

/// A card, or a rank, that is drawn for an episode and public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Param {
    /// The cards of which one is drawn, public; `@NAME` means it in the selectors of specials. Or the cards by date: the
    /// first day of each period, and its card.
    pub cards: ParamCards,
    /// A card is drawn, or a rank (each rank of the cards is as likely); `@NAME` then means all its cards.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub draws: ParamDraws,
    /// When it is drawn: for each episode, or for each round of a match. Or the day that decides by the dates, so that
    /// nothing is drawn.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub when: ParamWhen,
}

/// Cards from which one is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ParamCards {
    /// The cards of a selector.
    Drawn(Selector),
    /// The cards by date: the first day of each period (`"03-21"`) and its card.
    Dated(BTreeMap<String, Card>),
}

impl Default for ParamCards {
    fn default() -> Self {
        Self::Drawn(Selector::none())
    }
}

impl<'de> Deserialize<'de> for ParamCards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let read = if value.is_object() {
            serde_json::from_value(value).map(Self::Dated)
        } else {
            serde_json::from_value(value).map(Self::Drawn)
        };
        read.map_err(D::Error::custom)
    }
}

schema_of!(ParamCards, |generator| {
    json_schema!({
        "anyOf": [generator.subschema_for::<Selector>(), generator.subschema_for::<TableOf<Day, Card>>()],
        "examples": [{ "03-21": "JC" }],
    })
});

/// Kind of value that is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ParamDraws {
    /// A card.
    #[default]
    Card,
    /// A rank: each rank of the cards is as likely, and all its cards are meant.
    Rank,
}

/// Time at which a param is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ParamWhen {
    /// For each episode.
    #[default]
    Episode,
    /// For each round of a match.
    Round,
    /// Never: this day (`"11-21"`) selects the card by its date.
    Day(String),
}

impl Serialize for ParamWhen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Episode => "episode",
            Self::Round => "round",
            Self::Day(day) => day,
        })
    }
}

impl<'de> Deserialize<'de> for ParamWhen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(match text.as_str() {
            "episode" => Self::Episode,
            "round" => Self::Round,
            _ => Self::Day(text),
        })
    }
}

schema_of!(ParamWhen, |generator| {
    json_schema!({ "anyOf": [{ "enum": ["episode", "round"] }, generator.subschema_for::<Day>()] })
});

impl Param {
    /// True if a rank is drawn.
    pub(crate) fn draws_rank(&self) -> bool {
        self.draws == ParamDraws::Rank
    }

    /// Returns the values that may be drawn, in the order of the cards; a rank is represented by its first card.
    pub(crate) fn values(&self, pack: &Pack) -> Vec<Card> {
        if let Some(card) = self.dated(pack) {
            return vec![card];
        }
        let given = match &self.cards {
            ParamCards::Drawn(cards) => cards.cards(),
            ParamCards::Dated(dates) => dates
                .values()
                .fold(CardSet::EMPTY, |set, card| set.or(card.bit())),
        };
        let mut values: Vec<Card> = Vec::new();
        for card in given.iter() {
            if !self.draws_rank() || values.iter().all(|other| pack.rank(*other) != pack.rank(card)) {
                values.push(self.representative(pack, card));
            }
        }
        values
    }

    /// Returns the card that represents the value drawn with this one.
    fn representative(&self, pack: &Pack, card: Card) -> Card {
        if self.draws_rank() {
            first_of_rank(pack, card)
        } else {
            card
        }
    }

    /// Returns the cards that a drawn value means.
    pub(crate) fn cards_of(&self, pack: &Pack, value: Card) -> CardSet {
        if self.draws_rank() {
            pack.alike(value)
        } else {
            value.bit()
        }
    }

    /// Returns the card that the day selects: that of the last period that has begun, which may have begun in the year
    /// before.
    fn dated(&self, pack: &Pack) -> Option<Card> {
        let (ParamCards::Dated(dates), ParamWhen::Day(day)) = (&self.cards, &self.when) else {
            return None;
        };
        let begun = dates.range(..=day.clone()).next_back();
        let period = begun.or_else(|| dates.iter().next_back());
        period.map(|(_, card)| self.representative(pack, *card))
    }

    /// True if a text is a day of the year, such as `"11-21"`.
    pub(crate) fn is_day(text: &str) -> bool {
        const DAYS: [u8; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let two = |part: &str| (part.len() == 2).then(|| part.parse::<u8>().ok()).flatten();
        let Some((Some(month), Some(day))) = text.split_once('-').map(|(m, d)| (two(m), two(d))) else {
            return false;
        };
        let days = usize::from(month).checked_sub(1).and_then(|at| DAYS.get(at));
        days.is_some_and(|&days| (1..=days).contains(&day))
    }
}

/// Returns the card that represents a rank: its first one.
fn first_of_rank(pack: &Pack, card: Card) -> Card {
    pack.alike(card).iter().next().unwrap_or(card)
}

/// Returns the rank that is wild for a player with this countdown score: ace for 1, then 2 … K.
pub(crate) const fn wild_rank(score: u8) -> Option<Rank> {
    match score {
        0 => None,
        1 => Rank::from_index(12),
        _ => Rank::from_index(score - 2),
    }
}

impl Ruleset {
    /// Returns the number of scores, from 0 up, for which `@wild` has a meaning of its own; 1 if the word is not used.
    pub(crate) fn wild_scores(&self) -> u8 {
        let selectors = self.special.values().flat_map(Special::selectors);
        let used = selectors
            .flat_map(Selector::late_names)
            .any(|name| name == "wild");
        if used { self.countdown.from + 1 } else { 1 }
    }

    /// Returns the number of combined meanings of the late-bound words.
    pub(crate) fn count_meanings(&self) -> usize {
        let values = self
            .params
            .values()
            .map(|param| param.values(self.pack()).len().max(1));
        let params = values.fold(1, usize::saturating_mul);
        let sides = if self.deck.backs { 2 } else { 1 };
        params.saturating_mul(usize::from(self.wild_scores())) * sides
    }

    /// Returns every combined meaning of the late-bound words: by the side of the cards, then by the values of each param, in
    /// the order of their names, then by the scores.
    pub(crate) fn meanings(&self) -> Vec<Bindings> {
        let mut all = vec![Bindings::default()];
        if self.deck.backs {
            all.push(Bindings::default().of(Side::Back));
        }
        for (name, param) in &self.params {
            let values = param.values(self.pack());
            let with = |known: &Bindings| {
                let each = values.iter();
                each.map(|&value| known.clone().with(name, param.cards_of(self.pack(), value)))
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        let wild = |score| self.pack().of_ranks(wild_rank(score));
        let with = |known: &Bindings| {
            let scores = 0..self.wild_scores();
            scores
                .map(|score| known.clone().with("wild", wild(score)))
                .collect::<Vec<_>>()
        };
        all.iter().flat_map(with).collect()
    }
}
