//! How large a text of a ruleset may be, and texts without their middle.

/// Most bytes of a ruleset as it comes: of its text, or of the texts of a mapping and one for each value.
pub(crate) const MOST_BYTES: usize = 1_000_000;

/// Most bytes of a key, and of a text that is not prose.
pub(crate) const LONGEST: usize = 1_000;

/// A text without its middle, where it has more characters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if text.len() <= most || count <= most {
        return text.to_owned();
    }
    // What was allowed stands at the end.
    let (start, end) = (most / 4, most - most / 4);
    let head = text.chars().take(start);
    head.chain(['…']).chain(text.chars().skip(count - end)).collect()
}
