//! Cards that move hands, or single cards, from one player to another.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Hands, or a card of choice, go to other players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Move {
    /// Cards that go to other players: all hands move by one seat, to the seat after, to the seat before
    /// (anticlockwise), or on in the direction of play; its player may (`chosen`) or must (`swap`) swap hands with a
    /// player of choice; or its player gives a card of choice, one to each other player in order of play while there are
    /// cards (`all`), or so that each who got none when the giver is out draws one (`each`), or one to the next player
    /// only.
    pub to: MoveTo,
    /// True: cards must be given; if not, giving may be stopped.
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

/// Where hands or cards go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoveTo {
    /// All hands to the seat after, clockwise.
    Left,
    /// All hands to the seat before, anticlockwise.
    Right,
    /// All hands to the next seat in the direction of play.
    Onward,
    /// The own hand to a player of choice, whose hand comes back; it may be left.
    Chosen,
    /// The same, and it may not be left.
    Swap,
    /// A card to each other player, in order of play, while there are cards.
    All,
    /// The same, and who got none draws one.
    Each,
    /// A card to the next player.
    Next,
}

/// To whom all hands move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PassHands {
    /// They stay.
    #[default]
    Off,
    /// To the seat before, anticlockwise.
    Right,
    /// To the seat after, clockwise.
    Left,
    /// To the next seat in the direction of play.
    Onward,
}
