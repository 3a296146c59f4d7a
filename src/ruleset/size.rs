//! How large a mapping may be that becomes a ruleset: bytes, and levels.

use serde_json::{Map, Value};

use super::problem::{Problem, RulesetError};
use crate::limits::{MAX_RULESET_BYTES, problem};

/// Most bytes of its TOML: fewer, so that a mapping with every key is taken, too.
pub(crate) const MOST_WRITTEN: usize = 200 << 10;

/// A mapping of fewer bytes without variants cannot come to more when it is written.
pub(crate) const NEVER_LONG: usize = 10_000;

/// Most parts of a dotted key, and most tables and lists within each other.
const DEEPEST: usize = 8;

/// The size of a mapping: the bytes of its texts, and one for each value.
///
/// # Errors
/// [`RulesetError::TooLarge`], or the key that has too many parts.
pub(crate) fn measure(map: &Map<String, Value>) -> Result<usize, RulesetError> {
    let mut left = MAX_RULESET_BYTES;
    spend_table(map, &mut Vec::new(), 0, &mut left)?;
    Ok(MAX_RULESET_BYTES - left)
}

fn spend_value<'a>(
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
        Value::Object(map) => spend_table(map, path, parts, left),
        Value::Array(items) => items
            .iter()
            .try_for_each(|item| spend_value(item, path, parts + 1, left)),
        _ => Ok(()),
    }
}

fn spend_table<'a>(
    map: &'a Map<String, Value>,
    path: &mut Vec<&'a str>,
    parts: usize,
    left: &mut usize,
) -> Result<(), RulesetError> {
    for (key, inner) in map {
        spend(key.len(), left)?;
        path.push(key);
        spend_value(inner, path, parts + key.split('.').count(), left)?;
        path.pop();
    }
    Ok(())
}

fn spend(bytes: usize, left: &mut usize) -> Result<(), RulesetError> {
    *left = left.checked_sub(bytes).ok_or(RulesetError::TooLarge)?;
    Ok(())
}
