//! Runs `tests/data/invalid/rulesets.toml`: combinations of settings that make no sense are refused at their key.

use eights::{Ruleset, RulesetError};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    group: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    about: String,
    #[serde(default)]
    refused: Vec<Refused>,
    #[serde(default)]
    possible: Vec<Map<String, Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    with: Map<String, Value>,
    at: String,
    says: String,
}

#[test]
fn what_makes_no_sense_is_refused_at_its_key_and_no_other() {
    let file: File = toml::from_str(include_str!("../data/invalid/rulesets.toml")).expect("groups");
    let base = Ruleset::builtin("crazy_eights").expect("builtin");
    let mut failures = Vec::new();
    for Group {
        about,
        refused,
        possible,
    } in &file.group
    {
        for Refused { with, at, says } in refused {
            let is_so = matches!(
                base.with(with),
                Err(RulesetError::Invalid(problems))
                    if matches!(problems.as_slice(), [one] if one.path == *at && one.message.contains(says))
            );
            if !is_so {
                failures.push(format!("{about}: {with:?} gives {:?}", base.with(with).err()));
            }
        }
        for overrides in possible {
            if let Err(error) = base.with(overrides) {
                failures.push(format!("{about}: {overrides:?} is refused: {error}"));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
