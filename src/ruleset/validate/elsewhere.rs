//! Other settings of a ruleset that a setting may not go with.

use serde::Serialize;

use super::late_bound::Late;
use crate::card::CardSet;
use crate::primitive::continuing::queries::{RUNS, SET_COVER, SETS};
use crate::ruleset::{Has, Ruleset, Special};

/// The specials of a ruleset, searched for keys that a setting does not go with.
///
/// Left out are specials that mean no card, hold with no number of players that may play, or hold for identical cards only.
pub(crate) struct RulesetContext<'a> {
    live: Vec<(&'a str, &'a Special)>,
    pub(crate) late: &'a Late,
}

impl<'a> RulesetContext<'a> {
    pub(crate) fn new(ruleset: &'a Ruleset, late: &'a Late) -> Self {
        let holds = |special: &Special| {
            let players = ruleset.tables().any(|n| special.when.holds_with(n));
            players && !special.is_for_identical() && !late.reach(&special.cards).is_empty()
        };
        let live = ruleset.special.iter().filter(|(_, special)| holds(special));
        Self {
            live: live.map(|(name, special)| (name.as_str(), special)).collect(),
            late,
        }
    }

    /// Returns the specials with their names.
    pub(crate) fn live(&self) -> impl Iterator<Item = (&'a str, &'a Special)> {
        self.live.iter().copied()
    }

    /// Returns the first special with this key, as `special.NAME.key`.
    pub(crate) fn special(&self, (key, has): Has) -> Option<String> {
        let found = self.live.iter().find(|(_, special)| has(special));
        found.map(|(name, _)| format!("special.{name}.{key}"))
    }

    /// Returns the first special with each of several keys, as `special.NAME.key`.
    pub(crate) fn specials(&self, keys: &'a [Has]) -> impl Iterator<Item = Option<String>> {
        keys.iter().map(|has| self.special(*has))
    }

    /// Returns the first special for each way to play several cards together: sets, runs, and sets that are covered.
    pub(crate) fn together(&self) -> impl Iterator<Item = Option<String>> {
        self.specials(&[SETS, RUNS, SET_COVER])
    }

    /// Returns all cards that answer, cancel or pass on an attack.
    pub(crate) fn answers(&self) -> CardSet {
        let attacks = self.live.iter().filter_map(|(_, special)| special.attack());
        let words =
            attacks.flat_map(|attack| [attack.answers(), attack.cancel.clone(), attack.pass_on.clone()]);
        words.fold(CardSet::EMPTY, |set, selector| set.or(self.late.reach(&selector)))
    }
}

/// Formats a setting as `key = value`; none if it is not set.
pub(crate) fn setting<T: Serialize>(is_set: bool, key: &str, value: &T) -> Option<String> {
    is_set.then(|| {
        let value = serde_json::to_value(value).unwrap_or_default();
        format!("{key} = {value}")
    })
}
