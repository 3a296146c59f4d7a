//! Compilation of specials by the primitives.

use super::features::Features;
use crate::card::CardSet;
use crate::ruleset::{Bindings, Special};

/// A special that is compiled, with the meanings of its late-bound words.
#[derive(Clone, Copy)]
pub(crate) struct Compiled<'a> {
    pub(crate) special: &'a Special,
    /// Cards of the special.
    pub(crate) cards: CardSet,
    pub(crate) bindings: &'a Bindings,
    /// Number of attacking specials before this one.
    pub(crate) attacks: u8,
    /// Number of specials before this one with a hit whose number of cards is open.
    pub(crate) opens: u8,
    /// Number of specials before this one whose covers depend on the upcard.
    pub(crate) covers: u8,
}

/// Rules of one primitive for one kind of card.
pub(crate) trait CompileCard: Default {
    /// Adds the rules of a special that the card has.
    fn add(&mut self, of: Compiled<'_>);
    /// True if the card can be played without regard to these rules.
    fn is_plain(&self) -> bool;
    /// Returns the features of the engine that these rules need.
    fn needs(&self) -> Features;
    /// True if these rules can make cards in hands known.
    fn makes_known(&self) -> bool {
        false
    }
}

/// Rules of one primitive for all cards together, for seats for which late-bound words have one meaning.
pub(crate) trait CompileTable: Default {
    /// Adds a special.
    fn add(&mut self, of: Compiled<'_>);
    /// Returns the features of the engine that these rules need.
    fn needs(&self) -> Features {
        0
    }
}
