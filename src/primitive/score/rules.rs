//! What cards count, compiled.

use crate::card::Card;
use crate::ruleset::{OtherPoints, Ruleset, Selector};

/// What a card left in hand counts.
pub(crate) fn points(ruleset: &Ruleset, players: u8, card: Card) -> u16 {
    for (text, points) in &ruleset.score.points.classes {
        if text
            .parse::<Selector>()
            .is_ok_and(|selector| selector.cards().contains(card))
        {
            return points.get(players).unwrap_or(0);
        }
    }
    match ruleset.score.points.others {
        OtherPoints::Each(points) => points,
        OtherPoints::Index => card.index() as u16 + 2,
        OtherPoints::Face => match card.rank().index() {
            13 => 50,
            12 => 1,
            8..=11 => 10,
            rank => rank as u16 + 2,
        },
    }
}
