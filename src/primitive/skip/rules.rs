//! Compiled rules of lost turns.

use crate::rules::Features;
use crate::rules::compile::{CompileCard, Compiled};
use crate::rules::features::LOST_TURNS;
use crate::ruleset::LostTurns;

/// The turns that a card takes.
#[derive(Debug, Clone, Default)]
pub(crate) struct SkipRules {
    /// Number of players skipped.
    pub(crate) players: u8,
    /// Turns lost by players who are named by their place, by lot or by choice.
    pub(crate) lost: Vec<LostTurns>,
}

impl CompileCard for SkipRules {
    fn add(&mut self, of: Compiled<'_>) {
        self.players += of.special.skipped();
        self.lost.extend(of.special.lost_turns());
    }

    fn is_plain(&self) -> bool {
        self.players == 0 && self.lost.is_empty()
    }

    fn needs(&self) -> Features {
        if self.lost.is_empty() { 0 } else { LOST_TURNS }
    }
}
