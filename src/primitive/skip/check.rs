//! Checks of lost turns.

use crate::ruleset::validate::of::SpecialContext;
use crate::ruleset::{Skip, Who};

/// Checks the number of players skipped, or of turns that are lost, and by whom.
pub(crate) fn check(of: &mut SpecialContext<'_>) {
    match of.special.skip {
        Skip::Next(players) => of.range(players, 0, 9, "skip"),
        Skip::Turns(lost) => {
            of.range(lost.turns, 1, 9, "skip.turns");
            of.check(
                lost.who != Who::All,
                "skip.who",
                "a turn that everybody loses changes nothing: write \"others\", or take it away",
            );
            of.check(
                lost.who != Who::LastOut,
                "skip.who",
                "whoever is out has no turn to lose: write another player",
            );
        }
    }
}
