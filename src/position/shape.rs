//! The keys of position notation: the schema of the engine's own types, and of the keys that a position has beside
//! them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use schemars::transform::{RecursiveTransform, Transform as _};
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::games::Games;
use crate::engine::{MAX_PILES, RareState, State};
use crate::ruleset::schema::types::{AnySeat, CardText};
use crate::ruleset::schema::{SchemaKey, ValueShape, generator, one_line};
use crate::seat::SeatSet;

/// The keys of a position that are not plain fields of a state.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Beside {
    /// The cards of the stock whose order is known, the top first. If `aside` is given, too, the cards that are named
    /// nowhere lie under these, in no order.
    #[schemars(with = "Option<CardText>")]
    pub(crate) stock: Option<String>,
    /// The cards out of play. If `stock` is given without `aside`, all cards that are named nowhere are out of play.
    #[schemars(with = "Option<CardText>")]
    pub(crate) aside: Option<String>,
    /// The backs of the cards out of play. Without it they are those that come last in the order of the deck.
    #[schemars(with = "Option<CardText>")]
    pub(crate) aside_backs: Option<String>,
    /// The seats that are no longer in the match.
    #[schemars(with = "Vec<AnySeat>")]
    pub(crate) out: SeatSet,
    /// The values drawn for the parameters, by their names. A rank is written as its first card.
    pub(crate) params: BTreeMap<String, String>,
    /// The piles if there are several, in place of `pile`.
    #[schemars(with = "Vec<CardText>", length(max = MAX_PILES))]
    pub(crate) piles: Vec<String>,
    /// The suit nominated on each pile, "" for none. That of the pile last played on is `suit`.
    #[schemars(length(max = MAX_PILES))]
    pub(crate) suits: Vec<String>,
    /// The index of the pile last played on.
    #[schemars(range(max = MAX_PILES - 1))]
    pub(crate) at: u8,
    /// The last public actions, the oldest first, each as `[seat, "action"]`, for observations with a history.
    #[schemars(with = "Vec<Value>")]
    pub(crate) recent: Vec<Value>,
}

/// All keys of a position.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct Position {
    #[schemars(flatten)]
    state: State,
    #[schemars(flatten)]
    tableau: RareState,
    #[schemars(flatten)]
    games: Games,
    #[schemars(flatten)]
    beside: Beside,
}

/// Returns the JSON Schema of positions: draft 7, without references.
#[must_use]
pub fn position_schema() -> Value {
    schema().into()
}

fn schema() -> Schema {
    let mut schema = generator().into_root_schema_for::<Position>();
    RecursiveTransform(one_line).transform(&mut schema);
    RecursiveTransform(spread).transform(&mut schema);
    schema
}

/// Copies the keys beside a list of alternatives into each of them: the tag of an enum within another enum.
fn spread(schema: &mut Schema) {
    let Some(map) = schema.as_object_mut() else { return };
    if !(map.contains_key("oneOf") && map.contains_key("properties")) {
        return;
    }
    let keys = map.remove("properties");
    let required = map.remove("required");
    let alternatives = map.get_mut("oneOf").and_then(Value::as_array_mut);
    for alternative in alternatives.into_iter().flatten() {
        let mut own = keys.clone().unwrap_or_default();
        if let (Some(all), Some(inner)) = (own.as_object_mut(), alternative["properties"].as_object()) {
            all.extend(inner.clone());
        }
        alternative["properties"] = own;
        let mut needed = required.clone().unwrap_or_default();
        if let (Some(all), Some(inner)) = (needed.as_array_mut(), alternative["required"].as_array()) {
            all.extend(inner.clone());
        }
        alternative["required"] = needed;
        alternative["additionalProperties"] = false.into();
    }
}

/// Returns the shape of a position.
pub(crate) fn root() -> &'static ValueShape {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    static ROOT: OnceLock<ValueShape> = OnceLock::new();
    ROOT.get_or_init(|| ValueShape::of(SCHEMA.get_or_init(|| schema().into())).0)
}

/// Returns the key at a dotted path.
pub(crate) fn key_at(path: &str) -> Option<&'static SchemaKey> {
    let find = |keys: &'static [SchemaKey], name: &str| keys.iter().find(|key| key.name == name);
    let mut names = path.split('.');
    let first = find(root().keys(), names.next()?);
    names.fold(first, |key, name| find(key?.shape.keys(), name))
}

/// True if a value of this key is empty: null, false, 0, or an empty text, list or mapping. A number is never empty
/// where a key is unset by default.
pub(crate) fn is_nothing(path: &str, value: &Value) -> bool {
    match value {
        Value::Number(_) if key_at(path).is_some_and(|key| key.unset) => false,
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_i64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(map) => map.is_empty(),
    }
}

/// True for a key of [`Beside`].
pub(crate) fn is_beside(key: &str) -> bool {
    static KEYS: OnceLock<Value> = OnceLock::new();
    let keys = KEYS.get_or_init(|| serde_json::to_value(Beside::default()).unwrap_or_default());
    keys.get(key).is_some()
}
