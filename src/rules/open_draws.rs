//! Compiled rules of draws whose number of cards is open: by lot, or until a card of a class is drawn.

use super::in_play::in_play;
use crate::card::CardSet;
use crate::ruleset::{Amount, Ruleset, TurnKept, Until, Who};

/// A draw whose number of cards is open.
#[derive(Debug, Clone)]
pub(crate) struct OpenDraw {
    /// The players who draw; a player draws for oneself in a turn, and for a missing call.
    pub(crate) who: Who,
    /// True if the next player keeps the turn.
    pub(crate) kept: bool,
    pub(crate) number: OpenNumber,
}

/// The rule for a number of cards that is open.
#[derive(Debug, Clone)]
pub(crate) enum OpenNumber {
    /// One of these by lot.
    Lot(Vec<u8>),
    /// Until a card of the suit in force is drawn.
    UntilSuit,
    /// Until one of these cards is drawn.
    Until(CardSet),
}

impl OpenDraw {
    /// Compiles the draw of an amount; `None` if the amount is a number.
    fn compile(amount: &Amount, who: Who, kept: bool) -> Option<Self> {
        let number = match amount {
            Amount::Number(_) => return None,
            Amount::Lot(numbers) => OpenNumber::Lot(numbers.clone()),
            Amount::Until(Until::Suit) => OpenNumber::UntilSuit,
            Amount::Until(Until::Cards(cards)) => OpenNumber::Until(cards.cards()),
        };
        Some(Self { who, kept, number })
    }

    /// True if the cards drawn are shown.
    pub(crate) const fn shows(&self) -> bool {
        !matches!(self.number, OpenNumber::Lot(_))
    }

    /// Returns a number of cards to expect, for an estimate.
    pub(crate) fn expected(&self) -> u8 {
        match &self.number {
            OpenNumber::Lot(numbers) => {
                let sum: usize = numbers.iter().map(|&number| usize::from(number)).sum();
                sum.div_ceil(numbers.len().max(1)).min(20) as u8
            }
            OpenNumber::UntilSuit | OpenNumber::Until(_) => 3,
        }
    }
}

/// Every draw of a ruleset whose number of cards is open. Their places count from 1 on, so that 0 is none.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenDraws {
    draws: Vec<OpenDraw>,
    /// Number of the first draws that are hits, in the order of the specials' names.
    pub(crate) hits: u8,
    /// The draw in one's turn.
    pub(crate) own: u8,
    /// The draw for a missing call.
    pub(crate) call: u8,
}

impl OpenDraws {
    pub(super) fn compile(ruleset: &Ruleset, players: u8) -> Self {
        let mut open = Self::default();
        for (_, special) in in_play(ruleset, players) {
            if let Some(hit) = special.open_hit() {
                open.hits = open.add(&hit.draw, hit.who, hit.turn == TurnKept::Kept);
            }
        }
        open.own = open.add(&ruleset.draw.cards, Who::Own, true);
        open.call = open.add(&ruleset.call.penalty, Who::Own, true);
        open
    }

    /// Adds the draw of an amount, if it is open, and returns its place.
    fn add(&mut self, amount: &Amount, who: Who, kept: bool) -> u8 {
        let Some(draw) = OpenDraw::compile(amount, who, kept) else {
            return 0;
        };
        self.draws.push(draw);
        self.draws.len() as u8
    }

    /// Returns the draw at this place, from 1 on.
    pub(crate) fn at(&self, place: u8) -> Option<&OpenDraw> {
        self.draws.get(usize::from(place.checked_sub(1)?))
    }

    /// Iterates over all draws.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &OpenDraw> {
        self.draws.iter()
    }

    /// True if no draw is open.
    pub(crate) fn is_empty(&self) -> bool {
        self.draws.is_empty()
    }

    /// Returns a number of cards that stands for this amount, for an estimate where it is open.
    pub(crate) fn expected(&self, amount: &Amount, place: u8) -> u8 {
        self.at(place).map_or(amount.number(), OpenDraw::expected)
    }
}
