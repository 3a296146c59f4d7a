//! What must or may be played on a card next.

use serde::{Deserialize, Serialize};

use super::{Nominate, Ruleset, Selector, Special, is_default};

/// What must or may be played on a card next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Next {
    /// The only cards that may be played on it, whatever their suit; under `named`, single cards that may be named too.
    #[serde(skip_serializing_if = "is_default")]
    pub cards: Selector,
    /// Whom that binds, and a nomination.
    #[serde(skip_serializing_if = "is_default")]
    pub binds: Binds,
    /// What follows it otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follow: Option<NextFollow>,
    /// Cards that the next player draws who holds nothing of what was named.
    #[serde(skip_serializing_if = "is_one")]
    pub else_draw: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_one(number: &u8) -> bool {
    *number == 1
}

impl Default for Next {
    fn default() -> Self {
        Self {
            cards: Selector::none(),
            binds: Binds::All,
            follow: None,
            else_draw: 1,
        }
    }
}

/// Whom it binds what must be played next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Binds {
    /// Everybody, until a card is played on it.
    #[default]
    All,
    /// The next player only; then the card is an ordinary one.
    Next,
    /// The next player, who must play the rank or the card that its player names, if one is held.
    Named,
}

/// What follows a card besides what follows others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NextFollow {
    /// Any card.
    Any,
    /// What follows the card under it, as if it were not there.
    Under,
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
        (self.next.binds == Binds::Named).then_some(&self.next)
    }

    /// Whether any card may be played on it.
    pub(crate) fn accepts_any(&self) -> bool {
        self.next.follow == Some(NextFollow::Any)
    }

    /// Whether the card under it is followed.
    pub(crate) fn follow_under(&self) -> bool {
        self.next.follow == Some(NextFollow::Under)
    }

    /// Whether its player can name the only suit to follow, for it or for what is played on it in the same turn.
    pub(crate) fn names_suit(&self) -> bool {
        let by_cover = self
            .cover()
            .is_some_and(|cover| cover.with == super::ContinueWith::Nominated);
        by_cover || !matches!(self.nominate, Nominate::Never | Nominate::Second)
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
