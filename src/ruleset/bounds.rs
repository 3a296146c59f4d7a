//! How large a ruleset may be: bytes, depth and entries; and how much of what is wrong with one is told.

use serde_json::{Map, Value};

use super::load::{Problem, RulesetError};
use super::schema::open_tables;

/// Most bytes of a ruleset as it comes: of its text, or of the texts of a mapping and one for each value.
pub(crate) const MOST_BYTES: usize = 1_000_000;

/// Most bytes of its TOML: fewer, so that a mapping with every key is taken, too.
pub(super) const MOST_WRITTEN: usize = 800_000;

/// What is smaller, and has no variants, cannot come to more when it is written.
pub(super) const NEVER_LONG: usize = 10_000;

/// Most parts of a dotted key, and most tables and lists within each other: deeper ones are none of ours, and cost stack.
const DEEPEST: usize = 8;

/// Most entries of a table whose keys are one's own: specials, points, variants …
pub(super) const MOST_ENTRIES: usize = 100;

/// Most problems that are listed.
pub(super) const LISTED: usize = 200;

/// Memory that reading takes, for each byte that is read.
const MEMORY: usize = 128;

/// What is wrong with a ruleset, as far as it is listed.
#[derive(Default)]
pub(super) struct Found {
    listed: Vec<Problem>,
    more: usize,
}

impl Found {
    /// One more, which is written only if it is listed.
    pub(super) fn add(&mut self, path: &[String], message: impl FnOnce() -> String) {
        if self.listed.len() < LISTED {
            let path = path.join(".");
            self.listed.push(Problem {
                path: cut(&path, 80),
                message: cut(&message(), 800),
            });
        } else {
            self.more += 1;
        }
    }

    /// More of them.
    pub(super) fn extend(&mut self, problems: Vec<Problem>) {
        for problem in problems {
            self.add(&[problem.path], || problem.message);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// The problems, the last one saying how many are not listed.
    pub(super) fn refused(mut self) -> RulesetError {
        if self.more > 0 {
            let message = format!("… and {} more problems", self.more);
            let path = String::new();
            self.listed.push(Problem { path, message });
        }
        RulesetError::Invalid(self.listed)
    }
}

/// A text without its middle, where it has more characters.
pub(super) fn cut(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if text.len() <= most || count <= most {
        return text.to_owned();
    }
    // What was allowed stands at the end.
    let (start, end) = (most / 4, most - most / 4);
    let head = text.chars().take(start);
    head.chain(['…']).chain(text.chars().skip(count - end)).collect()
}

/// Refuses what is too large or too deep, and asks whether there is memory to read it; its size in bytes.
pub(super) fn check(value: &Value) -> Result<usize, RulesetError> {
    let mut left = MOST_BYTES;
    measure(value, &mut Vec::new(), 0, &mut left)?;
    room(MOST_BYTES - left)?;
    Ok(MOST_BYTES - left)
}

/// The same of a table.
pub(super) fn check_table(table: &Map<String, Value>) -> Result<(), RulesetError> {
    let mut left = MOST_BYTES;
    measure_table(table, &mut Vec::new(), 0, &mut left)?;
    room(MOST_BYTES - left)
}

fn measure<'a>(
    value: &'a Value,
    path: &mut Vec<&'a str>,
    parts: usize,
    left: &mut usize,
) -> Result<(), RulesetError> {
    spend(1 + value.as_str().map_or(0, str::len), left)?;
    if parts > DEEPEST {
        return Err(RulesetError::Invalid(vec![Problem {
            path: cut(&path.join("."), 80),
            message: format!("a key has at most {DEEPEST} parts, such as special.two.attack.draw"),
        }]));
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
    let mut memory: Vec<u8> = Vec::new();
    memory
        .try_reserve_exact(bytes.saturating_mul(MEMORY))
        .map_err(|_| RulesetError::NoMemory { bytes })
}

/// Takes what is too much out of the tables whose keys are one's own.
pub(super) fn cap(value: &mut Value, found: &mut Found) {
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
