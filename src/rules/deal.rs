//! Compiled rules of the deal and the starter.

use crate::card::CardSet;
use crate::ruleset::{
    DealDirection, DealRounds, NominatedBy, Ruleset, StarterCardEffects, StarterEffects, StarterTurned,
};
use crate::seat::Direction;

/// The deal.
#[derive(Debug, Clone)]
pub(crate) struct DealRules {
    /// Cards for each player; the fewest, if the dealer chooses.
    pub(crate) cards: u8,
    /// True if each round is dealt one card fewer, down to one, then one more.
    pub(crate) down_and_up: bool,
    /// Maximum number of cards, if the dealer chooses; 0 without a choice.
    pub(crate) choice_to: u8,
    /// Direction in which play begins, if nobody chooses it.
    pub(crate) direction: Direction,
    /// True if the dealer chooses the direction.
    pub(crate) direction_choice: bool,
    /// True if the dealer chooses the direction after the deal.
    pub(crate) direction_after: bool,
    /// Cards that the dealer is dealt beyond the others.
    pub(crate) dealer_extra: u8,
}

impl DealRules {
    pub(super) fn compile(ruleset: &Ruleset, players: u8) -> Self {
        let deal = &ruleset.deal;
        let dealt = deal.cards.get(players);
        let choice = dealt.filter(|dealt| dealt.is_choice());
        Self {
            cards: dealt.map_or(0, |dealt| dealt.least),
            down_and_up: deal.rounds == DealRounds::DownAndUp,
            choice_to: choice.map_or(0, |dealt| dealt.most),
            direction: match deal.direction {
                DealDirection::Anticlockwise => Direction::Anticlockwise,
                _ => Direction::Clockwise,
            },
            direction_choice: deal.direction.is_choice() && players > 2,
            direction_after: deal.direction == DealDirection::DealerAfterDeal && players > 2,
            dealer_extra: deal.dealer_extra,
        }
    }
}

impl DealRules {
    /// Returns the cards for each player in a round of a match, counted from 0; the fewest, if the dealer chooses.
    pub(crate) fn cards_in(&self, round: u16) -> u8 {
        let steps = u16::from(self.cards.saturating_sub(1));
        if !self.down_and_up || steps == 0 {
            return self.cards;
        }
        let place = round % (2 * steps);
        let fewer = place.min(2 * steps - place);
        self.cards - fewer as u8
    }
}

/// The card that is turned to begin the pile.
#[derive(Debug, Clone)]
pub(crate) struct StarterRules {
    /// True if there is a starter.
    pub(crate) turned: bool,
    /// True if the dealer has the first turn, without a starter.
    pub(crate) by_dealer: bool,
    /// True if the starter is turned before the deal.
    pub(crate) before_deal: bool,
    pub(crate) effects: bool,
    /// True if the starter has also the effects that need the dealer's hand.
    pub(crate) in_full: bool,
    /// Starters that go back into the stock, after which another card is turned.
    pub(crate) again: CardSet,
    /// Starters on which any card may be played.
    pub(crate) open: CardSet,
    /// Starters for which the first player nominates.
    pub(crate) first_nominates: CardSet,
    /// Starters for which chance nominates the suit.
    pub(crate) by_lot: CardSet,
    /// Starters after whose penalty the first player keeps the turn.
    pub(crate) turn_kept: CardSet,
    /// Starters after which the dealer has the first turn.
    pub(crate) dealer_first: CardSet,
    /// Starters of which only the nomination counts.
    pub(crate) nominate_only: CardSet,
    /// Starters of which only the suit counts.
    pub(crate) suit_only: CardSet,
    /// Starters without effect, those of which only the suit counts among them.
    pub(crate) no_effects: CardSet,
}

impl StarterRules {
    pub(super) fn compile(ruleset: &Ruleset, players: u8) -> Self {
        let starter = &ruleset.starter;
        Self {
            turned: starter.is_turned(),
            by_dealer: starter.turned == StarterTurned::ByDealer,
            before_deal: starter.turned == StarterTurned::BeforeDeal,
            effects: starter.counts(),
            in_full: starter.effects == StarterEffects::Full && players > 1,
            again: starter.with(StarterCardEffects::Again),
            open: starter.with(StarterCardEffects::Open),
            first_nominates: starter.nominated_by(NominatedBy::FirstPlayer),
            by_lot: starter.nominated_by(NominatedBy::Lot),
            turn_kept: starter.with(StarterCardEffects::TurnKept),
            dealer_first: starter.with(StarterCardEffects::DealerFirst),
            nominate_only: starter.with(StarterCardEffects::Nomination),
            suit_only: starter.with(StarterCardEffects::Suit),
            no_effects: starter
                .with(StarterCardEffects::None)
                .or(starter.with(StarterCardEffects::Suit)),
        }
    }
}
