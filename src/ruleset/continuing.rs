//! More cards of the same turn: on one card, or by a rule that holds for all cards together.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Ruleset, Selector, Special, WordSet, is_default};
use crate::card::CardSet;

/// More cards of the same player in the same turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Continue {
    /// How each further card must go with the one under it.
    pub with: ContinueWith,
    /// Which cards may come at all.
    #[serde(default = "Selector::all", skip_serializing_if = "is_all")]
    pub cards: Selector,
    /// Further cards that may come, whatever the card under them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub also: Selector,
    /// How many at most.
    #[serde(default, skip_serializing_if = "is_default")]
    pub most: Most,
    /// Whether a player who can go on must.
    #[serde(default, skip_serializing_if = "is_default")]
    pub must: bool,
    /// Cards that a player draws who does not go on.
    #[serde(default, skip_serializing_if = "is_default")]
    pub else_draw: u8,
    /// Whose effects count.
    #[serde(default, skip_serializing_if = "is_default")]
    pub effects: Counts,
    /// After which further cards the turn may go on by the same rule.
    #[serde(default, skip_serializing_if = "is_default")]
    pub open: WordSet<Open>,
}

/// Whether a selector is that of all cards, which need not be written.
pub(crate) fn is_all(selector: &Selector) -> bool {
    selector.as_str() == "all"
}

/// How a further card of a turn must go with the one under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
            Self::Rank | Self::Adjacent | Self::Following | Self::SuitAfterSet => None,
        }
    }
}

/// After which further cards the turn may go on by the same rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Open {
    /// The same card as a cover itself.
    Covers,
    /// A cover that nominates, which then nominates nothing; if not, it ends the turn.
    Nominations,
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

fn at_most(cards: u8) -> Option<u8> {
    (1..=Most::LIMIT).contains(&cards).then_some(cards)
}

fn no_most(given: &dyn fmt::Display) -> String {
    let most = Most::LIMIT;
    format!(
        "{given} is not \"any\", a whole number from 1 to {most}, or such a number with all, as \"2 or all\""
    )
}

/// Whose effects count, of several cards played in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// Those of every card.
    #[default]
    Every,
    /// Those of the top card only.
    Top,
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

/// Several cards of one rank in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SameRank {
    /// Not allowed.
    Off,
    /// Allowed; the effects of every card count.
    Every,
    /// Allowed; only the effects of the top card count.
    Top,
}

/// Whether equal cards played together are covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetCover {
    /// They are not.
    Off,
    /// They may be; the cover may begin a set again.
    May,
    /// They must be: a card is legal only if the turn can still end with every set covered.
    Must,
}

/// What all specials together say of several cards in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Several {
    /// Several cards of one rank.
    pub(crate) same_rank: SameRank,
    /// Which cards may be played together so.
    pub(crate) same_rank_cards: CardSet,
    /// Cards that may be added to them, standing for their rank.
    pub(crate) stands_in: CardSet,
    /// Whether the turn may go on with the next higher or lower card of the suit.
    pub(crate) runs: bool,
    /// Whether two or more equal cards are covered.
    pub(crate) set_cover: SetCover,
    /// Which cards may cover them.
    pub(crate) set_cover_cards: CardSet,
    /// Up to so many cards in a turn, each following the one below.
    pub(crate) most: u8,
    /// Whether more may be played if then all cards held are.
    pub(crate) or_all: bool,
}

impl Special {
    /// How one of its cards is covered.
    pub(crate) fn cover(&self) -> Option<&Continue> {
        let own = self.r#continue.as_ref();
        own.filter(|own| own.with.cover().is_some())
    }

    /// How a turn goes on with this, by a rule for all cards together.
    pub(crate) fn goes_on(&self, with: ContinueWith) -> Option<&Continue> {
        let some = !self.cards.is_none() && !self.cards.cards().is_empty();
        let own = self.r#continue.as_ref();
        own.filter(|own| some && own.with == with && with.cover().is_none())
    }
}

impl Ruleset {
    /// What all specials together say of several cards in a turn.
    pub(crate) fn several(&self) -> Several {
        let mut all = Several {
            same_rank: SameRank::Off,
            same_rank_cards: CardSet::EMPTY,
            stands_in: CardSet::EMPTY,
            runs: false,
            set_cover: SetCover::Off,
            set_cover_cards: CardSet::ALL,
            most: 1,
            or_all: false,
        };
        for special in self.special.values() {
            if let Some(sets) = special.goes_on(ContinueWith::Rank) {
                all.same_rank = match sets.effects {
                    Counts::Every => SameRank::Every,
                    Counts::Top => SameRank::Top,
                };
                all.same_rank_cards = all.same_rank_cards.or(special.cards.cards());
                all.stands_in = all.stands_in.or(sets.also.cards());
            }
            all.runs |= special.goes_on(ContinueWith::Adjacent).is_some();
            if let Some(cover) = special.goes_on(ContinueWith::SuitAfterSet) {
                all.set_cover = if cover.must { SetCover::Must } else { SetCover::May };
                all.set_cover_cards = cover.cards.cards();
            }
            if let Some(following) = special.goes_on(ContinueWith::Following) {
                let (cards, or_all) = match following.most {
                    Most::Any => (Most::LIMIT, false),
                    Most::AtMost(cards) => (cards, false),
                    Most::OrAll(cards) => (cards, true),
                };
                (all.most, all.or_all) = (cards + 1, or_all);
            }
        }
        if all.same_rank == SameRank::Off {
            all.same_rank_cards = CardSet::ALL;
        }
        all
    }
}
