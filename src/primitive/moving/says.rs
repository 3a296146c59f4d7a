//! What other rules ask of hands and cards that move.

use crate::ruleset::{Has, Move, MoveTo, PassHands, Special};

/// Cards are given away.
pub(crate) const GIVE: Has = ("move", |s| s.gives().is_some());

/// All hands move.
pub(crate) const PASS_HANDS: Has = ("move", |s| s.pass_hands() != PassHands::Off);

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

    /// Whether its player may swap hands with another, or must.
    pub(crate) fn swaps_hands(&self) -> bool {
        let to = self.r#move.as_ref().map(|it| it.to);
        matches!(to, Some(MoveTo::Chosen | MoveTo::Swap))
    }

    /// Whether its player must swap hands with another.
    pub(crate) fn must_swap_hands(&self) -> bool {
        self.r#move.as_ref().is_some_and(|it| it.to == MoveTo::Swap)
    }

    /// How its player gives cards away.
    pub(crate) fn gives(&self) -> Option<&Move> {
        let own = self.r#move.as_ref();
        own.filter(|it| matches!(it.to, MoveTo::All | MoveTo::Each | MoveTo::Next))
    }
}
