//! What only imitates another engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::WordSet;

/// Ways in which another engine plays, so that its games can be played in lockstep.
pub type Compat = WordSet<Imitation>;

/// One way in which another engine plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Imitation {
    /// One who has drawn and can only pass is asked to, where else the turn ends by itself.
    AsksToPass,
    /// The drawn card may be played only by its suit or as wild, not by its rank.
    DrawnBySuit,
    /// A wild card that is played when drawn has no effect but the nomination.
    DrawnWildIdle,
    /// Chance nominates for a wild card that is played when drawn.
    DrawnWildByLot,
    /// The stock is renewed as soon as its last card has left it.
    RenewsAtOnce,
    /// A round is blocked when one pass more has followed than there are players.
    OnePassMore,
    /// Taking the last card of the stock for an attack counts as a pass.
    LastDrawIsPass,
    /// An attack is an ordinary card while there is no card to draw.
    AttacksNeedStock,
}
