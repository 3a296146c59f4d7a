//! Queries on the conditions of specials, for other rules.

use crate::ruleset::{Free, Nominate, Ruleset, Selector, Special, Upcard, When, Who};

/// The effects of a card identical to the upcard, whatever card it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Identical {
    /// Number of cards that all other players draw.
    pub(crate) others_draw: u8,
    /// True if its player is the next player, whom the effects of the turn hit.
    pub(crate) again: bool,
}

impl When {
    /// True if it depends on the play of a card: on its upcard, or on the cards left.
    pub(crate) fn depends_on_play(&self) -> bool {
        self.upcard.is_some() || self.left.is_some()
    }

    /// True if these conditions and others cannot hold for the same play.
    pub(crate) fn excludes(&self, other: &Self) -> bool {
        let left = self.left.zip(other.left);
        let apart = left.is_some_and(|(own, other)| own.most < other.least || other.most < own.least);
        let upcards = self.upcards().zip(other.upcards());
        let disjoint = |own: &Selector, other: &Selector| {
            !own.is_late() && !other.is_late() && own.cards().and(other.cards()).is_empty()
        };
        apart || upcards.is_some_and(|(own, other)| disjoint(own, other))
    }
}

impl Special {
    /// True if the special is a rule for every card that is identical to the upcard.
    pub(crate) fn is_for_identical(&self) -> bool {
        // Most specials are answered here, before any is cloned.
        if self.when.upcard != Some(Upcard::Identical) {
            return false;
        }
        let When {
            players,
            upcard: _,
            left,
            side,
        } = &self.when;
        let plain = Self {
            cards: self.cards.clone(),
            when: self.when.clone(),
            again: self.again,
            hit: self.hit.clone().filter(|hit| hit.who == Who::Others),
            ..Self::default()
        };
        let all = self.cards.is_every_suited();
        players.is_none() && left.is_none() && side.is_none() && all && *self == plain
    }

    /// True if some effects of the special depend on how its card is played, beyond being wild and nominating on some upcards.
    pub(crate) fn depends_on_play(&self) -> bool {
        let bare = Self {
            cards: self.cards.clone(),
            when: self.when.clone(),
            play: self.play.clone(),
            nominate: self.nominate,
            next: self.next.clone(),
            ..Self::default()
        };
        let simple = self.when.left.is_none() && self.when.upcards().is_some() && *self == bare;
        self.when.depends_on_play() && !simple && !self.is_for_identical()
    }

    /// True if the special makes its cards wild.
    pub(crate) fn is_wild(&self) -> bool {
        self.play.free != Free::Never
    }

    /// True if the special lets its player name a suit or rank, or keeps the suit in force.
    pub(crate) fn names(&self) -> bool {
        self.nominate != Nominate::Never || self.named().is_some()
    }
}

impl Ruleset {
    /// Returns the effects of a card identical to the upcard, whatever card it is.
    pub(crate) fn identical(&self) -> Identical {
        let specials = self.special.values().filter(|special| special.is_for_identical());
        specials.fold(Identical::default(), |said, special| Identical {
            others_draw: said.others_draw.saturating_add(special.others_draw()),
            again: said.again || special.again,
        })
    }
}
