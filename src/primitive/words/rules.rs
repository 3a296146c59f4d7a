//! Compiled rules of words that are due.

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
    /// Compiles a word, with its name as the text to say.
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
