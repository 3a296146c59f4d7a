//! What the room of a primitive makes of specials.

use super::features::Features;
use crate::card::CardSet;
use crate::ruleset::{Bindings, Special};

/// A special that is compiled, and what its late-bound words mean.
#[derive(Clone, Copy)]
pub(crate) struct Compiled<'a> {
    pub(crate) special: &'a Special,
    /// Its cards.
    pub(crate) cards: CardSet,
    pub(crate) bindings: &'a Bindings,
    /// How many of the specials before it attack.
    pub(crate) attacks: u8,
}

/// What a primitive makes of the specials of one kind of card.
pub(crate) trait OfCard: Default {
    /// Adds what a special says of the card.
    fn add(&mut self, of: Compiled<'_>);
    /// Whether the card can be played without regard to it.
    fn is_plain(&self) -> bool;
    /// What the engine must have for it.
    fn needs(&self) -> Features;
    /// Whether cards in hands can become known by it.
    fn makes_known(&self) -> bool {
        false
    }
}

/// What a primitive makes of all cards together, for seats for which late-bound words have one meaning.
pub(crate) trait OfTable: Default {
    /// Adds a special.
    fn add(&mut self, of: Compiled<'_>);
    /// What the engine must have for it.
    fn needs(&self) -> Features {
        0
    }
}
