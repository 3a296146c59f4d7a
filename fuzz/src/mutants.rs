//! Changes to JSON that bytes choose: a value dropped, or taken from elsewhere, or another one of its kind.

use serde_json::{Value, json};

use crate::Bytes;
use crate::games::{below, byte};

/// Changes a value somewhere inside `value`; `other` is one of the same kind, from which values are taken.
pub fn change(value: &mut Value, other: &Value, bytes: &mut Bytes<'_>) {
    let mut all = Vec::new();
    pointers(value, "", &mut all);
    if all.is_empty() {
        return;
    }
    let at = all.swap_remove(below(bytes, all.len()));
    match byte(bytes) % 8 {
        0 => drop_value(value, &at),
        1 | 2 => take(value, other, bytes),
        3 => move_word(value, bytes),
        _ => {
            if let Some(place) = value.pointer_mut(&at) {
                *place = another(place, bytes);
            }
        }
    }
}

/// Returns another value of the same kind.
fn another(value: &Value, bytes: &mut Bytes<'_>) -> Value {
    let numbers = [
        0,
        1,
        2,
        3,
        4,
        7,
        9,
        10,
        52,
        149,
        255,
        256,
        65_535,
        1_000_000,
        i64::MAX,
        -1,
    ];
    match value {
        Value::Number(number) => {
            let old = number.as_i64().unwrap_or_default();
            match byte(bytes) % 4 {
                0 => json!(old.saturating_add(1)),
                1 => json!(old.saturating_sub(1)),
                _ => json!(numbers[below(bytes, numbers.len())]),
            }
        }
        Value::Bool(flag) => json!(!flag),
        Value::String(text) => {
            let mut words: Vec<&str> = text.split(' ').collect();
            let at = below(bytes, words.len());
            let others = ["", "8", "C", "H", "*R", "*", "8H", "QS", "5D", "AC", words[at]];
            let new = others[below(bytes, others.len())];
            match byte(bytes) % 3 {
                0 => drop(words.remove(at)),
                1 => words.insert(at, new),
                _ => words[at] = new,
            }
            json!(words.join(" "))
        }
        Value::Array(items) if !items.is_empty() => {
            let mut items = items.clone();
            let at = below(bytes, items.len());
            let item = items[at].clone();
            items.push(item);
            Value::Array(items)
        }
        Value::Null => json!(byte(bytes)),
        Value::Array(_) | Value::Object(_) => json!(1),
    }
}

fn drop_value(value: &mut Value, at: &str) {
    let (parent, key) = at.rsplit_once('/').unwrap_or_default();
    match value.pointer_mut(parent) {
        Some(Value::Object(map)) => drop(map.remove(key)),
        Some(Value::Array(items)) => drop(items.remove(key.parse().unwrap_or(0))),
        _ => {}
    }
}

/// Takes the value of a key from another value.
fn take(value: &mut Value, other: &Value, bytes: &mut Bytes<'_>) {
    let mut all = Vec::new();
    pointers(other, "", &mut all);
    if all.is_empty() {
        return;
    }
    let at = all.swap_remove(below(bytes, all.len()));
    let (parent, key) = at.rsplit_once('/').unwrap_or_default();
    let Some(new) = other.pointer(&at).cloned() else {
        return;
    };
    match value.pointer_mut(parent) {
        Some(Value::Object(map)) => drop(map.insert(key.to_owned(), new)),
        Some(Value::Array(items)) => items.push(new),
        _ => {}
    }
}

/// Moves a card from one text to another.
fn move_word(value: &mut Value, bytes: &mut Bytes<'_>) {
    let mut all = Vec::new();
    pointers(value, "", &mut all);
    all.retain(|at| value.pointer(at).is_some_and(Value::is_string));
    if all.is_empty() {
        return;
    }
    let (from, to) = (&all[below(bytes, all.len())], &all[below(bytes, all.len())]);
    let words = |at: &str| -> Vec<String> {
        let text = value.pointer(at).and_then(Value::as_str).unwrap_or_default();
        text.split_whitespace().map(str::to_owned).collect()
    };
    let (mut source, mut target) = (words(from), words(to));
    if source.is_empty() || from == to {
        return;
    }
    target.push(source.remove(below(bytes, source.len())));
    for (at, words) in [(from, source), (to, target)] {
        if let Some(place) = value.pointer_mut(at) {
            *place = json!(words.join(" "));
        }
    }
}

/// The JSON pointers of all values inside a value.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    let mut add = |key: &str, inner: &Value| {
        let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
        pointers(inner, &at, all);
        all.push(at);
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, inner)| add(key, inner)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(n, item)| add(&n.to_string(), item)),
        _ => {}
    }
}
