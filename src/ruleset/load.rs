//! Reading rulesets from TOML and mappings, overriding them, and writing them: all problems at once.

use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::{Ruleset, builtin};

/// One thing that is wrong with a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The key it stands at, dotted; empty for the whole.
    pub path: String,
    /// What is wrong and what was allowed.
    pub message: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

/// Why a ruleset was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// There is no builtin ruleset of this id.
    #[error("no ruleset {id:?}: there are {known}")]
    Unknown {
        /// What was asked for.
        id: String,
        /// The ids that there are, separated by commas.
        known: String,
    },
    /// The text is not TOML.
    #[error("not TOML: {0}")]
    Toml(String),
    /// Every key and value that is wrong.
    #[error("{}", list(.0))]
    Invalid(Vec<Problem>),
}

fn list(problems: &[Problem]) -> String {
    problems
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

impl Ruleset {
    /// The builtin ruleset of this id.
    ///
    /// # Errors
    /// [`RulesetError::Unknown`].
    pub fn builtin(id: &str) -> Result<Self, RulesetError> {
        let text = builtin::text(id).ok_or_else(|| RulesetError::Unknown {
            id: id.to_owned(),
            known: builtin::ids().collect::<Vec<_>>().join(", "),
        })?;
        Self::from_toml(text)
    }

    /// Reads and validates TOML.
    ///
    /// # Errors
    /// [`RulesetError::Toml`], or every problem at once.
    pub fn from_toml(text: &str) -> Result<Self, RulesetError> {
        let table: toml::Table = toml::from_str(text).map_err(|e| RulesetError::Toml(e.to_string()))?;
        let value = serde_json::to_value(table).map_err(|e| RulesetError::Toml(e.to_string()))?;
        Self::from_value(value)
    }

    /// Reads and validates a mapping.
    ///
    /// # Errors
    /// Every problem at once.
    pub fn from_value(value: Value) -> Result<Self, RulesetError> {
        let mut problems = Vec::new();
        let ruleset = read(value, &mut problems);
        if let Some(ruleset) = &ruleset {
            problems.extend(ruleset.problems());
        }
        match ruleset {
            Some(ruleset) if problems.is_empty() => Ok(ruleset),
            _ => Err(RulesetError::Invalid(problems)),
        }
    }

    /// This ruleset with some keys changed: dotted keys or nested mappings; `null` takes a key away; `variant` names a
    /// set of overrides of the ruleset's own, applied first.
    ///
    /// # Errors
    /// Every problem at once; what was asked for is never partly applied.
    pub fn with(&self, overrides: &Map<String, Value>) -> Result<Self, RulesetError> {
        if let Some(key) = too_deep(overrides) {
            let message = format!("a key has at most {DEEPEST} parts, such as special.two.attack.draw");
            let path = key.chars().take(60).collect();
            return Err(RulesetError::Invalid(vec![Problem { path, message }]));
        }
        let mut value = self.to_value();
        if let Some(name) = overrides.get("variant") {
            let variant = name
                .as_str()
                .and_then(|name| self.variants.get(name))
                .ok_or_else(|| {
                    let known = self
                        .variants
                        .keys()
                        .map(String::as_str)
                        .collect::<Vec<_>>()
                        .join(", ");
                    RulesetError::Invalid(vec![Problem {
                        path: "variant".to_owned(),
                        message: format!(
                            "no variant {name}: {}",
                            if known.is_empty() {
                                "this ruleset has none".to_owned()
                            } else {
                                format!("there are {known}")
                            }
                        ),
                    }])
                })?;
            merge(&mut value, variant);
        }
        let rest = overrides
            .iter()
            .filter(|(key, _)| *key != "variant")
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect();
        merge(&mut value, &rest);
        Self::from_value(value)
    }

    /// The whole ruleset as a mapping, defaults included.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The whole ruleset as TOML, defaults included.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    /// 16 hexadecimal digits that differ where the rules of play differ (FNV-1a of what is not the default, prose aside).
    ///
    /// Defaults are left out, so that a ruleset keeps its fingerprint when the schema gains a key that is off.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut value = self.to_value();
        if let Some(map) = value.as_object_mut() {
            // Removing shuffles the sections; those that are younger than the first fingerprints go without a trace.
            map.shift_remove("labels");
            for prose in ["id", "title", "source", "decisions", "variants"] {
                map.remove(prose);
            }
        }
        let plain = Self::deserialize(serde_json::json!({ "id": "plain" })).map(|plain| plain.to_value());
        without_defaults(&mut value, &plain.unwrap_or_default());
        let hash = value
            .to_string()
            .bytes()
            .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
            });
        format!("{hash:016x}")
    }
}

/// Takes away the keys of each section that are as in the plain game, and what is off in specials, which it has none of.
fn without_defaults(ruleset: &mut Value, plain: &Value) {
    let Some(sections) = ruleset.as_object_mut() else {
        return;
    };
    for (name, section) in sections.iter_mut() {
        if name == "special" {
            without_off(section);
        } else if let Some(keys) = section.as_object_mut() {
            keys.retain(|key, value| plain[name].get(key) != Some(value));
        }
    }
    sections.retain(|_, section| !section.as_object().is_some_and(Map::is_empty));
}

fn without_off(table: &mut Value) {
    let Some(keys) = table.as_object_mut() else { return };
    keys.retain(|_, value| *value != false && *value != 0 && *value != "");
    keys.values_mut().for_each(without_off);
}

/// Deserialises, taking out what is refused and trying again, so that every problem is found.
fn read(mut value: Value, problems: &mut Vec<Problem>) -> Option<Ruleset> {
    loop {
        let mut track = serde_path_to_error::Track::new();
        let deserializer = serde_path_to_error::Deserializer::new(value.clone(), &mut track);
        let error = match Ruleset::deserialize(deserializer) {
            Ok(ruleset) => return Some(ruleset),
            Err(error) => error,
        };
        let path: Vec<String> = track.path().iter().map(ToString::to_string).collect();
        let mut message = error.to_string();
        // What serde says of a value that may have one of two forms does not name it.
        if let Some(given) = at(&value, &path).filter(|_| message.starts_with("expected")) {
            let shown: String = given.to_string().chars().take(60).collect();
            message = format!("{message}, not {shown}");
        }
        problems.push(Problem {
            path: path.join("."),
            message,
        });
        // A list is taken out whole.
        let list = path.iter().position(|key| key.starts_with('['));
        if path.is_empty() || !remove(&mut value, &path[..list.unwrap_or(path.len())]) {
            return None;
        }
    }
}

/// The value at a path, places in lists written `[0]`.
fn at<'a>(value: &'a Value, path: &[String]) -> Option<&'a Value> {
    path.iter().try_fold(value, |at, key| {
        let place = key
            .strip_prefix('[')
            .and_then(|key| key.strip_suffix(']')?.parse::<usize>().ok());
        place.map_or_else(|| at.get(key), |place| at.get(place))
    })
}

fn remove(value: &mut Value, path: &[String]) -> bool {
    let Some((last, parents)) = path.split_last() else {
        return false;
    };
    let mut at = value;
    for key in parents {
        let Some(next) = at.get_mut(key) else {
            return false;
        };
        at = next;
    }
    at.as_object_mut().is_some_and(|map| map.remove(last).is_some())
}

/// Most parts of a dotted key: deeper mappings are none of ours, and cost stack.
const DEEPEST: usize = 8;

/// A dotted key of more parts, anywhere in the overrides.
fn too_deep(overrides: &Map<String, Value>) -> Option<&str> {
    overrides.iter().find_map(|(key, value)| {
        let own = (key.split('.').count() > DEEPEST).then_some(key.as_str());
        own.or_else(|| value.as_object().and_then(too_deep))
    })
}

/// Keys whose value may be a table by number of players: such a table replaces another, since merged ranges would overlap.
const BY_PLAYERS: [&str; 6] = ["packs", "jokers", "cards", "target", "places", "rounds"];

/// Whether a key's value may be a table by number of players: one of those, or the points of a class of cards.
fn is_by_players(table: &str, key: &str) -> bool {
    table == "points" || BY_PLAYERS.contains(&key)
}

/// Merges overrides into a mapping: dotted keys descend, mappings merge, `null` removes (and so does `false` where no flag
/// stands, since TOML has no `null`), anything else replaces.
fn merge(value: &mut Value, overrides: &Map<String, Value>) {
    merge_table("", value, overrides);
}

/// Merges overrides into the table of this name.
fn merge_table(name: &str, value: &mut Value, overrides: &Map<String, Value>) {
    for (key, new) in overrides {
        let (mut at, mut table) = (&mut *value, name);
        let mut words = key.split('.').peekable();
        while let Some(word) = words.next() {
            if !at.is_object() {
                *at = Value::Object(Map::new());
            }
            let Some(map) = at.as_object_mut() else { break };
            if words.peek().is_some() {
                at = map.entry(word).or_insert_with(|| Value::Object(Map::new()));
                table = word;
                continue;
            }
            match new {
                Value::Null => {
                    map.remove(word);
                }
                Value::Bool(false) if map.get(word).is_some_and(|old| !old.is_boolean()) => {
                    map.remove(word);
                }
                Value::Object(inner)
                    if map.get(word).is_some_and(Value::is_object) && !is_by_players(table, word) =>
                {
                    if let Some(old) = map.get_mut(word) {
                        merge_table(word, old, inner);
                    }
                }
                _ => {
                    map.insert(word.to_owned(), new.clone());
                }
            }
            break;
        }
    }
}
