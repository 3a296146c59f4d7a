//! English description of nominations.

use crate::ruleset::{Free, Nominate, Ruleset, Special};

/// Describes the nomination of a suit.
pub(crate) fn say(ruleset: &Ruleset, special: &Special) -> Option<String> {
    let has_suit =
        special.cards.is_late() || !special.cards.cards().minus(ruleset.pack().jokers()).is_empty();
    let text = match special.nominate {
        Nominate::Always => "Its player nominates the suit to follow.",
        Nominate::IfFollowed => {
            "Its player nominates the suit to follow, but only if the card itself followed; otherwise its \
             own suit holds."
        }
        Nominate::Alone => {
            "Played as the only card of a turn, it lets its player nominate the suit to follow; played where it does not \
             follow, it must be the only card."
        }
        Nominate::Second => {
            "Its player names a second suit, which the next player may follow as well as its own; nobody after that may."
        }
        Nominate::OwnColour => {
            "Its player nominates the suit to follow, one of the two suits of its own colour."
        }
        Nominate::Other => {
            "Its player nominates the suit to follow, another than the one in force when it was played."
        }
        Nominate::InForce => "The suit in force stays, and is followed on it.",
        Nominate::SuitAndRank => {
            "Its player nominates a suit and a rank: a card of the one or of the other follows."
        }
        Nominate::Never if special.play.free != Free::Never && has_suit => {
            "Its own suit holds: nothing is nominated."
        }
        Nominate::Never => return None,
    };
    Some(text.to_owned())
}
