//! English description of lost turns.

use crate::ruleset::describe::words::{count, number};
use crate::ruleset::{LostTurns, Ruleset, Skip, Skips, Special, Who};

/// Describes the skip.
pub(crate) fn say(ruleset: &Ruleset, special: &Special) -> Option<String> {
    let once = match ruleset.turn.skips() {
        Skips::Once if ruleset.may_skip_twice() => {
            "; several skips played in a turn count as the greatest of them"
        }
        _ => "",
    };
    match special.skip {
        Skip::Next(0) => None,
        Skip::Next(1) if ruleset.players.min == 2 => Some(format!(
            "The next player loses the turn; with two players the same one plays again{once}."
        )),
        Skip::Next(1) => Some(format!("The next player loses the turn{once}.")),
        Skip::Next(n) => Some(format!("The next {} players lose their turn{once}.", number(n))),
        Skip::Turns(lost) => Some(say_lost(lost)),
    }
}

/// Describes turns lost by players who are named by their place, by lot or by choice.
fn say_lost(lost: LostTurns) -> String {
    let next = if lost.turns == 1 {
        "the next turn".to_owned()
    } else {
        format!("the next {}", count(lost.turns, "turn"))
    };
    match lost.who {
        Who::Own => format!("Its player loses {next}."),
        Who::Next => format!("The next player loses {next}."),
        Who::Previous => {
            format!("The player before, in the direction in which it was played, loses {next}.")
        }
        Who::Others | Who::All | Who::LastOut => format!("All other players lose {next}."),
        Who::Lot => format!("One of all the players, named by chance, loses {next}."),
        Who::Chosen => format!("Its player names another player, who loses {next}."),
    }
}
