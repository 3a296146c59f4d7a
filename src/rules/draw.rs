//! Drawing, the stock, and when a round is blocked, for the engine.

use crate::ruleset::{AfterAttack, DrawThen, DrawWhen, Imitation, Ruleset, StockEmpty};

/// Drawing in one's turn.
#[derive(Debug, Clone)]
pub(crate) struct DrawRules {
    /// When one may draw.
    pub(crate) when: DrawWhen,
    /// Cards that may be drawn in a turn; 0 is no limit but the stock.
    pub(crate) limit: u8,
    /// Whether drawing goes on until a card held is playable.
    pub(crate) until_playable: bool,
    /// Whether it goes on until the hand holds so many cards; 0 is off.
    pub(crate) until_hand: u8,
    /// What may be done with the drawn card.
    pub(crate) then: DrawThen,
    /// Whether one who has drawn and can only pass is asked to.
    pub(crate) ask_pass: bool,
    /// What a player may do who has drawn for an attack.
    pub(crate) after_attack: AfterAttack,
    /// Whether the drawn card may be played by its suit only, or as wild.
    pub(crate) suit_only: bool,
    /// Whether a wild card that is played when drawn has its effects.
    pub(crate) wild_effects: bool,
    /// Whether chance names the suit for such a card.
    pub(crate) wild_by_lot: bool,
}

impl DrawRules {
    pub(crate) fn compile(ruleset: &Ruleset) -> Self {
        let (draw, compat) = (&ruleset.draw, &ruleset.compat);
        Self {
            when: draw.when,
            limit: draw.most,
            until_playable: draw.until.playable,
            until_hand: draw.until.hand,
            then: draw.then,
            ask_pass: compat.has(Imitation::AsksToPass),
            after_attack: draw.after_attack,
            suit_only: compat.has(Imitation::DrawnBySuit),
            wild_effects: !compat.has(Imitation::DrawnWildIdle),
            wild_by_lot: compat.has(Imitation::DrawnWildByLot),
        }
    }
}

/// The stock.
#[derive(Debug, Clone)]
pub(crate) struct StockRules {
    /// What becomes of the pile when it is empty.
    pub(crate) empty: StockEmpty,
    /// Whether that is done as soon as the last card has left it.
    pub(crate) renews_at_once: bool,
}

impl StockRules {
    pub(crate) fn compile(ruleset: &Ruleset) -> Self {
        Self {
            empty: ruleset.stock.empty,
            renews_at_once: ruleset.compat.has(Imitation::RenewsAtOnce),
        }
    }
}

/// How a round ends without anybody going out.
#[derive(Debug, Clone)]
pub(crate) struct RoundRules {
    /// Cards played that end it; 0 is off.
    pub(crate) plays: u16,
    /// Passes in a row, beyond one by each player, before it is blocked.
    pub(crate) extra_passes: u8,
    /// Whether taking the last card of the stock for an attack, with none left to take, counts as a pass.
    pub(crate) attack_empties_stock_is_pass: bool,
}

impl RoundRules {
    pub(crate) fn compile(ruleset: &Ruleset) -> Self {
        Self {
            plays: ruleset.round.plays,
            extra_passes: u8::from(ruleset.compat.has(Imitation::OnePassMore)),
            attack_empties_stock_is_pass: ruleset.compat.has(Imitation::LastDrawIsPass),
        }
    }
}
