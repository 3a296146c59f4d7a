//! Compiled rules of challenges.

use crate::card::CardSet;
use crate::rules::Features;
use crate::rules::compile::{CompileCard, CompileTable, Compiled};
use crate::rules::features::{CHALLENGES, PENALTIES};
use crate::ruleset::Challenge;

/// The terms of a challenge of the card, if it can be challenged.
pub(crate) type ChallengeRules = Option<Challenge>;

impl CompileCard for ChallengeRules {
    fn add(&mut self, of: Compiled<'_>) {
        if of.special.challenge.is_some() {
            self.clone_from(&of.special.challenge);
        }
    }

    fn is_plain(&self) -> bool {
        self.is_none()
    }

    fn needs(&self) -> Features {
        // A wrong challenger draws as for a penalty.
        if self.is_some() { CHALLENGES | PENALTIES } else { 0 }
    }

    fn makes_known(&self) -> bool {
        self.is_some()
    }
}

/// Cards that can be challenged.
#[derive(Debug, Clone, Default)]
pub(crate) struct Challengeable {
    /// Cards that by rule only a player who can play nothing else, or who holds no card of the suit in force, may play,
    /// but that the action mask allows to others as well.
    pub(crate) cards: CardSet,
}

impl CompileTable for Challengeable {
    fn add(&mut self, of: Compiled<'_>) {
        if of.special.challenge.is_some() {
            self.cards = self.cards.or(of.cards);
        }
    }

    fn needs(&self) -> Features {
        if self.cards.is_empty() { 0 } else { CHALLENGES }
    }
}
