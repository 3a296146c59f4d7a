//! The JSON Schema of rulesets, made from the types that a ruleset is read into, and what is derived from it.
//!
//! A key is declared once: as a field, with its type, its default, its range and its meaning. From that come the reference
//! (docs/schema.md), the completion of editors, the sentences about what is wrong, and the values that tests try.

#[cfg(test)]
mod counts;
mod places;
mod reference;
mod shape;
pub(crate) mod types;
mod words;

use std::sync::OnceLock;

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform as _};
use serde_json::{Value, json};

use super::Ruleset;
use super::base::WrittenBase;
use super::merge::MARK;
pub(crate) use places::{
    CardPlace, Place, card_places, default_flag, is_one_value, own_tables, place, plain_value, shape_at,
};
#[cfg(test)]
pub(crate) use places::{Leaf, leaves};
pub use reference::schema_reference;
pub(crate) use shape::{Key, Kind, Names, Shape};

/// The JSON Schema of rulesets for editors and other tools: draft 7, without references.
///
/// Beside the keys of a ruleset it has what a file may say of its base: `base` itself, `replace` in tables, and `false`
/// where a table is taken away.
#[must_use]
pub fn schema_json() -> Value {
    let mut schema = plain();
    RecursiveTransform(with_base).transform(&mut schema);
    let base = generator().subschema_for::<WrittenBase>();
    if let Some(keys) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        keys.shift_remove(MARK);
        keys.insert("base".to_owned(), base.into());
    }
    schema.into()
}

/// Adds to a table what it may say of that of a base: `replace`, and `false` for what is taken away.
fn with_base(schema: &mut Schema) {
    if let Some(keys) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        let mark = json!({ "const": true, "description": "The table takes the place of that of the base." });
        keys.insert(MARK.to_owned(), mark);
        keys.values_mut()
            .filter(|key| key["type"] == json!(["object", "null"]))
            .for_each(or_false);
    }
    if let Some(entries) = schema
        .get_mut("additionalProperties")
        .filter(|entries| entries["type"] == "object")
    {
        or_false(entries);
    }
    if let Some(Value::Array(alternatives)) = schema.get_mut("anyOf") {
        let null = alternatives.iter_mut().filter(|one| one["type"] == "null");
        null.for_each(|null| *null = json!({ "const": false }));
    }
}

/// Lets `false` stand for a table.
fn or_false(table: &mut Value) {
    let description = table["description"].take();
    table["type"] = "object".into();
    *table = json!({ "anyOf": [table, { "const": false }] });
    if !description.is_null() {
        table["description"] = description;
    }
}

/// A generator that writes every type where it stands.
fn generator() -> schemars::SchemaGenerator {
    SchemaSettings::draft07()
        .with(|settings| settings.inline_subschemas = true)
        .into_generator()
}

/// The JSON Schema as the types say it.
fn plain() -> Schema {
    let mut schema = generator().into_root_schema_for::<Ruleset>();
    let mut in_one_line = RecursiveTransform(|schema: &mut Schema| {
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = text.replace('\n', " ");
        }
    });
    in_one_line.transform(&mut schema);
    schema
}

/// The shape of a ruleset.
pub(crate) fn root() -> &'static Shape {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    static ROOT: OnceLock<Shape> = OnceLock::new();
    ROOT.get_or_init(|| Shape::of(SCHEMA.get_or_init(|| plain().into())).0)
}

#[cfg(test)]
mod tests;
