//! Limits on input from outside, checked before it is parsed; and truncation of long texts and values for messages.

use serde_json::Value;

/// Maximum bytes of a ruleset: of its text, or, if it is a mapping, of its texts and one for each value.
pub const MAX_RULESET_BYTES: usize = 256 << 10;

/// Maximum bytes of a record; see [`Record::parse`](crate::record::Record::parse).
pub const MAX_RECORD_BYTES: usize = 16 << 20;

/// Maximum number of pictures that are drawn of a record: one for each position and perspective.
pub const MAX_PICTURES: usize = 20_000;

/// Maximum bytes of a serialised state or episode, and of each env of a serialised batch.
pub const MAX_STATE_BYTES: usize = 16 << 20;

/// Maximum bytes of a key of a ruleset, and of a text that is not prose.
pub(crate) const LONGEST: usize = 1_000;

/// Maximum number of problems listed.
pub(crate) const LISTED: usize = 200;

/// Maximum characters of a problem's path, and of its message.
const PROBLEM: (usize, usize) = (80, 800);

/// Maximum characters of a value quoted in a message.
const SHOWN: usize = 60;

/// Maximum number of values in a JSON text; a record of 65,535 decisions, each with a note, has fewer.
const MOST_VALUES: usize = 1 << 20;

/// Memory of a parsed value, beside its text; twice its size, since lists grow by copying.
const VALUE: usize = 2 * size_of::<Value>();

/// Returns the text, without its middle if it has more than `most` characters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    // Most of what is kept is the end, where messages list what was allowed.
    let (start, end) = (most / 4, most - most / 4);
    let at = |n: Option<(usize, char)>| n.map_or(text.len(), |(at, _)| at);
    let head = at(text.char_indices().nth(start));
    let tail = text.char_indices().nth_back(end - 1).map_or(0, |(at, _)| at);
    if tail <= head {
        return text.to_owned();
    }
    format!("{}…{}", &text[..head], &text[tail..])
}

/// Returns an input text as errors keep it: without its middle if it is long.
pub(crate) fn given(text: &str) -> String {
    cut(text, SHOWN)
}

/// Returns a value as messages show it.
pub(crate) fn shown(value: &Value) -> String {
    cut(&value.to_string(), SHOWN)
}

/// Returns path and message of a problem as it is listed.
pub(crate) fn problem(path: &str, message: &str) -> (String, String) {
    (cut(path, PROBLEM.0), cut(message, PROBLEM.1))
}

/// Returns the message of a library's error as ours quote it, cut because it may repeat parts of the input.
pub(crate) fn said(error: &impl ToString) -> String {
    cut(&error.to_string().replace('`', "\""), PROBLEM.1)
}

/// Checks that this many bytes can be allocated, so that a lack of memory is an error and not the end of the process.
pub(crate) fn has_room(bytes: usize) -> bool {
    let mut room: Vec<u8> = Vec::new();
    let given = room.try_reserve_exact(bytes);
    std::hint::black_box(&room);
    given.is_ok()
}

/// Reason why JSON was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum JsonError {
    /// The text is too long.
    #[error("more than {most} bytes")]
    TooLarge {
        /// Maximum number of bytes.
        most: usize,
    },
    /// The text holds too many numbers, texts, lists and mappings.
    #[error("more than {MOST_VALUES} values")]
    TooMany,
    /// There is not enough memory to parse the text.
    #[error("no memory to read {bytes} bytes")]
    Memory {
        /// Number of bytes of the text.
        bytes: usize,
    },
    /// The text is not JSON.
    #[error("{0}")]
    Syntax(String),
}

/// Parses JSON of at most `most` bytes, after a check that there is memory for its values.
pub(crate) fn json(text: &[u8], most: usize) -> Result<Value, JsonError> {
    let values = measured(text, most)?;
    if !has_room(text.len() + values * VALUE) {
        return Err(JsonError::Memory { bytes: text.len() });
    }
    serde_json::from_slice(text).map_err(|error| JsonError::Syntax(said(&error)))
}

/// True if [`json`] would accept the size of this text and its number of values.
pub(crate) fn is_json_within(text: &[u8], most: usize) -> bool {
    measured(text, most).is_ok()
}

/// Returns the maximum number of values in a JSON text, or the limit that it exceeds.
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

/// Counts the values that JSON holds at most: one, and one for each comma, opening bracket and brace outside its texts.
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
