//! What other rules ask of nominations.

use crate::ruleset::{Binds, ContinueWith, Has, Nominate, Ruleset, Special};

/// A suit is nominated.
pub(crate) const NOMINATE: Has = ("nominate", |s| s.nominate != Nominate::Never);

impl Special {
    /// Whether its player can name the only suit to follow, for it or for what is played on it in the same turn.
    pub(crate) fn names_suit(&self) -> bool {
        let by_cover = self
            .cover()
            .is_some_and(|cover| cover.with == ContinueWith::Nominated);
        by_cover || self.nominate.asks() && self.nominate != Nominate::Second
    }
}

impl Ruleset {
    /// Whether nominations bind the next player only.
    pub(crate) fn nominations_lapse(&self) -> bool {
        let specials = self.special.values();
        let mut naming = specials.filter(|special| special.names_suit() && !special.cards.is_none());
        naming.any(|special| special.next.binds == Binds::Next)
    }
}
