//! Collection of problems.

use crate::ruleset::problem::Problem;

/// Problems by the paths of their keys.
#[derive(Default)]
pub(crate) struct Problems(pub(crate) Vec<Problem>);

impl Problems {
    /// Adds a problem, unless the key has the same one with other numbers: it is found for each number of players.
    pub(crate) fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        let problem = Problem::new(path, message);
        let words = |problem: &Problem| problem.message.replace(|c: char| c.is_ascii_digit(), "");
        let known = |other: &Problem| other.path == problem.path && words(other) == words(&problem);
        if !self.0.iter().any(known) {
            self.0.push(problem);
        }
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.0.iter().any(|problem| problem.path == path)
    }

    pub(crate) fn check(&mut self, holds: bool, path: &str, message: impl FnOnce() -> String) {
        if !holds {
            self.add(path, message());
        }
    }

    /// Reports a setting that does not go with others; the first of `others` that is set is named.
    pub(crate) fn apart(&mut self, path: &str, why: &str, others: impl IntoIterator<Item = Option<String>>) {
        if let Some(other) = others.into_iter().flatten().next() {
            self.add(path, format!("{why}: it does not go with {other}"));
        }
    }

    /// Checks that a number is in a range.
    pub(crate) fn range(&mut self, given: impl Into<u32>, least: u32, most: u32, path: &str) {
        let given = given.into();
        self.check((least..=most).contains(&given), path, || {
            format!("{given} is not in {least} … {most}")
        });
    }
}

/// True for a user-chosen name: lower-case letters, digits and hyphens.
pub(crate) fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty() && name.chars().all(plain)
}
