//! Facts that only some rulesets have, one a line: other piles, ranks or cards named, created rules.

use super::board::Board;
use crate::engine::Demanded;
use crate::words::pile_name;

impl Board<'_> {
    /// Returns the facts of the tableau.
    pub(super) fn tableau(&self) -> Vec<String> {
        let (view, labels) = (&self.view, self.labels());
        let mut said = Vec::new();
        for index in (0..view.pile_count()).filter(|_| view.pile_count() > 1) {
            let (cards, suit) = view.pile_of(index);
            let top = cards
                .last()
                .map_or_else(|| "empty".to_owned(), |&card| labels.the_card(card));
            let suit = suit.map_or_else(String::new, |suit| format!(", {} nominated", labels.suit(suit)));
            let name = pile_name(index, view.pile_count());
            said.push(format!("{name}: {top}{suit}, {} cards", cards.len()));
        }
        match view.named() {
            Some(Demanded::Rank(rank)) if view.named_is_followed() => {
                said.push(format!("{} may be followed as well", labels.rank(rank)));
            }
            Some(Demanded::Rank(rank)) => {
                let until = match view.named_by() {
                    Some(by) => format!(", until seat {} has played again", by.0),
                    None => String::new(),
                };
                said.push(format!("{} must be played, if held{until}", labels.rank(rank)));
            }
            Some(Demanded::Card(card)) => {
                said.push(format!("{} must be played, if held", labels.the_card(card)));
            }
            None => {}
        }
        match (view.created(), view.standing()) {
            (Some(rules), _) => said.extend(rules.map(|rule| format!("created: {rule}"))),
            (None, 0) => {}
            (None, 1) => said.push("1 created rule stands, unseen".to_owned()),
            (None, standing) => said.push(format!("{standing} created rules stand, unseen")),
        }
        said
    }
}
