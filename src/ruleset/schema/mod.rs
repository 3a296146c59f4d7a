//! The JSON Schema of rulesets, generated from their types, and everything derived from it.
//!
//! A key is declared once, as a field with its type, default, range and meaning. The reference (docs/schema.md), the
//! completion of editors, the messages about mistakes, and the values tried by tests are derived from it.

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
use serde_json::Value;

use super::Ruleset;
pub(crate) use places::{
    CardPlace, PathKind, card_places, default_flag, is_one_value, own_tables, place, plain_value, shape_at,
};
#[cfg(test)]
pub(crate) use places::{Leaf, leaves};
pub use reference::schema_reference;
pub(crate) use shape::{Names, SchemaKey, ValueKind, ValueShape};

/// A generator that writes every type where it stands.
pub(crate) fn generator() -> schemars::SchemaGenerator {
    SchemaSettings::draft07()
        .with(|settings| settings.inline_subschemas = true)
        .into_generator()
}

/// The JSON Schema as the types say it.
pub(super) fn plain() -> Schema {
    let mut schema = generator().into_root_schema_for::<Ruleset>();
    RecursiveTransform(one_line).transform(&mut schema);
    schema
}

/// Puts a description into one line.
pub(crate) fn one_line(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
}

/// The shape of a ruleset.
pub(crate) fn root() -> &'static ValueShape {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    static ROOT: OnceLock<ValueShape> = OnceLock::new();
    ROOT.get_or_init(|| ValueShape::of(SCHEMA.get_or_init(|| plain().into())).0)
}

#[cfg(test)]
mod tests;
