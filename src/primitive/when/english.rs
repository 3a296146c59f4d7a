//! English description of conditions.

use crate::ruleset::describe::words::{by_range, number};
use crate::ruleset::{Left, Ruleset, Side, Special, Upcard};

impl Ruleset {
    /// Returns the conditions of a special as they stand in its heading: " with three players", " on a Nine".
    pub(crate) fn say_conditions(&self, special: &Special) -> String {
        let when = &special.when;
        let mut said = String::new();
        if special.depends_on_play() {
            match &when.upcard {
                Some(Upcard::Identical) => said.push_str(" on an identical card"),
                Some(Upcard::Cards(cards)) => said += &[" on ", &self.one_of(cards)].concat(),
                None => {}
            }
            if let Some(left) = when.left {
                said += &[" that leaves its player with ", &say_left(left)].concat();
            }
        }
        said.push_str(match when.side {
            Some(Side::Front) => " with the front up",
            Some(Side::Back) => " with the back up",
            None => "",
        });
        if let Some(players) = when.players {
            let comma = if said.is_empty() { "" } else { "," };
            said += &[comma, " with ", &by_range(players)].concat();
        }
        said
    }

    /// Describes the effects of a card identical to the upcard, whatever card it is.
    pub(crate) fn say_identical(&self) -> Vec<String> {
        let identical = self.identical();
        let mut said = Vec::new();
        if identical.others_draw > 0 {
            said.push(format!(
                "When a card identical to the upcard is played, all other players draw {}, in order of play.",
                crate::ruleset::describe::words::count(identical.others_draw, "card")
            ));
        }
        if identical.again {
            said.push(
                "Whoever plays a card identical to the upcard has the next turn, and counts as the next player for all \
                 that the turn does."
                    .to_owned(),
            );
        }
        said
    }
}

/// Describes numbers of cards: "one card", "at most two cards", "three or more cards".
fn say_left(left: Left) -> String {
    let noun = if left.most == 1 { "card" } else { "cards" };
    match (left.least, left.most) {
        (least, most) if least == most => format!("{} {noun}", number(most)),
        (0, most) => format!("at most {} {noun}", number(most)),
        (least, u8::MAX) => format!("{} or more cards", number(least)),
        (least, most) => format!("{} to {} {noun}", number(least), number(most)),
    }
}
