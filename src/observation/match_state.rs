//! `match` and `wild_ranks`: the state of the match, the limits of the round, and the ranks that scores make wild.

use super::declare::part;
use super::seats::clockwise;
use crate::ruleset::AtTarget;

/// The number added to a score, so that two unsigned bytes hold it.
const SCORE_OFFSET: i32 = 10_000;

/// Limits a number to the range of two bytes.
#[inline(always)]
fn two_bytes(number: i32) -> u16 {
    number.clamp(0, i32::from(u16::MAX)) as u16
}

part! {
    /// The scores of a match.
    optional Scores in Match, "the game is a match" = |shape, _| shape.is_match;
    |view| {
        each(seat in Seats) "score" = clockwise(view), {
            two_bytes "" = two_bytes(view.score(seat).saturating_add(SCORE_OFFSET)); "the seat's score + 10000"
        };
        seat "dealer" = Some(view.dealer()); "the seat that deals"
        two_bytes "rounds" = view.round(); "rounds before this one"
        which(Seats) "active" = view.active(); "true if the seat is still in the match"
    }
}

part! {
    /// The flag of the last round.
    optional LastRound in Match, "the game is a match with sudden death"
        = |shape, rules| shape.is_match && shape.has(rules.matches.at_target == AtTarget::SuddenDeath);
    |view| {
        flag "last_round" = view.is_last_round(); "true if this is the last round, whoever wins it"
    }
}

part! {
    /// The games that are scored at once.
    optional GamesAtOnce in Match, "the game is a match that scores several games at once"
        = |shape, rules| shape.is_match && shape.has(rules.matches.games > 1);
    |view| let Some(games) = view.games(); {
        each(seat in Seats) "games" = clockwise(view), {
            two_bytes "first" = two_bytes(games.points[0][seat.index()]); "the seat's points in the first game"
            two_bytes "second" = two_bytes(games.points[1][seat.index()]); "the seat's points in the second game"
            two_bytes "third" = two_bytes(games.points[2][seat.index()]); "the seat's points in the third game"
            number "rounds_won" = games.wins[seat.index()];
                "rounds that the seat has won, up to the number of games"
        };
    }
}

part! {
    /// Number of turns left.
    optional TurnsLeft in Match, "the game is a match with a limit of turns"
        = |shape, rules| shape.is_match && shape.has(rules.matches.turns > 0);
    |view| {
        two_bytes "turns_left" = view.turns_left().unwrap_or(u16::MAX);
            "turns left after this one; 65535 without a limit"
    }
}

part! {
    /// Number of times that the stock was renewed.
    optional Renewals in Match, "renewing the stock costs points"
        = |shape, rules| shape.has(rules.score.renewal != 0);
    |view| {
        number "renewals" = view.renewals(); "renewals of the stock in the match"
    }
}

part! {
    /// Number of decisions left.
    base DecisionsLeft in Match;
    |view| {
        two_bytes "decisions_left" = view.decisions_left().min(u32::from(u16::MAX)) as u16;
            "decisions before the game is ended"
    }
}

part! {
    /// Number of cards that may still be played in the round.
    optional PlaysLeft in Match, "a round ends after a number of cards"
        = |shape, rules| shape.has(rules.round.plays > 0);
    |view| {
        two_bytes "plays_left" = view.plays_left().unwrap_or(u16::MAX);
            "cards that may still be played in the round; 65535 without a limit"
    }
}

part! {
    /// The seat that was skipped last.
    optional Hat in Match, "whoever was skipped last in a round scores for it"
        = |shape, rules| shape.has(rules.score.last_skipped != 0);
    |view| {
        seat "skipped_last" = view.last_skipped(); "the seat that was skipped last in the round"
    }
}

part! {
    /// The places of seats that are out.
    optional Places in Match, "others play on when a seat is out"
        = |shape, rules| shape.has(rules.plays_on());
    |view| {
        numbers(Seats) "place" = |seat| view.place(seat);
            "the place of a seat that is out while others play on"
    }
}

part! {
    /// The rank that is wild for each seat by its score.
    optional WildRanks in WildRanks, "players count down" = |shape, rules| shape.has_apart(rules.countdown > 0);
    |view, scene|
    // Without a countdown no rank is wild by a score.
    let most @ 1.. = scene.game.rules().countdown;
    {
        each(seat in Seats) "" = clockwise(view), {
            // A score of 0 has won and makes nothing wild; one above the initial score counts as the initial score.
            one_of(WildRanks) "" = (view.score(seat).clamp(0, i32::from(most)) as usize).checked_sub(1);
                "the rank that is wild for the seat by its score: the ace for 1, then 2 … K"
        };
    }
}
