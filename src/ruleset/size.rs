//! Limits on the size and depth of a mapping that becomes a ruleset.

use serde_json::{Map, Value};

use super::problem::{Problem, RulesetError};
use crate::limits::{MAX_RULESET_BYTES, problem};

/// Maximum size of a ruleset as TOML, in bytes; smaller than the limit on input, so that a mapping with every key can be
/// read, too.
pub(crate) const MOST_WRITTEN: usize = 200 << 10;

/// Size up to which a mapping without variants cannot exceed that limit when it is written.
pub(crate) const NEVER_LONG: usize = 10_000;

/// Maximum number of parts of a dotted key, and depth of tables and lists inside each other.
const DEEPEST: usize = 8;

/// Returns the size of a mapping: the bytes of its keys and texts, and one for each value.
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
