//! Merging of overrides into the mapping of a ruleset.

use serde_json::{Map, Value};

use super::schema::{PathKind, is_one_value, place};

/// Keys of a ruleset that are not rules.
pub(crate) const OF_ITS_OWN: [&str; 5] = ["id", "title", "source", "decisions", "variants"];

/// Key that makes a table replace another as a whole: `replace = true`.
pub(crate) const MARK: &str = "replace";

/// Merges overrides into a mapping.
///
/// Dotted keys descend, mappings merge unless they are marked, `null` removes a key (as does `false` where no flag stands,
/// since TOML has no `null`), and any other value replaces the old one.
pub(crate) fn merge(value: &mut Value, overrides: &Map<String, Value>) {
    merge_table(&mut Vec::new(), value, overrides);
}

/// Returns overrides as nested tables.
pub(crate) fn merged(overrides: &Map<String, Value>) -> Value {
    let mut value = Value::Object(Map::new());
    merge(&mut value, overrides);
    value
}

/// True if an override marks the table that it stands in.
fn is_mark(key: &str, value: &Value) -> bool {
    key.rsplit('.').next() == Some(MARK) && *value == Value::Bool(true)
}

/// Empties the tables that overrides mark: the table at this path, or one that a dotted key leads to.
fn empty_marked(path: &[&str], value: &mut Value, overrides: &Map<String, Value>) {
    for (key, _) in overrides.iter().filter(|(key, new)| is_mark(key, new)) {
        let words: Vec<&str> = key.split('.').collect();
        let tables = &words[..words.len() - 1];
        if matches!(
            (path, tables),
            ([], [] | ["variants", ..]) | (["variants", ..], _)
        ) {
            continue;
        }
        let at = tables.iter().try_fold(&mut *value, |at, word| at.get_mut(*word));
        if let Some(map) = at.and_then(Value::as_object_mut) {
            map.clear();
        }
    }
}

/// Merges overrides into the table at this path.
fn merge_table<'a>(path: &mut Vec<&'a str>, value: &mut Value, overrides: &'a Map<String, Value>) {
    empty_marked(path, value, overrides);
    for (key, new) in overrides {
        let in_root = path.is_empty() && (key == MARK || key.starts_with("variants."));
        if is_mark(key, new) && !in_root && !matches!(path.as_slice(), ["variants", ..]) {
            continue;
        }
        let outer = path.len();
        match path.as_slice() {
            // Keys of a variant are stored as they are written.
            ["variants", _] => path.push(key),
            ["variants"] => path.extend(key.splitn(2, '.')),
            [] if key.starts_with("variants.") => path.extend(key.splitn(3, '.')),
            _ => path.extend(key.split('.')),
        }
        merge_key(path, outer, value, new);
        path.truncate(outer);
    }
}

/// Sets or removes the key at the end of the path, whose first `outer` words lead to this table.
fn merge_key<'a>(path: &mut Vec<&'a str>, outer: usize, value: &mut Value, new: &'a Value) {
    let removes = match new {
        Value::Null => true,
        Value::Bool(false) => matches!(place(path), PathKind::Table | PathKind::Value),
        _ => false,
    };
    let Some((key, tables)) = path[outer..].split_last() else {
        return;
    };
    if removes {
        let table = tables.iter().try_fold(value, |at, word| at.get_mut(word));
        if let Some(map) = table.and_then(Value::as_object_mut) {
            map.remove(*key);
        }
        return;
    }
    let mut at = value;
    for word in tables {
        at = table(at).entry(*word).or_insert(Value::Null);
    }
    match new {
        Value::Object(inner) if !replaces(path) => {
            let old = table(at).entry(*key).or_insert(Value::Null);
            table(old);
            merge_table(path, old, inner);
        }
        Value::Object(inner) if path[0] != "variants" => {
            let unmarked = inner.iter().filter(|(key, value)| !is_mark(key, value));
            let new = unmarked
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            table(at).insert((*key).to_owned(), Value::Object(new));
        }
        _ => {
            table(at).insert((*key).to_owned(), new.clone());
        }
    }
}

/// True if a table at this path replaces another: values by players, whose ranges would overlap, a number for certain
/// cards, or a variant.
fn replaces(path: &[&str]) -> bool {
    matches!(path, ["variants", _, ..]) || is_one_value(path)
}

/// Returns a value as a table; any other value is replaced by an empty table.
fn table(value: &mut Value) -> &mut Map<String, Value> {
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    match value {
        Value::Object(map) => map,
        _ => unreachable!("a table has just been put here"),
    }
}
