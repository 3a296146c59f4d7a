//! The keys of position notation as serde types, before anything is checked.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::problem::{ProblemCode, Problems};

/// A position as it is written; every key but `hands` and `pile` has a default.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Setup {
    pub(super) hands: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) pile: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) piles: Vec<String>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) at: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) suits: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) created: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) offered: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) named: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) said: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) overdue: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) words: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) owing: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mirror: Option<Value>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) split: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) draft: Vec<i64>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) lots: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) winner: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) aside: Option<String>,
    pub(super) seat: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) actor: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dealer: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) direction: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) suit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) second: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) fresh: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) open: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) under: Option<String>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) row: i64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) params: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pending: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) phase: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) agenda: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) turn: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) calls: Vec<i64>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) passes: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) deal: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) went_out: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) placed: Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hat: Option<i64>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) last_round: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) turns: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) out: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) scores: Vec<i64>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) round: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) plays: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) decisions: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) paid: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) paid_total: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) known: Vec<Map<String, Value>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) recent: Vec<Value>,
}

/// An attack as it is written in full.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PendingSetup {
    pub(super) draw: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) answerable: Option<bool>,
}

/// A phase as it is written in full.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PhaseSetup {
    pub(super) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) node: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) index: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) last: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) player: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) owner: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) card: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) word: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) total: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kept: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) winners: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) truncated: Option<bool>,
}

/// What was played, drawn and collected in the turn; a key that is absent is 0, false or none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct TurnSetup {
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) played: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) drawn: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) last_drawn: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) only_drawn: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) closed: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) must_play: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) covers_left: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) covered: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) one_rank: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) run: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) run_rank: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) ordinary: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) answered: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) took: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) taken: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) followed: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) lawful: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) call_settled: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) challenged: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) suit_before: Option<String>,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) skip: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) reverse: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) attack: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) attack_kind: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) unanswerable: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) penalty: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) penalty_covered: i64,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) penalty_kept: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) penalty_from_pile: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) penalty_in_order: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) ends_attack: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) again: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) others_draw: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) hands: i64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) slap: i64,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) swap: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) own_draw: i64,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) not_out: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) names: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) splits: bool,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) mirrors: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(super) const fn is_zero(number: &i64) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(super) const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Reads a mapping into one of the types above, taking out what is refused and trying again, so that every problem is
/// found; `at` is the key of the mapping itself.
pub(super) fn read<T: DeserializeOwned + Default>(value: &Value, at: &str, problems: &mut Problems) -> T {
    let Some(map) = value.as_object() else {
        problems.block(
            at,
            ProblemCode::NotAMapping,
            format!("{value} is not a mapping of keys to values"),
        );
        return T::default();
    };
    let mut map = map.clone();
    loop {
        let mut track = serde_path_to_error::Track::new();
        let attempt = Value::Object(map.clone());
        let deserializer = serde_path_to_error::Deserializer::new(attempt, &mut track);
        let error = match T::deserialize(deserializer) {
            Ok(setup) => return setup,
            Err(error) => error.to_string(),
        };
        let path: Vec<String> = track
            .path()
            .iter()
            .map(|segment| segment.to_string().trim_matches(['[', ']']).to_owned())
            .collect();
        let dotted = dotted(at, &path.join("."));
        let Some(key) = path.first().filter(|key| map.contains_key(*key)) else {
            problems.block(dotted, ProblemCode::WrongType, error);
            return T::default();
        };
        map.remove(key);
        if error.starts_with("unknown field") {
            problems.add(dotted, ProblemCode::UnknownKey, error.replace('`', "\""));
        } else {
            problems.block(dotted, ProblemCode::WrongType, error.replace('`', ""));
        }
    }
}

/// The dotted path of a key under another.
pub(super) fn dotted(at: &str, key: &str) -> String {
    if at.is_empty() {
        key.to_owned()
    } else {
        format!("{at}.{key}")
    }
}
