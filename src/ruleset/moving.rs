//! Cards that move hands, or single cards, from one player to another.

use serde::{Deserialize, Serialize};

use super::Special;

/// Hands, or a card of choice, go to other players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Move {
    /// What moves, and where to.
    pub to: MoveTo,
    /// Whether its player must give cards.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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

impl Special {
    /// To whom all hands move.
    pub(crate) fn pass_hands(&self) -> PassHands {
        match self.r#move.as_ref().map(|it| it.to) {
            Some(MoveTo::Left) => PassHands::Left,
            Some(MoveTo::Right) => PassHands::Right,
            Some(MoveTo::Onward) => PassHands::Onward,
            _ => PassHands::Off,
        }
    }

    /// Whether its player may swap hands with another.
    pub(crate) fn swaps_hands(&self) -> bool {
        self.r#move.as_ref().is_some_and(|it| it.to == MoveTo::Chosen)
    }

    /// How its player gives cards away.
    pub(crate) fn gives(&self) -> Option<&Move> {
        let own = self.r#move.as_ref();
        own.filter(|it| matches!(it.to, MoveTo::All | MoveTo::Each | MoveTo::Next))
    }
}
