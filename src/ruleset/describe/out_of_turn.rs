//! Several cards one on another, play out of turn, a second pile, and what special cards do beyond a turn, in English.

use super::words::capital;
use crate::ruleset::{Claimed, Ruleset};

impl Ruleset {
    /// How the second pile is begun.
    pub(crate) fn say_second_begun(&self) -> Option<String> {
        (!self.second_pile.cards.is_none()).then(|| {
            format!(
                "There are two piles; the second takes {} only. One of the players who hold such a card, drawn by lot, begins \
                 it with one of them at random; if nobody holds one, cards are turned from the stock until one comes, and \
                 the others go back.",
                self.many_of(&self.second_pile.cards)
            )
        })
    }

    pub(crate) fn say_second_pile(&self) -> Vec<String> {
        if self.second_pile.cards.is_none() {
            return Vec::new();
        }
        vec![
            format!(
                "Instead, exactly one card may be laid on the second pile ({} only), which it must follow in the same way; \
                 that ends the turn.",
                self.many_of(&self.second_pile.cards)
            ),
            "Where a card follows on both piles its player says which it is laid on.".to_owned(),
        ]
    }

    pub(crate) fn say_out_of_turn(&self) -> Vec<String> {
        let rules = &self.out_of_turn;
        if rules.identical.cards().is_empty() {
            return Vec::new();
        }
        let mut said = vec![
            format!(
                "{} may be laid out of turn on an identical upcard (the same rank and suit; a Joker of the same colour).",
                capital(&self.labels.many(rules.identical.cards()))
            ),
            "After each card laid its player is asked, then the others who hold such a card, in the order of play; play goes \
             on from whoever laid the last."
                .to_owned(),
        ];
        let must = rules.identical.with(Claimed::Must);
        if !must.is_empty() {
            said.push(format!(
                "{} must be laid so by whoever holds one.",
                capital(&self.labels.many(must))
            ));
        }
        let others = rules.identical.with(Claimed::OthersMay);
        if !others.is_empty() {
            said.push(format!(
                "Who has laid {} may not lay another on it so.",
                self.labels.one(others)
            ));
        }
        said.push(
            "Attacks so laid add up, each reversal counts, and a penalty is drawn by the player after its own; of skips, \
             further turns, covers, nominations and named ranks only those of the last card count."
                .to_owned(),
        );
        said
    }
}
