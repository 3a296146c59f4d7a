//! Shapes: the values allowed in each place of a ruleset, read from its JSON Schema.

use serde_json::Value;

use super::types::{CARDS, ID, LATE_CARDS, NUMBER, PLAYERS};
use crate::card::RANK_LETTERS;

/// Values allowed in one place.
#[derive(Debug)]
pub(crate) struct ValueShape {
    pub(crate) kind: ValueKind,
    /// Name of the values in messages, or the check that follows.
    pub(crate) format: Option<&'static str>,
    pub(crate) examples: &'static [Value],
}

/// Kind of value.
#[derive(Debug)]
pub(crate) enum ValueKind {
    /// True or false.
    Flag,
    /// Whole number from the first to the second.
    Number(i64, i64),
    /// One of these words.
    Words(Vec<&'static str>),
    /// Text of at most this many bytes.
    Text(Option<u64>),
    /// List of at most this many items.
    List(Box<ValueShape>, Option<u64>),
    /// Table of keys of the schema.
    Table(Vec<SchemaKey>),
    /// Table with user-chosen keys, beside some that the schema names.
    Entries(Vec<SchemaKey>, Names, Box<ValueShape>),
    /// One of several shapes.
    Any(Vec<ValueShape>),
    /// Any value; another part of the code checks it.
    Anything,
}

/// Kind of user-chosen keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Names {
    /// Names.
    Free,
    /// Classes of cards.
    Cards,
    /// Numbers of players.
    Players,
    /// Days of the year.
    Days,
    /// Numbers.
    Numbers,
    /// Some of these words.
    Words(Vec<&'static str>),
}

/// A key of a table.
#[derive(Debug)]
pub(crate) struct SchemaKey {
    pub(crate) name: &'static str,
    pub(crate) shape: ValueShape,
    /// True if the key must be written.
    pub(crate) required: bool,
    /// True if the key has no value unless it is written.
    pub(crate) unset: bool,
    pub(crate) default: Option<&'static Value>,
    pub(crate) meaning: &'static str,
}

impl ValueShape {
    /// Makes a shape without a format.
    const fn plain(kind: ValueKind) -> Self {
        Self {
            kind,
            format: None,
            examples: &[],
        }
    }

    /// The shape of a schema, and whether the schema takes null.
    pub(crate) fn of(schema: &'static Value) -> (Self, bool) {
        let list = |key: &str| schema[key].as_array().map_or(&[][..], Vec::as_slice);
        let alternatives = schema.get("anyOf").or(schema.get("oneOf"));
        let types: Vec<&str> = match &schema["type"] {
            Value::String(name) => vec![name],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let named = |kind| Self {
            kind,
            format: schema["format"].as_str(),
            examples: list("examples"),
        };
        if let Some(alternatives) = alternatives.and_then(Value::as_array) {
            let (mut all, null) = alternatives_of(alternatives);
            let shape = match all.len() {
                1 => all.remove(0),
                _ => named(ValueKind::Any(all)),
            };
            return (shape, null);
        }
        let kind = if let Some(word) = schema["const"].as_str() {
            ValueKind::Words(vec![word])
        } else if schema.get("enum").is_some() {
            ValueKind::Words(list("enum").iter().filter_map(Value::as_str).collect())
        } else {
            match types.first() {
                Some(&"boolean") => ValueKind::Flag,
                Some(&"integer") => ValueKind::Number(
                    schema["minimum"].as_i64().unwrap_or(i64::MIN),
                    schema["maximum"].as_i64().unwrap_or(i64::MAX),
                ),
                Some(&"string") => ValueKind::Text(schema["maxLength"].as_u64()),
                Some(&"array") => ValueKind::List(
                    Box::new(Self::of(&schema["items"]).0),
                    schema["maxItems"].as_u64(),
                ),
                Some(&"object") => ValueKind::table(schema),
                _ => ValueKind::Anything,
            }
        };
        (named(kind), types.contains(&"null"))
    }

    /// Returns the keys of a table.
    pub(crate) fn keys(&self) -> &[SchemaKey] {
        match &self.kind {
            ValueKind::Table(keys) => keys,
            _ => &[],
        }
    }

    /// Returns the shape of the items of a list.
    pub(crate) fn item(&self) -> Option<&Self> {
        match &self.kind {
            ValueKind::List(item, _) => Some(item),
            _ => None,
        }
    }

    /// Returns the alternatives, or this shape alone.
    pub(crate) fn alternatives(&self) -> &[Self] {
        match &self.kind {
            ValueKind::Any(all) => all,
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns the words allowed here.
    pub(crate) fn words(&self) -> Vec<&'static str> {
        let words = self.alternatives().iter().map(|one| match &one.kind {
            ValueKind::Words(words) => words.as_slice(),
            _ => &[],
        });
        words.flatten().copied().collect()
    }

    /// Returns the shape under a key of the table that is allowed here.
    pub(crate) fn under(&self, name: &str) -> Option<&Self> {
        self.alternatives().iter().find_map(|one| match &one.kind {
            ValueKind::Table(keys) => keys.iter().find(|key| key.name == name).map(|key| &key.shape),
            ValueKind::Entries(own, _, value) => {
                let own = own.iter().find(|key| key.name == name);
                Some(own.map_or(value.as_ref(), |key| &key.shape))
            }
            _ => None,
        })
    }

    /// True for a table of named tables, such as the specials.
    pub(crate) fn is_named(&self) -> bool {
        matches!(&self.kind, ValueKind::Entries(_, _, value) if matches!(value.kind, ValueKind::Table(_)))
    }

    /// True for classes of cards.
    pub(crate) fn is_cards(&self) -> bool {
        matches!(self.format, Some(CARDS | LATE_CARDS))
    }

    /// True if a class of cards is allowed here, perhaps beside other values.
    pub(crate) fn takes_cards(&self) -> bool {
        self.is_cards() || self.alternatives().iter().any(Self::is_cards)
    }

    /// Returns values allowed here: examples, the ends of a range, every word.
    pub(crate) fn samples(&self) -> Vec<Value> {
        if self.is_cards() {
            let ranks = RANK_LETTERS.chars().chain(['*']).map(|rank| rank.to_string());
            let classes = ["", "all"].map(str::to_owned).into_iter();
            return classes.chain(ranks).map(Value::from).collect();
        }
        let mut samples = match &self.kind {
            ValueKind::Flag => vec![false.into(), true.into()],
            ValueKind::Number(least, most) => {
                vec![(*least).into(), (least + 1).min(*most).into(), (*most).into()]
            }
            ValueKind::Words(words) => words.iter().map(|word| Value::from(*word)).collect(),
            ValueKind::List(item, _) if matches!(item.kind, ValueKind::Words(_) | ValueKind::Any(_)) => {
                vec![Value::Array(Vec::new())]
            }
            ValueKind::Any(all) => all.iter().flat_map(Self::samples).collect(),
            ValueKind::Text(_) if self.format == Some(ID) => vec!["unnamed".into()],
            _ => Vec::new(),
        };
        samples.extend(self.examples.iter().cloned());
        samples
    }
}

impl ValueKind {
    fn table(schema: &'static Value) -> Self {
        let properties = schema["properties"].as_object();
        let required = |name: &String| {
            let all = schema["required"].as_array();
            all.is_some_and(|all| all.iter().any(|key| key.as_str() == Some(name)))
        };
        let keys = properties.into_iter().flatten().map(|(name, schema)| {
            let (shape, null) = ValueShape::of(schema);
            SchemaKey {
                name,
                shape,
                required: required(name),
                unset: null,
                default: schema.get("default"),
                meaning: schema["description"].as_str().unwrap_or_default(),
            }
        });
        let keys: Vec<SchemaKey> = keys.collect();
        match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => Self::Table(keys),
            Some(value @ Value::Object(_)) => Self::Entries(
                keys,
                Names::of(&schema["propertyNames"]),
                Box::new(ValueShape::of(value).0),
            ),
            _ => {
                let anything = Box::new(ValueShape::plain(Self::Anything));
                Self::Entries(keys, Names::Free, anything)
            }
        }
    }
}

impl Names {
    fn of(schema: &'static Value) -> Self {
        match (ValueShape::of(schema).0.kind, schema["format"].as_str()) {
            (ValueKind::Words(words), _) => Self::Words(words),
            (_, Some(CARDS)) => Self::Cards,
            (_, Some(PLAYERS)) => Self::Players,
            (_, Some("day")) => Self::Days,
            (_, Some(NUMBER)) => Self::Numbers,
            _ => Self::Free,
        }
    }
}

/// Returns the shapes of several schemas, and true if one of them takes null; words of several schemas become one list.
fn alternatives_of(schemas: &'static [Value]) -> (Vec<ValueShape>, bool) {
    let (mut all, mut null) = (Vec::<ValueShape>::new(), false);
    for schema in schemas {
        if schema["type"] == "null" {
            null = true;
            continue;
        }
        let (shape, with_null) = ValueShape::of(schema);
        null |= with_null;
        match (shape.kind, shape.format) {
            (ValueKind::Words(more), _) => {
                let known = all.iter_mut().find_map(|one| match &mut one.kind {
                    ValueKind::Words(words) => Some(words),
                    _ => None,
                });
                match known {
                    Some(words) => words.extend(more),
                    None => all.push(ValueShape::plain(ValueKind::Words(more))),
                }
            }
            (ValueKind::Any(inner), None) => all.extend(inner),
            (kind, format) => all.push(ValueShape {
                kind,
                format,
                examples: shape.examples,
            }),
        }
    }
    (all, null)
}
