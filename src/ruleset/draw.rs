//! Drawing, and the renewal of the stock.

use schemars::{JsonSchema, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::schema::types::{Whole, schema_of};
use super::{Amount, is_default};

/// Drawing in one's turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Draw {
    /// When one may draw: in any turn; only when no card can be played, so that a player who can play must; or never by choice,
    /// but one may always pass.
    pub when: DrawWhen,
    /// Draws that a turn allows, one decision each; 0 is no limit but the stock.
    pub most: u8,
    /// Cards of each draw: 1 … 20, or a number that is open: one of several by chance, `{ lot = [0, 0, 1, 3] }`, or as many
    /// cards as it takes until one is drawn of a class, or of the suit in force, `{ until = "@suit" }`, all of them
    /// shown. Other than 1 it goes with one draw in a turn.
    #[serde(skip_serializing_if = "Amount::is_one")]
    #[schemars(!skip_serializing_if)]
    pub cards: Amount,
    /// Condition that ends drawing once it has begun: a card held is playable, or the hand holds this many cards (at least
    /// one is drawn); of both, whichever comes first.
    pub until: DrawUntil,
    /// Play after a draw: none; the drawn card may be played, or must if it can; any card held may, or one must.
    pub then: DrawThen,
    /// Play after drawing for an attack: none; one of the cards just drawn that would have answered, alone; or what any
    /// turn allows.
    pub after_attack: AfterAttack,
    /// Cards that are drawn at the end of each of their turns, whatever happened in it.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(range(max = 20), !skip_serializing_if)]
    pub end_of_turn: u8,
}

impl Default for Draw {
    fn default() -> Self {
        Self {
            when: DrawWhen::Always,
            most: 1,
            cards: Amount::Number(1),
            until: DrawUntil::default(),
            then: DrawThen::EndTurn,
            after_attack: AfterAttack::EndTurn,
            end_of_turn: 0,
        }
    }
}

/// Condition that ends drawing once it has begun: a list of `"playable"` and a number of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DrawUntil {
    /// True if drawing ends when a card held is playable.
    pub playable: bool,
    /// Number of cards in hand at which drawing ends (at least one is drawn); 0 is off.
    pub hand: u8,
}

impl Serialize for DrawUntil {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let playable = self.playable.then(|| Value::from(PLAYABLE));
        let hand = (self.hand > 0).then(|| Value::from(self.hand));
        serializer.collect_seq(playable.into_iter().chain(hand))
    }
}

impl<'de> Deserialize<'de> for DrawUntil {
    /// Accepts a list or a single item; each kind may occur once.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = match Value::deserialize(deserializer)? {
            Value::Array(items) => items,
            item => vec![item],
        };
        let mut until = Self::default();
        for item in items {
            let number = item.as_u64().and_then(|number| u8::try_from(number).ok());
            match number {
                Some(hand) if hand > 0 && until.hand == 0 => until.hand = hand,
                None if item == PLAYABLE && !until.playable => until.playable = true,
                _ => {
                    let message = format!("{item} is not \"playable\" or a number from 1 to 255, each once");
                    return Err(D::Error::custom(message));
                }
            }
        }
        Ok(until)
    }
}

schema_of!(DrawUntil, |generator| {
    let word = json_schema!({ "const": PLAYABLE });
    let hand = generator.subschema_for::<Whole<1, 255>>();
    let item = json_schema!({ "anyOf": [word, hand] });
    json_schema!({ "anyOf": [word, hand, { "type": "array", "items": item, "uniqueItems": true, "maxItems": 2 }] })
});

/// Word for drawing until a card held is playable.
const PLAYABLE: &str = "playable";

/// Play allowed after drawing for an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AfterAttack {
    /// Nothing: the turn is lost.
    EndTurn,
    /// Play one of the cards just drawn that would have answered, alone.
    #[serde(rename = "answer")]
    PlayAttack,
    /// Take the turn: play, draw, or pass.
    Play,
}

/// Condition under which one may draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DrawWhen {
    /// In any turn, instead of playing.
    Always,
    /// Only when no card can be played: who can play must.
    Unable,
    /// Never by choice; one may always pass.
    Never,
}

/// Play allowed after a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DrawThen {
    /// Nothing: drawing ends the turn.
    EndTurn,
    /// The drawn card may be played if it is playable.
    MayPlay,
    /// The drawn card must be played if it is playable.
    MustPlay,
    /// Any card held may be played.
    PlayAny,
    /// A playable card, if one is held, must be played.
    MustPlayAny,
}

/// Renewal of the stock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Stock {
    /// Renewal of an empty stock: the pile but its upcard is shuffled or turned over into a new one, or there is none, or
    /// there is none and the round ends, as a blocked one, after the turn in which the last card of the stock was drawn.
    pub empty: StockEmpty,
    /// If the stock holds fewer than this many cards after a turn, each player keeps this many of choice and returns the others
    /// to the stock, together with the pile but its upcard; 0 is off.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(range(max = 10), !skip_serializing_if)]
    pub keep: u8,
}

impl Default for Stock {
    fn default() -> Self {
        Self {
            empty: StockEmpty::Reshuffle,
            keep: 0,
        }
    }
}

/// Treatment of the pile when the stock is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StockEmpty {
    /// All of the pile but the upcard is shuffled into a new stock.
    Reshuffle,
    /// All of the pile but the upcard is turned over unshuffled: the oldest card is drawn first.
    TurnOver,
    /// Nothing: play goes on without drawing.
    None,
    /// The round ends, as a blocked one, after the turn in which the last card of the stock was drawn.
    EndsRound,
}

impl StockEmpty {
    /// Returns true if an empty stock is renewed.
    #[must_use]
    pub const fn renews(self) -> bool {
        matches!(self, Self::Reshuffle | Self::TurnOver)
    }
}
