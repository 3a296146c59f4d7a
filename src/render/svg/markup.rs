//! Text and numbers in XML.

use std::fmt;

/// Escapes a text for XML.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Characters that XML 1.0 cannot hold at all.
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A length, written with at most one decimal.
#[derive(Clone, Copy)]
pub(super) struct N(pub(super) f32);

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i32;
        if tenths % 10 == 0 {
            write!(f, "{}", tenths / 10)
        } else {
            let sign = if tenths < 0 { "-" } else { "" };
            write!(f, "{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
        }
    }
}

/// The attributes of a place; a coordinate of 0 is omitted.
#[derive(Clone, Copy)]
pub(super) struct Point(pub(super) f32, pub(super) f32);

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, length) in [("x", N(self.0)), ("y", N(self.1))] {
            if length.0 != 0.0 {
                write!(f, " {name}=\"{length}\"")?;
            }
        }
        Ok(())
    }
}

/// Wraps a text to lines of at most `width` characters; a longer word stands alone.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_numbers_are_short() {
        assert_eq!(
            escaped("<a href=\"x\">&\u{0}\u{ffff}"),
            "&lt;a href=&quot;x&quot;&gt;&amp; \u{fffd}"
        );
        let shown = [1.0, -0.25, 2.449, -3.0, 0.04].map(|length| N(length).to_string());
        assert_eq!(shown, ["1", "-0.3", "2.4", "-3", "0"]);
        assert_eq!(wrapped("a long line of words", 9), ["a long", "line of", "words"]);
    }
}
