//! Free texts inside Markdown, escaped so that none is read as markup, link, picture, HTML or mathematics.

/// Returns a text on one line with all markup escaped.
pub(super) fn plain(text: &str) -> String {
    let text = on_one_line(text);
    let mut out = String::with_capacity(text.len());
    push(&mut out, &text, true);
    out
}

/// Returns prose on one line with all markup escaped, except for spans of `code`.
pub(super) fn prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_prose(&mut out, &on_one_line(text));
    out
}

/// Returns prose on one line as [`prose`] does, with its web addresses as links.
pub(super) fn cited(text: &str) -> String {
    let text = on_one_line(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, address, after)) = web_address(rest) {
        push_prose(&mut out, before);
        out.extend(["<", address, ">"]);
        rest = after;
    }
    push_prose(&mut out, rest);
    out
}

/// Appends prose with all markup escaped, except for spans of `code`.
fn push_prose(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some((before, inside, after)) = code_span(rest) {
        let first = out.is_empty();
        push(out, before, first);
        out.extend(["`", inside, "`"]);
        rest = after;
    }
    let first = out.is_empty();
    push(out, rest, first);
}

/// Splits a text at its first web address: before, address, after.
///
/// Brackets and marks at the end of an address belong to the sentence, except for a bracket that the address has opened.
fn web_address(text: &str) -> Option<(&str, &str, &str)> {
    let at = ["https://", "http://"]
        .iter()
        .filter_map(|scheme| text.find(scheme))
        .min()?;
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~:/?=&%+@()".contains(c);
    let length = text[at..].find(|c| !allowed(c)).unwrap_or(text.len() - at);
    let mut address = &text[at..at + length];
    while let Some(last) = address.chars().last().filter(|c| "()._:?&".contains(*c)) {
        let count = |bracket| address.matches(bracket).count();
        if last == ')' && count('(') >= count(')') {
            break;
        }
        address = &address[..address.len() - 1];
    }
    Some((&text[..at], address, &text[at + address.len()..]))
}

/// Returns a text as a span of code, whatever its characters.
pub(super) fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    if longest == 0 {
        return format!("`{text}`");
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence} {text} {fence}")
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits a text at its first span between two single backticks: before, inside, after.
fn code_span(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (inside, after) = rest.split_once('`')?;
    let single = !inside.trim().is_empty() && !after.starts_with('`');
    single.then_some((before, inside, after))
}

/// Appends a text with markup escaped; `first` is true if the text may begin a line.
fn push(out: &mut String, text: &str, first: bool) {
    let chars: Vec<char> = text.chars().collect();
    let marker = if first { list_marker(&chars) } else { None };
    for (at, &c) in chars.iter().enumerate() {
        let next = chars.get(at + 1);
        let inside_word = |other: Option<&char>| other.is_some_and(|c| c.is_alphanumeric());
        let escapes = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '#' | '~' | '$' => true,
            '_' => !(at > 0 && inside_word(chars.get(at - 1)) && inside_word(next)),
            '&' => next.is_some_and(|c| c.is_ascii_alphanumeric() || *c == '#'),
            '>' => first && at == 0,
            _ => marker == Some(at),
        };
        if escapes {
            out.push('\\');
        }
        out.push(c);
    }
}

/// Returns the place of the mark that would begin an item of a list: `-`, `+`, or `.` or `)` after a number.
fn list_marker(chars: &[char]) -> Option<usize> {
    let digits = chars.iter().take_while(|c| c.is_ascii_digit()).count();
    let marks: &[char] = if digits == 0 { &['-', '+'] } else { &['.', ')'] };
    let marked = chars.get(digits).is_some_and(|c| marks.contains(c));
    (marked && chars.get(digits + 1).is_none_or(|c| *c == ' ')).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::{cited, code, plain, prose};

    #[test]
    fn nothing_in_a_text_is_markup() {
        for (text, escaped) in [
            ("Crazy Eights, basic game", "Crazy Eights, basic game"),
            ("the variant max_draw_cards (1)", "the variant max_draw_cards (1)"),
            ("_a_ *b* `c`", "\\_a\\_ \\*b\\* \\`c\\`"),
            ("<img src=x onerror=y>", "\\<img src=x onerror=y>"),
            ("[x](javascript:y)", "\\[x\\](javascript:y)"),
            ("![x](https://y)", "!\\[x\\](https://y)"),
            ("&lt;b> & more", "\\&lt;b> & more"),
            ("a\n\n# b\n---", "a \\# b ---"),
            ("> a", "\\> a"),
            ("- a", "\\- a"),
            ("+2", "+2"),
            ("12. a", "12\\. a"),
            ("1.2.0", "1.2.0"),
            ("\\(x\\) $x$ ~~x~~", "\\\\(x\\\\) \\$x\\$ \\~\\~x\\~\\~"),
        ] {
            assert_eq!(plain(text), escaped);
        }
        for (text, escaped) in [
            ("say `a * b` and *c*", "say `a * b` and \\*c\\*"),
            ("one ` alone", "one \\` alone"),
            ("``<b>``", "\\`\\`\\<b>\\`\\`"),
            ("`a`<b>`", "`a`\\<b>\\`"),
            ("- `a`", "\\- `a`"),
        ] {
            assert_eq!(prose(text), escaped);
        }
        for (text, escaped) in [
            ("A (https://a.b/c_(d)).", "A (<https://a.b/c_(d)>)."),
            (
                "*A*, http://a.b/?c=d&e=f, `g`",
                "\\*A\\*, <http://a.b/?c=d&e=f>, `g`",
            ),
            ("https://a.b> <https://c.d", "<https://a.b>> \\<<https://c.d>"),
            ("- javascript:a", "\\- javascript:a"),
        ] {
            assert_eq!(cited(text), escaped);
        }
        for (text, escaped) in [("a = 1", "`a = 1`"), ("a`b", "`` a`b ``"), ("``", "``` `` ```")] {
            assert_eq!(code(text), escaped);
        }
    }
}
