//! Compiled rules of drawing, the stock, and how rounds end and follow each other.

use crate::card::{Card, CardSet};
use crate::ruleset::{AfterAttack, DrawThen, DrawWhen, Imitation, NextRound, Ruleset, StockEmpty};

/// Drawing in a player's own turn.
#[derive(Debug, Clone)]
pub(crate) struct DrawRules {
    /// Condition for drawing.
    pub(crate) when: DrawWhen,
    /// Maximum number of draws in a turn; 0 is no limit but the stock.
    pub(crate) limit: u8,
    /// Number of cards of each draw; 0 where it is open.
    pub(crate) cards: u8,
    /// True if a player draws until a card held is playable.
    pub(crate) until_playable: bool,
    /// Hand size up to which a player draws; 0 is off.
    pub(crate) until_hand: u8,
    /// Permitted uses of the drawn card.
    pub(crate) then: DrawThen,
    /// True if a player who has drawn and can only pass is asked to pass.
    pub(crate) ask_pass: bool,
    /// Permitted actions after drawing for an attack.
    pub(crate) after_attack: AfterAttack,
    /// True if the drawn card may be played by its suit only, or as wild.
    pub(crate) suit_only: bool,
    /// True if a wild card that is played when drawn has its effects.
    pub(crate) wild_effects: bool,
    /// True if chance nominates the suit for such a card.
    pub(crate) wild_by_lot: bool,
    /// Cards drawn at the end of every own turn.
    pub(crate) end_of_turn: u8,
}

impl DrawRules {
    pub(crate) fn compile(ruleset: &Ruleset) -> Self {
        let (draw, compat) = (&ruleset.draw, &ruleset.compat);
        Self {
            when: draw.when,
            limit: draw.most,
            cards: draw.cards.number(),
            until_playable: draw.until.playable,
            until_hand: draw.until.hand,
            then: draw.then,
            ask_pass: compat.has(Imitation::AsksToPass),
            after_attack: draw.after_attack,
            suit_only: compat.has(Imitation::DrawnBySuit),
            wild_effects: !compat.has(Imitation::DrawnWildIdle),
            wild_by_lot: compat.has(Imitation::DrawnWildByLot),
            end_of_turn: draw.end_of_turn,
        }
    }
}

/// The stock.
#[derive(Debug, Clone)]
pub(crate) struct StockRules {
    /// Use of the pile when the stock is empty.
    pub(crate) empty: StockEmpty,
    /// True if an empty stock is renewed from the pile.
    pub(crate) renews: bool,
    /// True if the stock is renewed as soon as its last card has left it.
    pub(crate) renews_at_once: bool,
    /// True if the order of the stock is public while it is known.
    pub(crate) order_public: bool,
    /// True if the round ends with the stock.
    pub(crate) ends_round: bool,
    /// Cards that each player keeps when the stock runs low; 0 is off.
    pub(crate) keep: u8,
    /// Maximum number of cards that a penalty takes from the top of the pile in their order; 0 if none does.
    pub(crate) pile_top: u8,
}

impl StockRules {
    pub(super) fn compile(ruleset: &Ruleset, pile_top: u8) -> Self {
        Self {
            empty: ruleset.stock.empty,
            renews: ruleset.stock.empty.renews(),
            renews_at_once: ruleset.compat.has(Imitation::RenewsAtOnce),
            order_public: ruleset.stock.empty == StockEmpty::TurnOver,
            ends_round: ruleset.stock.empty == StockEmpty::EndsRound,
            keep: ruleset.stock.keep,
            pile_top,
        }
    }
}

/// Ends of rounds without anybody going out, and beginnings of the next ones.
#[derive(Debug, Clone)]
pub(crate) struct RoundRules {
    /// Number of cards played that ends a round; 0 is off.
    pub(crate) plays: u16,
    /// Number of cards of one rank in a row that ends a round; 0 is off.
    pub(crate) row: u8,
    /// The cards that count in a row.
    pub(crate) row_cards: CardSet,
    /// Passes in a row, beyond one by each player, before a round is blocked.
    pub(crate) extra_passes: u8,
    /// True if taking the last card of the stock for an attack, with none left to take, counts as a pass.
    pub(crate) attack_empties_stock_is_pass: bool,
    /// True if the loser of a round plays first in the next.
    pub(crate) loser_first: bool,
    /// True if the winner of a round plays first in the next.
    pub(crate) winner_first: bool,
    /// True if the winner of a round deals the next.
    pub(crate) winner_deals: bool,
    /// Cards of the deck whose holder plays first, the one that counts most first.
    pub(crate) first: Vec<Card>,
}

impl RoundRules {
    pub(crate) fn compile(ruleset: &Ruleset, deck: CardSet) -> Self {
        let mut first = ruleset.round.first.in_order();
        first.retain(|&card| deck.contains(card));
        Self {
            plays: ruleset.round.plays,
            row: ruleset.round.row.number,
            row_cards: ruleset.round.row.counted(),
            extra_passes: u8::from(ruleset.compat.has(Imitation::OnePassMore)),
            attack_empties_stock_is_pass: ruleset.compat.has(Imitation::LastDrawIsPass),
            loser_first: ruleset.round.next == NextRound::LoserFirst,
            winner_first: ruleset.round.next == NextRound::WinnerFirst,
            winner_deals: ruleset.round.next == NextRound::WinnerDeals,
            first,
        }
    }
}
