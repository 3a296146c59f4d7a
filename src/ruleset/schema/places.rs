//! What the table of keys says of a path: whether a flag, another value or a table stands there.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::{Allowed, KEYS, KeyDefault, Ruleset, default_of};

/// What stands at a path of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// No key.
    Unknown,
    /// A table of keys.
    Table,
    /// True or false.
    Flag,
    /// Another value, or an entry of one that is a table.
    Value,
    /// A key of a variant, which is read only when the variant is chosen.
    OfVariant,
}

/// What stands at a path; names of one's own stand for themselves.
pub(crate) fn place(path: &[&str]) -> Place {
    if let ["variants", _, _, ..] = path {
        return Place::OfVariant;
    }
    for key in KEYS {
        let Some(rest) = after(key.path, path) else {
            continue;
        };
        return match (key.allowed, rest) {
            (_, Rest::OfKey) => Place::Table,
            (Allowed::Bool, Rest::OfPath(0)) => Place::Flag,
            (_, Rest::OfPath(0))
            | (Allowed::Points | Allowed::Copies, Rest::OfPath(1 | 2))
            | (
                Allowed::Overrides
                | Allowed::CardsOrDates
                | Allowed::Factors
                | Allowed::Events
                | Allowed::Identicals
                | Allowed::CardsNumber(_)
                | Allowed::ByPlayers(..)
                | Allowed::WordOrEntry(..)
                | Allowed::Dealt
                | Allowed::Places,
                Rest::OfPath(1),
            ) => Place::Value,
            _ => Place::Unknown,
        };
    }
    Place::Unknown
}

/// What is left when a key and a path begin alike as far as the shorter goes.
enum Rest {
    /// Some words of the key: the path is that of a table.
    OfKey,
    /// So many words of the path.
    OfPath(usize),
}

fn after(key: &str, path: &[&str]) -> Option<Rest> {
    let mut words = key.split('.');
    for (at, word) in path.iter().enumerate() {
        match words.next() {
            None => return Some(Rest::OfPath(path.len() - at)),
            Some(known) if known == "NAME" || known == *word => {}
            Some(_) => return None,
        }
    }
    Some(words.next().map_or(Rest::OfPath(0), |_| Rest::OfKey))
}

/// The keys of a table of the schema, in its order: `NAME` where names are one's own, none where it is no table.
pub(crate) fn keys_of(table: &[&str]) -> &'static [&'static str] {
    static TABLES: OnceLock<HashMap<String, Vec<&str>>> = OnceLock::new();
    let tables = TABLES.get_or_init(|| {
        let mut tables: HashMap<_, Vec<_>> = HashMap::new();
        for key in KEYS {
            let words: Vec<&str> = key.path.split('.').collect();
            for (at, word) in words.iter().enumerate() {
                let keys = tables.entry(words[..at].join(".")).or_default();
                if !keys.contains(word) {
                    keys.push(*word);
                }
            }
        }
        tables
    });
    tables.get(&table.join(".")).map_or(&[], Vec::as_slice)
}

/// What the key of these words may hold, if they are a whole key of the schema.
pub(crate) fn key_of(words: &[&str]) -> Option<Allowed> {
    static ALLOWED: OnceLock<HashMap<&str, Allowed>> = OnceLock::new();
    let allowed = ALLOWED.get_or_init(|| KEYS.iter().map(|key| (key.path, key.allowed)).collect());
    allowed.get(words.join(".").as_str()).copied()
}

/// Whether the key of these words has to be written.
pub(crate) fn is_required(words: &[&str]) -> bool {
    static REQUIRED: OnceLock<Vec<&str>> = OnceLock::new();
    let required = REQUIRED.get_or_init(|| {
        let required = KEYS.iter().filter(|key| default_of(key) == KeyDefault::Required);
        required.map(|key| key.path).collect()
    });
    required
        .iter()
        .any(|path| path.split('.').eq(words.iter().copied()))
}

/// Whether nothing stands for the key of these words where it is not written.
pub(crate) fn is_unset(words: &[&str]) -> bool {
    let mut unset = KEYS.iter().filter(|key| default_of(key) == KeyDefault::Unset);
    unset.any(|key| key.path.split('.').eq(words.iter().copied()))
}

/// The tables whose keys are one's own, inner ones first.
pub(crate) fn open_tables() -> Vec<Vec<&'static str>> {
    let mut tables: Vec<Vec<&str>> = Vec::new();
    for key in KEYS {
        let words: Vec<&str> = key.path.split('.').collect();
        let named = words.iter().position(|word| *word == "NAME");
        let whole = matches!(
            key.allowed,
            Allowed::Copies | Allowed::Points | Allowed::Factors | Allowed::CardsOrDates | Allowed::Overrides
        );
        let table = named.map(|at| words[..at].to_vec());
        for table in table.into_iter().chain(whole.then_some(words)) {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
    }
    tables.sort_by_key(|table| std::cmp::Reverse(table.len()));
    tables
}

/// The places of a mapping that some words of the schema lead to, one for each name where names are one's own.
pub(crate) fn paths(value: &Value, words: &[&str]) -> Vec<Vec<String>> {
    let Some((word, rest)) = words.split_first() else {
        return vec![Vec::new()];
    };
    let named = *word == "NAME";
    let entries = value.as_object().into_iter().flatten();
    let known = entries.filter(|(key, _)| named || key == word);
    known
        .flat_map(|(key, inner)| {
            let inner = paths(inner, rest).into_iter();
            inner.map(|path| [vec![key.clone()], path].concat())
        })
        .collect()
}

/// Every key with its default; `null` where none stands for it.
fn defaults() -> &'static [(Vec<&'static str>, Value)] {
    static DEFAULTS: OnceLock<Vec<(Vec<&str>, Value)>> = OnceLock::new();
    DEFAULTS.get_or_init(|| {
        let default = |key| match default_of(key) {
            KeyDefault::Value(value) => value,
            KeyDefault::Required | KeyDefault::Unset => Value::Null,
        };
        KEYS.iter()
            .map(|key| (key.path.split('.').collect(), default(key)))
            .collect()
    })
}

/// The default of the flag at a path.
pub(crate) fn default_flag(path: &[&str]) -> bool {
    let found = defaults().iter().find(|(key, _)| {
        key.len() == path.len()
            && key
                .iter()
                .zip(path)
                .all(|(key, word)| *key == "NAME" || key == word)
    });
    found.is_some_and(|(_, default)| *default == Value::Bool(true))
}

impl Ruleset {
    /// The ruleset as a mapping with every key of the schema; `null` where a table of a special is not written.
    #[must_use]
    pub fn to_full_value(&self) -> Value {
        let written = self.to_value();
        let mut all = Map::new();
        for (key, default) in defaults() {
            fill(&mut all, Some(&written), key, default, false);
        }
        Value::Object(all)
    }
}

/// Copies a key, or its default, into the table that it stands in.
fn fill(all: &mut Map<String, Value>, written: Option<&Value>, path: &[&str], default: &Value, named: bool) {
    let Some((key, rest)) = path.split_first() else {
        return;
    };
    if *key == "NAME" {
        for (name, inner) in written.and_then(Value::as_object).into_iter().flatten() {
            if let Value::Object(table) = all.entry(name).or_insert_with(table) {
                fill(table, Some(inner), rest, default, true);
            }
        }
        return;
    }
    let inner = written.and_then(|written| written.get(key));
    if rest.is_empty() {
        all.insert((*key).to_owned(), inner.unwrap_or(default).clone());
    } else if named && inner.is_none() {
        all.insert((*key).to_owned(), Value::Null);
    } else if let Value::Object(table) = all.entry(*key).or_insert_with(table) {
        fill(table, inner, rest, default, named);
    }
}

fn table() -> Value {
    Value::Object(Map::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_keys_says_what_stands_where() {
        for (path, stands) in [
            ("special.queen.mirror", Place::Flag),
            ("special.queen.reverse", Place::Flag),
            ("special.queen.move.must", Place::Flag),
            ("match.at-target.comeback", Place::Value),
            ("compat", Place::Value),
            ("special.queen", Place::Table),
            ("special.queen.hit", Place::Table),
            ("deal", Place::Table),
            ("deal.cards", Place::Value),
            ("deal.cards.2-5", Place::Value),
            ("score.points.8", Place::Value),
            ("score.points.8.2-5", Place::Value),
            ("params.zodiac.cards.03-21", Place::Value),
            ("variants.old", Place::Value),
            ("variants.old.deal.cards", Place::OfVariant),
            ("deal.cards.2-5.2", Place::Unknown),
            ("special.queen.mirror.red", Place::Unknown),
            ("nonsense", Place::Unknown),
            ("special.queen.nonsense", Place::Unknown),
            ("deal..cards", Place::Unknown),
            ("", Place::Unknown),
        ] {
            assert_eq!(place(&path.split('.').collect::<Vec<_>>()), stands, "{path}");
        }
        let tables: Vec<String> = open_tables().iter().map(|table| table.join(".")).collect();
        assert_eq!(
            tables,
            [
                "params.NAME.cards",
                "deck.copies",
                "starter.card",
                "score.points",
                "score.factors",
                "variants",
                "params",
                "special",
                "words"
            ]
        );
        assert_eq!(keys_of(&["second-pile"]), ["cards"]);
        assert_eq!(keys_of(&["special"]), ["NAME"]);
        assert!(keys_of(&["deal", "cards"]).is_empty());
        assert!(default_flag(&["special", "two", "move", "must"]));
        assert!(!default_flag(&["special", "two", "reverse"]));
    }
}
