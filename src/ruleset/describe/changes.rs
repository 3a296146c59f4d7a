//! The sentences in which the descriptions of a ruleset and of its variant differ.

use super::Section;

/// Lists the sentences that a variant changes, by section and heading; no heading is repeated.
///
/// A new sentence stands for the one that it replaces. Where more sentences are gone than added, those that are gone are
/// listed, too.
pub(super) fn changes(base: &[Section], variant: &[Section]) -> Vec<String> {
    base.iter()
        .zip(variant)
        .flat_map(|(before, after)| changes_of(before, after))
        .collect()
}

fn changes_of(before: &Section, after: &Section) -> Vec<String> {
    let mut said = Vec::new();
    let leads = headings(after);
    for lead in std::iter::once(None).chain(leads.iter().copied().map(Some)) {
        let change = Change::of(&sentences(before, lead), &sentences(after, lead));
        let heading = lead.unwrap_or(after.title);
        said.extend(change.in_words().map(|words| format!("*{heading}:* {words}")));
    }
    let gone: Vec<&str> = headings(before)
        .into_iter()
        .filter(|lead| !leads.contains(lead))
        .collect();
    if !gone.is_empty() {
        said.push(format!("No longer special: {}.", gone.join(", ")));
    }
    said
}

/// Returns the headings inside a section, each once, in order.
fn headings(section: &Section) -> Vec<&str> {
    let mut headings = Vec::new();
    for lead in section.blocks.iter().filter_map(|block| block.lead.as_deref()) {
        if !headings.contains(&lead) {
            headings.push(lead);
        }
    }
    headings
}

/// Returns all sentences of a section under one of its headings, or under none.
fn sentences<'a>(section: &'a Section, lead: Option<&str>) -> Vec<&'a str> {
    let blocks = section
        .blocks
        .iter()
        .filter(|block| block.lead.as_deref() == lead);
    blocks
        .flat_map(|block| block.sentences.iter().map(String::as_str))
        .collect()
}

/// Difference between two lists of sentences.
#[derive(Default)]
struct Change<'a> {
    new: Vec<&'a str>,
    /// Sentences removed from places in which fewer were added.
    gone: Vec<&'a str>,
}

impl<'a> Change<'a> {
    fn of(before: &[&'a str], after: &[&'a str]) -> Self {
        let common = common_lengths(before, after);
        let mut change = Self::default();
        let (mut i, mut j) = (0, 0);
        while i < before.len() || j < after.len() {
            let (mut gone, mut new) = (Vec::new(), Vec::new());
            while i < before.len() || j < after.len() {
                if i < before.len() && j < after.len() && before[i] == after[j] {
                    break;
                }
                if j < after.len() && (i == before.len() || common[i][j + 1] >= common[i + 1][j]) {
                    new.push(after[j]);
                    j += 1;
                } else {
                    gone.push(before[i]);
                    i += 1;
                }
            }
            if gone.len() > new.len() {
                change.gone.extend(gone);
            }
            change.new.extend(new);
            (i, j) = (i + 1, j + 1);
        }
        change
    }

    fn in_words(&self) -> Option<String> {
        let new = self.new.join(" ");
        match (self.new.is_empty(), self.gone.is_empty()) {
            (true, true) => None,
            (false, true) => Some(new),
            (true, false) => Some(format!("No longer: {}", self.gone.join(" "))),
            (false, false) => Some(format!("{new} No longer: {}", self.gone.join(" "))),
        }
    }
}

/// Returns the length of the longest common subsequence for every pair of suffixes of the two lists.
fn common_lengths(before: &[&str], after: &[&str]) -> Vec<Vec<usize>> {
    let mut common = vec![vec![0; after.len() + 1]; before.len() + 1];
    for i in (0..before.len()).rev() {
        for j in (0..after.len()).rev() {
            common[i][j] = if before[i] == after[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::Change;

    #[test]
    fn what_is_new_is_told_and_what_is_gone_unless_it_is_replaced() {
        for (before, after, said) in [
            ("a b c", "a b c", None),
            ("a b c", "a x c", Some("x")),
            ("a b c", "a b c b", Some("b")),
            ("a b c", "a c", Some("No longer: b")),
            ("a b c d", "x d", Some("x No longer: a b c")),
            ("a", "x y", Some("x y")),
            ("", "x", Some("x")),
            ("a b", "b a", Some("b No longer: b")),
        ] {
            let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
            let change = Change::of(&words(before), &words(after)).in_words();
            assert_eq!(change.as_deref(), said, "{before} → {after}");
        }
    }
}
