//! English description of play out of turn.

use crate::ruleset::describe::words::capital;
use crate::ruleset::{Claimed, Ruleset};

impl Ruleset {
    pub(crate) fn say_out_of_turn(&self) -> Vec<String> {
        let rules = &self.out_of_turn;
        if rules.identical.cards().is_empty() {
            return Vec::new();
        }
        let mut said = vec![
            format!(
                "{} may be played out of turn on an identical upcard (the same rank and suit; a Joker of the same colour).",
                capital(&self.labels.many(rules.identical.cards()))
            ),
            "After each card played its player is asked, then the others who hold such a card, in the order of play; play goes \
             on from whoever played the last."
                .to_owned(),
        ];
        let must = rules.identical.with(Claimed::Must);
        if !must.is_empty() {
            said.push(format!(
                "{} must be played in this way by whoever holds one.",
                capital(&self.labels.many(must))
            ));
        }
        let others = rules.identical.with(Claimed::OthersMay);
        if !others.is_empty() {
            said.push(format!(
                "A player who has played {} may not play another on it in this way.",
                self.labels.one(others)
            ));
        }
        said.push(
            "Attacks played in this way add up, each reversal counts, and a penalty is drawn by the player after its own; of skips, \
             further turns, covers, nominations and named ranks only those of the last card count."
                .to_owned(),
        );
        said
    }
}
