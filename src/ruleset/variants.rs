//! Checks of variants: each must make another valid ruleset.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::merge::{OF_ITS_OWN, merge};
use super::problem::{Found, RulesetError};
use super::{Ruleset, read};
use crate::limits::MAX_RULESET_BYTES;

/// Maximum number of bytes that are read to check the variants of a ruleset: its rules, once for each variant.
const MOST_READ: usize = 20 * MAX_RULESET_BYTES;

/// Checks the keys of variants, and the rulesets that they make.
pub(crate) fn check<'a>(
    ruleset: &Ruleset,
    variants: impl Iterator<Item = (&'a String, &'a Map<String, Value>)>,
    found: &mut Found,
) {
    let variants: Vec<_> = variants.collect();
    if variants.is_empty() {
        return;
    }
    let plain = Ruleset {
        title: String::new(),
        source: String::new(),
        decisions: Vec::new(),
        variants: BTreeMap::new(),
        ..ruleset.clone()
    };
    let rules = plain.to_value();
    let bytes = rules.to_string().len();
    if bytes.saturating_mul(variants.len()) > MOST_READ {
        let message = || {
            let count = variants.len();
            format!(
                "{count} of them for rules of {bytes} bytes are too much to check: write fewer, or shorter rules"
            )
        };
        found.add(&["variants".to_owned()], message);
        return;
    }
    for (name, overrides) in variants {
        check_one(&plain, &rules, name, overrides, found);
    }
}

fn check_one(plain: &Ruleset, rules: &Value, name: &str, overrides: &Map<String, Value>, found: &mut Found) {
    let at = ["variants".to_owned(), name.to_owned()];
    let first = |key: &String| key.split('.').next().unwrap_or_default().to_owned();
    let own =
        |key: &String| ["variant", "base"].contains(&key.as_str()) || OF_ITS_OWN.contains(&key.as_str());
    if let Some(key) = overrides.keys().map(first).find(own) {
        let path = [&at[..], &[key]].concat();
        found.add(&path, || "a variant changes rules, and nothing else".to_owned());
        return;
    }
    let mut changed = rules.clone();
    merge(&mut changed, overrides);
    let mut wrong = Found::default();
    let changed = read::read(changed, &mut wrong);
    let problems = match changed.filter(|_| wrong.is_empty()) {
        Some(changed) => plain.idle_overrides(overrides, &changed),
        None => match wrong.refused() {
            RulesetError::Invalid(problems) => problems,
            _ => Vec::new(),
        },
    };
    for problem in problems {
        let inner = (!problem.path.is_empty()).then_some(problem.path);
        let path: Vec<String> = at.iter().cloned().chain(inner).collect();
        found.add(&path, || problem.message);
    }
}
