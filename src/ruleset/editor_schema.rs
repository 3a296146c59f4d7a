//! The JSON Schema of ruleset files, for editors: that of the types, and all that a file may say of its base.

use schemars::Schema;
use schemars::transform::{RecursiveTransform, Transform as _};
use serde_json::{Value, json};

use super::base::WrittenBase;
use super::merge::MARK;
use super::schema::{generator, plain};

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
    if schema.get("additionalProperties").is_some_and(Value::is_object) {
        schema
            .ensure_object()
            .entry("properties")
            .or_insert_with(|| json!({}));
    }
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
    let keys = table.as_object_mut();
    let description = keys.and_then(|keys| keys.shift_remove("description"));
    table["type"] = "object".into();
    *table = json!({ "anyOf": [table, { "const": false }] });
    if let Some(description) = description {
        table["description"] = description;
    }
}
