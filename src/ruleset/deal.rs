//! The deal: the cards for each player, and the direction in which play begins.

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::schema::types::{Whole, schema_of};
use super::{ByPlayers, is_default};

/// The deal: the cards for each player, and the direction in which play begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Deal {
    /// Cards dealt to each player; the deck must hold them all and a starter. From a range (of at most 8 numbers) the
    /// dealer chooses before the deal.
    pub cards: ByPlayers<Dealt>,
    /// Cards dealt in later rounds of a match: as many; or one fewer in each round, down to one, then one more in each,
    /// up to as many as in the first, and so on.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub rounds: DealRounds,
    /// Direction in which play begins: clockwise, or anticlockwise, from the seat before the dealer; or, where three or
    /// more play, as the dealer chooses before the deal, or after the deal, having seen their hand and the starter.
    pub direction: DealDirection,
    /// Extra cards for the dealer, dealt after all others.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(range(max = 20), !skip_serializing_if)]
    pub dealer_extra: u8,
}

impl Default for Deal {
    fn default() -> Self {
        let each = |cards| Dealt {
            least: cards,
            most: cards,
        };
        Self {
            cards: ByPlayers::Ranges(vec![(2, 2, each(7)), (3, 10, each(5))]),
            rounds: DealRounds::Same,
            direction: DealDirection::Clockwise,
            dealer_extra: 0,
        }
    }
}

/// Number of cards dealt to a player: one number, or a range such as `"5-8"` from which the dealer chooses before the deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dealt {
    /// Fewest cards.
    pub least: u8,
    /// Most cards.
    pub most: u8,
}

impl Dealt {
    /// True if the dealer chooses the number.
    #[must_use]
    pub const fn is_choice(self) -> bool {
        self.least < self.most
    }
}

impl Serialize for Dealt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_choice() {
            return serializer.collect_str(&format_args!("{}-{}", self.least, self.most));
        }
        serializer.serialize_u8(self.least)
    }
}

impl<'de> Deserialize<'de> for Dealt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let refused = || {
            D::Error::custom(format!(
                "{value} is not a number of cards from 1 to 255, nor a range such as \"5-8\""
            ))
        };
        if let Some(text) = value.as_str() {
            let (least, most) = text.split_once('-').ok_or_else(refused)?;
            let number = |text: &str| text.parse::<u8>().map_err(|_| refused());
            let (least, most) = (number(least)?, number(most)?);
            return if 0 < least && least < most {
                Ok(Self { least, most })
            } else {
                Err(refused())
            };
        }
        let cards = value
            .as_u64()
            .and_then(|cards| u8::try_from(cards).ok())
            .ok_or_else(refused)?;
        Ok(Self {
            least: cards,
            most: cards,
        })
    }
}

schema_of!(Dealt, |generator| {
    json_schema!({
        "anyOf": [
            generator.subschema_for::<Whole<1, 255>>(),
            { "type": "string", "format": "range", "pattern": "^[0-9]+-[0-9]+$", "examples": ["5-8"] },
        ],
    })
});

/// Number of cards dealt in the later rounds of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DealRounds {
    /// As many as in the first.
    #[default]
    Same,
    /// One fewer in each, down to one, then one more in each, up to as many as in the first, and so on.
    DownAndUp,
}

/// Direction in which play begins, or the time at which the dealer chooses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DealDirection {
    /// Clockwise.
    Clockwise,
    /// Anticlockwise.
    Anticlockwise,
    /// The dealer chooses before the deal, if three or more play.
    Dealer,
    /// The dealer chooses after the deal, with the starter in view, if three or more play.
    DealerAfterDeal,
}

impl DealDirection {
    /// True if the dealer chooses the direction.
    #[must_use]
    pub const fn is_choice(self) -> bool {
        matches!(self, Self::Dealer | Self::DealerAfterDeal)
    }
}
