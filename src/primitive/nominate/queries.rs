//! Queries on nominations for other rules.

use crate::ruleset::{Binds, ContinueWith, Has, Nominate, Ruleset, Special};

/// Cards that nominate a suit or keep the one in force.
pub(crate) const NOMINATE: Has = ("nominate", |s| s.nominate != Nominate::Never);

impl Special {
    /// Returns true if the player can name the only suit to follow, for the card or for covers on it in the same turn.
    pub(crate) fn names_suit(&self) -> bool {
        let by_cover = self
            .cover()
            .is_some_and(|cover| cover.with == ContinueWith::Nominated);
        by_cover || self.nominate.asks() && self.nominate != Nominate::Second
    }
}

impl Ruleset {
    /// Returns true if nominations bind the next player only.
    pub(crate) fn nominations_lapse(&self) -> bool {
        let specials = self.special.values();
        let mut naming = specials.filter(|special| special.names_suit() && !special.cards.is_none());
        naming.any(|special| special.next.binds == Binds::Next)
    }
}
