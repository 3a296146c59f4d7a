//! One special: numbers in range, and words that go together.

use super::elsewhere::Others;
use super::{Problems, is_name};
use crate::card::CardSet;
use crate::ruleset::{Ruleset, Special};

/// Collects problems under the keys of one special.
pub(crate) struct Of<'a> {
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) others: &'a Others<'a>,
    pub(crate) special: &'a Special,
    /// Every card that it can mean.
    pub(crate) cards: CardSet,
    pub(crate) name: &'a str,
    pub(crate) problems: &'a mut Problems,
}

impl Of<'_> {
    pub(crate) fn check(&mut self, holds: bool, key: &str, message: &str) {
        self.problems
            .check(holds, &format!("special.{}.{key}", self.name), || {
                message.to_owned()
            });
    }

    pub(crate) fn apart(&mut self, key: &str, why: &str, others: impl IntoIterator<Item = Option<String>>) {
        self.problems
            .apart(&format!("special.{}.{key}", self.name), why, others);
    }

    pub(crate) fn range(&mut self, given: u8, least: u32, most: u32, key: &str) {
        self.problems
            .range(given, least, most, &format!("special.{}.{key}", self.name));
    }
}

impl Ruleset {
    pub(crate) fn check_specials(&self, others: &Others<'_>, problems: &mut Problems) {
        for (name, special) in &self.special {
            problems.check(is_name(name), &format!("special.{name}"), || {
                "a special's name is lower-case letters, digits and hyphens".to_owned()
            });
            let cards = others.late.reach(&special.cards);
            if cards.is_empty() {
                // No card has it: nothing in it can contradict anything.
                continue;
            }
            if special.when.upcard.is_some() {
                self.check_identical(name, special, others, problems);
                continue;
            }
            let mut of = Of {
                ruleset: self,
                others,
                special,
                cards,
                name,
                problems,
            };
            macro_rules! check {
                ($($room:ident::$check:ident),+) => {
                    $(crate::primitive::$room::check::$check(&mut of);)+
                };
            }
            crate::primitive::special_checks!(check);
        }
    }
}
