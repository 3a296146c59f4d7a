//! The places of a ruleset by its schema: a flag, another value or a table stands there.

use serde_json::{Map, Value};

use super::shape::{Key, Kind, Names, Shape};
use super::{Ruleset, root};

/// The kind of thing that stands at a path of a ruleset.
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

/// The shape of what stands at a path.
pub(crate) fn shape_at(path: &[&str]) -> Option<&'static Shape> {
    path.iter().try_fold(root(), |shape, word| shape.under(word))
}

/// The place at a path; names of one's own stand for themselves.
pub(crate) fn place(path: &[&str]) -> Place {
    if let ["variants", _, _, ..] = path {
        return Place::OfVariant;
    }
    match shape_at(path) {
        None => Place::Unknown,
        Some(shape) if matches!(shape.kind, Kind::Table(_)) || shape.is_named() => Place::Table,
        Some(shape) if matches!(shape.kind, Kind::Flag) => Place::Flag,
        Some(_) => Place::Value,
    }
}

/// True where a table takes the place of another: it stands for one value, as a number or a word would.
pub(crate) fn is_one_value(path: &[&str]) -> bool {
    shape_at(path).is_some_and(|shape| matches!(shape.kind, Kind::Any(_)))
}

/// The default of the flag at a path.
pub(crate) fn default_flag(path: &[&str]) -> bool {
    let Some((name, table)) = path.split_last() else {
        return false;
    };
    let key = shape_at(table).and_then(|shape| shape.keys().iter().find(|key| key.name == *name));
    key.and_then(|key| key.default) == Some(&Value::Bool(true))
}

/// A key of the schema that holds a value, with its path: `NAME` stands for a name of one's own.
pub(crate) struct Leaf {
    pub(crate) path: String,
    pub(crate) key: &'static Key,
}

/// Every key that holds a value, in the order of the types.
pub(crate) fn leaves() -> Vec<Leaf> {
    let mut all = Vec::new();
    add_leaves(root().keys(), "", &mut all);
    all
}

fn add_leaves(keys: &'static [Key], outer: &str, all: &mut Vec<Leaf>) {
    for key in keys {
        let path = format!("{outer}{}", key.name);
        match &key.shape.kind {
            Kind::Table(keys) => add_leaves(keys, &format!("{path}."), all),
            Kind::Entries(_, _, value) if key.shape.is_named() => {
                add_leaves(value.keys(), &format!("{path}.NAME."), all);
            }
            _ => all.push(Leaf { path, key }),
        }
    }
}

/// Where classes of cards stand: as a value, or as the keys of a table; with the words that are no such classes there.
pub(crate) enum CardPlace {
    /// As a text, or the texts of a list.
    Value(Vec<&'static str>),
    /// As keys.
    Keys(Vec<&'static str>),
}

/// The places of a ruleset where classes of cards stand.
pub(crate) fn card_places(ruleset: &Value) -> Vec<(Vec<String>, CardPlace)> {
    let mut all = Vec::new();
    add_card_places(root(), ruleset, &mut Vec::new(), &mut all);
    all
}

fn add_card_places(
    shape: &'static Shape,
    value: &Value,
    path: &mut Vec<String>,
    all: &mut Vec<(Vec<String>, CardPlace)>,
) {
    if let Value::Object(map) = value {
        for one in shape.alternatives() {
            if let Kind::Entries(own, Names::Cards, _) = &one.kind {
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

/// The tables of a mapping whose names or keys are one's own, by their paths: specials, points and the like.
pub(crate) fn own_tables(value: &Value) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    add_own_tables(root(), value, &mut Vec::new(), &mut all);
    all.sort();
    all
}

fn add_own_tables(shape: &'static Shape, value: &Value, path: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
    let named = shape.is_named();
    if matches!(shape.kind, Kind::Entries(..)) && !named && value.is_object() {
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
    /// The ruleset as a mapping with every key of the schema; `null` where a table of a special is not written.
    #[must_use]
    pub fn to_full_value(&self) -> Value {
        full(root().keys(), Some(&self.to_value()))
    }
}

/// The ruleset of the defaults as such a mapping.
pub(crate) fn plain_value() -> Value {
    full(root().keys(), None)
}

/// A table with every key: what is written, or its default.
fn full(keys: &'static [Key], written: Option<&Value>) -> Value {
    let all = keys.iter().map(|key| {
        let inner = written.and_then(|written| written.get(key.name));
        let value = match &key.shape.kind {
            Kind::Table(_) if key.unset && inner.is_none() => Value::Null,
            Kind::Table(keys) => full(keys, inner),
            Kind::Entries(_, _, value) if key.shape.is_named() => {
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
            ("special.queen.mirror", Place::Flag),
            ("special.queen.reverse", Place::Flag),
            ("special.queen.move.must", Place::Flag),
            ("match.at-target.comeback", Place::Value),
            ("compat", Place::Value),
            ("special", Place::Table),
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
