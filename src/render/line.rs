//! The state of the table in one line, for those who do not see the picture.

use super::board::Board;
use crate::ruleset::describe::words::capital;

impl Board<'_> {
    /// Describes the table and the decision that is due: "Upcard the Eight of hearts, suit in force spades. …".
    pub(super) fn line(&self) -> String {
        let mut sentences = vec![self.upcard()];
        let stock = self.view.stock_size();
        sentences.push(format!("Stock {stock}"));
        for fact in self.facts() {
            let words: Vec<&str> = fact.iter().map(|cell| cell.text().trim()).collect();
            sentences.push(words.join(" "));
        }
        sentences.push(self.sentence());
        let ended = sentences.iter().map(|text| text.trim_end_matches('.'));
        let said: Vec<&str> = ended.filter(|text| !text.is_empty()).collect();
        format!("{}.", said.join(". "))
    }

    /// Names the upcard and the suit in force. Where there are several piles, the facts name the upcard of each.
    fn upcard(&self) -> String {
        let (view, labels) = (&self.view, self.labels());
        let upcard = view.upcard().filter(|_| view.pile_count() == 1);
        let upcard = upcard.map(|card| format!("Upcard {}", labels.the_card(card)));
        let suit = view
            .suit()
            .map(|suit| format!("{} in force {}", labels.suit_word(), labels.suit(suit)));
        capital(&upcard.into_iter().chain(suit).collect::<Vec<_>>().join(", "))
    }
}
