//! Free texts, in which no character may be invisible or control a terminal or a page.

use std::borrow::Cow;
use std::fmt::Write as _;

/// True for a character that cannot be read: a control character, a change of text direction, a line separator, the byte
/// order mark, or a noncharacter of Unicode.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
        || u32::from(c) & 0xFFFE == 0xFFFE
}

/// Returns the reason to refuse a text, if there is one; line breaks and tabs are allowed.
pub(crate) fn refused(text: &str) -> Option<String> {
    let hidden = text
        .chars()
        .find(|c| is_hidden(*c) && !matches!(c, '\n' | '\r' | '\t'))?;
    let number = u32::from(hidden);
    Some(format!(
        "the character U+{number:04X} cannot be read: write a text without control characters"
    ))
}

/// Returns a text for messages, with characters that cannot be read escaped.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_hidden(c) {
            let _ = write!(out, "{}", c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{refused, visible};

    #[test]
    fn what_cannot_be_read_is_refused_and_shown_by_its_number() {
        for hidden in [
            "\u{1b}[31m",
            "\u{0}",
            "\u{7f}",
            "\u{9b}",
            "\u{202e}",
            "\u{2028}",
            "\u{ffff}",
            "\u{1fffe}",
        ] {
            assert!(refused(hidden).is_some(), "{hidden:?}");
            assert!(visible(hidden).starts_with("\\u{"), "{hidden:?}");
        }
        for text in ["", "two\r\n\tlines", "ß\u{301} 🂡 \u{200d}"] {
            assert_eq!(refused(text), None);
        }
        assert_eq!(visible("plain"), "plain");
    }
}
