//! The rulesets that tests iterate over, and the numbers of players that they allow.

use eights::Ruleset;
use eights::ruleset::{ids, tiny_ids};

/// The ids of all rulesets in the crate: the listed ones and the tiny ones for the solver.
pub(crate) fn all_ids() -> impl Iterator<Item = &'static str> {
    ids().chain(tiny_ids())
}

/// The allowed numbers of players of a ruleset that are nearest to these, each once.
pub(crate) fn nearest(ruleset: &Ruleset, players: &[u8]) -> Vec<u8> {
    let mut allowed: Vec<u8> = players
        .iter()
        .map(|&n| n.clamp(ruleset.players.min, ruleset.players.max))
        .collect();
    allowed.dedup();
    allowed
}

/// The allowed numbers of players of a builtin ruleset that are nearest to these, each once.
pub(crate) fn nearest_of(id: &str, players: &[u8]) -> Vec<u8> {
    nearest(&Ruleset::builtin(id).expect(id), players)
}
