//! What mirrors compile to.

use crate::card::CardSet;
use crate::rules::Features;
use crate::rules::features::TABLE;
use crate::rules::room::{Compiled, OfCard, OfTable};

/// Whether the card is a mirror.
#[derive(Debug, Clone, Default)]
pub(crate) struct MirrorRules {
    /// Whether it turns what makes others draw against whoever played that.
    pub(crate) mirrors: bool,
}

impl OfCard for MirrorRules {
    fn add(&mut self, of: Compiled<'_>) {
        self.mirrors |= of.special.mirror;
    }

    fn is_plain(&self) -> bool {
        // What it turns has been collected from other cards.
        true
    }

    fn needs(&self) -> Features {
        if self.mirrors { TABLE } else { 0 }
    }
}

/// The cards that mirror.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mirrors {
    pub(crate) cards: CardSet,
}

impl OfTable for Mirrors {
    fn add(&mut self, of: Compiled<'_>) {
        if of.special.mirror {
            self.cards = self.cards.or(of.cards);
        }
    }
}
