//! The keys of position notation as serde types, before anything is checked.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::problem::{ProblemCode, Problems};
use crate::limits::shown;
use crate::ruleset::near;

/// A position as it is written; every key but `hands` and `pile` has a default.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Setup {
    pub(crate) hands: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) pile: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) piles: Vec<String>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) at: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) suits: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) created: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) offered: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) named: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) named_by: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) said: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) overdue: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) words: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) owing: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mirror: Option<Value>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) split: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) draft: Vec<i64>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) lots: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) winner: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) aside: Option<String>,
    pub(crate) seat: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) actor: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) dealer: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) direction: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) suit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) second: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) fresh: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) open: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) under: Option<String>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) row: i64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) params: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pending: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) owed: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) first_turns: Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) phase: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) agenda: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) calls: Vec<i64>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) passes: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deal: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) went_out: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) placed: Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) first: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hat: Option<i64>,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) last_round: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) renewals: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turns: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) out: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) scores: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) games: Vec<Vec<i64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) wins: Vec<i64>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) round: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) plays: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) decisions: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) paid: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) paid_total: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) known: Vec<Map<String, Value>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) ruled_out: Vec<Map<String, Value>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) recent: Vec<Value>,
}

/// An attack as it is written in full.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PendingSetup {
    pub(crate) draw: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) skip: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answerable: Option<bool>,
}

/// A phase as it is written in full.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PhaseSetup {
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) node: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seat: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) index: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) last: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) player: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) card: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) word: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) total: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kept: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) winners: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) truncated: Option<bool>,
}

/// What was played, drawn and collected in the turn; a key that is absent is 0, false or none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct TurnSetup {
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) played: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) last_out: Option<i64>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) back: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) drawn: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) last_drawn: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) only_drawn: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) closed: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) must_play: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) covers_left: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) covered: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) one_rank: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) run: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) run_rank: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) ordinary: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) answered: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) took: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) taken: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) followed: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) lawful: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) call_settled: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) challenged: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) suit_before: Option<String>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) skip: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) reverse: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) attack: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) attack_skip: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) attack_kind: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) unanswerable: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) penalty: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) penalty_covered: i64,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) penalty_kept: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) penalty_from_pile: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) penalty_in_order: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) ends_attack: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) again: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) others_draw: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) hands: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) slap: i64,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) swap: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) own_draw: i64,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) not_out: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) names: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) splits: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) mirrors: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(crate) const fn is_zero(number: &i64) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(crate) const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Reads a mapping into one of the types above, taking out what is refused and trying again, so that every problem is
/// found; `at` is the key of the mapping itself.
pub(crate) fn read<T: DeserializeOwned + Default>(value: &Value, at: &str, problems: &mut Problems) -> T {
    let Some(map) = value.as_object() else {
        let message = format!("{} is not a mapping of keys to values", shown(value));
        problems.block(at, ProblemCode::NotAMapping, message);
        return T::default();
    };
    let keys = keys_of::<T>();
    let is_key = |key: &String| keys.contains(&key.as_str());
    for key in map.keys().filter(|key| !is_key(key)) {
        let message = if problems.is_full() {
            String::new()
        } else {
            unknown(key, keys)
        };
        problems.add(dotted(at, key), ProblemCode::UnknownKey, message);
    }
    let known = map.iter().filter(|(key, _)| is_key(key));
    // Without those that are unknown: each attempt takes one of a few keys out.
    let mut attempt = Value::Object(known.map(|(key, value)| (key.clone(), value.clone())).collect());
    loop {
        let mut track = serde_path_to_error::Track::new();
        let deserializer = serde_path_to_error::Deserializer::new(&attempt, &mut track);
        let error = match T::deserialize(deserializer) {
            Ok(setup) => return setup,
            Err(error) => error.to_string(),
        };
        let path: Vec<String> = track
            .path()
            .iter()
            .map(|segment| segment.to_string().trim_matches(['[', ']']).to_owned())
            .collect();
        problems.block(
            dotted(at, &path.join(".")),
            ProblemCode::WrongType,
            error.replace('`', ""),
        );
        let wrong = path.first().zip(attempt.as_object_mut());
        if wrong.and_then(|(key, map)| map.remove(key)).is_none() {
            return T::default();
        }
    }
}

/// What is said of a key that is none of these.
fn unknown(key: &str, keys: &[&'static str]) -> String {
    near(key, keys.iter().copied()).map_or_else(
        || format!("there is no such key: there are {}", keys.join(", ")),
        |meant| format!("there is no such key: did you mean {meant:?}?"),
    )
}

/// The keys of a type, as it names them to serde.
fn keys_of<T: DeserializeOwned>() -> &'static [&'static str] {
    T::deserialize(Asking).err().map_or(&[], |Keys(keys)| keys)
}

/// Holds no value: whoever reads a struct from it is answered with the keys that it asks for.
struct Asking;

/// The keys that were asked for.
#[derive(Debug, thiserror::Error)]
#[error("a struct has these keys: {0:?}")]
struct Keys(&'static [&'static str]);

impl de::Error for Keys {
    fn custom<M: fmt::Display>(_: M) -> Self {
        Self(&[])
    }
}

impl<'de> Deserializer<'de> for Asking {
    type Error = Keys;

    fn deserialize_any<V: de::Visitor<'de>>(self, _: V) -> Result<V::Value, Keys> {
        Err(Keys(&[]))
    }

    fn deserialize_struct<V: de::Visitor<'de>>(
        self,
        _: &'static str,
        keys: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Keys> {
        Err(Keys(keys))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map enum identifier ignored_any
    }
}

/// The dotted path of a key under another.
pub(crate) fn dotted(at: &str, key: &str) -> String {
    if at.is_empty() {
        key.to_owned()
    } else {
        format!("{at}.{key}")
    }
}
