//! The possible players beside people, and how strong each is.

/// The player of a seat that a person takes.
pub const PERSON: &str = "person";

/// Searchers that every table offers: by information sets, and flat Monte Carlo, with so many iterations.
pub const SEARCHERS: [&str; 2] = ["ismcts(iterations=300)", "pimc(iterations=300)"];

/// How strong opponents are, as docs/leaderboard.md measures it.
const STRENGTHS: [(&str, &str); 6] = [
    ("random", "beginner"),
    ("greedy", "easy"),
    ("heuristic", "medium"),
    ("learned", "strong"),
    (SEARCHERS[0], "strong"),
    (SEARCHERS[1], "strong"),
];

/// Returns how strong an opponent is; empty where nobody knows, such as for a policy of one's own.
///
/// ```
/// assert_eq!(eights::table::strength("greedy"), "easy");
/// ```
#[must_use]
pub fn strength(name: &str) -> &'static str {
    STRENGTHS
        .iter()
        .find(|(of, _)| *of == name)
        .map_or("", |(_, strength)| strength)
}
