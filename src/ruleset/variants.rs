//! Checks of variants: each must make another valid ruleset.

use std::collections::BTreeMap;
use std::mem;

use serde_json::{Map, Value};

use super::merge::{OF_ITS_OWN, merge};
use super::problem::{Found, Problem, RulesetError};
use super::{Ruleset, read};

/// Checks the keys of variants, and the rulesets that they make.
pub(crate) fn check<'a>(
    ruleset: &Ruleset,
    variants: impl Iterator<Item = (&'a String, &'a Map<String, Value>)>,
    found: &mut Found,
) {
    each(ruleset, variants, found, |found, name, problems| {
        for problem in problems {
            let inner = (!problem.path.is_empty()).then_some(problem.path);
            let path: Vec<String> = ["variants", name]
                .map(str::to_owned)
                .into_iter()
                .chain(inner)
                .collect();
            found.add(&path, || problem.message);
        }
    });
}

/// Returns the names of the variants that do not fit a ruleset.
pub(crate) fn unfit(ruleset: &Ruleset, found: &mut Found) -> Vec<String> {
    let mut unfit = Vec::new();
    each(ruleset, ruleset.variants.iter(), found, |_, name, problems| {
        if !problems.is_empty() {
            unfit.push(name.to_owned());
        }
    });
    unfit
}

/// Calls `judge` with each variant and its problems; variants that are too many to check are a problem themselves.
fn each<'a>(
    ruleset: &Ruleset,
    variants: impl Iterator<Item = (&'a String, &'a Map<String, Value>)>,
    found: &mut Found,
    mut judge: impl FnMut(&mut Found, &str, Vec<Problem>),
) {
    let mut variants = variants.peekable();
    if variants.peek().is_none() {
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
    for (name, overrides) in variants {
        let Some(problems) = problems_of(&plain, &rules, overrides, found) else {
            let count = ruleset.variants.len();
            let message = format!(
                "{count} of them are too much to check with these rules: write fewer, or shorter rules"
            );
            found.add(&["variants".to_owned()], || message);
            return;
        };
        judge(found, name, problems);
    }
}

/// Returns the problems of a variant; none if there is no effort left to check it.
fn problems_of(
    plain: &Ruleset,
    rules: &Value,
    overrides: &Map<String, Value>,
    found: &mut Found,
) -> Option<Vec<Problem>> {
    let first = |key: &String| key.split('.').next().unwrap_or_default().to_owned();
    let own =
        |key: &String| ["variant", "base"].contains(&key.as_str()) || OF_ITS_OWN.contains(&key.as_str());
    if let Some(key) = overrides.keys().map(first).find(own) {
        return Some(vec![Problem::new(
            key,
            "a variant changes rules, and nothing else",
        )]);
    }
    let mut changed = rules.clone();
    merge(&mut changed, overrides);
    if !found.effort.spend(&changed) {
        return None;
    }
    let mut wrong = Found::within(mem::take(&mut found.effort));
    let changed = read::read(changed, &mut wrong);
    found.effort = mem::take(&mut wrong.effort);
    Some(match changed.filter(|_| wrong.is_empty()) {
        Some(changed) => plain.idle_overrides(overrides, &changed),
        None => match wrong.refused() {
            RulesetError::Invalid(problems) => problems,
            _ => Vec::new(),
        },
    })
}
