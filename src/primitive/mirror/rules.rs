//! Compiled rules of mirrors.

use crate::card::CardSet;
use crate::rules::Features;
use crate::rules::compile::{CompileCard, CompileTable, Compiled};
use crate::rules::features::TABLE;

/// The rules of a mirror.
#[derive(Debug, Clone, Default)]
pub(crate) struct MirrorRules {
    /// True if the card turns an attack, or a draw by all others, against the player who caused it.
    pub(crate) mirrors: bool,
}

impl CompileCard for MirrorRules {
    fn add(&mut self, of: Compiled<'_>) {
        self.mirrors |= of.special.mirror;
    }

    fn is_plain(&self) -> bool {
        // The effects that a mirror turns were collected from other cards.
        true
    }

    fn needs(&self) -> Features {
        if self.mirrors { TABLE } else { 0 }
    }
}

/// The mirror cards.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mirrors {
    pub(crate) cards: CardSet,
}

impl CompileTable for Mirrors {
    fn add(&mut self, of: Compiled<'_>) {
        if of.special.mirror {
            self.cards = self.cards.or(of.cards);
        }
    }
}
