//! Counts of what was played and checked.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Counts of what was played and checked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Counts {
    /// Cases played.
    pub(crate) cases: u64,
    /// Cases whose ruleset allows no such game.
    pub(crate) no_games: u64,
    pub(crate) episodes: u64,
    /// Episodes that ended.
    pub(crate) ended: u64,
    pub(crate) decisions: u64,
    /// Outcomes of explicit chance.
    pub(crate) outcomes: u64,
    pub(crate) observations: u64,
    /// Positions redrawn for a seat, with equal observations.
    pub(crate) redrawn: u64,
    /// Worlds drawn with a history that was replayed.
    pub(crate) worlds: u64,
    /// Worlds drawn as positions, without a history.
    pub(crate) without_history: u64,
    /// Positions for which no other one was found in bounded time.
    pub(crate) none_found: u64,
    /// Positions restored from their mapping and from their bytes.
    pub(crate) positions: u64,
    /// Positions played on from their mapping, beside the game itself.
    pub(crate) futures: u64,
    /// Moves repeated by the engine with all features.
    pub(crate) compared: u64,
    pub(crate) records: u64,
}

impl AddAssign<&Self> for Counts {
    fn add_assign(&mut self, other: &Self) {
        let pairs = [
            (&mut self.cases, other.cases),
            (&mut self.no_games, other.no_games),
            (&mut self.episodes, other.episodes),
            (&mut self.ended, other.ended),
            (&mut self.decisions, other.decisions),
            (&mut self.outcomes, other.outcomes),
            (&mut self.observations, other.observations),
            (&mut self.redrawn, other.redrawn),
            (&mut self.worlds, other.worlds),
            (&mut self.without_history, other.without_history),
            (&mut self.none_found, other.none_found),
            (&mut self.positions, other.positions),
            (&mut self.futures, other.futures),
            (&mut self.compared, other.compared),
            (&mut self.records, other.records),
        ];
        for (sum, more) in pairs {
            *sum += more;
        }
    }
}
