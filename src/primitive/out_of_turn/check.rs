//! Checks of play out of turn.

use crate::card::CardSet;
use crate::card_text::format_cards;
use crate::primitive::continuing::queries::FOLLOWING;
use crate::ruleset::validate::Problems;
use crate::ruleset::validate::elsewhere::RulesetContext;
use crate::ruleset::{Ruleset, Selector, Special, Upcard};

impl Ruleset {
    pub(crate) fn check_out_of_turn(&self, others: &RulesetContext<'_>, problems: &mut Problems) {
        let classes = &self.out_of_turn.identical;
        let mut listed = CardSet::EMPTY;
        for text in classes.0.keys() {
            let path = format!("out-of-turn.identical.{text}");
            match text.parse::<Selector>() {
                Err(error) => problems.add(&path, error.to_string()),
                Ok(selector) => {
                    let twice = listed.and(selector.cards());
                    problems.check(twice.is_empty(), &path, || {
                        format!("{} stand in another class already", format_cards(twice.iter()))
                    });
                    listed = listed.or(selector.cards());
                }
            }
        }
        let identical = classes.cards();
        if identical.is_empty() {
            return;
        }
        let identical = |special: &Special| special.when.upcard == Some(Upcard::Identical);
        let mut specials = self.special.iter();
        let again = specials.find(|(_, special)| identical(special) && special.again);
        let again = again.map(|(name, _)| format!("special.{name}.again = true"));
        problems.apart(
            "out-of-turn.identical",
            "a card played out of turn is played alone, and play goes on from its player",
            others.together().chain([others.special(FOLLOWING), again]),
        );
    }
}
