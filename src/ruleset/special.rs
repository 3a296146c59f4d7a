//! Special cards: where they may be played, what may be played on them, and what they do.

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::is_default::is_default;
use super::schema::types::{LateCards, schema_of};
use super::selector::cards_or_word;
use super::{Challenge, Continue, HandsMove, Hit, Next, Nominate, Play, Range, Selector};

/// Cards with a meaning of their own. A card's specials add up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Special {
    /// Cards with this meaning; none switches it off. A card's specials add up.
    #[schemars(with = "LateCards")]
    pub cards: Selector,
    /// Conditions under which the special holds.
    #[serde(deserialize_with = "or_default", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<When>")]
    pub when: When,
    /// Upcards on which the card may be played.
    #[serde(deserialize_with = "or_default", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<Play>")]
    pub play: Play,
    /// Cards that must or may be played on it next.
    #[serde(deserialize_with = "or_default", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<Next>")]
    pub next: Next,
    /// When its player names the suit to follow, one that some card of the deck has (else its own suit holds): never;
    /// always; if it followed; as the only card of its turn, which it must then be where it did not follow; a second
    /// suit, which the next player may follow as well; a suit and a rank, either of which is followed; one of the two
    /// suits of its own colour; another suit than the one in force when the card was played (`other`); or, without being
    /// asked, the suit that is in force, which stays (`in-force`).
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub nominate: Nominate,
    /// Number of players who lose their turn.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(range(max = 9), !skip_serializing_if)]
    pub skip: u8,
    /// True: the direction of play turns.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(!skip_serializing_if)]
    pub reverse: bool,
    /// True: the same player has the next turn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(!skip_serializing_if)]
    pub again: bool,
    /// True: the player before, in the direction of play, has the next turn; the direction stays.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(!skip_serializing_if)]
    pub previous: bool,
    /// Hands or cards go to other players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<HandsMove>,
    /// Players draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<Hit>,
    /// Its player may play more cards in the same turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#continue: Option<Continue>,
    /// True: it may be played on a pending attack, to which it must follow by suit, or on another mirror, so that the
    /// direction turns and the attacker faces what is pending; and where a card makes all others draw, another player
    /// may play one of its suit, so that its player draws instead of them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(!skip_serializing_if)]
    pub mirror: bool,
    /// The next player may challenge that it was played by the rule of `play.free`, which is then not masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge: Option<Challenge>,
}

impl Special {
    /// Returns the selectors that may have late-bound words.
    pub fn selectors(&self) -> impl Iterator<Item = &Selector> {
        let hit = self.hit.iter();
        let answers = hit.flat_map(|hit| hit.answer.iter().chain([&hit.cancel, &hit.pass_on]));
        let further = self.r#continue.iter().flat_map(|c| [&c.cards, &c.also]);
        [&self.cards]
            .into_iter()
            .chain(self.when.upcards())
            .chain(answers)
            .chain(further)
    }
}

/// A key of a special, with a test that is true if the key is set.
pub(crate) type Has = (&'static str, fn(&Special) -> bool);

/// A conflict between keys of one card: a key, the keys that do not go with it, and the reason.
pub(crate) type Apart = (Has, &'static [Has], &'static str);

/// Reads a table, or `null` as the default.
fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Conditions under which a special holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct When {
    /// Numbers of players with which it applies; any number if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<Range>,
    /// Upcards on which it applies; all if unset. On others its cards are ordinary ones. A class of cards (`all -9`: but on a
    /// Nine) goes with `play.free = "always"`, with `nominate`, and with `next.binds` for what is nominated; `identical`
    /// (the same rank and suit, or a Joker of the same colour) goes with `again`, and with a `hit` that all others draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upcard: Option<Upcard>,
}

impl When {
    /// True if the special holds for a card played on an identical one.
    pub(crate) fn on_identical(&self) -> bool {
        self.upcard == Some(Upcard::Identical)
    }

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
