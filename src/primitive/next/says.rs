//! What other rules ask of what comes next.

use crate::card::{Card, CardSet};
use crate::ruleset::{Binds, Has, Next, NextFollow, Ruleset, Selector, Special};

/// The next player must play listed cards.
pub(crate) const DEMAND: Has = ("next.cards", |s| s.demand().is_some());

/// The card under it is followed.
pub(crate) const FOLLOW_UNDER: Has = ("next.follow", Special::follow_under);

/// Any card follows it.
pub(crate) const ACCEPTS: Has = ("next.follow", Special::accepts_any);

/// Only listed cards follow it.
pub(crate) const FOLLOWED_BY: Has = ("next.cards", |s| s.followed_by().is_some());

/// What must come next is named.
pub(crate) const NAME_RANK: Has = ("next.binds", |s| s.named().is_some());

impl Ruleset {
    /// The only cards that follow this one with so many players, where its rule lists them.
    pub(crate) fn followed_by(&self, players: u8, card: Card) -> Option<CardSet> {
        let holds = |special: &Special| special.when.holds_with(players) && !special.when.on_identical();
        let mut specials = self.special.values().filter(|special| holds(special));
        specials
            .find(|special| special.cards.cards().contains(card) && special.followed_by().is_some())
            .and_then(|special| special.followed_by().map(Selector::cards))
    }
}

impl Special {
    /// The only cards that the next player may play on it.
    pub(crate) fn demand(&self) -> Option<&Selector> {
        self.only_next(Binds::Next)
    }

    /// The only cards that anybody may play on it.
    pub(crate) fn followed_by(&self) -> Option<&Selector> {
        self.only_next(Binds::All)
    }

    fn only_next(&self, binds: Binds) -> Option<&Selector> {
        let cards = &self.next.cards;
        (self.next.binds == binds && !cards.is_none()).then_some(cards)
    }

    /// What its player may name, for the next player to play it.
    pub(crate) fn named(&self) -> Option<&Next> {
        matches!(self.next.binds, Binds::Named | Binds::NamedAll).then_some(&self.next)
    }

    /// Whether any card may be played on it.
    pub(crate) fn accepts_any(&self) -> bool {
        self.next.follow == Some(NextFollow::Any)
    }

    /// Whether the card under it is followed.
    pub(crate) fn follow_under(&self) -> bool {
        self.next.follow == Some(NextFollow::Under)
    }
}
