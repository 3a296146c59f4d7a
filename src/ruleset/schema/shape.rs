//! Shapes: the values allowed in each place of a ruleset, read from its JSON Schema.

use serde_json::Value;

use super::types::{CARDS, ID, LATE_CARDS, NUMBER, PLAYERS};
use crate::card::RANK_LETTERS;

/// Values allowed in one place.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) kind: Kind,
    /// Name of the values in messages, or the check that follows.
    pub(crate) format: Option<&'static str>,
    pub(crate) examples: &'static [Value],
}

/// Kind of value.
#[derive(Debug)]
pub(crate) enum Kind {
    /// True or false.
    Flag,
    /// Whole number from the first to the second.
    Number(i64, i64),
    /// One of these words.
    Words(Vec<&'static str>),
    /// Text of at most so many bytes.
    Text(Option<u64>),
    /// List of at most so many items.
    List(Box<Shape>, Option<u64>),
    /// Table of keys of the schema.
    Table(Vec<Key>),
    /// Table with user-chosen keys, beside some that the schema names.
    Entries(Vec<Key>, Names, Box<Shape>),
    /// One of several shapes.
    Any(Vec<Shape>),
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
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    /// True if the key must be written.
    pub(crate) required: bool,
    /// True if the key has no value unless it is written.
    pub(crate) unset: bool,
    pub(crate) default: Option<&'static Value>,
    pub(crate) meaning: &'static str,
}

impl Shape {
    /// Makes a shape without a format.
    const fn plain(kind: Kind) -> Self {
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
                _ => named(Kind::Any(all)),
            };
            return (shape, null);
        }
        let kind = if let Some(word) = schema["const"].as_str() {
            Kind::Words(vec![word])
        } else if schema.get("enum").is_some() {
            Kind::Words(list("enum").iter().filter_map(Value::as_str).collect())
        } else {
            match types.first() {
                Some(&"boolean") => Kind::Flag,
                Some(&"integer") => Kind::Number(
                    schema["minimum"].as_i64().unwrap_or(i64::MIN),
                    schema["maximum"].as_i64().unwrap_or(i64::MAX),
                ),
                Some(&"string") => Kind::Text(schema["maxLength"].as_u64()),
                Some(&"array") => Kind::List(
                    Box::new(Self::of(&schema["items"]).0),
                    schema["maxItems"].as_u64(),
                ),
                Some(&"object") => Kind::table(schema),
                _ => Kind::Anything,
            }
        };
        (named(kind), types.contains(&"null"))
    }

    /// Returns the keys of a table.
    pub(crate) fn keys(&self) -> &[Key] {
        match &self.kind {
            Kind::Table(keys) => keys,
            _ => &[],
        }
    }

    /// Returns the shape of the items of a list.
    pub(crate) fn item(&self) -> Option<&Self> {
        match &self.kind {
            Kind::List(item, _) => Some(item),
            _ => None,
        }
    }

    /// Returns the alternatives, or this shape alone.
    pub(crate) fn alternatives(&self) -> &[Self] {
        match &self.kind {
            Kind::Any(all) => all,
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns the words allowed here.
    pub(crate) fn words(&self) -> Vec<&'static str> {
        let words = self.alternatives().iter().map(|one| match &one.kind {
            Kind::Words(words) => words.as_slice(),
            _ => &[],
        });
        words.flatten().copied().collect()
    }

    /// Returns the shape under a key of the table that is allowed here.
    pub(crate) fn under(&self, name: &str) -> Option<&Self> {
        self.alternatives().iter().find_map(|one| match &one.kind {
            Kind::Table(keys) => keys.iter().find(|key| key.name == name).map(|key| &key.shape),
            Kind::Entries(own, _, value) => {
                let own = own.iter().find(|key| key.name == name);
                Some(own.map_or(value.as_ref(), |key| &key.shape))
            }
            _ => None,
        })
    }

    /// True for a table of named tables, such as the specials.
    pub(crate) fn is_named(&self) -> bool {
        matches!(&self.kind, Kind::Entries(_, _, value) if matches!(value.kind, Kind::Table(_)))
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
            Kind::Flag => vec![false.into(), true.into()],
            Kind::Number(least, most) => vec![(*least).into(), (least + 1).min(*most).into(), (*most).into()],
            Kind::Words(words) => words.iter().map(|word| Value::from(*word)).collect(),
            Kind::List(item, _) if matches!(item.kind, Kind::Words(_) | Kind::Any(_)) => {
                vec![Value::Array(Vec::new())]
            }
            Kind::Any(all) => all.iter().flat_map(Self::samples).collect(),
            Kind::Text(_) if self.format == Some(ID) => vec!["unnamed".into()],
            _ => Vec::new(),
        };
        samples.extend(self.examples.iter().cloned());
        samples
    }
}

impl Kind {
    fn table(schema: &'static Value) -> Self {
        let properties = schema["properties"].as_object();
        let required = |name: &String| {
            let all = schema["required"].as_array();
            all.is_some_and(|all| all.iter().any(|key| key.as_str() == Some(name)))
        };
        let keys = properties.into_iter().flatten().map(|(name, schema)| {
            let (shape, null) = Shape::of(schema);
            Key {
                name,
                shape,
                required: required(name),
                unset: null,
                default: schema.get("default"),
                meaning: schema["description"].as_str().unwrap_or_default(),
            }
        });
        let keys: Vec<Key> = keys.collect();
        match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => Self::Table(keys),
            Some(value @ Value::Object(_)) => Self::Entries(
                keys,
                Names::of(&schema["propertyNames"]),
                Box::new(Shape::of(value).0),
            ),
            _ => {
                let anything = Box::new(Shape::plain(Self::Anything));
                Self::Entries(keys, Names::Free, anything)
            }
        }
    }
}

impl Names {
    fn of(schema: &'static Value) -> Self {
        match (Shape::of(schema).0.kind, schema["format"].as_str()) {
            (Kind::Words(words), _) => Self::Words(words),
            (_, Some(CARDS)) => Self::Cards,
            (_, Some(PLAYERS)) => Self::Players,
            (_, Some("day")) => Self::Days,
            (_, Some(NUMBER)) => Self::Numbers,
            _ => Self::Free,
        }
    }
}

/// Returns the shapes of several schemas, and true if one of them takes null; words of several schemas become one list.
fn alternatives_of(schemas: &'static [Value]) -> (Vec<Shape>, bool) {
    let (mut all, mut null) = (Vec::<Shape>::new(), false);
    for schema in schemas {
        if schema["type"] == "null" {
            null = true;
            continue;
        }
        let (shape, with_null) = Shape::of(schema);
        null |= with_null;
        match (shape.kind, shape.format) {
            (Kind::Words(more), _) => {
                let known = all.iter_mut().find_map(|one| match &mut one.kind {
                    Kind::Words(words) => Some(words),
                    _ => None,
                });
                match known {
                    Some(words) => words.extend(more),
                    None => all.push(Shape::plain(Kind::Words(more))),
                }
            }
            (Kind::Any(inner), None) => all.extend(inner),
            (kind, format) => all.push(Shape {
                kind,
                format,
                examples: shape.examples,
            }),
        }
    }
    (all, null)
}
