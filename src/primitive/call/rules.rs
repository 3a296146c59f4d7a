//! The call of the last card, for the engine.

use crate::ruleset::{CallDue, CallMade, Caught, Charged, Ruleset};

/// The call of the last card.
#[derive(Debug, Clone)]
pub(crate) struct CallRules {
    /// Whether it is due, and who makes it.
    pub(crate) made: CallMade,
    /// Cards drawn for a missing call.
    pub(crate) penalty: u8,
    /// Turns lost for one.
    pub(crate) skip: u8,
    /// Who notices.
    pub(crate) caught: Caught,
    /// When the penalty of a call that is always noticed is drawn.
    pub(crate) charged: Charged,
    /// Who owes it.
    pub(crate) due: CallDue,
}

impl CallRules {
    /// Whether a player may play the last card and not be out, the call being missing.
    pub(crate) fn keeps_in(&self) -> bool {
        self.due == CallDue::AtOnce && self.made == CallMade::ByPlayer
    }

    pub(crate) fn compile(ruleset: &Ruleset) -> Self {
        let call = &ruleset.call;
        Self {
            made: call.made,
            penalty: call.penalty,
            skip: call.skip,
            caught: call.caught.by(),
            charged: call.caught.charged(),
            due: call.due,
        }
    }
}
