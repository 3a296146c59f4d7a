//! More cards of the same turn: on one card, or by a rule that holds for all cards together.

use std::fmt;

use schemars::{JsonSchema, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ruleset::schema::types::{LateCards, Whole, schema_of};
use crate::ruleset::{Selector, WordSet, is_default};

/// More cards of the same player in the same turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Continue {
    /// Its player may play more cards in the same turn; how each must go with the card under it. On one of its cards: of
    /// its suit, of its suit or rank, any, or of the suit that its player nominates at once or of its rank, which begins
    /// the turn again (`nominated`). By one rule for all cards: those of `cards` of the same rank (`rank`); the next
    /// higher or lower card of the suit, the ace low and no king joining it (`adjacent`), or king and ace joining, too
    /// (`adjacent-round`); whatever follows (`following`); or, on two or more of a rank, one of the last one's suit and
    /// another rank, which may begin a set again (`suit-after-set`).
    pub with: ContinueWith,
    /// Which cards may come at all; under `rank` all.
    #[serde(default = "Selector::all", skip_serializing_if = "is_all")]
    #[schemars(with = "LateCards", !skip_serializing_if)]
    pub cards: Selector,
    /// Further cards that may come, whatever card is under them; under `rank` they stand for the rank, but not first.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "LateCards", !skip_serializing_if)]
    pub also: Selector,
    /// How many more cards; with `or all` also more, if then the whole hand is played in that turn (`following`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub most: Most,
    /// True: a player who can go on must; under `suit-after-set` no card may be played after which that cannot be done.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub must: bool,
    /// Cards that a player draws who does not go on, by choice or because no card held can (under `must` only then); the
    /// turn then ends. Or, under `must`, who cannot go on draws one card after another until able, and goes on, after
    /// the last card of the hand as well (`until-able`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub else_draw: ElseDraw,
    /// Whose effects count: every card's; the top card's only; or the top card's with those of the cards of its rank
    /// together under it that do the same (`top-set`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub effects: Counts,
    /// Where else the turn goes on: on such a card that is a cover itself (where only the top card counts, once no other
    /// card covers it); on a cover that nominates, which then nominates nothing (if not, it ends the turn); in the turn
    /// of whoever next plays a card that goes with it, where it was left on top (`left`).
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub open: WordSet<Open>,
}

/// Whether a selector is that of all cards, which need not be written.
pub(crate) fn is_all(selector: &Selector) -> bool {
    selector.as_str() == "all"
}

/// How a further card of a turn must go with the one under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContinueWith {
    /// The same suit.
    Suit,
    /// The same suit or rank.
    SuitOrRank,
    /// Any card.
    Any,
    /// The suit that its player nominates for it at once, or its rank; the card then begins the turn again.
    Nominated,
    /// Its rank, among the cards of the special.
    Rank,
    /// The next higher or lower card of the suit, ace low.
    Adjacent,
    /// The same, where king and ace join, too.
    AdjacentRound,
    /// What follows it by the ordinary rules.
    Following,
    /// The last one's suit and another rank, on two or more of a rank.
    SuitAfterSet,
}

impl ContinueWith {
    /// How a card is covered, where it is a rule for single cards.
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

/// After which further cards the turn may go on by the same rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Open {
    /// The same card as a cover itself.
    Covers,
    /// A cover that nominates, which then nominates nothing; if not, it ends the turn.
    Nominations,
    /// The card left on top, for whoever plays one that goes with it next.
    Left,
}

/// How many further cards a turn may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Most {
    /// Any number.
    #[default]
    Any,
    /// So many.
    AtMost(u8),
    /// So many, or all cards held.
    OrAll(u8),
}

impl Most {
    /// Most further cards that can be written as a number.
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
        struct Written;

        impl serde::de::Visitor<'_> for Written {
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

        deserializer.deserialize_any(Written).map_err(D::Error::custom)
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

/// What a player draws who does not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ElseDraw {
    /// Cards, one after the other, until one that is held can come.
    UntilAble,
    /// So many cards.
    #[serde(untagged)]
    Cards(#[schemars(range(max = 20))] u8),
}

impl Default for ElseDraw {
    fn default() -> Self {
        Self::Cards(0)
    }
}

impl ElseDraw {
    /// The number of cards, where it is one.
    pub(crate) const fn cards(self) -> u8 {
        match self {
            Self::UntilAble => 0,
            Self::Cards(cards) => cards,
        }
    }
}

/// Whose effects count, of several cards played in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// Those of every card.
    #[default]
    Every,
    /// Those of the top card only.
    Top,
    /// Those of the top card, and of the cards of its rank together under it that do the same.
    TopSet,
}

/// How a covering card must go with the card under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoverWith {
    /// The same suit.
    Suit,
    /// The same suit or rank.
    SuitOrRank,
    /// Any card.
    Any,
    /// The suit that its player nominates for it at once, or its rank; the card then begins the turn again.
    Nominated,
}
