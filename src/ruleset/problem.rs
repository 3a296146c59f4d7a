//! Problems of a ruleset, and the error that lists them.

use super::effort::Effort;
use super::free_text::visible;
use crate::limits::{LISTED, MAX_RULESET_BYTES, problem};

/// One problem of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Dotted key of the problem; empty for the whole ruleset.
    pub path: String,
    /// Description of the problem, and of what was allowed.
    pub message: String,
    /// Line of the key in the TOML, counted from 1; none if there is no text, or no such key.
    pub line: Option<usize>,
    /// Base that has the key, if the text itself does not have it.
    pub base: Option<String>,
}

impl Problem {
    /// Makes a problem without a line or a base.
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: visible(&path.into()).into_owned(),
            message: visible(&message.into()).into_owned(),
            line: None,
            base: None,
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.base {
            _ if self.path.is_empty() => {}
            Some(base) => write!(f, "{} (of base {base}): ", self.path)?,
            None => write!(f, "{}: ", self.path)?,
        }
        f.write_str(&self.message)?;
        self.line.map_or(Ok(()), |line| write!(f, " (line {line})"))
    }
}

/// Reason for which a ruleset is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// There is no builtin ruleset of this id.
    #[error("no ruleset {id:?}: {advice}")]
    Unknown {
        /// The id asked for.
        id: String,
        /// A suggestion: the ids that may be meant, or all of them.
        advice: String,
    },
    /// The text is not TOML.
    #[error("line {line}, column {column}: not TOML: {why}: {text}")]
    Toml {
        /// The line, counted from 1.
        line: u32,
        /// The character of the line, counted from 1.
        column: u32,
        /// Description of the syntax error.
        why: &'static str,
        /// Text of the line.
        text: Box<str>,
    },
    /// The ruleset has more bytes than any needs.
    #[error("more than {MAX_RULESET_BYTES} bytes, which no ruleset needs")]
    TooLarge,
    /// Every problem found; beyond a limit, the last one tells how many more there are.
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

/// Problems found in a ruleset; beyond a limit they are only counted.
#[derive(Default)]
pub(crate) struct Found {
    listed: Vec<Problem>,
    more: usize,
    /// Work that is left for further checks.
    pub(crate) effort: Effort,
}

impl Found {
    /// Begins with no problem, and with this much work left.
    pub(crate) fn within(effort: Effort) -> Self {
        Self {
            effort,
            ..Self::default()
        }
    }

    /// Adds a problem; its message is formatted only if it is listed.
    pub(crate) fn add(&mut self, path: &[String], message: impl FnOnce() -> String) {
        if self.listed.len() < LISTED {
            // An empty key is written so that it can be seen.
            let words = path
                .iter()
                .map(|word| if word.is_empty() { "\"\"" } else { word });
            let path = words.collect::<Vec<_>>().join(".");
            let (path, message) = problem(&path, &message());
            let problem = Problem::new(path, message);
            // The same problem may be found for several numbers of players, and is listed once.
            if !self.listed.contains(&problem) {
                self.listed.push(problem);
            }
        } else {
            self.more += 1;
        }
    }

    /// Adds several problems.
    pub(crate) fn extend(&mut self, problems: Vec<Problem>) {
        for problem in problems {
            let path = (!problem.path.is_empty()).then_some(problem.path);
            self.add(path.as_slice(), || problem.message);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Returns the number of problems, listed or not.
    pub(crate) fn count(&self) -> usize {
        self.listed.len() + self.more
    }

    /// True if no further problem is listed.
    pub(crate) fn is_full(&self) -> bool {
        self.listed.len() >= LISTED
    }

    /// Returns the problems as an error; the last one tells how many are not listed.
    pub(crate) fn refused(mut self) -> RulesetError {
        if self.more > 0 {
            let message = format!("… and {} more problems", self.more);
            self.listed.push(Problem::new("", message));
        }
        RulesetError::Invalid(self.listed)
    }
}
