//! Settings that only few rulesets change, in a place of their own.

use super::FollowBy;
use crate::card::CardSet;
use crate::primitive::next::rules::closed;
use crate::primitive::play::rules::limits;
use crate::ruleset::{CallCaught, CallDue, NextRound, Ruleset};

/// Settings that only few rulesets change.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// Upcards that only listed cards follow, wild or not.
    pub(crate) closed: CardSet,
    /// Cards that may be played on listed upcards only.
    pub(crate) limited: CardSet,
    /// Rounds that a match lasts; 0 is off.
    pub(crate) match_rounds: u16,
    /// Whether the winner of a round deals the next.
    pub(crate) winner_deals: bool,
    /// Cards that the dealer is dealt beyond the others.
    pub(crate) dealer_extra: u8,
    /// Cards drawn at the end of every own turn.
    pub(crate) end_draw: u8,
    /// Whether a number follows that is the sum or the product of the two top ones.
    pub(crate) sum_product: bool,
    /// Whether anything is to be done between two turns.
    pub(crate) closes_turns: bool,
}

impl Settings {
    /// What a ruleset says of them.
    pub(crate) fn compile(ruleset: &Ruleset, players: u8) -> Self {
        let call = &ruleset.call;
        Self {
            closed: closed(ruleset, players),
            limited: limits(ruleset, players)
                .iter()
                .fold(CardSet::EMPTY, |set, (cards, _)| set.or(*cards)),
            match_rounds: ruleset.matches.rounds.get(players).unwrap_or(0),
            winner_deals: ruleset.round.next == NextRound::WinnerDeals,
            dealer_extra: ruleset.deal.dealer_extra,
            end_draw: ruleset.draw.end_of_turn,
            sum_product: ruleset.follow.has(FollowBy::SumOrProduct),
            closes_turns: ruleset.draw.end_of_turn > 0
                || ruleset.stock.keep > 0
                || call.due == CallDue::Held
                || call.caught == CallCaught::Asked
                || call.caught == CallCaught::AfterNext,
        }
    }
}
