//! Checks of the settings of the call.

use crate::ruleset::validate::Problems;
use crate::ruleset::validate::elsewhere::setting;
use crate::ruleset::{CallCaught, CallDue, CallMade, LastCard, Ruleset, WordDue};

impl Ruleset {
    /// Checks the settings of the call.
    pub(crate) fn check_call(&self, problems: &mut Problems) {
        let call = &self.call;
        if call.made == CallMade::ByPlayer {
            let other = self.score.events.of("call") != 0 || call.skip > 0;
            let least =
                u32::from(!other || call.due == CallDue::AtOnce || self.out.last_card == LastCard::Drawn);
            self.check_call_penalty(least, problems);
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

    /// Checks the cards drawn for a missing call, of which there must be at least this many.
    fn check_call_penalty(&self, least: u32, problems: &mut Problems) {
        const KEY: &str = "call.penalty";
        let penalty = &self.call.penalty;
        if !penalty.is_open() {
            return problems.range(penalty.number(), least, 50, KEY);
        }
        if let Some(why) = penalty.refused(self.every_deck()) {
            problems.add(KEY, why);
        }
        let word = self.words.iter().find(|(_, word)| word.due == WordDue::Penalty);
        problems.apart(
            KEY,
            "a number of cards that is open is drawn by itself, after the turn",
            [
                setting(self.call.due == CallDue::AtOnce, "call.due", &self.call.due),
                word.map(|(name, _)| format!("words.{name}.due = \"penalty\"")),
            ],
        );
    }
}
