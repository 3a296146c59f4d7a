//! Compiled rules of how the cards of a turn count together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ruleset::{
    CallCaught, CallDue, ContinueTogether, FirstTurn, Reversals, ReverseWithTwo, Ruleset, Runs, SameRank,
    Skips,
};

/// The player who has the next turn, and counts as the next player for all that the turn does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub(crate) enum NextPlayer {
    /// The next one in the direction of play.
    #[default]
    Usual,
    /// The player of the turn.
    Same,
    /// The one before the player of the turn, in the direction of play.
    Previous,
}

/// Rules of how the cards of a turn count together, and of its end.
#[derive(Debug, Clone)]
pub(crate) struct TurnRules {
    /// Cards that may be played together in a turn, by rules for all cards.
    pub(crate) several: ContinueTogether,
    /// True if a turn can play several cards by rules for all cards.
    pub(crate) goes_on: bool,
    /// Cards that all others draw when an identical card is played.
    pub(crate) identical_draw: u8,
    /// True if the player of an identical card is the next player.
    pub(crate) identical_again: bool,
    pub(crate) reversals: Reversals,
    pub(crate) skips: Skips,
    pub(crate) reverse_with_two: ReverseWithTwo,
    /// True if only cards of the suit in force, which stays, may be played in a player's first turn of a round.
    pub(crate) first_keeps_suit: bool,
    /// True if there is anything to do between two turns.
    pub(crate) closes: bool,
}

impl TurnRules {
    pub(super) fn compile(ruleset: &Ruleset) -> Self {
        let several = ruleset.continue_together();
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
