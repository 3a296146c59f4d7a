//! The kinds of place in a ruleset by its schema: flags, other values and tables.

use serde_json::{Map, Value};

use super::shape::{Names, SchemaKey, ValueKind, ValueShape};
use super::{Ruleset, root};

/// Kind of value at a path of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathKind {
    /// Not a key.
    Unknown,
    /// Table of keys.
    Table,
    /// True or false.
    Flag,
    /// Another value, or an entry of a value that is a table.
    Value,
    /// Key of a variant, which is read only when the variant is applied.
    OfVariant,
}

/// Returns the shape of the values at a path.
pub(crate) fn shape_at(path: &[&str]) -> Option<&'static ValueShape> {
    path.iter().try_fold(root(), |shape, word| shape.under(word))
}

/// Returns the kind of place at a path, in which user-chosen names stand as they are.
pub(crate) fn place(path: &[&str]) -> PathKind {
    if let ["variants", _, _, ..] = path {
        return PathKind::OfVariant;
    }
    match shape_at(path) {
        None => PathKind::Unknown,
        Some(shape) if matches!(shape.kind, ValueKind::Table(_)) || shape.is_named() => PathKind::Table,
        Some(shape) if matches!(shape.kind, ValueKind::Flag) => PathKind::Flag,
        Some(_) => PathKind::Value,
    }
}

/// True if a table at this path replaces another: it stands for one value, as a number or a word would.
pub(crate) fn is_one_value(path: &[&str]) -> bool {
    shape_at(path).is_some_and(|shape| matches!(shape.kind, ValueKind::Any(_)))
}

/// Returns the default of the flag at a path.
pub(crate) fn default_flag(path: &[&str]) -> bool {
    let Some((name, table)) = path.split_last() else {
        return false;
    };
    let key = shape_at(table).and_then(|shape| shape.keys().iter().find(|key| key.name == *name));
    key.and_then(|key| key.default) == Some(&Value::Bool(true))
}

/// A key of the schema that holds a value; `NAME` in its path stands for a user-chosen name.
pub(crate) struct Leaf {
    pub(crate) path: String,
    pub(crate) key: &'static SchemaKey,
}

/// Returns every key that holds a value, in the order of the types.
pub(crate) fn leaves() -> Vec<Leaf> {
    let mut all = Vec::new();
    add_leaves(root().keys(), "", &mut all);
    all
}

fn add_leaves(keys: &'static [SchemaKey], outer: &str, all: &mut Vec<Leaf>) {
    for key in keys {
        let path = format!("{outer}{}", key.name);
        match &key.shape.kind {
            ValueKind::Table(keys) => add_leaves(keys, &format!("{path}."), all),
            ValueKind::Entries(_, _, value) if key.shape.is_named() => {
                add_leaves(value.keys(), &format!("{path}.NAME."), all);
            }
            _ => all.push(Leaf { path, key }),
        }
    }
}

/// Place of classes of cards, with the words that have another meaning there.
pub(crate) enum CardPlace {
    /// A text, or the texts of a list.
    Value(Vec<&'static str>),
    /// The keys of a table.
    Keys(Vec<&'static str>),
}

/// Returns the places of a ruleset that hold classes of cards.
pub(crate) fn card_places(ruleset: &Value) -> Vec<(Vec<String>, CardPlace)> {
    let mut all = Vec::new();
    add_card_places(root(), ruleset, &mut Vec::new(), &mut all);
    all
}

fn add_card_places(
    shape: &'static ValueShape,
    value: &Value,
    path: &mut Vec<String>,
    all: &mut Vec<(Vec<String>, CardPlace)>,
) {
    if let Value::Object(map) = value {
        for one in shape.alternatives() {
            if let ValueKind::Entries(own, Names::Cards, _) = &one.kind {
                let words = own.iter().map(|key| key.name).collect();
                all.push((path.clone(), CardPlace::Keys(words)));
            }
        }
        for (name, inner) in map {
            if let Some(under) = shape.under(name) {
                path.push(name.clone());
                add_card_places(under, inner, path, all);
                path.pop();
            }
        }
    } else if shape.takes_cards() {
        all.push((path.clone(), CardPlace::Value(shape.words())));
    }
}

/// Returns the paths of the tables with user-chosen names or keys: specials, points and the like.
pub(crate) fn own_tables(value: &Value) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    add_own_tables(root(), value, &mut Vec::new(), &mut all);
    all.sort();
    all
}

fn add_own_tables(
    shape: &'static ValueShape,
    value: &Value,
    path: &mut Vec<String>,
    all: &mut Vec<Vec<String>>,
) {
    let named = shape.is_named();
    if matches!(shape.kind, ValueKind::Entries(..)) && !named && value.is_object() {
        all.push(path.clone());
        return;
    }
    for (name, inner) in value.as_object().into_iter().flatten() {
        if path.is_empty() && name == "variants" {
            continue;
        }
        if let Some(under) = shape.under(name) {
            path.push(name.clone());
            if named && inner.is_object() {
                all.push(path.clone());
            } else {
                add_own_tables(under, inner, path, all);
            }
            path.pop();
        }
    }
}

impl Ruleset {
    /// Returns the ruleset as a mapping with every key of the schema; `null` stands for a table of a special that is unset.
    #[must_use]
    pub fn to_full_value(&self) -> Value {
        full(root().keys(), Some(&self.to_value()))
    }
}

/// Returns the defaults as a mapping with every key of the schema.
pub(crate) fn plain_value() -> Value {
    full(root().keys(), None)
}

/// Returns a table with every key, set to the written value or its default.
fn full(keys: &'static [SchemaKey], written: Option<&Value>) -> Value {
    let all = keys.iter().map(|key| {
        let inner = written.and_then(|written| written.get(key.name));
        let value = match &key.shape.kind {
            ValueKind::Table(_) if key.unset && inner.is_none() => Value::Null,
            ValueKind::Table(keys) => full(keys, inner),
            ValueKind::Entries(_, _, value) if key.shape.is_named() => {
                let entries = inner.and_then(Value::as_object).into_iter().flatten();
                let entries = entries.map(|(name, entry)| (name.clone(), full(value.keys(), Some(entry))));
                Value::Object(entries.collect::<Map<_, _>>())
            }
            _ => inner.or(key.default).cloned().unwrap_or_default(),
        };
        (key.name.to_owned(), value)
    });
    Value::Object(all.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_says_what_stands_where() {
        for (path, stands) in [
            ("special.queen.mirror", PathKind::Flag),
            ("special.queen.reverse", PathKind::Flag),
            ("special.queen.move.must", PathKind::Flag),
            ("match.at-target.comeback", PathKind::Value),
            ("compat", PathKind::Value),
            ("special", PathKind::Table),
            ("special.queen", PathKind::Table),
            ("special.queen.hit", PathKind::Table),
            ("deal", PathKind::Table),
            ("deal.cards", PathKind::Value),
            ("deal.cards.2-5", PathKind::Value),
            ("score.points.8", PathKind::Value),
            ("score.points.8.2-5", PathKind::Value),
            ("params.zodiac.cards.03-21", PathKind::Value),
            ("variants.old", PathKind::Value),
            ("variants.old.deal.cards", PathKind::OfVariant),
            ("deal.cards.2-5.2", PathKind::Unknown),
            ("special.queen.mirror.red", PathKind::Unknown),
            ("nonsense", PathKind::Unknown),
            ("special.queen.nonsense", PathKind::Unknown),
            ("deal..cards", PathKind::Unknown),
            ("", PathKind::Unknown),
        ] {
            assert_eq!(place(&path.split('.').collect::<Vec<_>>()), stands, "{path}");
        }
        for path in [
            "deck.packs",
            "deal.cards",
            "out.not-on",
            "round.row",
            "out-of-turn.identical",
            "score.points.8",
            "params.x.cards",
        ] {
            assert!(is_one_value(&path.split('.').collect::<Vec<_>>()), "{path}");
        }
        assert!(!is_one_value(&["score", "points"]));
        assert!(default_flag(&["special", "two", "move", "must"]));
        assert!(!default_flag(&["special", "two", "reverse"]));
    }
}
