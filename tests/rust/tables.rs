//! The rulesets that tests go through, and numbers of players that they allow.

use eights::ruleset::{Ruleset, ids, tiny_ids};

/// The ids of all rulesets that come with the crate: those that are listed, and those that are there to be solved.
pub(crate) fn all_ids() -> impl Iterator<Item = &'static str> {
    ids().chain(tiny_ids())
}

/// The numbers of players that a ruleset allows nearest to these, each once.
pub(crate) fn nearest(ruleset: &Ruleset, players: &[u8]) -> Vec<u8> {
    let mut allowed: Vec<u8> = players
        .iter()
        .map(|&n| n.clamp(ruleset.players.min, ruleset.players.max))
        .collect();
    allowed.dedup();
    allowed
}

/// The same of a builtin ruleset.
pub(crate) fn nearest_of(id: &str, players: &[u8]) -> Vec<u8> {
    nearest(&Ruleset::builtin(id).expect(id), players)
}
