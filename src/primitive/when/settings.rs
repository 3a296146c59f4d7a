//! Settings of the conditions under which a special holds.

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::limits::shown;
use crate::ruleset::schema::types::{LateCards, Whole, schema_of};
use crate::ruleset::selector::cards_or_word;
use crate::ruleset::{Range, Selector, Side};

/// Most specials of a card that may depend on how it is played.
pub(crate) const MOST_CONDITIONS: usize = 4;

/// Conditions under which a special holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct When {
    /// Numbers of players with which it applies; any number if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<Range>,
    /// Upcards on which it applies, that is, on which its card was played; all if unset. They are a class of cards (`all -9`:
    /// but on a Nine), or `identical`: the same rank and suit, or a Joker of the same colour. A starter lies on nothing: the
    /// class is not asked for, and it is not identical.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upcard: Option<Upcard>,
    /// Numbers of cards left in the hand of its card's player after playing it; any number if unset. Nobody has played a
    /// starter, so it does not apply to one. A condition on the upcard or on the cards left goes with effects: with `skip`,
    /// `reverse`, `again`, `previous`, `move`, `hit`, `nominate`, covers (`continue`) and a rank that is named; of the keys
    /// of where a card may be played, only `play.free = "always"` goes with a class of upcards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
    /// The side of the cards that is up while it holds, where they have backs (`deck.backs`): the front, with which they are
    /// dealt, or the back, once a card has turned them over. Either if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
}

impl When {
    /// Returns the upcards on which the special holds, if they are listed.
    pub(crate) fn upcards(&self) -> Option<&Selector> {
        match &self.upcard {
            Some(Upcard::Cards(cards)) => Some(cards),
            Some(Upcard::Identical) | None => None,
        }
    }

    /// True if the special holds with this number of players.
    pub(crate) fn holds_with(&self, players: u8) -> bool {
        self.players.is_none_or(|range| range.contains(players))
    }
}

/// Upcards on which a special holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Upcard {
    /// Upcards that are the same card.
    Identical,
    /// These cards; on others the special's cards are ordinary ones.
    Cards(Selector),
}

/// Word for upcards that are the same card.
const IDENTICAL: &str = "identical";

impl Serialize for Upcard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Identical => IDENTICAL,
            Self::Cards(cards) => cards.as_str(),
        })
    }
}

impl<'de> Deserialize<'de> for Upcard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let cards = cards_or_word(&value, IDENTICAL).map_err(D::Error::custom)?;
        Ok(cards.map_or(Self::Identical, Self::Cards))
    }
}

schema_of!(Upcard, |generator| {
    json_schema!({ "anyOf": [{ "const": IDENTICAL }, generator.subschema_for::<LateCards>()] })
});

/// Numbers of cards left in a hand: one number, or a range such as `"0-2"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// Fewest cards.
    pub least: u8,
    /// Most cards.
    pub most: u8,
}

impl Left {
    /// True if this number of cards is among them.
    #[must_use]
    pub const fn contains(self, cards: u8) -> bool {
        self.least <= cards && cards <= self.most
    }
}

impl Serialize for Left {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.least == self.most {
            return serializer.serialize_u8(self.least);
        }
        serializer.collect_str(&format_args!("{}-{}", self.least, self.most))
    }
}

impl<'de> Deserialize<'de> for Left {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let written = match &value {
            Value::String(text) => text.clone(),
            number => number.to_string(),
        };
        let (least, most) = written.split_once('-').unwrap_or((&written, &written));
        let read = least.parse().ok().zip(most.parse().ok());
        let ends = read.filter(|(least, most): &(u8, u8)| least <= most);
        let (least, most) = ends.ok_or_else(|| {
            D::Error::custom(format!(
                "{} is not a number of cards from 0 to 255, nor a range such as \"0-2\"",
                shown(&value)
            ))
        })?;
        Ok(Self { least, most })
    }
}

schema_of!(Left, |generator| {
    json_schema!({
        "anyOf": [
            generator.subschema_for::<Whole<0, 255>>(),
            { "type": "string", "format": "range", "pattern": "^[0-9]+-[0-9]+$", "examples": ["0-2"] },
        ],
    })
});
