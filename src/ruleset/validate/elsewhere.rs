//! What else a ruleset says that a setting does not go with.

use serde::Serialize;

use super::late_bound::Late;
use crate::card::CardSet;
use crate::primitive::continuing::says::{RUNS, SET_COVER, SETS};
use crate::ruleset::{Has, Ruleset, Special};

/// A ruleset whose specials are asked what they say. Those are left out that can mean no card, or hold on some upcards
/// only.
pub(crate) struct Others<'a> {
    live: Vec<(&'a str, &'a Special)>,
    pub(crate) late: &'a Late,
}

impl<'a> Others<'a> {
    pub(crate) fn new(ruleset: &'a Ruleset, late: &'a Late) -> Self {
        let holds = |special: &Special| {
            let players = ruleset.tables().any(|n| special.when.holds_with(n));
            players && !special.when.on_identical() && !late.reach(&special.cards).is_empty()
        };
        let live = ruleset.special.iter().filter(|(_, special)| holds(special));
        Self {
            live: live.map(|(name, special)| (name.as_str(), special)).collect(),
            late,
        }
    }

    /// The specials, by their names.
    pub(crate) fn live(&self) -> impl Iterator<Item = (&'a str, &'a Special)> {
        self.live.iter().copied()
    }

    /// The first special with this key, as `special.NAME.key`.
    pub(crate) fn special(&self, (key, has): Has) -> Option<String> {
        let found = self.live.iter().find(|(_, special)| has(special));
        found.map(|(name, _)| format!("special.{name}.{key}"))
    }

    /// The same for each of several keys.
    pub(crate) fn specials(&self, keys: &'a [Has]) -> impl Iterator<Item = Option<String>> {
        keys.iter().map(|has| self.special(*has))
    }

    /// The ways to play several cards of a turn together: cards of one rank, runs, and sets that are covered.
    pub(crate) fn together(&self) -> impl Iterator<Item = Option<String>> {
        self.specials(&[SETS, RUNS, SET_COVER])
    }

    /// All cards that attacks have under any of their words.
    pub(crate) fn answers(&self) -> CardSet {
        let attacks = self.live.iter().filter_map(|(_, special)| special.attack());
        let words =
            attacks.flat_map(|attack| [attack.answers(), attack.cancel.clone(), attack.pass_on.clone()]);
        words.fold(CardSet::EMPTY, |set, selector| set.or(self.late.reach(&selector)))
    }
}

/// A setting as `key = value`, where it is set.
pub(crate) fn setting<T: Serialize>(is_set: bool, key: &str, value: &T) -> Option<String> {
    is_set.then(|| {
        let value = serde_json::to_value(value).unwrap_or_default();
        format!("{key} = {value}")
    })
}
