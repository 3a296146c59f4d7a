//! What words that are due compile to.

use crate::card::CardSet;
use crate::ruleset::{Word, WordDue};

/// A word that is due.
#[derive(Debug, Clone)]
pub(crate) struct WordRules {
    pub(crate) say: u8,
    pub(crate) text: String,
    pub(crate) due: WordDue,
    pub(crate) cards: CardSet,
    pub(crate) on: CardSet,
    pub(crate) penalty: u8,
}

impl WordRules {
    /// What is said of a word.
    pub(crate) fn new((name, word): (&String, &Word)) -> Self {
        Self {
            say: word.say,
            text: Word::said(name),
            due: word.due,
            cards: word.cards.cards(),
            on: word.on.cards(),
            penalty: word.penalty,
        }
    }
}
