//! Queries on hands and cards that move, for other rules.

use crate::ruleset::{HandsMove, Has, MoveTo, PassHands, Special};

/// Cards whose player gives cards away.
pub(crate) const GIVE: Has = ("move", |s| s.gives().is_some());

/// Cards that move all hands.
pub(crate) const PASS_HANDS: Has = ("move", |s| s.pass_hands() != PassHands::Off);

impl Special {
    /// Returns the way in which all hands move.
    pub(crate) fn pass_hands(&self) -> PassHands {
        match self.r#move.as_ref().map(|it| it.to) {
            Some(MoveTo::Left) => PassHands::Left,
            Some(MoveTo::Right) => PassHands::Right,
            Some(MoveTo::Onward) => PassHands::Onward,
            _ => PassHands::Off,
        }
    }

    /// Returns true if the player may or must swap hands with another.
    pub(crate) fn swaps_hands(&self) -> bool {
        let to = self.r#move.as_ref().map(|it| it.to);
        matches!(to, Some(MoveTo::Chosen | MoveTo::Swap))
    }

    /// Returns true if the player must swap hands with another.
    pub(crate) fn must_swap_hands(&self) -> bool {
        self.r#move.as_ref().is_some_and(|it| it.to == MoveTo::Swap)
    }

    /// Returns the setting if the player gives cards away.
    pub(crate) fn gives(&self) -> Option<&HandsMove> {
        let own = self.r#move.as_ref();
        own.filter(|it| matches!(it.to, MoveTo::All | MoveTo::Each | MoveTo::Next))
    }
}
