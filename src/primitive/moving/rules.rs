//! Compiled rules of hands and cards that move.

use crate::rules::Features;
use crate::rules::compile::{CompileCard, Compiled};
use crate::rules::features::{GIFTS, TABLE};
use crate::ruleset::{MoveTo, PassHands};

/// The moves of hands or cards that a card causes.
#[derive(Debug, Clone, Default)]
pub(crate) struct MoveRules {
    pub(crate) give: Option<GiveRules>,
    pub(crate) pass_hands: PassHands,
    /// True if its player may swap hands with another.
    pub(crate) swap_hands: bool,
}

/// The rules for giving cards away.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GiveRules {
    pub(crate) optional: bool,
    pub(crate) rest_draw: u8,
    /// True if only the next player receives a card.
    pub(crate) next_only: bool,
}

impl CompileCard for MoveRules {
    fn add(&mut self, of: Compiled<'_>) {
        let special = of.special;
        if special.pass_hands() != PassHands::Off {
            self.pass_hands = special.pass_hands();
        }
        self.swap_hands |= special.swaps_hands();
        if let Some(give) = special.gives() {
            self.give = Some(GiveRules {
                optional: !give.must,
                rest_draw: u8::from(give.to == MoveTo::Each),
                next_only: give.to == MoveTo::Next,
            });
        }
    }

    fn is_plain(&self) -> bool {
        self.give.is_none() && self.pass_hands == PassHands::Off && !self.swap_hands
    }

    fn needs(&self) -> Features {
        let gifts = if self.give.is_some() { GIFTS } else { 0 };
        // Swaps come with a tableau.
        let table = if self.pass_hands == PassHands::Off {
            0
        } else {
            TABLE
        };
        gifts | table
    }

    fn makes_known(&self) -> bool {
        self.give.is_some() || self.pass_hands != PassHands::Off || self.swap_hands
    }
}
