//! Behaviour that only imitates other engines.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::WordSet;

/// Behaviour of other engines, imitated so that their games can be played in lockstep.
pub type Compat = WordSet<Imitation>;

/// One way in which another engine plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Imitation {
    /// A player who has drawn and can only pass has to choose to pass; by default the turn ends at once.
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
