//! Settings of further cards in a turn: on single cards, or by a rule for all cards together.

use std::fmt;

use schemars::{JsonSchema, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ruleset::schema::types::{LateCards, Whole, schema_of};
use crate::ruleset::{Selector, WordSet, is_default};

/// Further cards of the same player in the same turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Continue {
    /// The cards that the same player may add in the same turn, by their relation to the card under them. On one of the
    /// special's cards: of its suit (`suit`), of its suit or rank, any, or of its rank or the suit that its player
    /// nominates at once, which begins the turn again (`nominated`). By one rule for all cards: those of `cards` of the
    /// same rank (`rank`); the next higher or lower card of the suit, the ace low and no king joining it (`adjacent`),
    /// or with king and ace joined (`adjacent-round`); any card that follows (`following`); or, on two or more of a
    /// rank, one of the last one's suit and another rank, which may begin another set (`suit-after-set`).
    pub with: ContinueWith,
    /// The only cards that may be added; under `rank` all may. On one of the special's cards there may be `@suit` and
    /// `@rank`, each time those of the card to be covered.
    #[serde(default = "Selector::all", skip_serializing_if = "is_all")]
    #[schemars(with = "LateCards", !skip_serializing_if)]
    pub cards: Selector,
    /// Further cards that may be added on any card, `@suit` and `@rank` as well; under `rank` they stand for the rank, but
    /// cannot come first.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "LateCards", !skip_serializing_if)]
    pub also: Selector,
    /// Most cards that may be added; with `or all` more may be, if the whole hand is then played in that turn
    /// (`following`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub most: Most,
    /// True: a player who can go on must; under `suit-after-set` no card may be played that would make this impossible.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub must: bool,
    /// Cards drawn by a player who does not go on, by choice or because no card held can be added (under `must` only
    /// for the second reason); the turn then ends. Or, under `must`, a player who cannot go on draws one card after
    /// another until able, and goes on, even after the last card of the hand (`until-able`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub else_draw: ElseDraw,
    /// The cards whose effects count: every card; the top card only; the top card and the cards of its rank together
    /// under it that have the same effect (`top-set`); or the first card only, under which the others are laid, so that
    /// it is still the upcard (`first`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub effects: Counts,
    /// Further cases in which the turn goes on: on such a card that is a cover itself (where only the top card counts,
    /// once no other card covers it); on a cover that nominates, which then nominates nothing instead of ending the
    /// turn; and in the turn of the player who next plays a card that can be added, if this one was left on top
    /// (`left`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub open: WordSet<Open>,
}

/// Returns true if the selector is that of all cards, which need not be written.
pub(crate) fn is_all(selector: &Selector) -> bool {
    selector.as_str() == "all"
}

/// The relation of a further card of a turn to the one under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContinueWith {
    /// The same suit.
    Suit,
    /// The same suit or rank.
    SuitOrRank,
    /// Any card.
    Any,
    /// The suit that its player nominates at once, or its rank; the card then begins the turn again.
    Nominated,
    /// Its rank, among the cards of the special.
    Rank,
    /// The next higher or lower card of the suit, ace low.
    Adjacent,
    /// The next higher or lower card of the suit, with king and ace joined.
    AdjacentRound,
    /// A card that follows by the ordinary rules.
    Following,
    /// The suit of the last card and another rank, on two or more cards of a rank.
    SuitAfterSet,
}

impl ContinueWith {
    /// Returns the relation of covers to a single card, if this is a rule for single cards.
    pub(crate) const fn cover(self) -> Option<CoverWith> {
        match self {
            Self::Suit => Some(CoverWith::Suit),
            Self::SuitOrRank => Some(CoverWith::SuitOrRank),
            Self::Any => Some(CoverWith::Any),
            Self::Nominated => Some(CoverWith::Nominated),
            Self::Rank | Self::Adjacent | Self::AdjacentRound | Self::Following | Self::SuitAfterSet => None,
        }
    }
}

/// Further cards after which the turn may go on by the same rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Open {
    /// The same card where it is a cover itself.
    Covers,
    /// A cover that nominates, which then nominates nothing; without this it ends the turn.
    Nominations,
    /// The card left on top, for the player who next plays a card that can be added.
    Left,
}

/// Most further cards in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Most {
    /// Any number.
    #[default]
    Any,
    /// This many.
    AtMost(u8),
    /// This many, or all cards held.
    OrAll(u8),
}

impl Most {
    /// Largest number of further cards that can be written.
    pub(crate) const LIMIT: u8 = 19;
}

impl Serialize for Most {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Any => serializer.serialize_str("any"),
            Self::AtMost(cards) => serializer.serialize_u8(*cards),
            Self::OrAll(cards) => serializer.collect_str(&format_args!("{cards} or all")),
        }
    }
}

impl<'de> Deserialize<'de> for Most {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ContinueVisitor;

        impl serde::de::Visitor<'_> for ContinueVisitor {
            type Value = Most;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of cards")
            }

            fn visit_u64<E: serde::de::Error>(self, cards: u64) -> Result<Most, E> {
                u8::try_from(cards)
                    .ok()
                    .and_then(at_most)
                    .map(Most::AtMost)
                    .ok_or_else(|| E::custom(no_most(&cards)))
            }

            fn visit_i64<E: serde::de::Error>(self, cards: i64) -> Result<Most, E> {
                Err(E::custom(no_most(&cards)))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Most, E> {
                if text == "any" {
                    return Ok(Most::Any);
                }
                let cards = text.strip_suffix(" or all").and_then(|cards| cards.parse().ok());
                cards
                    .and_then(at_most)
                    .map(Most::OrAll)
                    .ok_or_else(|| E::custom(no_most(&format_args!("{text:?}"))))
            }
        }

        deserializer
            .deserialize_any(ContinueVisitor)
            .map_err(D::Error::custom)
    }
}

schema_of!(Most, |generator| {
    json_schema!({
        "anyOf": [
            { "const": "any" },
            generator.subschema_for::<Whole<1, { Most::LIMIT as i64 }>>(),
            { "type": "string", "format": "number with all", "pattern": "^([1-9]|1[0-9]) or all$",
              "examples": ["2 or all", "1 or all"] },
        ],
    })
});

fn at_most(cards: u8) -> Option<u8> {
    (1..=Most::LIMIT).contains(&cards).then_some(cards)
}

fn no_most(given: &dyn fmt::Display) -> String {
    let most = Most::LIMIT;
    format!(
        "{given} is not \"any\", a whole number from 1 to {most}, or such a number with all, as \"2 or all\""
    )
}

/// Cards drawn by a player who does not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ElseDraw {
    /// One card after another until a card held can be added.
    UntilAble,
    /// This many cards.
    #[serde(untagged)]
    Cards(#[schemars(range(max = 20))] u8),
}

impl Default for ElseDraw {
    fn default() -> Self {
        Self::Cards(0)
    }
}

impl ElseDraw {
    /// Returns the number of cards; 0 for `until-able`.
    pub(crate) const fn cards(self) -> u8 {
        match self {
            Self::UntilAble => 0,
            Self::Cards(cards) => cards,
        }
    }
}

/// The cards, of several played in a turn, whose effects count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// Every card.
    #[default]
    Every,
    /// The top card only.
    Top,
    /// The top card, and the cards of its rank together under it that have the same effect.
    TopSet,
    /// The first card only: the others lie under it.
    First,
}

/// The relation of a covering card to the card under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoverWith {
    /// The same suit.
    Suit,
    /// The same suit or rank.
    SuitOrRank,
    /// Any card.
    Any,
    /// The suit that its player nominates at once, or its rank; the card then begins the turn again.
    Nominated,
}
