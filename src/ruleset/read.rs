//! Reading of a ruleset: one pass finds every problem, and all messages are our own.
//!
//! Every key is checked against the schema. A refused value is removed, so that the rest can be read and checked. A
//! contradiction between rules is reported only if no value of a removed key could resolve it: one mistake is one problem.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

use super::deck::pack_of;
use super::effort::Effort;
use super::keys::{KeyChecker, Mistake};
use super::problem::{Found, Problem, RulesetError};
use super::schema::{ValueShape, root, shape_at};
use super::settle::normalize;
use super::{CreatedRule, Ruleset, label_words};
use crate::card::{RANK_LETTERS, SUIT_LETTERS};
use crate::card_text::in_use;
use crate::limits::shown;
use crate::pack::{MAX_JOKERS, Pack, USUAL_JOKERS};

/// Reads a ruleset and adds every problem to `found`; returns the ruleset if it can be read without the wrong parts.
pub(crate) fn read(mut value: Value, found: &mut Found) -> Option<Ruleset> {
    let pack = pack(&mut value, found);
    pack.within(|| read_of_pack(value, found))
}

/// Returns the pack that the deck of a ruleset names; a wrong key is reported and removed.
fn pack(ruleset: &mut Value, found: &mut Found) -> Pack {
    let Some(deck) = ruleset.get_mut("deck").and_then(Value::as_object_mut) else {
        return Pack::default();
    };
    let letters = |key: &str, usual: &str| deck.get(key).and_then(Value::as_str).unwrap_or(usual).to_owned();
    // A number that no pack has is reported where the value is read.
    let jokers = deck.get("joker-kinds").and_then(Value::as_u64);
    let jokers = jokers.filter(|kinds| (USUAL_JOKERS..=MAX_JOKERS).contains(&(*kinds as usize)));
    let jokers = jokers.unwrap_or(USUAL_JOKERS as u64) as u8;
    match pack_of(
        &letters("suits", SUIT_LETTERS),
        &letters("ranks", RANK_LETTERS),
        jokers,
    ) {
        Ok(pack) => pack,
        Err((key, message)) => {
            deck.shift_remove(key);
            found.add(&["deck".to_owned(), key.to_owned()], || message);
            Pack::default()
        }
    }
}

/// Reads a ruleset within its pack.
fn read_of_pack(mut value: Value, found: &mut Found) -> Option<Ruleset> {
    normalize(&mut value, found);
    label_words::resolve(&mut value, found);
    if !value.is_object() {
        found.add(&[], || format!("a ruleset is a table, not {}", shown(&value)));
        return None;
    }
    let left_out = !found.is_empty();
    let mut checker = KeyChecker::new(found);
    if let Value::Object(map) = &mut value {
        checker.table(root().keys(), map, &mut Vec::new());
    }
    let ruleset = read_by_types(&mut value, &mut checker)?;
    let (can_tell, mistakes) = (checker.can_tell(), checker.mistakes);
    if !left_out && can_tell {
        let problems = remaining_problems(&value, &mistakes, ruleset.problems(), &mut found.effort);
        found.extend(problems);
    }
    Some(ruleset)
}

/// Parses a mapping whose keys have been checked; values that the types refuse are reported and removed.
fn read_by_types(value: &mut Value, checker: &mut KeyChecker<'_>) -> Option<Ruleset> {
    loop {
        let (path, message) = match ruleset(value) {
            Ok(ruleset) => return Some(ruleset),
            Err(refused) => refused,
        };
        let words: Vec<&str> = path.iter().map(String::as_str).collect();
        // A wrong item removes the whole list.
        let whole = words
            .iter()
            .position(|word| word.starts_with('['))
            .unwrap_or(words.len());
        let shape = shape_at(&words[..whole]);
        match shape {
            Some(shape) => checker.refuse(&path, shape, || message),
            None => checker.found.add(&path, || message),
        }
        let sample = shape.and_then(|shape| shape.samples().into_iter().next());
        if !take_out(value, &path[..whole], sample) || checker.found.is_full() {
            return None;
        }
    }
}

/// Parses a ruleset, within its pack.
fn ruleset(value: &Value) -> Result<Ruleset, (Vec<String>, String)> {
    let mut ruleset: Ruleset = parse(value)?;
    ruleset.labels.pack = Arc::new(in_use(Pack::clone));
    if !ruleset.pack().is_usual() {
        ruleset.labels.absent = ruleset.pack().all().minus(ruleset.every_deck());
    }
    Ok(ruleset)
}

/// Parses a value; an error is the path of a key and the reason.
pub(super) fn parse<T: DeserializeOwned>(value: &Value) -> Result<T, (Vec<String>, String)> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().iter().filter_map(|segment| match segment {
            Segment::Map { key } => Some(key.clone()),
            Segment::Seq { index } => Some(format!("[{index}]")),
            Segment::Enum { .. } | Segment::Unknown => None,
        });
        (path.collect(), error.inner().to_string())
    })
}

/// Removes a key, or replaces it by a sample if it is required; returns true if the key was there.
fn take_out(value: &mut Value, path: &[String], sample: Option<Value>) -> bool {
    let Some((last, tables)) = path.split_last() else {
        return false;
    };
    let words: Vec<&str> = tables.iter().map(String::as_str).collect();
    let required =
        shape_at(&words).is_some_and(|table| table.keys().iter().any(|key| key.name == last && key.required));
    let table = tables.iter().try_fold(value, |at, key| at.get_mut(key));
    let Some(map) = table.and_then(Value::as_object_mut) else {
        return false;
    };
    let was = map.shift_remove(last);
    if let Some(sample) = sample.filter(|_| required) {
        map.insert(last.clone(), sample);
    }
    was.is_some()
}

/// Returns the problems that remain whichever values were meant for the removed keys; values that would cause a new problem
/// are not considered. None remains where these are too many to try.
fn remaining_problems(
    value: &Value,
    mistakes: &[Mistake],
    mut problems: Vec<Problem>,
    effort: &mut Effort,
) -> Vec<Problem> {
    let first = problems.clone();
    for mistake in mistakes {
        for meant in &mistake.meant {
            if problems.is_empty() || !effort.spend(value) {
                return Vec::new();
            }
            let mut other = value.clone();
            put(&mut other, &mistake.path, meant);
            if let Ok(ruleset) = ruleset(&other) {
                let again = ruleset.problems();
                let listed = |list: &[Problem], path: &str| list.iter().any(|problem| problem.path == path);
                if again.iter().all(|problem| listed(&first, &problem.path)) {
                    problems.retain(|problem| listed(&again, &problem.path));
                }
            }
        }
    }
    problems
}

fn put(value: &mut Value, path: &[String], new: &Value) {
    let Some((last, tables)) = path.split_last() else {
        return;
    };
    let table = tables.iter().try_fold(value, |at, key| at.get_mut(key));
    if let Some(map) = table.and_then(Value::as_object_mut) {
        map.insert(last.clone(), new.clone());
    }
}

impl CreatedRule {
    /// Reads and validates a created rule.
    ///
    /// # Errors
    /// [`RulesetError::Invalid`] with every problem; paths are keys of the rule.
    pub fn from_value(value: &Value) -> Result<Self, RulesetError> {
        let mut found = Found::default();
        let shape = shape_at(&["created", "rules"]).and_then(ValueShape::item);
        match (value.clone(), shape) {
            (Value::Object(mut map), Some(shape)) => {
                KeyChecker::new(&mut found).table(shape.keys(), &mut map, &mut Vec::new());
            }
            (other, Some(shape)) => found.add(&[], || shape.refusal(&shown(&other))),
            (_, None) => {}
        }
        if found.is_empty() {
            match parse::<Self>(value) {
                Ok(rule) => {
                    found.extend(rule.problems());
                    if found.is_empty() {
                        return Ok(rule);
                    }
                }
                Err((path, message)) => found.add(&path, || message),
            }
        }
        Err(found.refused())
    }
}

#[cfg(test)]
mod tests;
