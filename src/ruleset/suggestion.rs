//! Suggestions for unknown words.

/// Maximum length of a word that is compared, in bytes; known words are shorter.
const LONGEST: usize = 40;

/// Returns the known word closest to a given one, if any is close; case, and `_` for `-`, make no difference.
pub(crate) fn closest_match<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    closest_matches(given, known).into_iter().next()
}

/// Returns the known words close to a given one, three at most, the closest first.
pub(crate) fn closest_matches<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    closest(given, &mut known.into_iter())
}

/// The work of [`closest_matches`], compiled once for all its iterators.
fn closest<'a>(given: &str, known: &mut dyn Iterator<Item = &'a str>) -> Vec<&'a str> {
    if given.len() > LONGEST {
        return Vec::new();
    }
    let plain = |word: &str| word.to_lowercase().replace(['_', ' '], "-");
    let given = plain(given);
    let far = |word: &str| strsim::osa_distance(&given, &plain(word));
    let most = |word: &str| (given.chars().count().max(word.len()) / 3).min(3);
    let mut found: Vec<(usize, &str)> = known
        .map(|word| (far(word), word))
        .filter(|&(distance, word)| distance <= most(word))
        .collect();
    found.sort_by_key(|&(distance, _)| distance);
    found.truncate(3);
    found.into_iter().map(|(_, word)| word).collect()
}

/// Joins words as in a sentence, each between two marks: "`a`, `b` or `c`".
pub(crate) fn joined<'a>(
    words: impl IntoIterator<Item = &'a str>,
    mark: impl std::fmt::Display,
    by: &str,
) -> String {
    let mut words: Vec<String> = words
        .into_iter()
        .map(|word| format!("{mark}{word}{mark}"))
        .collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() {
        last
    } else {
        format!("{} {by} {last}", words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_if_it_is_near() {
        let known = ["reward-scale", "reward", "runs", "most", "skip"];
        for (given, found) in [
            ("reward_scale", Some("reward-scale")),
            ("Reward-Scale", Some("reward-scale")),
            ("skp", Some("skip")),
            ("mots", Some("most")),
            ("run", Some("runs")),
            ("nonsense", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(closest_match(given, known), found, "{given}");
        }
        assert_eq!(closest_match(&"s".repeat(1_000), known), None);
        assert_eq!(
            closest_matches("rewards", ["skip", "rewarded", "reward"]),
            ["reward", "rewarded"]
        );
        assert_eq!(
            joined(known[2..].iter().copied(), '`', "or"),
            "`runs`, `most` or `skip`"
        );
        assert_eq!(joined(["a"], '"', "or"), "\"a\"");
    }
}
