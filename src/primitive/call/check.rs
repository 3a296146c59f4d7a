//! Checks of the settings of the call.

use crate::ruleset::validate::Problems;
use crate::ruleset::{CallCaught, CallDue, CallMade, Ruleset};

impl Ruleset {
    /// Checks the settings of the call.
    pub(crate) fn check_call(&self, problems: &mut Problems) {
        let call = &self.call;
        if call.made == CallMade::ByPlayer {
            problems.range(call.penalty, 1, 50, "call.penalty");
        }
        problems.check(
            call.made == CallMade::ByPlayer || call.skip == 0,
            "call.skip",
            || "no call is missing that is not the player's: set call.made = \"by-player\"".to_owned(),
        );
        problems.check(
            call.made == CallMade::ByPlayer || call.caught != CallCaught::Asked,
            "call.caught",
            || {
                "nobody has to ask for a call that is not the player's: set call.made = \"by-player\""
                    .to_owned()
            },
        );
        problems.check(call.due == CallDue::Played || self.countdown.from == 0, "call.due", || {
            "in a countdown a new hand of one card is not a last card: it goes with \"played\", or with countdown.from = 0"
                .to_owned()
        });
    }
}
