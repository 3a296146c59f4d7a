//! The JSON Schema of ruleset files for editors: the schema of the types, and the keys that refer to a base.

use schemars::Schema;
use schemars::transform::{RecursiveTransform, Transform as _};
use serde_json::{Value, json};

use super::base::WrittenBase;
use super::merge::MARK;
use super::schema::{generator, plain};

/// Returns the JSON Schema of rulesets for editors and other tools: draft 7, without references.
///
/// Beside the keys of a ruleset, the schema has those of a file with a base: `base` itself, `replace` in tables, and
/// `false` in place of a table that is removed.
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

/// Adds the overrides of a base to a table: `replace`, and `false` for an entry that is removed.
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

/// Allows `false` in place of a table.
fn or_false(table: &mut Value) {
    let keys = table.as_object_mut();
    let description = keys.and_then(|keys| keys.shift_remove("description"));
    table["type"] = "object".into();
    *table = json!({ "anyOf": [table, { "const": false }] });
    if let Some(description) = description {
        table["description"] = description;
    }
}
