//! Numbers of players that a ruleset allows.

use eights::ruleset::Ruleset;

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
