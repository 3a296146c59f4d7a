//! Checks of the settings of the call.

use crate::ruleset::validate::Problems;
use crate::ruleset::{CallCaught, CallDue, CallMade, LastCard, Ruleset};

impl Ruleset {
    /// Checks the settings of the call.
    pub(crate) fn check_call(&self, problems: &mut Problems) {
        let call = &self.call;
        if call.made == CallMade::ByPlayer {
            let other = self.score.events.of("call") != 0 || call.skip > 0;
            let least =
                u32::from(!other || call.due == CallDue::AtOnce || self.out.last_card == LastCard::Drawn);
            problems.range(call.penalty, least, 50, "call.penalty");
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
        let few = call.due == CallDue::Played || matches!(call.due, CallDue::Cards(_));
        problems.check(few || self.countdown.from == 0, "call.due", || {
            "in a countdown a new hand of one card is not a last card: it goes with \"played\", or with countdown.from = 0"
                .to_owned()
        });
    }
}
