//! Warnings about rulesets that can be played but were hardly meant so: settings without effect, and games without an end.

use serde_json::{Map, Value};

use super::merge::merged;
use super::problem::Problem;
use super::suggestion::{closest_match, joined};
use super::validate::{reach, selectors_of_the_table};
use super::{Ruleset, Special, selector_words};
use crate::card::CardSet;

/// Settings that builtin rulesets keep ready for house rules: they take effect when another setting is changed.
const READY: [&str; 1] = ["round.next"];

/// Words in lists that builtin rulesets keep ready for house rules.
const READY_WORDS: [&str; 3] = ["renews-at-once", "last-draw-is-pass", "attacks-need-stock"];

impl Ruleset {
    /// Returns warnings about settings without effect, about rounds and matches that cannot end, and about matches that are
    /// lost by winning rounds.
    ///
    /// Settings without effect are specials without cards or effects, cards that are not in the deck, and settings of
    /// features that are off.
    #[must_use]
    pub fn warnings(&self) -> Vec<Problem> {
        let mut warnings = Vec::new();
        // If a variant changes the deck, cards that this deck lacks may be meant for that one.
        let of_deck = |key: &String| key.split('.').next() == Some("deck");
        let decks = if self.variants.values().any(|variant| variant.keys().any(of_deck)) {
            CardSet::ALL
        } else {
            self.every_deck()
        };
        for (name, special) in &self.special {
            warnings.extend(self.special_warning(name, special, decks));
        }
        for (path, selector) in selectors_of_the_table(self) {
            let nothing = selector.cards().and(decks).is_empty();
            if nothing && !selector.is_none() && !selector.is_late() {
                let message = format!(
                    "{:?} matches no card of the deck, so it does nothing",
                    selector.as_str()
                );
                warnings.push(Problem::new(path, message));
            }
        }
        warnings.extend(self.next_warnings());
        warnings.extend(self.draw_warnings());
        warnings.extend(self.setting_warnings());
        warnings.extend(self.match_warnings());
        warnings
    }

    /// Returns problems of overrides that have no effect, given the ruleset that they make: removals from specials that are
    /// not there, new specials without cards, or no change at all.
    pub(crate) fn idle_overrides(&self, overrides: &Map<String, Value>, changed: &Self) -> Vec<Problem> {
        let mut idle = self.absent_specials(overrides);
        let new = changed
            .special
            .iter()
            .filter(|(name, _)| !self.special.contains_key(*name));
        let empty = new.filter(|(_, special)| special.cards.is_none());
        idle.extend(empty.map(|(name, _)| self.special_without_cards(name)));
        if idle.is_empty() && changed == self {
            idle.push(Problem::new(
                "",
                "it changes nothing: the ruleset is so without it",
            ));
        }
        idle
    }

    /// Returns warnings about overrides: removals from specials that are not there, and selectors that probably do not mean
    /// what was intended.
    #[must_use]
    pub fn warnings_of(&self, overrides: &Map<String, Value>) -> Vec<Problem> {
        let words = selector_words::of(&merged(overrides));
        let mut warnings: Vec<Problem> = words
            .iter()
            .filter_map(|words| words.warning(&self.labels))
            .collect();
        warnings.extend(self.absent_specials(overrides));
        warnings
    }

    /// Warns about overrides that remove something from specials that are not there.
    fn absent_specials(&self, overrides: &Map<String, Value>) -> Vec<Problem> {
        let mut warnings = Vec::new();
        let mut unknown = |words: Vec<&str>, value: &Value| {
            let name = words.first().copied().unwrap_or_default();
            if (value.is_null() || *value == false) && !name.is_empty() && !self.special.contains_key(name) {
                let message = format!(
                    "there is no such special to take anything from: {}",
                    self.specials_but(name)
                );
                warnings.push(Problem::new(format!("special.{}", words.join(".")), message));
            }
        };
        for (key, value) in overrides {
            if let Some(rest) = key.strip_prefix("special.") {
                unknown(rest.split('.').collect(), value);
            } else if let ("special", Value::Object(specials)) = (key.as_str(), value) {
                for (name, value) in specials {
                    unknown(name.split('.').collect(), value);
                }
            }
        }
        warnings
    }

    /// Suggests the other special with the closest name, or lists all others.
    fn specials_but(&self, name: &str) -> String {
        let others = || {
            self.special
                .keys()
                .map(String::as_str)
                .filter(|other| *other != name)
        };
        match closest_match(name, others()) {
            Some(meant) => format!("did you mean special.{meant}?"),
            None if others().next().is_none() => "there are no others".to_owned(),
            None => format!("there are {}", joined(others(), '`', "and")),
        }
    }

    fn special_without_cards(&self, name: &str) -> Problem {
        let others = self.specials_but(name);
        let message = format!("it has no cards, so it does nothing: write `cards`; {others}");
        Problem::new(format!("special.{name}"), message)
    }

    fn special_warning(&self, name: &str, special: &Special, decks: CardSet) -> Option<Problem> {
        let path = format!("special.{name}");
        if special.cards.is_none() {
            return Some(self.special_without_cards(name));
        }
        if reach(self, &special.cards).and(decks).is_empty() {
            let message = format!(
                "{:?} matches no card of the deck, so it does nothing",
                special.cards.as_str()
            );
            return Some(Problem::new(format!("{path}.cards"), message));
        }
        let further = special.r#continue.iter();
        for (key, selector) in further.flat_map(|it| [("cards", &it.cards), ("also", &it.also)]) {
            if !selector.is_none() && !selector.is_late() && selector.cards().and(decks).is_empty() {
                let message = format!(
                    "{:?} matches no card of the deck, so it does nothing",
                    selector.as_str()
                );
                return Some(Problem::new(format!("{path}.continue.{key}"), message));
            }
        }
        let plain = Special {
            cards: special.cards.clone(),
            when: special.when.clone(),
            ..Special::default()
        };
        if *special == plain {
            return Some(Problem::new(
                path,
                "it has cards and no effect: they are ordinary cards",
            ));
        }
        if !self.may_hold(special) {
            let (min, max) = (self.players.min, self.players.max);
            let message = format!("{min} to {max} may play, so it never holds");
            return Some(Problem::new(format!("{path}.when.players"), message));
        }
        let (key, _, why) = self.idle_flags(special).into_iter().next()?;
        Some(Problem::new(
            format!("{path}.{key}"),
            format!("it does nothing: {why}"),
        ))
    }

    /// Returns warnings about settings and starter cards without effect.
    fn setting_warnings(&self) -> Vec<Problem> {
        let starters = self.idle_starters().into_iter();
        let mut warnings: Vec<Problem> = starters
            .map(|(path, why)| Problem::new(path, format!("it does nothing: {why}")))
            .collect();
        let ready = self
            .idle_words()
            .into_iter()
            .filter(|(_, word, _)| !READY_WORDS.contains(&word.as_str().unwrap_or_default()));
        warnings
            .extend(ready.map(|(key, word, why)| Problem::new(key, format!("{word} does nothing: {why}"))));
        for (settings, why) in self.idle_settings() {
            for (key, _) in settings.iter().filter(|(key, _)| !READY.contains(key)) {
                warnings.push(Problem::new(*key, format!("it does nothing: {why}")));
            }
        }
        warnings
    }
}
