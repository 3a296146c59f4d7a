//! Queries on lost turns for other rules.

use crate::ruleset::{Has, LostTurns, Ruleset, Skip, Special, Who};

/// Cards that take turns.
pub(crate) const SKIP: Has = ("skip", |s| s.skip != Skip::default());

impl Special {
    /// Returns the number of next players who lose a turn each.
    pub(crate) fn skipped(&self) -> u8 {
        match self.skip {
            Skip::Next(players) => players,
            Skip::Turns(_) => 0,
        }
    }

    /// Returns the turns that players lose who are named by their place, by lot or by choice.
    pub(crate) fn lost_turns(&self) -> Option<LostTurns> {
        match self.skip {
            Skip::Next(_) => None,
            Skip::Turns(turns) => Some(turns),
        }
    }

    /// Returns true if the next player loses a turn at once.
    pub(crate) fn skips_next(&self) -> bool {
        self.skipped() > 0 || self.lost_turns().is_some_and(|lost| lost.who == Who::Next)
    }
}

impl Ruleset {
    /// Returns true if two skips can both have their effect in one turn.
    pub(crate) fn may_skip_twice(&self) -> bool {
        self.may_twice(|special| special.skipped() > 0)
    }
}
