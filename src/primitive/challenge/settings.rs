//! Settings of challenges.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ruleset::is_default;

/// The right of the next player to challenge the play and to be shown the hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Challenge {
    /// Cards that the card's player draws if the next player rightly challenges the play as a breach of `play.free`
    /// (`unable` or `no-suit`, which then do not mask the card); or `hit`: as many as the card's own hit, which is not an
    /// attack, makes the next player draw.
    pub draw: ChallengeDraw,
    /// Cards drawn by a wrong challenger beyond the card's own hit.
    pub extra: u8,
    /// True: a rightly challenged play is taken back.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(!skip_serializing_if)]
    pub undone: bool,
}

/// Cards drawn by a player who is rightly challenged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeDraw {
    /// Those of the card's own hit.
    Hit,
    /// This many cards.
    #[serde(untagged)]
    Cards(u8),
}

impl ChallengeDraw {
    /// Returns the number of cards; `hit` is the number of the card's own hit.
    pub(crate) const fn cards(self, hit: u8) -> u8 {
        match self {
            Self::Hit => hit,
            Self::Cards(cards) => cards,
        }
    }
}
