//! How large a ruleset may be: bytes, depth and entries; and how much of what is wrong with one is told.

use serde_json::{Map, Value};

use super::problem::{Problem, RulesetError};
use super::schema::{Place, open_tables, place};
use crate::limits::{LISTED, LONGEST, MAX_RULESET_BYTES, has_room, problem, shown};

/// Most bytes of its TOML: fewer, so that a mapping with every key is taken, too.
pub(crate) const MOST_WRITTEN: usize = 200 << 10;

/// What is smaller, and has no variants, cannot come to more when it is written.
pub(crate) const NEVER_LONG: usize = 10_000;

/// Most parts of a dotted key, and most tables and lists within each other: deeper ones are none of ours, and cost stack.
const DEEPEST: usize = 8;

/// Most entries of a list that is not prose, and of a table whose keys are one's own: specials, points, variants …
pub(crate) const MOST_ENTRIES: usize = 100;

/// Memory that reading takes, for each byte that is read.
const MEMORY: usize = 128;

/// What is wrong with a ruleset, as far as it is listed.
#[derive(Default)]
pub(crate) struct Found {
    listed: Vec<Problem>,
    more: usize,
}

impl Found {
    /// One more, which is written only if it is listed.
    pub(crate) fn add(&mut self, path: &[String], message: impl FnOnce() -> String) {
        if self.listed.len() < LISTED {
            // An empty key can be seen.
            let words = path
                .iter()
                .map(|word| if word.is_empty() { "\"\"" } else { word });
            let path = words.collect::<Vec<_>>().join(".");
            let (path, message) = problem(&path, &message());
            let problem = Problem::new(path, message);
            // The same is told once, though it may be found for several numbers of players.
            if !self.listed.contains(&problem) {
                self.listed.push(problem);
            }
        } else {
            self.more += 1;
        }
    }

    /// More of them.
    pub(crate) fn extend(&mut self, problems: Vec<Problem>) {
        for problem in problems {
            let path = (!problem.path.is_empty()).then_some(problem.path);
            self.add(path.as_slice(), || problem.message);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Whether no more are listed.
    pub(crate) fn is_full(&self) -> bool {
        self.listed.len() >= LISTED
    }

    /// The problems, the last one saying how many are not listed.
    pub(crate) fn refused(mut self) -> RulesetError {
        if self.more > 0 {
            let message = format!("… and {} more problems", self.more);
            self.listed.push(Problem::new("", message));
        }
        RulesetError::Invalid(self.listed)
    }
}

/// Refuses what is too large or too deep, and asks whether there is memory to read it; its size in bytes.
pub(crate) fn check(value: &Value) -> Result<usize, RulesetError> {
    let mut left = MAX_RULESET_BYTES;
    measure(value, &mut Vec::new(), 0, &mut left)?;
    room(MAX_RULESET_BYTES - left)?;
    Ok(MAX_RULESET_BYTES - left)
}

/// The same of a table.
pub(crate) fn check_table(table: &Map<String, Value>) -> Result<(), RulesetError> {
    let mut left = MAX_RULESET_BYTES;
    measure_table(table, &mut Vec::new(), 0, &mut left)?;
    room(MAX_RULESET_BYTES - left)
}

fn measure<'a>(
    value: &'a Value,
    path: &mut Vec<&'a str>,
    parts: usize,
    left: &mut usize,
) -> Result<(), RulesetError> {
    spend(1 + value.as_str().map_or(0, str::len), left)?;
    if parts > DEEPEST {
        let message = format!("a key has at most {DEEPEST} parts, such as special.two.hit.draw");
        let (path, message) = problem(&path.join("."), &message);
        return Err(RulesetError::Invalid(vec![Problem::new(path, message)]));
    }
    match value {
        Value::Object(map) => measure_table(map, path, parts, left),
        Value::Array(items) => items
            .iter()
            .try_for_each(|item| measure(item, path, parts + 1, left)),
        _ => Ok(()),
    }
}

fn measure_table<'a>(
    map: &'a Map<String, Value>,
    path: &mut Vec<&'a str>,
    parts: usize,
    left: &mut usize,
) -> Result<(), RulesetError> {
    for (key, inner) in map {
        spend(key.len(), left)?;
        path.push(key);
        measure(inner, path, parts + key.split('.').count(), left)?;
        path.pop();
    }
    Ok(())
}

fn spend(bytes: usize, left: &mut usize) -> Result<(), RulesetError> {
    *left = left.checked_sub(bytes).ok_or(RulesetError::TooLarge)?;
    Ok(())
}

/// Asks for the memory that it takes to read so many bytes, and gives it back.
pub(crate) fn room(bytes: usize) -> Result<(), RulesetError> {
    if has_room(bytes.saturating_mul(MEMORY)) {
        Ok(())
    } else {
        Err(RulesetError::NoMemory { bytes })
    }
}

/// Takes what is too much out of the tables whose keys are one's own.
pub(crate) fn cap(value: &mut Value, found: &mut Found) {
    for table in open_tables() {
        cap_table(value, &table, &mut Vec::new(), found);
    }
}

fn cap_table(value: &mut Value, table: &[&str], path: &mut Vec<String>, found: &mut Found) {
    let Some(map) = value.as_object_mut() else { return };
    match table.split_first() {
        None if map.len() > MOST_ENTRIES => {
            found.add(path, || format!("{} of them; at most {MOST_ENTRIES}", map.len()));
            let mut kept = 0;
            map.retain(|_, _| {
                kept += 1;
                kept <= MOST_ENTRIES
            });
        }
        None => {}
        Some((&"NAME", rest)) => {
            for (name, inner) in map.iter_mut().take(MOST_ENTRIES) {
                path.push(name.clone());
                cap_table(inner, rest, path, found);
                path.pop();
            }
        }
        Some((key, rest)) => {
            if let Some(inner) = map.get_mut(*key) {
                path.push((*key).to_owned());
                cap_table(inner, rest, path, found);
                path.pop();
            }
        }
    }
}

/// Takes out what no key holds: texts, lists and keys that are too long, and lists where tables stand, which serde would
/// read as the values of their keys in order.
pub(crate) fn trim(map: &mut Map<String, Value>, path: &mut Vec<String>, found: &mut Found) {
    map.retain(|key, value| {
        path.push(key.clone());
        let words: Vec<&str> = path.iter().map(String::as_str).collect();
        let odd = if key.len() > LONGEST {
            Some(format!("a key of {} bytes; at most {LONGEST}", key.len()))
        } else {
            odd(value, &words)
        };
        let of_variants = words == ["variants"];
        let kept = odd.is_none();
        if let Some(message) = odd {
            found.add(path, || message);
        } else if let Value::Object(inner) = value
            && !of_variants
        {
            trim(inner, path, found);
        }
        path.pop();
        kept
    });
}

/// Why this can be the value of no key.
fn odd(value: &Value, path: &[&str]) -> Option<String> {
    match value {
        _ if matches!(path, ["title" | "source" | "decisions"]) => None,
        Value::String(text) if text.len() > LONGEST => {
            Some(format!("a text of {} bytes; at most {LONGEST}", text.len()))
        }
        Value::Array(items) if items.len() > MOST_ENTRIES => {
            Some(format!("{} of them; at most {MOST_ENTRIES}", items.len()))
        }
        Value::Array(items) if place(path) == Place::Table || items.iter().any(Value::is_array) => {
            Some(format!("no such list can stand here: {}", shown(value)))
        }
        Value::Array(items) => items.iter().find_map(|item| match item.as_object() {
            Some(map) => map.values().find_map(|inner| odd(inner, path)),
            None => odd(item, path),
        }),
        _ => None,
    }
}
