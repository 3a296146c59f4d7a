//! English description of hands and cards that move.

use crate::ruleset::{MoveTo, PassHands, Ruleset, Special};

/// Describes cards that are given away.
pub(crate) fn say_give(_: &Ruleset, special: &Special) -> Vec<String> {
    let Some(give) = special.gives() else {
        return Vec::new();
    };
    let mut said = match (give.to, give.must) {
        (MoveTo::Next, true) => vec!["Its player gives one card of choice to the next player.".to_owned()],
        (MoveTo::Next, false) => {
            vec!["Its player may give one card of choice to the next player.".to_owned()]
        }
        (_, must) => vec![format!(
            "Its player gives one card of choice to each other player in the order of play, while there are cards{}.",
            if must { "" } else { ", and may stop at any time" }
        )],
    };
    if give.to == MoveTo::Each {
        said.push(
            "If that leaves the giver without cards, each player who got none draws one card.".to_owned(),
        );
    }
    said
}

/// Describes hands that move.
pub(crate) fn say_hands(_: &Ruleset, special: &Special) -> Vec<String> {
    let mut said = Vec::new();
    let way = match special.pass_hands() {
        PassHands::Off => None,
        PassHands::Right => Some("to the seat before, anticlockwise"),
        PassHands::Left => Some("to the seat after, clockwise"),
        PassHands::Onward => Some("in the direction of play"),
    };
    said.extend(way.map(|way| format!("All hands move by one seat, {way}.")));
    if special.swaps_hands() {
        let may = if special.must_swap_hands() { "must" } else { "may" };
        said.push(format!(
            "Its player {may} swap hands with one other player of choice."
        ));
    }
    said
}
