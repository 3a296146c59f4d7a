//! English description of challenges.

use crate::primitive::hit::english::turn;
use crate::ruleset::describe::words::{count, number};
use crate::ruleset::{Challenge, ChallengeDraw, Ruleset, SameRank, Special, TurnKept};

/// Describes the challenge of a card and its outcomes.
pub(crate) fn say(ruleset: &Ruleset, special: &Special) -> Vec<String> {
    let Some(challenge) = &special.challenge else {
        return Vec::new();
    };
    let mut said = say_outcome(special, challenge);
    let several = ruleset.continue_together();
    let together = several.same_rank_cards.and(special.cards.cards());
    if several.same_rank != SameRank::Off && !together.is_empty() {
        said.push("Played together with other cards it cannot be challenged.".to_owned());
    }
    said
}

/// Describes the outcomes of a challenge.
fn say_outcome(special: &Special, challenge: &Challenge) -> Vec<String> {
    let (penalty, attack) = (special.penalty(), special.attack());
    let own = penalty
        .map_or(0, |penalty| penalty.draw.number())
        .saturating_add(attack.map_or(0, |attack| attack.draw.number()));
    let kept = penalty.filter(|_| attack.is_none());
    let turn = turn(kept.map_or(TurnKept::Lost, |penalty| penalty.turn));
    let open = special.open_hit().is_some();
    let wrongly = match (own, challenge.extra) {
        (_, 0) if open => format!("the challenger draws the cards of that hit and {turn} the turn"),
        (_, extra) if open => {
            let more = number(extra);
            format!("the challenger draws the cards of that hit and {more} more, and {turn} the turn")
        }
        (0, 0) => "the challenge costs nothing".to_owned(),
        (0, extra) => format!(
            "the challenger draws {} and {turn} the turn",
            count(extra, "card")
        ),
        (own, 0) => format!(
            "the challenger draws the {}, no more, and {turn} the turn",
            count(own, "card")
        ),
        (own, extra) => format!(
            "the challenger draws {} ({} and {} more) and {turn} the turn",
            count(own.saturating_add(extra), "card"),
            number(own),
            number(extra)
        ),
    };
    let skip = attack.map_or(0, |attack| attack.skip);
    let wrongly = say_lost_turns(own.saturating_add(challenge.extra), skip).unwrap_or(wrongly);
    let cards = match challenge.draw {
        ChallengeDraw::Hit => "the cards of that hit".to_owned(),
        ChallengeDraw::Cards(cards) => count(cards, "card"),
    };
    let suffers = match (own, skip) {
        (_, 0) => "draws",
        (0, _) => "loses turns",
        _ => "draws or loses turns",
    };
    let rightly = if challenge.undone {
        format!(
            "takes it back, draws {cards} and loses the turn, and the challenger plays on the pile as it was"
        )
    } else if own > 0 || skip > 0 || open {
        format!("draws {cards}; the card stays, but nobody else {suffers} for it")
    } else {
        format!("draws {cards}; the card stays")
    };
    vec![
        "A bluff is possible: the next player may challenge, and is then shown the hand.".to_owned(),
        format!("If it was a bluff, its player {rightly}."),
        format!("If it was not, {wrongly}."),
    ]
}

/// Describes the cost of a wrong challenge of an attack that takes turns, with this many cards.
fn say_lost_turns(cards: u8, turns: u8) -> Option<String> {
    let lost = count(turns, "turn");
    match (cards, turns) {
        (_, 0) => None,
        (0, _) => Some(format!("the challenger loses {lost}")),
        (cards, _) => Some(format!(
            "the challenger draws {} and loses {lost}",
            count(cards, "card")
        )),
    }
}
