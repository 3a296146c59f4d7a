//! Settings of cards that move hands, or single cards, from one player to another.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Hands, or a card of choice, that go to other players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HandsMove {
    /// The move of hands or cards: all hands move by one seat, to the seat after, to the seat before (anticlockwise),
    /// or on in the direction of play; the card's player may (`chosen`) or must (`swap`) swap hands with a player of
    /// choice; or that player gives a card of choice to each other player in order of play while there are cards
    /// (`all`), with each player who received none drawing one if the giver is out (`each`), or to the next player
    /// only.
    pub to: MoveTo,
    /// True: cards must be given; if not, the giver may stop.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    #[schemars(!skip_serializing_if)]
    pub must: bool,
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_yes(flag: &bool) -> bool {
    *flag
}

/// The destination of hands or cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoveTo {
    /// All hands to the seat after, clockwise.
    Left,
    /// All hands to the seat before, anticlockwise.
    Right,
    /// All hands to the next seat in the direction of play.
    Onward,
    /// The player's own hand to a player of choice, whose hand comes back; optional.
    Chosen,
    /// The player's own hand to a player of choice, whose hand comes back; compulsory.
    Swap,
    /// A card to each other player, in order of play, while there are cards.
    All,
    /// A card to each other player, in order of play; if the giver runs out, each player who received none draws one.
    Each,
    /// A card to the next player.
    Next,
}

/// The way in which all hands move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PassHands {
    /// Hands stay.
    #[default]
    Off,
    /// To the seat before, anticlockwise.
    Right,
    /// To the seat after, clockwise.
    Left,
    /// To the next seat in the direction of play.
    Onward,
}
