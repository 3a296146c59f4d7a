//! What is wrong with a ruleset.

use super::free_text::visible;
use crate::limits::{LISTED, MAX_RULESET_BYTES, problem};

/// One thing that is wrong with a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The key it stands at, dotted; empty for the whole.
    pub path: String,
    /// What is wrong and what was allowed.
    pub message: String,
    /// The line of the TOML that the key stands in, counted from 1; none where there is no text, or no such key.
    pub line: Option<usize>,
    /// The base that the key is of, where the text itself does not have it.
    pub base: Option<String>,
}

impl Problem {
    /// A problem that stands in no text.
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

/// Why a ruleset was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// There is no builtin ruleset of this id.
    #[error("no ruleset {id:?}: {advice}")]
    Unknown {
        /// What was asked for.
        id: String,
        /// The ids that may be meant, or all that there are.
        advice: String,
    },
    /// The text is not TOML.
    #[error("line {line}, column {column}: not TOML: {why}: {text}")]
    Toml {
        /// The line, counted from 1.
        line: u32,
        /// The character of the line, counted from 1.
        column: u32,
        /// What is wrong there.
        why: &'static str,
        /// The line itself.
        text: Box<str>,
    },
    /// It has more bytes than any ruleset needs.
    #[error("more than {MAX_RULESET_BYTES} bytes, which no ruleset needs")]
    TooLarge,
    /// Every key and value that is wrong; beyond some hundred, how many more.
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

/// Everything that is wrong with a ruleset, as far as it is listed.
#[derive(Default)]
pub(crate) struct Found {
    listed: Vec<Problem>,
    more: usize,
}

impl Found {
    /// One more, which is written only if it is listed.
    pub(crate) fn add(&mut self, path: &[String], message: impl FnOnce() -> String) {
        if self.listed.len() < LISTED {
            // An empty key can be seen.
            let words = path
                .iter()
                .map(|word| if word.is_empty() { "\"\"" } else { word });
            let path = words.collect::<Vec<_>>().join(".");
            let (path, message) = problem(&path, &message());
            let problem = Problem::new(path, message);
            // The same is told once, though it may be found for several numbers of players.
            if !self.listed.contains(&problem) {
                self.listed.push(problem);
            }
        } else {
            self.more += 1;
        }
    }

    /// More of them.
    pub(crate) fn extend(&mut self, problems: Vec<Problem>) {
        for problem in problems {
            let path = (!problem.path.is_empty()).then_some(problem.path);
            self.add(path.as_slice(), || problem.message);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.listed.len() + self.more
    }

    /// True where no more are listed.
    pub(crate) fn is_full(&self) -> bool {
        self.listed.len() >= LISTED
    }

    /// The problems, the last one saying how many are not listed.
    pub(crate) fn refused(mut self) -> RulesetError {
        if self.more > 0 {
            let message = format!("… and {} more problems", self.more);
            self.listed.push(Problem::new("", message));
        }
        RulesetError::Invalid(self.listed)
    }
}
