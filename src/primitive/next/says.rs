//! What other rules ask of what comes next.

use crate::ruleset::{Binds, Has, Next, NextFollow, Selector, Special};

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
