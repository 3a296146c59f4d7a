//! A turn, the call, and how a round ends.

use super::Problems;
use crate::ruleset::{CallDue, CallMade, Caught, Charged, DrawThen, DrawWhen, Ruleset};

impl Ruleset {
    pub(super) fn check_turn(&self, problems: &mut Problems) {
        let draw = &self.draw;
        let several = draw.limit != 1 || draw.until_hand > 0;
        let chosen = draw.when != DrawWhen::Never;
        problems.check(!(chosen && draw.then == DrawThen::EndTurn && (several || draw.until_playable)), "draw.then", || {
            "drawing on makes no sense where drawing ends the turn: choose may-play, must-play, play-any or \
             must-play-any, or limit = 1"
                .to_owned()
        });
        problems.check(self.follow.suit || self.follow.rank, "follow", || {
            "nothing would ever follow: let suit or rank be true".to_owned()
        });
    }

    pub(super) fn check_call(&self, problems: &mut Problems) {
        let call = &self.call;
        if call.made == CallMade::ByPlayer {
            problems.range(call.penalty, 1, 50, "call.penalty");
            problems.check(
                call.caught == Caught::Automatic || call.charged == Charged::BeforeNext,
                "call.charged",
                || {
                    format!(
                        "{} goes with caught = \"automatic\"; others catch the player themselves",
                        if call.charged == Charged::OwnTurn {
                            "own-turn"
                        } else {
                            "after-next"
                        }
                    )
                },
            );
        }
        problems.check(
            call.made == CallMade::ByPlayer || call.caught != Caught::Asked,
            "call.caught",
            || {
                "nobody has to ask for a call that is not the player's: set call.made = \"by-player\""
                    .to_owned()
            },
        );
        problems.check(call.due == CallDue::Laid || self.countdown.from == 0, "call.due", || {
            "in a countdown a new hand of one card is no last card: it goes with \"laid\", or with countdown.from = 0"
                .to_owned()
        });
    }

    /// How a round ends.
    pub(super) fn check_end(&self, problems: &mut Problems) {
        let (out, round) = (&self.out, &self.round);
        for players in self.tables() {
            let Some(places) = out.places.get(players) else {
                problems.add("out.places", format!("no value for {players} players"));
                continue;
            };
            problems.check((1..players).contains(&places), "out.places", || {
                format!("{places} is not in 1 … {} for {players} players", players - 1)
            });
        }
        problems.range(out.second_share, 0, 100, "out.second-share");
        let for_second = self.tables().filter(|&players| players > 2);
        let played_for = for_second
            .into_iter()
            .any(|n| out.places.get(n).is_some_and(|n| n > 1));
        problems.check(out.second_share == 0 || played_for, "out.second-share", || {
            "nobody plays for the second place: set out.places to 2 or more for three or more players, or 0".to_owned()
        });
        problems.check(matches!(round.row, 0 | 2..=20), "round.row", || {
            format!("{} is not 0 or 2 … 20", round.row)
        });
        problems.check(
            round.row == 0 || !round.row_cards.cards().is_empty(),
            "round.row-cards",
            || "no card counts in a row: list some, or set round.row = 0".to_owned(),
        );
    }
}
