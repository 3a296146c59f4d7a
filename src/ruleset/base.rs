//! Bases of rulesets: a builtin ruleset, a file, or a variant of either.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::keys::unknown;
use super::merge::{OF_ITS_OWN, merge, merged};
use super::problem::{Problem, RulesetError};
use super::schema::own_tables;
use super::suggestion::{closest_match, joined};
use super::{Ruleset, builtin};
use crate::limits::{MAX_RULESET_BYTES, shown};

/// Maximum number of files in a chain of bases.
const MOST_FILES: usize = 8;

/// Ending that marks the name of a base as a file.
const ENDING: &str = ".toml";

/// Keys of a base that is written as a table.
const KEYS: [&str; 2] = ["ruleset", "variant"];

/// Folder in which files of bases are looked up.
#[derive(Debug, Clone, Default)]
pub(crate) struct Folder {
    /// Path of the folder; none for a text that is not from a file.
    path: Option<PathBuf>,
    /// Files being read, each the base of the one before.
    reading: Vec<PathBuf>,
}

/// The ruleset that this one starts from: the id of a built-in ruleset, or the path of a file, relative to this one.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum WrittenBase {
    /// Id of a built-in ruleset, or path of a file.
    Name(String),
    /// A ruleset with one or more of its variants.
    Varied(VariedBase),
}

/// A ruleset with one or more of its variants.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariedBase {
    /// Id of a built-in ruleset, or path of a file.
    ruleset: String,
    /// The name of a variant, or several, applied in order.
    #[schemars(with = "Option<VariantNames>")]
    variant: Option<Value>,
}

/// One name of a variant, or a list of names.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(
    dead_code,
    reason = "the schema of a value that is read when the variants are known"
)]
enum VariantNames {
    One(String),
    Several(Vec<String>),
}

/// A base, with the ruleset that starts from it.
pub(crate) struct Base {
    /// Name of the base in messages, with its variant.
    name: String,
    /// Rules of the base.
    rules: Value,
    /// The ruleset without its key `base`.
    own: Value,
}

impl Folder {
    /// Makes a folder of a path; without one, no file can be a base.
    pub(crate) fn new(path: Option<&Path>) -> Self {
        Self {
            // A bare file name such as `house.toml` has an empty parent: the current folder.
            path: path.map(|path| {
                if path.as_os_str().is_empty() {
                    Path::new(".")
                } else {
                    path
                }
                .to_owned()
            }),
            reading: Vec::new(),
        }
    }

    /// Reads and validates the ruleset of a file, named relative to this folder.
    fn ruleset(&self, name: &str) -> Result<Ruleset, RulesetError> {
        let Some(folder) = &self.path else {
            return Err(refused(
                "base",
                format!(
                    "no folder to look for {name:?} in: read the ruleset from a file, or name its folder"
                ),
            ));
        };
        if Path::new(name).has_root() || Path::new(name).is_absolute() {
            return Err(refused(
                "base",
                format!(
                    "{name:?}: write where it is seen from the file that names it, such as \"house{ENDING}\""
                ),
            ));
        }
        let cannot = |why: &dyn std::fmt::Display| refused("base", format!("cannot read {name:?}: {why}"));
        let path = fs::canonicalize(folder.join(name)).map_err(|error| cannot(&error))?;
        if self.reading.contains(&path) {
            let files = self
                .reading
                .iter()
                .chain([&path])
                .filter_map(|path| path.file_name());
            let files: Vec<String> = files.map(|file| file.to_string_lossy().into_owned()).collect();
            return Err(refused(
                "base",
                format!("{name:?} would be its own base: {}", files.join(" → ")),
            ));
        }
        if self.reading.len() == MOST_FILES {
            return Err(refused(
                "base",
                format!("{name:?} is one file too many: at most {MOST_FILES} start from each other"),
            ));
        }
        // A pipe would block, and a device may never end.
        if !fs::metadata(&path).is_ok_and(|data| data.is_file()) {
            return Err(cannot(&"it is not a file"));
        }
        let mut bytes = Vec::new();
        let most = MAX_RULESET_BYTES as u64 + 1;
        File::open(&path)
            .and_then(|file| file.take(most).read_to_end(&mut bytes))
            .map_err(|error| cannot(&error))?;
        if bytes.len() > MAX_RULESET_BYTES {
            return Err(cannot(&RulesetError::TooLarge));
        }
        let text = String::from_utf8(bytes).map_err(|_| cannot(&"it is not UTF-8 text"))?;
        let inner = Self {
            path: path.parent().map(Path::to_owned),
            reading: self.reading.iter().cloned().chain([path]).collect(),
        };
        match Ruleset::read(&text, &inner) {
            Ok(loaded) => Ok(loaded.ruleset),
            Err(RulesetError::Invalid(problems)) => {
                let told = problems.into_iter();
                let told = told.map(|problem| Problem::new("base", format!("{name}: {problem}")));
                Err(RulesetError::Invalid(told.collect()))
            }
            Err(error) => Err(refused("base", format!("{name}: {error}"))),
        }
    }
}

impl Base {
    /// Removes `base` from a ruleset and resolves it; none if the ruleset has no base.
    pub(crate) fn of(value: &mut Value, folder: &Folder) -> Result<Option<Self>, RulesetError> {
        let Some(given) = value.as_object_mut().and_then(|map| map.shift_remove("base")) else {
            return Ok(None);
        };
        let (name, variant) = named(&given)?;
        let ruleset = if name.ends_with(ENDING) {
            folder.ruleset(&name)?
        } else {
            builtin_of(&name)?
        };
        let ruleset = match &variant {
            Some(variant) => varied(&ruleset, variant)?,
            None => ruleset,
        };
        let mut rules = ruleset.to_value();
        if let Some(map) = rules.as_object_mut() {
            // Prose and variants describe the base's own rules and are not inherited.
            for own_only in OF_ITS_OWN {
                map.shift_remove(own_only);
            }
        }
        let name = match variant {
            Some(Value::String(variant)) => format!("{name}, {variant}"),
            _ => name,
        };
        let own = std::mem::take(value);
        Ok(Some(Self { name, rules, own }))
    }

    /// Merges the ruleset into the rules of the base.
    pub(crate) fn merged(&self) -> Value {
        let mut whole = self.rules.clone();
        match &self.own {
            Value::Object(own) => merge(&mut whole, own),
            other => whole = other.clone(),
        }
        whole
    }

    /// Names the base in each problem whose key stands in the base and not in the ruleset.
    pub(crate) fn set_base(&self, problems: &mut [Problem]) {
        let own = merged(self.own.as_object().unwrap_or(&Map::new()));
        for problem in problems {
            if !has(&own, &problem.path) && has(&self.rules, &problem.path) {
                problem.base = Some(self.name.clone());
            }
        }
    }

    /// Lists the keys that tables of the ruleset inherit, one line for each table.
    ///
    /// Only tables with user-chosen names or keys are listed (specials, points …): of the others, authors expect it.
    pub(crate) fn kept(&self) -> Vec<String> {
        let own = merged(self.own.as_object().unwrap_or(&Map::new()));
        let whole = self.merged();
        let told = own_tables(&own).into_iter().filter_map(|path| {
            let (written, base, now) = (
                table_at(&own, &path)?,
                table_at(&self.rules, &path)?,
                table_at(&whole, &path)?,
            );
            let kept = base
                .keys()
                .filter(|key| !written.contains_key(*key) && now.contains_key(*key));
            let kept: Vec<&str> = kept.map(String::as_str).collect();
            let stay = if kept.len() == 1 { "stays" } else { "stay" };
            let (path, keys) = (path.join("."), joined(kept.iter().copied(), '`', "and"));
            (!kept.is_empty()).then(|| format!("{path}: {keys} {stay} as in {}", self.name))
        });
        told.collect()
    }
}

/// Returns the table at a path.
fn table_at<'a>(value: &'a Value, path: &[String]) -> Option<&'a Map<String, Value>> {
    path.iter().try_fold(value, |at, key| at.get(key))?.as_object()
}

/// Parses a base into its name and the variants asked for.
fn named(given: &Value) -> Result<(String, Option<Value>), RulesetError> {
    let not = || {
        let message = format!(
            "{} is not the id of a builtin ruleset, a file such as \"house{ENDING}\", or a table such as {{ ruleset = \
             \"ID\", variant = \"NAME\" }}",
            shown(given)
        );
        refused("base", message)
    };
    let keys = given.as_object().into_iter().flat_map(Map::keys);
    if let Some(key) = keys.into_iter().find(|key| !KEYS.contains(&key.as_str())) {
        let message = unknown(key, closest_match(key, KEYS), &KEYS);
        return Err(refused(&format!("base.{key}"), message));
    }
    match WrittenBase::deserialize(given) {
        Ok(WrittenBase::Name(name)) => Ok((name, None)),
        Ok(WrittenBase::Varied(base)) => Ok((base.ruleset, base.variant)),
        Err(_) => Err(not()),
    }
}

fn builtin_of(id: &str) -> Result<Ruleset, RulesetError> {
    let Some(text) = builtin::text(id) else {
        let message = format!("no ruleset {}: {}", shown(&id.into()), builtin::suggestion(id));
        return Err(refused("base", message));
    };
    Ruleset::from_toml(text)
}

/// Applies variants to a base; problems are reported under `base.variant`.
fn varied(ruleset: &Ruleset, variant: &Value) -> Result<Ruleset, RulesetError> {
    let chosen = Map::from_iter([("variant".to_owned(), variant.clone())]);
    ruleset.with(&chosen).map_err(|error| match error {
        RulesetError::Invalid(problems) => {
            let told = problems.into_iter().map(|problem| match problem.path.as_str() {
                "variant" => Problem::new("base.variant", problem.message),
                _ => Problem::new("base.variant", problem.to_string()),
            });
            RulesetError::Invalid(told.collect())
        }
        other => other,
    })
}

/// True if a mapping has a key at a dotted path; the keys themselves may contain dots.
fn has(value: &Value, path: &str) -> bool {
    let Some(map) = value.as_object() else {
        return false;
    };
    map.iter().any(|(key, inner)| {
        path.strip_prefix(key.as_str()).is_some_and(|rest| {
            rest.is_empty() || rest.strip_prefix('.').is_some_and(|rest| has(inner, rest))
        })
    })
}

fn refused(path: &str, message: String) -> RulesetError {
    RulesetError::Invalid(vec![Problem::new(path, message)])
}
