//! Limits on the size of the schema: the number of keys, and of keys for one game only, each with a reason.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::leaves;
use crate::ruleset::builtin::{ids, text};

/// Maximum number of keys of the schema.
const MOST_KEYS: usize = 130;

/// Maximum number of keys that exactly one builtin ruleset sets, with its variants.
const MOST_SINGLE: usize = 25;

/// Keys that only one builtin ruleset sets, by ruleset, each with the reason for it.
const SINGLE: &str = include_str!("single.toml");

/// Returns the key of the schema that a path names or lies inside of.
fn key_at(path: &[&str]) -> Option<String> {
    let is = |key: &String| {
        let words: Vec<&str> = key.split('.').collect();
        let alike = |(word, part): (&&str, &&str)| *word == "NAME" || word == part;
        path.len() >= words.len() && words.iter().zip(path).all(alike)
    };
    leaves().into_iter().map(|leaf| leaf.path).find(is)
}

/// Collects the keys that a table sets, dotted ones included.
fn written(table: &Value, path: &str, found: &mut BTreeSet<String>) {
    for (key, value) in table.as_object().into_iter().flatten() {
        let path = if path.is_empty() {
            key.clone()
        } else {
            format!("{path}.{key}")
        };
        match key_at(&path.split('.').collect::<Vec<_>>()) {
            Some(key) => {
                found.insert(key);
            }
            None => written(value, &path, found),
        }
    }
}

/// Returns the keys that a builtin ruleset sets, with its variants.
fn keys_of(id: &str) -> BTreeSet<String> {
    let table: toml::Table = toml::from_str(text(id).expect("builtin")).expect("TOML");
    let mut table = serde_json::to_value(table).expect("plain values");
    let variants = table.as_object_mut().and_then(|map| map.shift_remove("variants"));
    let mut found = BTreeSet::new();
    written(&table, "", &mut found);
    for variant in variants
        .iter()
        .filter_map(Value::as_object)
        .flat_map(|map| map.values())
    {
        written(variant, "", &mut found);
    }
    found
}

#[test]
fn keys_are_few_and_each_that_serves_one_game_has_a_reason() {
    let mut games: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for id in ids() {
        for key in keys_of(id) {
            games.entry(key).or_default().push(id);
        }
    }
    let single = games.iter().filter_map(|(key, games)| match games.as_slice() {
        [game] => Some((key.as_str(), *game)),
        _ => None,
    });
    let single: BTreeSet<(&str, &str)> = single.collect();
    let reasons: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(SINGLE).expect("TOML");
    let listed = reasons
        .iter()
        .flat_map(|(game, keys)| keys.keys().map(move |key| (key.as_str(), game.as_str())));
    let listed: BTreeSet<(&str, &str)> = listed.collect();
    assert_eq!(single, listed, "a key serves one game, or no longer does");
    assert!(
        reasons
            .values()
            .flat_map(BTreeMap::values)
            .all(|why| !why.is_empty())
    );
    let keys = leaves().len();
    assert!(keys <= MOST_KEYS, "{keys} keys");
    assert!(single.len() <= MOST_SINGLE, "{} keys of one game", single.len());
}
