//! English description of the cards that may be played next.

use crate::ruleset::describe::words::count;
use crate::ruleset::{Binds, Ruleset, Special};

/// Describes the cards that may be played on a card of the special.
pub(crate) fn say(ruleset: &Ruleset, special: &Special) -> Vec<String> {
    let mut said = Vec::new();
    if special.accepts_any() {
        said.push("Any card may be played on it.".to_owned());
    }
    if let Some(cards) = special.demand() {
        said.push(format!(
            "The next player plays {}, whatever its suit, and nothing else, or draws; nobody after that is bound.",
            ruleset.one_of(cards)
        ));
    }
    if let Some(cards) = special.followed_by() {
        let suit = if cards.is_late() {
            ""
        } else {
            " and whatever its suit"
        };
        said.push(format!(
            "Nothing may be played on it but {}, whoever plays it{suit}.",
            ruleset.one_of(cards)
        ));
    }
    if special.follow_under() {
        said.push(
            "The card under it is to be followed, as if it were not there; with nothing under it any card follows."
                .to_owned(),
        );
    }
    said
}

/// Describes the rank that the next player must play.
pub(crate) fn say_named(ruleset: &Ruleset, special: &Special) -> Option<String> {
    let named = special.named()?;
    if named.binds == Binds::NamedAll {
        return Some(format!(
            "Its player names the rank of {}: everybody in turn must play a card of that rank, whatever its suit, or one \
             that names anew, or else draws, until the player who named it has played again.",
            ruleset.one_of(&named.cards)
        ));
    }
    let cards = if named.cards.is_none() {
        String::new()
    } else {
        format!(", or {}", ruleset.one_of(&named.cards))
    };
    Some(format!(
        "Its player names a rank{cards}: the next player must play such a card if one is held, whatever its suit, or else \
         draws {}; either ends that turn.",
        count(named.else_draw, "card")
    ))
}
