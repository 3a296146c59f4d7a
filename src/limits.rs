//! How much is read from outside, in bytes, before any of it is parsed; and long texts and values cut for messages.

use serde_json::Value;

/// Most bytes of a ruleset as it comes: of its text, or of the texts of a mapping and one for each value.
pub const MAX_RULESET_BYTES: usize = 256 << 10;

/// Most bytes of a record: [`Record::parse`](crate::record::Record::parse).
pub const MAX_RECORD_BYTES: usize = 16 << 20;

/// Most bytes of a serialized state or episode, and of each env of a serialized batch.
pub const MAX_STATE_BYTES: usize = 16 << 20;

/// Most bytes of plain data from Python that are no ruleset, such as a position: of its texts, and one for each value.
#[cfg(feature = "python")]
pub(crate) const MOST_PLAIN: usize = 1 << 20;

/// Most bytes of a key of a ruleset, and of a text that is not prose.
pub(crate) const LONGEST: usize = 1_000;

/// Most problems that are listed.
pub(crate) const LISTED: usize = 200;

/// Most characters of a problem's path, and of its message.
const PROBLEM: (usize, usize) = (80, 800);

/// Most characters of a value that a message shows.
const SHOWN: usize = 60;

/// Most values of a JSON text; a record of 65,535 decisions with a note of each has fewer.
const MOST_VALUES: usize = 1 << 20;

/// Memory that a parsed value takes, beside its text.
const VALUE: usize = 2 * size_of::<Value>();

/// A text without its middle, where it has more characters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    // What was allowed stands at the end.
    let (start, end) = (most / 4, most - most / 4);
    let at = |n: Option<(usize, char)>| n.map_or(text.len(), |(at, _)| at);
    let head = at(text.char_indices().nth(start));
    let tail = text.char_indices().nth_back(end - 1).map_or(0, |(at, _)| at);
    if tail <= head {
        return text.to_owned();
    }
    format!("{}…{}", &text[..head], &text[tail..])
}

/// A text that was given, as errors keep it: without its middle where it is long.
pub(crate) fn given(text: &str) -> String {
    cut(text, SHOWN)
}

/// A text that was given, as messages quote it.
#[cfg(feature = "python")]
pub(crate) fn quoted(text: &str) -> String {
    format!("{:?}", given(text))
}

/// A value as messages show it.
pub(crate) fn shown(value: &Value) -> String {
    cut(&value.to_string(), SHOWN)
}

/// Path and message of a problem as it is listed.
pub(crate) fn problem(path: &str, message: &str) -> (String, String) {
    (cut(path, PROBLEM.0), cut(message, PROBLEM.1))
}

/// What a library says of an input, in which parts of the input may stand, as messages quote it.
pub(crate) fn said(error: &impl ToString) -> String {
    cut(&error.to_string().replace('`', "\""), PROBLEM.1)
}

/// Asks for so many bytes and gives them back, so that what cannot be had is an error here and not the end of the process.
pub(crate) fn has_room(bytes: usize) -> bool {
    let mut room: Vec<u8> = Vec::new();
    let given = room.try_reserve_exact(bytes);
    std::hint::black_box(&room);
    given.is_ok()
}

/// Why JSON was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum JsonError {
    /// It is too long.
    #[error("more than {most} bytes")]
    TooLarge {
        /// How long it may be.
        most: usize,
    },
    /// It holds too many numbers, texts, lists and mappings.
    #[error("more than {MOST_VALUES} values")]
    TooMany,
    /// There is no memory to read it.
    #[error("no memory to read {bytes} bytes")]
    Memory {
        /// How long it is.
        bytes: usize,
    },
    /// It is not JSON.
    #[error("{0}")]
    Syntax(String),
}

/// Reads JSON of at most so many bytes. What it would take is known before it is parsed.
pub(crate) fn json(text: &[u8], most: usize) -> Result<Value, JsonError> {
    let values = measured(text, most)?;
    // Twice: lists grow by copying.
    if !has_room(text.len() + values * VALUE) {
        return Err(JsonError::Memory { bytes: text.len() });
    }
    serde_json::from_slice(text).map_err(|error| JsonError::Syntax(said(&error)))
}

/// Whether JSON of ours can be read again.
pub(crate) fn is_json_within(text: &[u8], most: usize) -> bool {
    measured(text, most).is_ok()
}

/// How many values JSON holds at most; why it is too much.
fn measured(text: &[u8], most: usize) -> Result<usize, JsonError> {
    if text.len() > most {
        return Err(JsonError::TooLarge { most });
    }
    let values = values(text);
    if values > MOST_VALUES {
        return Err(JsonError::TooMany);
    }
    Ok(values)
}

/// How many values JSON holds at most: one, and one for each comma, bracket and brace outside its texts.
fn values(text: &[u8]) -> usize {
    let (mut count, mut in_text, mut escaped) = (1, false, false);
    for &byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_text,
            b'"' => in_text = !in_text,
            b',' | b'[' | b'{' => count += usize::from(!in_text),
            _ => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_lose_their_middle() {
        for (text, most, found) in [
            ("abcdefgh", 8, "abcdefgh"),
            ("abcdefghi", 8, "ab…defghi"),
            ("ßßßßßßßß", 8, "ßßßßßßßß"),
            ("ßßßßßßßßßß", 8, "ßß…ßßßßßß"),
            ("", 4, ""),
        ] {
            assert_eq!(cut(text, most), found);
        }
        assert_eq!(
            shown(&Value::from("x".repeat(1_000_000))).chars().count(),
            SHOWN + 1
        );
    }

    #[test]
    fn values_are_counted_outside_of_texts() {
        for (text, count) in [
            ("1", 1),
            ("[1,2]", 3),
            (r#"{"a,[\"{": [1, {}]}"#, 5),
            (r#"["\\", ","]"#, 3),
            ("", 1),
        ] {
            assert_eq!(values(text.as_bytes()), count, "{text}");
        }
    }

    #[test]
    fn json_is_refused_before_it_is_parsed() {
        assert_eq!(json(b"[1]", 2), Err(JsonError::TooLarge { most: 2 }));
        let many = format!("[{}1", "1,".repeat(MOST_VALUES));
        assert_eq!(json(many.as_bytes(), many.len()), Err(JsonError::TooMany));
        assert_eq!(json(b"[1]", 3), Ok(serde_json::json!([1])));
        let wrong = json(b"[1", 3).expect_err("not closed").to_string();
        assert!(wrong.starts_with("EOF while parsing a list"), "{wrong}");
    }
}
