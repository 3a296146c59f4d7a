//! Random overrides of rulesets, drawn from the JSON Schema: a key that is new there is tried without a change here.

use std::sync::LazyLock;

use eights::ruleset::schema_json;
use eights::{Rng, Ruleset};
use serde_json::{Map, Value, json};

/// Keys that change no rule of play, or that a generator cannot choose.
const NOT_DRAWN: &[&str] = &[
    "id",
    "title",
    "source",
    "decisions",
    "labels",
    "variants",
    "base",
    "replace",
    "params",
    "compat",
];

/// Classes of cards, of which some are empty in some decks.
const CLASSES: &[&str] = &[
    "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "*", "8 Q", "A 2", "red", "black", "QS",
    "7H", "pictures", "all", "", "red 7", "H", "2-5",
];

/// Tables deeper than this are left empty.
const DEEPEST: u32 = 5;

static SCHEMA: LazyLock<Value> = LazyLock::new(schema_json);

/// Returns one of several.
pub(crate) fn one_of<'a, T>(rng: &mut Rng, all: &'a [T]) -> Option<&'a T> {
    let count = all.len() as u32;
    (count > 0).then(|| &all[rng.below(count) as usize])
}

/// Returns true in one case of so many.
pub(crate) fn once_in(rng: &mut Rng, cases: u32) -> bool {
    rng.below(cases) == 0
}

/// Returns the ruleset with some random overrides; those that are refused are left out.
pub(crate) fn overridden(ruleset: &Ruleset, rng: &mut Rng) -> Ruleset {
    let mut changed = ruleset.clone();
    changed.variants.clear();
    let (wanted, mut taken) = (1 + rng.below(8), 0);
    for _ in 0..wanted * 4 {
        if taken == wanted {
            break;
        }
        if let Ok(next) = changed.with(&draw(&changed, rng)) {
            changed = next;
            taken += 1;
        }
    }
    changed
}

/// Draws overrides: a key of a section, or some keys of a special, old or new.
fn draw(ruleset: &Ruleset, rng: &mut Rng) -> Map<String, Value> {
    let mut overrides = Map::new();
    if once_in(rng, 2) {
        let names: Vec<&String> = ruleset.special.keys().collect();
        let old = one_of(rng, &names).filter(|_| once_in(rng, 2));
        let name = old.map_or_else(|| format!("drawn_{}", rng.below(4)), |name| (*name).clone());
        let shape = &SCHEMA["properties"]["special"]["additionalProperties"];
        let mut special = Map::new();
        if old.is_none() {
            special.insert("cards".to_owned(), cards(rng));
        }
        let keys = keys(shape);
        for _ in 0..=rng.below(3) {
            if let Some((key, shape)) = one_of(rng, &keys).filter(|(key, _)| *key != "cards") {
                special.extend(value(shape, rng, 2).map(|value| ((*key).clone(), value)));
            }
        }
        overrides.insert("special".to_owned(), json!({ name: special }));
        return overrides;
    }
    let sections = keys(&SCHEMA);
    let Some((section, shape)) = one_of(rng, &sections).filter(|(name, _)| *name != "special") else {
        return overrides;
    };
    let inner = keys(shape);
    if let Some((key, shape)) = one_of(rng, &inner) {
        overrides.extend(value(shape, rng, 1).map(|value| (format!("{section}.{key}"), value)));
    } else {
        overrides.extend(value(shape, rng, 0).map(|value| ((*section).clone(), value)));
    }
    overrides
}

/// Returns the keys that a schema names, of the first alternative that is a table.
fn keys(shape: &Value) -> Vec<(&String, &Value)> {
    let table = shape["anyOf"]
        .as_array()
        .and_then(|all| all.iter().find(|one| one["properties"].is_object()))
        .unwrap_or(shape);
    let named = table["properties"].as_object();
    let drawn = |(key, _): &(&String, &Value)| !NOT_DRAWN.contains(&key.as_str());
    named.into_iter().flatten().filter(drawn).collect()
}

/// Draws a value that a schema allows, or almost; none where it allows nothing that can be drawn.
fn value(shape: &Value, rng: &mut Rng, depth: u32) -> Option<Value> {
    if let Some(all) = shape["anyOf"].as_array().or(shape["oneOf"].as_array()) {
        let one = one_of(rng, all)?;
        return value(one, rng, depth);
    }
    if let Some(fixed) = shape.get("const") {
        return Some(fixed.clone());
    }
    if let Some(words) = shape["enum"].as_array() {
        return one_of(rng, words).cloned();
    }
    let kinds: Vec<&str> = match &shape["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    match *one_of(rng, &kinds)? {
        "boolean" => Some(json!(once_in(rng, 2))),
        "integer" => Some(integer(shape, rng)),
        "string" => text(shape, rng),
        "array" => {
            let count = rng.below(4);
            (0..count)
                .map(|_| value(&shape["items"], rng, depth + 1))
                .collect::<Option<_>>()
                .map(Value::Array)
        }
        "object" => Some(table(shape, rng, depth)),
        _ => Some(Value::Null),
    }
}

/// Draws a whole number, mostly a small one.
fn integer(shape: &Value, rng: &mut Rng) -> Value {
    let least = shape["minimum"].as_i64().unwrap_or(0);
    let most = shape["maximum"].as_i64().unwrap_or(1_000);
    let reach = (most - least).clamp(0, i64::from(u16::MAX)) as u32;
    let reach = match rng.below(8) {
        0 => reach,
        1 | 2 => reach.min(20),
        _ => reach.min(4),
    };
    json!(least + i64::from(rng.below(reach + 1)))
}

/// Draws a class of cards.
fn cards(rng: &mut Rng) -> Value {
    json!(one_of(rng, CLASSES))
}

/// Draws a text: an example of the schema, or a class of cards where one is allowed.
fn text(shape: &Value, rng: &mut Rng) -> Option<Value> {
    let example = one_of(rng, shape["examples"].as_array().map_or(&[][..], Vec::as_slice)).cloned();
    match shape["format"].as_str() {
        Some("cards" | "late cards") if example.is_none() || once_in(rng, 2) => Some(cards(rng)),
        _ => example,
    }
}

/// Draws a table: some keys that the schema names, and some that a user would choose.
fn table(shape: &Value, rng: &mut Rng, depth: u32) -> Value {
    let mut map = Map::new();
    if depth >= DEEPEST {
        return Value::Object(map);
    }
    let required: Vec<&str> = shape["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let named = keys(shape);
    let few = (named.len() as u32).max(1);
    for (key, shape) in named {
        if required.contains(&key.as_str()) || rng.below(few) < 2 {
            map.extend(value(shape, rng, depth + 1).map(|value| (key.clone(), value)));
        }
    }
    let entries = &shape["additionalProperties"];
    if entries.is_object() {
        for _ in 0..=rng.below(2) {
            let name = name(&shape["propertyNames"], rng);
            map.extend(value(entries, rng, depth + 1).map(|value| (name, value)));
        }
    }
    Value::Object(map)
}

/// Draws a key of a table whose keys a user chooses.
fn name(shape: &Value, rng: &mut Rng) -> String {
    let words: Vec<&str> = shape["enum"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    if let Some(word) = one_of(rng, &words) {
        return (*word).to_owned();
    }
    match shape["format"].as_str() {
        Some("cards" | "late cards") => {
            one_of(rng, CLASSES).map_or_else(String::new, |class| (*class).to_owned())
        }
        Some("players") => {
            (*one_of(rng, &["2", "3", "4", "2-3", "4-10", "2-10", "11-16"]).unwrap_or(&"2")).to_owned()
        }
        Some("number") => (*one_of(rng, &["1", "5", "10", "50", "100"]).unwrap_or(&"10")).to_owned(),
        _ => format!("drawn_{}", rng.below(3)),
    }
}
