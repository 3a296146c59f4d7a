//! `turn`: the progress of the turn, and the effects that are still to come.

use super::declare::part;
use crate::card::Rank;
use crate::rules::NextPlayer;
use crate::ruleset::{DrawThen, LastCard};

part! {
    /// Number of passes in a row.
    base Passes in Turn;
    |view| {
        number "passes" = view.collected().passes; "passes in a row"
    }
}

part! {
    /// Number of cards drawn by choice in the turn.
    base Drawn in Turn, "a turn can go on after a draw"
        = |shape, rules| shape.has(rules.draw.then != DrawThen::EndTurn);
    |view| {
        number "cards_drawn" = view.collected().drawn; "cards drawn by choice in the turn"
    }
}

part! {
    /// The effects collected by a turn of several cards.
    optional Collected in Turn, "several cards can be played in a turn"
        = |shape, rules| {
            shape.has_anyway(rules.turn.goes_on || rules.any(|card| card.continuing.cover.is_some()))
        };
    |view|
    // Most turns have collected nothing.
    let Some(turn) = Some(view.collected()).filter(|turn| !turn.is_empty());
    {
        number "cards_played" = turn.played; "cards played in the turn"
        number "skips" = turn.skip; "players to be skipped"
        number "reversals" = turn.reverse; "reversals of the direction"
        number "attack" = turn.attack; "cards added to the attack"
        number "penalty" = turn.penalty; "cards that the next player draws at once"
        number "covers_left" = turn.covers_left; "cards that may cover yet"
        number "set" = turn.run; "cards of one rank played in the turn that lie together on top"
        flag "again" = turn.next == NextPlayer::Same; "true if the same player has the next turn"
        number "others_draw" = turn.others_draw; "cards that all others draw"
        number "hands_clockwise" = turn.hands.max(0).unsigned_abs(); "by how many seats all hands move clockwise"
        number "hands_anticlockwise" = turn.hands.min(0).unsigned_abs();
            "by how many seats all hands move anticlockwise"
        flag "unanswerable" = turn.unanswerable; "true if the attack cannot be answered"
        one_of(Ranks) "set_rank" = turn.run_rank.map(Rank::index); "the rank that the card on top is, or stands for"
    }
}

part! {
    /// The seat that went out, while the attack of its last card is played out.
    optional WentOut in Turn, "the attack of a last card is played out"
        = |shape, rules| shape.has(rules.out.last_card == LastCard::Chain);
    |view| {
        seat "went_out" = view.went_out(); "the seat that has gone out with an attack that is being played out"
    }
}

part! {
    /// The flag of a turn in which the pending cards have been drawn.
    optional Took in Turn, "a turn goes on after what was pending is drawn"
        = |shape, rules| shape.has(rules.goes_on_after_attack());
    |view| {
        flag "took_pending" = view.collected().took_pending; "true if what was pending has been drawn in the turn"
    }
}

part! {
    /// The seats that have yet to end their first turn of the round.
    optional FirstTurns in Turn, "the suit in force stays in a player's first turn"
        = |shape, rules| shape.has(rules.turn.first_keeps_suit);
    |view| {
        which(Seats) "first_turn" = view.first_turns(); "true if the seat has yet to end its first turn of the round"
    }
}

part! {
    /// Number of cards of one rank in a row.
    optional InARow in Turn, "cards of one rank in a row end a round"
        = |shape, rules| shape.has(rules.round.row > 0);
    |view| {
        number "in_a_row" = view.row(); "cards of the upcard's rank played in a row"
    }
}

part! {
    /// The effects still to come that only few games have.
    optional Owes in Turn,
        "cards can be played out of turn, hands swapped, words due, rules created, or cards kept"
        = |shape, rules| shape.has(rules.tableau.needed);
    |view| let turn = view.turn_owes(); {
        number "lot" = turn.lot; "cards that somebody draws by lot"
        number "own_draw" = turn.own_draw; "cards that the player draws"
        number "mirrors" = turn.mirrors; "mirror cards played on an attack"
        flag "may_swap" = turn.swap; "true if hands may be swapped"
        flag "created_nominates" = turn.names; "true if a created rule has the player nominate"
        flag "deals_pile" = turn.splits; "true if the pile is to be dealt into two"
        flag "not_out" = turn.not_out; "true if the last card was one with which nobody goes out"
    }
}

part! {
    /// Cards that the seat has chosen to keep.
    optional Kept in Turn, "players keep cards when the stock runs low"
        = |shape, rules| shape.has(rules.stock.keep > 0);
    |view| let Some(kept) = view.kept(); {
        numbers(Kinds) "kept" = kept.counts(); "cards of this kind that the observer has chosen to keep"
    }
}
