//! Drawing, and what happens when the stock is empty.

use serde::{Deserialize, Serialize};

use super::is_default;

/// Drawing in one's turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Draw {
    /// When one may draw.
    pub when: DrawWhen,
    /// Cards that may be drawn in a turn, one decision each; 0 is no limit but the stock.
    pub limit: u8,
    /// Drawing, once begun, goes on until a card held is playable.
    pub until_playable: bool,
    /// Drawing, once begun, goes on until the hand holds so many cards (at least one is drawn); 0 is off.
    pub until_hand: u8,
    /// What may be done with the drawn card.
    pub then: DrawThen,
    /// Whether one who has drawn and can only pass is asked to (where not, the turn ends by itself).
    pub ask_pass: bool,
    /// What a player may do who has drawn for an attack.
    pub after_attack: AfterAttack,
    /// Whether the drawn card may be laid by its suit only, or as wild, but not by its rank.
    pub suit_only: bool,
    /// Whether a wild card that is laid when drawn has its effects.
    pub wild_effects: bool,
    /// Whether chance names the suit for such a card, not its player.
    pub wild_by_lot: bool,
    /// Cards drawn at the end of every own turn.
    #[serde(skip_serializing_if = "is_default")]
    pub end_of_turn: u8,
}

impl Default for Draw {
    fn default() -> Self {
        Self {
            when: DrawWhen::Always,
            limit: 1,
            until_playable: false,
            until_hand: 0,
            then: DrawThen::EndTurn,
            ask_pass: false,
            after_attack: AfterAttack::EndTurn,
            suit_only: false,
            wild_effects: true,
            wild_by_lot: false,
            end_of_turn: 0,
        }
    }
}

/// What a player may do who has drawn for an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterAttack {
    /// Nothing: the turn is lost.
    EndTurn,
    /// Lay one of the cards just drawn that would have answered, alone.
    LayAttack,
    /// Take the turn: play, draw, or pass.
    Play,
}

/// When one may draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawWhen {
    /// In any turn, instead of playing.
    Always,
    /// Only when no card can be played: who can play must.
    Unable,
    /// Never by choice; one may always pass.
    Never,
}

/// What may be done with the drawn card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawThen {
    /// Nothing: drawing ends the turn.
    EndTurn,
    /// It may be played if it is playable.
    MayPlay,
    /// It must be played if it is playable.
    MustPlay,
    /// Any card held may be played.
    PlayAny,
    /// A playable card, if one is held, must be played.
    MustPlayAny,
}

/// What happens when the stock is empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Stock {
    /// What becomes of the pile.
    pub empty: StockEmpty,
    /// When that is done.
    pub renew: StockRenew,
    /// With fewer cards in the stock after a turn, each player keeps so many and returns the others; 0 is off.
    #[serde(skip_serializing_if = "is_default")]
    pub keep: u8,
}

impl Default for Stock {
    fn default() -> Self {
        Self {
            empty: StockEmpty::Reshuffle,
            renew: StockRenew::Needed,
            keep: 0,
        }
    }
}

/// What becomes of the pile when the stock is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StockEmpty {
    /// All of it but the upcard is shuffled into a new stock.
    Reshuffle,
    /// All of it but the upcard is turned over unshuffled: the oldest card is drawn first.
    TurnOver,
    /// Nothing: play goes on without drawing.
    None,
}

/// When the stock is renewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StockRenew {
    /// When a card is to be drawn and there is none.
    Needed,
    /// As soon as the last card has left it.
    AtOnce,
}
