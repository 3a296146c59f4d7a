//! Where in a TOML text a key stands, and what is wrong with a text that is not TOML.

use toml::de::{DeTable, DeValue, Error};

use super::free_text::visible;
use super::problem::{Problem, RulesetError};
use crate::limits::cut;

/// Most characters of a line that is shown.
const SHOWN: usize = 80;

/// Tells problems the lines of their keys in the TOML of a ruleset, counted from 1; of a key that is missing the line of its
/// table.
pub fn tell_lines(text: &str, problems: &mut [Problem]) {
    let Ok(table) = DeTable::parse(text) else { return };
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    for problem in problems.iter_mut().filter(|problem| problem.base.is_none()) {
        let at = key_at(table.get_ref(), &problem.path);
        problem.line = at.map(|at| 1 + ends.partition_point(|end| *end < at));
    }
}

/// Where the key stands that a dotted path leads to, as far as it leads.
fn key_at(table: &DeTable<'_>, path: &str) -> Option<usize> {
    // The longest key goes first: those of variants and points may have dots themselves.
    let (key, value, rest) = table
        .iter()
        .filter_map(|(key, value)| {
            let rest = path.strip_prefix(key.get_ref().as_ref())?;
            (rest.is_empty() || rest.starts_with('.')).then_some((key, value, rest))
        })
        .max_by_key(|(key, _, _)| key.get_ref().len())?;
    let inner = rest.strip_prefix('.').and_then(|rest| match value.get_ref() {
        DeValue::Table(table) => key_at(table, rest),
        DeValue::Array(items) => {
            let (place, rest) = rest.strip_prefix('[')?.split_once(']')?;
            let item = items.get(place.parse::<usize>().ok()?)?;
            let inner = match item.get_ref() {
                DeValue::Table(table) => key_at(table, rest.strip_prefix('.').unwrap_or(rest)),
                _ => None,
            };
            inner.or(Some(item.span().start))
        }
        _ => None,
    });
    inner.or(Some(key.span().start))
}

/// What is wrong with a text that is not TOML, in our words.
pub(crate) fn syntax(text: &str, error: &Error) -> RulesetError {
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

/// What a parser's words mean to who writes a ruleset.
fn why(message: &str) -> &'static str {
    const WHY: &[(&str, &str)] = &[
        ("duplicate key", "this key stands here twice"),
        ("cannot extend", "this key has a value already, and is no table"),
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
            "this is no key: write letters, digits, `-` and `_`, or a text in quotes",
        ),
        ("table", "this is no table: write [name] or { key = value }"),
        ("boolean", "this is neither true nor false, nor a text in quotes"),
        ("date-time", "this is no date; a text stands in quotes"),
        ("zero", "a number does not begin with 0"),
        ("sign", "this is no number: it has a sign where none can be"),
        ("radix", "this is no number"),
        ("number", "this is no number; a text stands in quotes"),
        ("mantissa", "this is no number; a text stands in quotes"),
        ("fraction", "this is no number; a text stands in quotes"),
        ("exponent", "this is no number; a text stands in quotes"),
        ("float", "this is no number; a text stands in quotes"),
        ("comment", "a comment has a character that cannot stand in it"),
        (
            "carriage return",
            "a line ends in a carriage return without a new line",
        ),
        ("content", "the line goes on where it should end"),
        (
            "value",
            "this is no value: write a number, true, false, a text in quotes, [ … ] or { … }",
        ),
    ];
    let known = WHY.iter().find(|(part, _)| message.contains(part));
    known.map_or(
        "this cannot stand here: write key = value, or [table]",
        |(_, why)| why,
    )
}
