//! Parsing of TOML into a mapping with the line of each key, and syntax errors in plain words.

use std::collections::HashMap;

use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::free_text::visible;
use super::problem::{Found, Problem, RulesetError};
use crate::limits::{MAX_RULESET_BYTES, cut};

/// Maximum number of characters shown of a line.
const SHOWN: usize = 80;

/// The TOML of a ruleset as a mapping, with the line of each key.
pub(crate) struct TomlText {
    pub(crate) value: Value,
    pub(crate) lines: Lines,
}

/// Line of each key of a TOML text, by its dotted path, counted from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Lines(HashMap<String, usize>);

impl Lines {
    /// Sets the lines of problems: that of the key, or of its table if the key is missing.
    pub(crate) fn set_lines(&self, problems: &mut [Problem]) {
        for problem in problems.iter_mut().filter(|problem| problem.base.is_none()) {
            problem.line = self.line_of(&problem.path);
        }
    }

    fn line_of(&self, path: &str) -> Option<usize> {
        let mut shorter =
            std::iter::successors(Some(path), |path| path.rsplit_once('.').map(|(table, _)| table));
        shorter.find_map(|path| self.0.get(path)).copied()
    }
}

/// Parses TOML of at most the size that a ruleset may have; dates, which no key takes, are refused.
///
/// # Errors
/// [`RulesetError::TooLarge`], [`RulesetError::Toml`], or the values that no ruleset has.
pub(crate) fn parse(text: &str) -> Result<TomlText, RulesetError> {
    if text.len() > MAX_RULESET_BYTES {
        return Err(RulesetError::TooLarge);
    }
    let table = DeTable::parse(text).map_err(|error| syntax(text, &error))?;
    let mut reader = TomlConverter {
        ends: text.match_indices('\n').map(|(at, _)| at).collect(),
        path: Vec::new(),
        lines: Lines::default(),
        found: Found::default(),
    };
    let value = Value::Object(reader.table(table.into_inner()));
    if reader.found.is_empty() {
        let lines = reader.lines;
        return Ok(TomlText { value, lines });
    }
    let mut refused = reader.found.refused();
    if let RulesetError::Invalid(problems) = &mut refused {
        reader.lines.set_lines(problems);
    }
    Err(refused)
}

/// Converter of parsed TOML into a mapping.
struct TomlConverter {
    /// Places of the line ends.
    ends: Vec<usize>,
    path: Vec<String>,
    lines: Lines,
    found: Found,
}

impl TomlConverter {
    fn note(&mut self, at: usize) {
        let line = 1 + self.ends.partition_point(|end| *end < at);
        self.lines.0.entry(self.path.join(".")).or_insert(line);
    }

    fn table(&mut self, table: DeTable<'_>) -> Map<String, Value> {
        let mut map = Map::new();
        for (key, value) in table {
            let name = key.get_ref().to_string();
            self.path.push(name.clone());
            self.note(key.span().start);
            let value = self.value(value);
            self.path.pop();
            map.insert(name, value);
        }
        map
    }

    fn value(&mut self, value: Spanned<DeValue<'_>>) -> Value {
        match value.into_inner() {
            DeValue::String(text) => text.into_owned().into(),
            DeValue::Boolean(flag) => flag.into(),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => number.into(),
                Err(_) => self.refuse(&format!(
                    "{number} is not allowed in a ruleset: numbers are below 2^63"
                )),
            },
            DeValue::Float(number) => {
                let read = number.as_str().parse().ok().and_then(Number::from_f64);
                read.map_or_else(
                    || {
                        self.refuse(&format!(
                            "{number} is not allowed in a ruleset: numbers are whole"
                        ))
                    },
                    Value::Number,
                )
            }
            DeValue::Datetime(date) => self.refuse(&format!(
                "{date} is a date; write it as a text, such as \"11-21\""
            )),
            DeValue::Array(items) => {
                let mut list = Vec::new();
                for (place, item) in items.into_iter().enumerate() {
                    self.path.push(format!("[{place}]"));
                    self.note(item.span().start);
                    list.push(self.value(item));
                    self.path.pop();
                }
                Value::Array(list)
            }
            DeValue::Table(table) => Value::Object(self.table(table)),
        }
    }

    fn refuse(&mut self, message: &str) -> Value {
        let is_item = |word: &String| word.starts_with('[');
        let key = self.path.iter().position(is_item).unwrap_or(self.path.len());
        self.found.add(&self.path[..key], || message.to_owned());
        Value::Null
    }
}

/// Returns the error of a text that is not TOML, in plain words.
fn syntax(text: &str, error: &Error) -> RulesetError {
    let mut at = error.span().map_or(0, |span| span.start).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[begin..].lines().next().unwrap_or_default();
    let nothing =
        text[at..].lines().next().unwrap_or_default().trim().is_empty() && before.trim_end().ends_with('=');
    RulesetError::Toml {
        line: 1 + before.matches('\n').count() as u32,
        column: 1 + before[begin..].chars().count() as u32,
        why: if nothing { NO_VALUE } else { why(error.message()) },
        text: visible(&cut(line.trim(), SHOWN)).into(),
    }
}

const NO_VALUE: &str = "there is no value after `=`";

/// Translates a message of the parser for authors of rulesets.
fn why(message: &str) -> &'static str {
    const WHY: &[(&str, &str)] = &[
        ("duplicate key", "this key stands here twice"),
        (
            "cannot extend",
            "this key has a value already, and is not a table",
        ),
        ("key with no value", "there is no `=` and no value after this key"),
        ("must be quoted", "a text stands in quotes, such as \"8\""),
        ("missing assignment", "there is no `=` between key and value"),
        ("missing value", NO_VALUE),
        ("extra `=`", "there is one `=` too many"),
        ("extra assignment", "there is one `=` too many"),
        ("comma", "the commas are wrong: one between two entries"),
        ("unclosed array", "the list is not closed: there is no `]`"),
        (
            "unclosed inline table",
            "the table is not closed: there is no `}`",
        ),
        (
            "unclosed table",
            "the name of the table is not closed: there is no `]`",
        ),
        ("recursi", "lists and tables stand too deep within each other"),
        (
            "invalid basic string",
            "the text is not closed, or has a character that must be written with `\\`",
        ),
        (
            "literal string",
            "the text is not closed, or has a character that cannot stand in it",
        ),
        (
            "string",
            "the text is not closed, or has a character that must be written with `\\`",
        ),
        ("escape", "after `\\` stands none of b t n f r e u U x \" \\"),
        ("unicode", "after `\\u` stands no number of a character"),
        (
            "key",
            "this is not a key: write letters, digits, `-` and `_`, or a text in quotes",
        ),
        ("table", "this is not a table: write [name] or { key = value }"),
        ("boolean", "this is neither true nor false, nor a text in quotes"),
        ("date-time", "this is not a date; a text stands in quotes"),
        ("zero", "a number does not begin with 0"),
        ("sign", "this is not a number: it has a sign where none can be"),
        ("radix", "this is not a number"),
        ("number", "this is not a number; a text stands in quotes"),
        ("mantissa", "this is not a number; a text stands in quotes"),
        ("fraction", "this is not a number; a text stands in quotes"),
        ("exponent", "this is not a number; a text stands in quotes"),
        ("float", "this is not a number; a text stands in quotes"),
        ("comment", "a comment has a character that cannot stand in it"),
        (
            "carriage return",
            "a line ends in a carriage return without a new line",
        ),
        ("content", "the line goes on where it should end"),
        (
            "value",
            "this is not a value: write a number, true, false, a text in quotes, [ … ] or { … }",
        ),
    ];
    let known = WHY.iter().find(|(part, _)| message.contains(part));
    known.map_or(
        "this cannot stand here: write key = value, or [table]",
        |(_, why)| why,
    )
}
