//! Loading rulesets from TOML and mappings, overriding them, and writing them; all problems are reported at once.

use std::path::Path;
use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::base::{Base, Folder};
use super::merge::{OF_ITS_OWN, merge};
use super::problem::{Found, Problem, RulesetError};
use super::size::{MOST_WRITTEN, NEVER_LONG, measure};
use super::toml_text::Lines;
use super::{Ruleset, builtin, read, selector_words, toml_text, variants};
use crate::limits::{self, shown};
use crate::pack::Pack;

/// A loaded ruleset, with warnings about its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Warnings about selectors that probably do not mean what was intended.
    pub warnings: Vec<Problem>,
    /// Keys of the base that tables of the text inherit, one line for each table.
    pub kept: Vec<String>,
    /// Line of each key; empty for a mapping without a text.
    lines: Lines,
}

impl Loaded {
    /// Returns all warnings: those about selectors, and those of [`Ruleset::warnings`].
    #[must_use]
    pub fn all_warnings(&self) -> Vec<Problem> {
        let mut idle = self.ruleset.warnings();
        self.lines.set_lines(&mut idle);
        self.warnings.iter().cloned().chain(idle).collect()
    }
}

impl Ruleset {
    /// Loads the builtin ruleset with this id.
    ///
    /// # Errors
    /// [`RulesetError::Unknown`] if there is none.
    pub fn builtin(id: &str) -> Result<Self, RulesetError> {
        let (text, read) = builtin::entry(id).ok_or_else(|| RulesetError::Unknown {
            id: limits::given(id),
            advice: builtin::suggestion(id),
        })?;
        if let Some(ruleset) = read.get() {
            return Ok(ruleset.clone());
        }
        let ruleset = Self::from_toml(text)?;
        Ok(read.get_or_init(|| ruleset).clone())
    }

    /// Reads and validates TOML.
    ///
    /// A base that is a file is refused, since there is no folder to look it up in: see [`Ruleset::load`].
    ///
    /// # Errors
    /// [`RulesetError::Toml`], [`RulesetError::TooLarge`], or every problem at once.
    pub fn from_toml(text: &str) -> Result<Self, RulesetError> {
        Self::load(text, None).map(|loaded| loaded.ruleset)
    }

    /// Reads and validates TOML, and returns warnings with it; a base that is a file is looked up in `folder`.
    ///
    /// # Errors
    /// The same as of [`Ruleset::from_toml`].
    pub fn load(text: &str, folder: Option<&Path>) -> Result<Loaded, RulesetError> {
        Self::read(text, &Folder::new(folder))
    }

    pub(super) fn read(text: &str, folder: &Folder) -> Result<Loaded, RulesetError> {
        let text = toml_text::parse(text)?;
        let lines = text.lines;
        let mut read = Self::read_value(text.value, folder);
        match &mut read {
            Ok(loaded) => {
                lines.set_lines(&mut loaded.warnings);
                loaded.lines = lines;
            }
            Err(RulesetError::Invalid(problems)) => lines.set_lines(problems),
            Err(_) => {}
        }
        read
    }

    /// Reads and validates a mapping.
    ///
    /// # Errors
    /// [`RulesetError::TooLarge`], or every problem at once.
    pub fn from_value(value: Value) -> Result<Self, RulesetError> {
        Self::load_value(value).map(|loaded| loaded.ruleset)
    }

    /// Reads and validates a mapping, and returns warnings with it.
    ///
    /// # Errors
    /// The same as of [`Ruleset::from_value`].
    pub fn load_value(value: Value) -> Result<Loaded, RulesetError> {
        Self::read_value(value, &Folder::default())
    }

    fn read_value(mut value: Value, folder: &Folder) -> Result<Loaded, RulesetError> {
        let words = selector_words::of(&value);
        let base = Base::of(&mut value, folder)?;
        let whole = base.as_ref().map_or(value, Base::merged);
        let read = Self::without_variants_checked(whole).and_then(|ruleset| {
            let mut found = Found::default();
            variants::check(&ruleset, ruleset.variants.iter(), &mut found);
            if found.is_empty() {
                Ok(ruleset)
            } else {
                Err(found.refused())
            }
        });
        match (read, base) {
            (Ok(ruleset), base) => {
                let warnings = words.iter().filter_map(|words| words.warning(&ruleset.labels));
                Ok(Loaded {
                    warnings: ruleset.pack().within(|| warnings.collect()),
                    kept: base.map_or_else(Vec::new, |base| base.kept()),
                    lines: Lines::default(),
                    ruleset,
                })
            }
            (Err(RulesetError::Invalid(mut problems)), Some(base)) => {
                base.set_base(&mut problems);
                Err(RulesetError::Invalid(problems))
            }
            (Err(error), _) => Err(error),
        }
    }

    fn without_variants_checked(value: Value) -> Result<Self, RulesetError> {
        let size = value.as_object().map_or(Ok(0), measure)?;
        let mut found = Found::default();
        match read::read(value, &mut found) {
            Some(ruleset) if found.is_empty() => {
                let long = size > NEVER_LONG || !ruleset.variants.is_empty();
                if long && ruleset.to_toml().len() > MOST_WRITTEN {
                    return Err(RulesetError::TooLarge);
                }
                Ok(ruleset)
            }
            _ => Err(found.refused()),
        }
    }

    /// Returns this ruleset with overrides applied.
    ///
    /// Keys are dotted or nested. `null` removes a key, and so does `false` where no flag stands. `variant` names one of
    /// the ruleset's variants, or a list of them in order, applied before the other keys. Variants that do not fit the
    /// changed ruleset are dropped from it.
    ///
    /// # Errors
    /// [`RulesetError::TooLarge`], or every problem at once; overrides are never applied in part.
    pub fn with(&self, overrides: &Map<String, Value>) -> Result<Self, RulesetError> {
        measure(overrides)?;
        if overrides.keys().any(|key| key.split('.').next() == Some("base")) {
            let message = "a base stands in a ruleset, not among overrides: override the base itself";
            return Err(RulesetError::Invalid(vec![Problem::new("base", message)]));
        }
        let mut value = self.to_value();
        let chosen = overrides.get("variant").map(|names| match names {
            Value::Array(names) => names.as_slice(),
            name => std::slice::from_ref(name),
        });
        for name in chosen.into_iter().flatten() {
            merge(&mut value, self.variant(name)?);
        }
        let rest = overrides
            .iter()
            .filter(|(key, _)| *key != "variant")
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect();
        merge(&mut value, &rest);
        let mut ruleset = Self::without_variants_checked(value)?;
        let mut found = Found::default();
        let changed = ruleset
            .variants
            .iter()
            .filter(|(name, given)| self.variants.get(*name) != Some(given));
        variants::check(&ruleset, changed, &mut found);
        let gone = variants::unfit(&ruleset, &mut found);
        if !found.is_empty() {
            return Err(found.refused());
        }
        ruleset.variants.retain(|name, _| !gone.contains(name));
        Ok(ruleset)
    }

    /// Returns the overrides of a variant.
    fn variant(&self, name: &Value) -> Result<&Map<String, Value>, RulesetError> {
        let found = name.as_str().and_then(|name| self.variants.get(name));
        found.ok_or_else(|| {
            let known: Vec<&str> = self.variants.keys().map(String::as_str).collect();
            let known = if known.is_empty() {
                "this ruleset has none".to_owned()
            } else {
                format!("there are {}", known.join(", "))
            };
            let message = format!("no variant {}: {known}", shown(name));
            RulesetError::Invalid(vec![Problem::new("variant", message)])
        })
    }

    /// Returns the suits and ranks of the deck.
    #[must_use]
    pub fn pack(&self) -> &Pack {
        self.labels.pack()
    }

    /// Returns the name for people on one line: the title, or the id if there is none.
    #[must_use]
    pub fn name(&self) -> String {
        let words: Vec<&str> = self.title.split_whitespace().collect();
        if words.is_empty() {
            self.id.clone()
        } else {
            words.join(" ")
        }
    }

    /// Serialises the ruleset as a mapping that reads back; many keys that are off are left out.
    ///
    /// [`Ruleset::to_full_value`] has every key.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Serialises the ruleset as TOML that reads back to an equal ruleset, provided that this one was read; the same keys
    /// are left out as in [`Ruleset::to_value`].
    #[must_use]
    pub fn to_toml(&self) -> String {
        // Serialising the mapping spares the compiler a second serializer of every section.
        toml::to_string(&self.to_value()).unwrap_or_default()
    }

    /// Returns 16 hexadecimal digits that differ if the rules of play differ: the FNV-1a hash of all that is not the
    /// default, without prose.
    ///
    /// Defaults are left out, so that a ruleset keeps its fingerprint when the schema gains a key that is off.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut value = self.to_value();
        if let Some(map) = value.as_object_mut() {
            // `remove` reorders the sections, and fingerprints depend on that; labels came later and are removed without
            // reordering.
            map.shift_remove("labels");
            for prose in OF_ITS_OWN {
                map.remove(prose);
            }
        }
        without_defaults(&mut value, &PLAIN);
        format!("{:016x}", fnv1a(&value.to_string()))
    }
}

/// The plain game, as a mapping.
static PLAIN: LazyLock<Value> = LazyLock::new(|| {
    let plain = read::parse::<Ruleset>(&serde_json::json!({ "id": "plain" }));
    plain.map(|plain| plain.to_value()).unwrap_or_default()
});

/// Returns the FNV-1a hash of a text, which is part of fingerprints and must never change.
pub(crate) fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Removes the keys of each section that equal those of the plain game; specials already omit keys that are off.
fn without_defaults(ruleset: &mut Value, plain: &Value) {
    let Some(sections) = ruleset.as_object_mut() else {
        return;
    };
    for (name, section) in sections.iter_mut() {
        if let Some(keys) = section.as_object_mut().filter(|_| name != "special") {
            keys.retain(|key, value| plain[name].get(key) != Some(value));
        }
    }
    sections.retain(|name, section| {
        !section.as_object().is_some_and(Map::is_empty) && plain.get(name) != Some(section)
    });
}
