//! Several cards one on another, play out of turn, a second pile, and what special cards do beyond a turn, in English.

use super::words::{capital, count};
use crate::ruleset::{Claimed, Ruleset, Special};

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

    /// A rank that the next player must lay.
    pub(crate) fn say_name_rank(&self, special: &Special) -> Option<String> {
        let named = special.named()?;
        let cards = if named.cards.is_none() {
            String::new()
        } else {
            format!(", or {}", self.one_of(&named.cards))
        };
        Some(format!(
            "Its player names a rank{cards}: the next player must lay such a card if one is held, whatever its suit, or else \
             draws {}; either ends that turn.",
            count(named.else_draw, "card")
        ))
    }

    /// What is turned against whoever laid it.
    pub(crate) fn say_mirror(&self, special: &Special) -> Vec<String> {
        let mut said = Vec::new();
        if !special.mirror {
            return said;
        }
        if self.has(|special| special.attack().is_some()) {
            said.push(
                "It mirrors an attack: laid on a pending one, to which it must follow by suit (but on another mirror it need \
                 not), it turns the direction of play, and whoever attacked faces what is pending."
                    .to_owned(),
            );
            said.push(
                "An odd number laid together counts as one; with an even number the direction stays, and their own player \
                 faces it at once."
                    .to_owned(),
            );
        }
        if self.has(|special| special.others_draw() > 0) {
            said.push(
                "When a card is laid for which all others draw, they are asked first, in the order of play, who holds a \
                 mirror of its suit: if one is laid, the player of the card draws all that the others would have drawn, or \
                 mirrors it again with any mirror."
                    .to_owned(),
            );
            said.push(
                "An even number laid together hits its own player; the direction stays, and play goes on after the player \
                 of the first card."
                    .to_owned(),
            );
        }
        said
    }
}
