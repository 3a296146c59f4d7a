//! Normal form of variants: values that TOML can express, in an order that writing preserves.

use serde_json::{Map, Value};

use super::free_text::is_hidden;
use super::problem::Found;
use super::schema::{PathKind, default_flag, place};

/// Maximum length of a key of a variant, in characters.
const LONGEST: usize = 100;

/// Brings the variants of a ruleset into normal form; reports and removes what has none.
///
/// TOML has no `null`: where it removes a key, it becomes `false`, or for a flag its default.
pub(crate) fn normalize(ruleset: &mut Value, found: &mut Found) {
    let Some(variants) = ruleset.get_mut("variants").and_then(Value::as_object_mut) else {
        return;
    };
    let head = "variants".to_owned();
    for (name, overrides) in std::mem::take(variants) {
        if !is_key(&name) {
            found.add(&[head.clone(), name.clone()], || {
                no_key("a variant's name", &name)
            });
            continue;
        }
        let at = vec![head.clone(), name.clone()];
        let kept = match overrides {
            Value::Object(map) => Value::Object(Settling { found, at }.table(map, &mut Vec::new())),
            // A value that is not a table is refused later, for its type.
            other => other,
        };
        variants.insert(name, kept);
    }
}

fn is_key(key: &str) -> bool {
    (1..=LONGEST).contains(&key.chars().count()) && !key.chars().any(|c| is_hidden(c) || c == '$')
}

fn no_key(what: &str, key: &str) -> String {
    format!("{key:?}: {what} is 1 to {LONGEST} characters on one line, without \"$\"")
}

/// A variant that is brought into normal form.
struct Settling<'a> {
    found: &'a mut Found,
    /// Path of the variant.
    at: Vec<String>,
}

impl Settling<'_> {
    fn refuse(&mut self, path: &[String], message: impl FnOnce() -> String) {
        self.found.add(&[&self.at, path].concat(), message);
    }

    /// Brings a table of overrides into normal form: its keys may be dotted, and its entries are sorted by key.
    fn table(&mut self, map: Map<String, Value>, path: &mut Vec<String>) -> Map<String, Value> {
        let mut entries: Vec<(String, Value)> = map.into_iter().collect();
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut kept = Map::new();
        for (key, value) in entries {
            let outer = path.len();
            path.extend(key.split('.').map(str::to_owned));
            if is_key(&key) {
                if let Some(value) = self.value(value, path) {
                    kept.insert(key, value);
                }
            } else {
                self.refuse(path, || no_key("a key", &key));
            }
            path.truncate(outer);
        }
        kept
    }

    fn value(&mut self, value: Value, path: &mut Vec<String>) -> Option<Value> {
        match value {
            Value::Null => {
                let words: Vec<&str> = path.iter().map(String::as_str).collect();
                match place(&words) {
                    PathKind::Unknown => None,
                    PathKind::Flag => Some(Value::Bool(default_flag(&words))),
                    PathKind::Table | PathKind::Value | PathKind::OfVariant => Some(Value::Bool(false)),
                }
            }
            Value::Object(map) => Some(Value::Object(self.table(map, path))),
            Value::Array(items) => {
                let each = items.into_iter().map(|item| self.item(item, path));
                each.collect::<Option<Vec<_>>>().map(Value::Array)
            }
            Value::Number(number) if number.as_i64().is_none() => {
                self.refuse(path, || {
                    format!("{number} is not allowed in a ruleset: numbers are whole and below 2^63")
                });
                None
            }
            other => Some(other),
        }
    }

    /// Brings an item of a list into normal form; `null` has no meaning there.
    fn item(&mut self, item: Value, path: &mut Vec<String>) -> Option<Value> {
        if item.is_null() {
            self.refuse(path, || "a list cannot hold null".to_owned());
            return None;
        }
        self.value(item, path)
    }
}
