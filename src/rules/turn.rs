//! How the cards of a turn count together, for the engine.

use crate::ruleset::{
    CallCaught, CallDue, FirstTurn, Reversals, ReverseWithTwo, Ruleset, Runs, SameRank, Several, Skips,
};

/// How the cards of a turn count together, and what comes at its end.
#[derive(Debug, Clone)]
pub(crate) struct TurnRules {
    /// What may be played together in a turn, by rules for all cards.
    pub(crate) several: Several,
    /// Whether a turn can play several cards for other reasons than a card's own.
    pub(crate) goes_on: bool,
    /// Cards that all others draw when an identical card is played.
    pub(crate) identical_draw: u8,
    /// Whether the player of an identical card is the next player.
    pub(crate) identical_again: bool,
    pub(crate) reversals: Reversals,
    pub(crate) skips: Skips,
    pub(crate) reverse_with_two: ReverseWithTwo,
    /// Whether the suit in force stays in a player's first turn of a round.
    pub(crate) first_keeps_suit: bool,
    /// Whether anything is to be done between two turns.
    pub(crate) closes: bool,
}

impl TurnRules {
    pub(super) fn compile(ruleset: &Ruleset) -> Self {
        let several = ruleset.several();
        let call = &ruleset.call;
        Self {
            goes_on: several.same_rank != SameRank::Off || several.runs != Runs::Off || several.most > 1,
            several,
            identical_draw: ruleset.identical().others_draw,
            identical_again: ruleset.identical().again,
            reversals: ruleset.turn.reversals(),
            skips: ruleset.turn.skips(),
            reverse_with_two: ruleset.turn.reverse_with_two,
            first_keeps_suit: ruleset.turn.first == FirstTurn::Suit,
            closes: ruleset.turn.first == FirstTurn::Suit
                || ruleset.draw.end_of_turn > 0
                || ruleset.stock.keep > 0
                || call.due == CallDue::Held
                || call.caught == CallCaught::Asked
                || call.caught == CallCaught::AfterNext,
        }
    }
}
