//! What goes with hands and cards that move.

use crate::ruleset::MoveTo;
use crate::ruleset::validate::of::Of;

/// What goes with what moves.
pub(crate) fn check(of: &mut Of<'_>) {
    let Some(it) = &of.special.r#move else { return };
    let gives = matches!(it.to, MoveTo::All | MoveTo::Each | MoveTo::Next);
    of.check(
        it.must || gives,
        "move.must",
        "false, but only giving cards may be stopped: it goes with to = \"all\", \"each\" or \"next\"",
    );
}
