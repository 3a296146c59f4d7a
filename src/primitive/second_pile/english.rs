//! English description of a second pile.

use crate::ruleset::Ruleset;

impl Ruleset {
    /// Describes how the second pile is begun.
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
                "Instead, exactly one card may be played on the second pile ({} only), which it must follow in the same way; \
                 that ends the turn.",
                self.many_of(&self.second_pile.cards)
            ),
            "Where a card follows on both piles its player says which it is played on.".to_owned(),
        ]
    }
}
