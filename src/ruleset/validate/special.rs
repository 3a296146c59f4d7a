//! Checks of one special: numbers in range, and keys that go together.

use super::elsewhere::RulesetContext;
use super::of::SpecialContext;
use super::{Problems, is_name};
use crate::ruleset::Ruleset;

impl Ruleset {
    pub(crate) fn check_specials(&self, others: &RulesetContext<'_>, problems: &mut Problems) {
        for (name, special) in &self.special {
            problems.check(is_name(name), &format!("special.{name}"), || {
                "a special's name is lower-case letters, digits and hyphens".to_owned()
            });
            let cards = others.late.reach(&special.cards);
            if cards.is_empty() {
                // A special without cards cannot contradict anything.
                continue;
            }
            let mut of = SpecialContext {
                ruleset: self,
                others,
                special,
                cards,
                name,
                problems,
            };
            macro_rules! check {
                ($($primitive:ident::$check:ident),+) => {
                    $(crate::primitive::$primitive::check::$check(&mut of);)+
                };
            }
            crate::primitive::special_checks!(check);
        }
    }
}
