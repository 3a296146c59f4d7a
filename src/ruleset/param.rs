//! Cards or ranks that are drawn for an episode and public: what selectors call `@NAME`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Bindings, Ruleset, Selector, Special};
use crate::card::{Card, CardSet, Rank};

/// A card, or a rank, that is drawn for an episode and public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Param {
    /// The cards of which one is drawn; none: those of `dates`.
    #[serde(skip_serializing_if = "Selector::is_none")]
    pub cards: Selector,
    /// Whether it is a rank that is drawn: each rank of the cards is as likely, and all its cards are meant.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rank: bool,
    /// Whether it is drawn again for each round of a match.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub each_round: bool,
    /// The cards by date: the first day of each period (`"03-21"`) and its card.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub dates: BTreeMap<String, Card>,
    /// The day (`"11-21"`) that decides by `dates`; empty: chance decides.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub date: String,
}

impl Param {
    /// What may be drawn, in the order of the cards; a rank is told by its first card.
    pub(crate) fn values(&self) -> Vec<Card> {
        let given = if self.cards.is_none() {
            let dated = self.dates.values();
            dated.fold(CardSet::EMPTY, |set, card| set.or(card.bit()))
        } else {
            self.cards.cards()
        };
        if let Some(card) = self.dated() {
            return vec![card];
        }
        let mut values: Vec<Card> = Vec::new();
        for card in given.iter() {
            if !self.rank || values.iter().all(|other| other.rank() != card.rank()) {
                values.push(if self.rank { first_of_rank(card) } else { card });
            }
        }
        values
    }

    /// The cards that a drawn value means.
    pub(crate) fn meant(&self, value: Card) -> CardSet {
        if self.rank {
            value.rank().cards()
        } else {
            value.bit()
        }
    }

    /// The card that the date decides on: that of the last period that has begun, the year's end being followed by its beginning.
    fn dated(&self) -> Option<Card> {
        if self.date.is_empty() {
            return None;
        }
        let begun = self.dates.range(..=self.date.clone()).next_back();
        begun
            .or_else(|| self.dates.iter().next_back())
            .map(|(_, card)| if self.rank { first_of_rank(*card) } else { *card })
    }

    /// Whether this is a day of the year, as `"11-21"`.
    pub(super) fn is_day(text: &str) -> bool {
        const DAYS: [u8; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let two = |part: &str| (part.len() == 2).then(|| part.parse::<u8>().ok()).flatten();
        let Some((Some(month), Some(day))) = text.split_once('-').map(|(m, d)| (two(m), two(d))) else {
            return false;
        };
        let days = usize::from(month).checked_sub(1).and_then(|at| DAYS.get(at));
        days.is_some_and(|&days| (1..=days).contains(&day))
    }
}

/// The card that tells a rank: its first one.
fn first_of_rank(card: Card) -> Card {
    card.rank().cards().iter().next().unwrap_or(card)
}

/// The rank that is wild for a player of this countdown score: ace for 1, then 2 … K.
pub(crate) const fn wild_rank(score: u8) -> Option<Rank> {
    match score {
        0 => None,
        1 => Rank::from_index(12),
        _ => Rank::from_index(score - 2),
    }
}

impl Ruleset {
    /// Scores for which `@wild` has a meaning of its own, from 0 up: 1 where the word is not used.
    pub(crate) fn wild_scores(&self) -> u8 {
        let selectors = self.special.values().flat_map(Special::selectors);
        let used = selectors
            .flat_map(Selector::late_names)
            .any(|name| name == "wild");
        if used { self.countdown.from + 1 } else { 1 }
    }

    /// How many meanings the late-bound words have together.
    pub(super) fn count_meanings(&self) -> usize {
        let values = self.params.values().map(|param| param.values().len().max(1));
        let params = values.fold(1, usize::saturating_mul);
        params.saturating_mul(usize::from(self.wild_scores()))
    }

    /// Every meaning that the late-bound words can have together: by the values of each param, in the order of their names,
    /// then by the scores.
    pub(crate) fn meanings(&self) -> Vec<Bindings> {
        let mut all = vec![Bindings::default()];
        for (name, param) in &self.params {
            let values = param.values();
            let with = |known: &Bindings| {
                let each = values.iter();
                each.map(|&value| known.clone().with(name, param.meant(value)))
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        let wild = |score| wild_rank(score).map_or(CardSet::EMPTY, Rank::cards);
        let with = |known: &Bindings| {
            let scores = 0..self.wild_scores();
            scores
                .map(|score| known.clone().with("wild", wild(score)))
                .collect::<Vec<_>>()
        };
        all.iter().flat_map(with).collect()
    }
}
