//! Queries on the cards that must or may be played next, for other rules.

use crate::card::Card;
use crate::ruleset::{Binds, Has, Next, NextFollow, Ruleset, Selector, Special};

/// Cards on which the next player must play listed cards.
pub(crate) const DEMAND: Has = ("next.cards", |s| s.demand().is_some());

/// Cards on which the card beneath is followed.
pub(crate) const FOLLOW_UNDER: Has = ("next.follow", Special::follow_under);

/// Cards that any card follows.
pub(crate) const ACCEPTS: Has = ("next.follow", Special::accepts_any);

/// Cards that only listed cards follow.
pub(crate) const FOLLOWED_BY: Has = ("next.cards", |s| s.followed_by().is_some());

/// Cards whose player names what must be played next.
pub(crate) const NAME_RANK: Has = ("next.binds", |s| s.named().is_some());

impl Ruleset {
    /// Returns the only cards that follow this one with this many players, where its special lists them.
    pub(crate) fn followed_by(&self, players: u8, card: Card) -> Option<&Selector> {
        let holds = |special: &Special| special.when.holds_with(players) && !special.is_for_identical();
        let mut specials = self.special.values().filter(|special| holds(special));
        specials
            .find(|special| special.cards.cards().contains(card) && special.followed_by().is_some())
            .and_then(Special::followed_by)
    }
}

impl Special {
    /// Returns the only cards that the next player may play on a card of the special.
    pub(crate) fn demand(&self) -> Option<&Selector> {
        self.only_next(Binds::Next)
    }

    /// Returns the only cards that anybody may play on a card of the special.
    pub(crate) fn followed_by(&self) -> Option<&Selector> {
        self.only_next(Binds::All)
    }

    fn only_next(&self, binds: Binds) -> Option<&Selector> {
        let cards = &self.next.cards;
        (self.next.binds == binds && !cards.is_none()).then_some(cards)
    }

    /// Returns the setting if the player names what must be played next.
    pub(crate) fn named(&self) -> Option<&Next> {
        matches!(self.next.binds, Binds::Named | Binds::NamedAll).then_some(&self.next)
    }

    /// Returns true if any card may be played on it.
    pub(crate) fn accepts_any(&self) -> bool {
        self.next.follow == Some(NextFollow::Any)
    }

    /// Returns true if the card beneath is followed.
    pub(crate) fn follow_under(&self) -> bool {
        self.next.follow == Some(NextFollow::Under)
    }
}
