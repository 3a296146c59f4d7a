//! Compiled rules of the call of the last card.

use crate::rules::OpenDraws;
use crate::ruleset::{CallDue, CallMade, Caught, Charged, Ruleset};

/// The rules of the call of the last card.
#[derive(Debug, Clone)]
pub(crate) struct CallRules {
    /// The way in which a call is made, if any is due.
    pub(crate) made: CallMade,
    /// Number of cards drawn for a missing call; a number to expect where it is open.
    pub(crate) penalty: u8,
    /// Number of turns lost for a missing call.
    pub(crate) skip: u8,
    /// The players who can notice a missing call.
    pub(crate) caught: Caught,
    /// The time at which the penalty of a call that is always noticed is drawn.
    pub(crate) charged: Charged,
    /// The players who owe a call, and when.
    pub(crate) due: CallDue,
    /// Number of cards left for which a call is due.
    pub(crate) cards: u8,
}

impl CallRules {
    /// True if a player whose call is missing is not out after the last card.
    pub(crate) fn keeps_in(&self) -> bool {
        self.due == CallDue::AtOnce && self.made == CallMade::ByPlayer
    }

    /// True if a call is due from a player who has played this many cards in the turn and holds this many.
    #[inline]
    pub(crate) const fn is_due(&self, played: u8, held: u8) -> bool {
        if self.cards == 1 {
            return held == 1;
        }
        held > 0 && held <= self.cards && held.saturating_add(played) > self.cards
    }

    pub(crate) fn compile(ruleset: &Ruleset, open: &OpenDraws) -> Self {
        let call = &ruleset.call;
        Self {
            made: call.made,
            penalty: open.expected(&call.penalty, open.call),
            skip: call.skip,
            caught: call.caught.by(),
            charged: call.caught.charged(),
            due: match call.due {
                CallDue::Cards(_) => CallDue::Played,
                due => due,
            },
            cards: match call.due {
                CallDue::Cards(cards) => cards,
                _ => 1,
            },
        }
    }
}
