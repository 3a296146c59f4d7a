//! English for numbers of cards to draw.

use super::words::{count, join};
use crate::ruleset::{Amount, Ruleset, Until};

impl Ruleset {
    /// Describes a number of cards to draw, after the verb: "two cards".
    pub(crate) fn say_amount(&self, amount: &Amount) -> String {
        match amount {
            Amount::Number(cards) => count(*cards, "card"),
            Amount::Lot(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                format!("a number of cards drawn by lot from {}", join(&numbers, "and"))
            }
            Amount::Until(Until::Suit) => "cards, shown to all, until one is of the suit in force".to_owned(),
            Amount::Until(Until::Cards(cards)) => {
                format!("cards, shown to all, until one is {}", self.one_of(cards))
            }
        }
    }

    /// [`Ruleset::say_amount`] before the rest of a sentence.
    pub(crate) fn say_amount_and(&self, amount: &Amount) -> String {
        let comma = if matches!(amount, Amount::Until(_)) {
            ","
        } else {
            ""
        };
        format!("{}{comma}", self.say_amount(amount))
    }
}
