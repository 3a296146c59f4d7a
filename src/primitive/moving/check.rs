//! Checks of cards that move hands or single cards.

use crate::ruleset::validate::of::SpecialContext;
use crate::ruleset::{MoveTo, Special};

/// Checks the `move` setting of a special.
pub(crate) fn check(of: &mut SpecialContext<'_>) {
    let Some(it) = &of.special.r#move else { return };
    let gives = matches!(it.to, MoveTo::All | MoveTo::Each | MoveTo::Next);
    of.check(
        it.must || gives,
        "move.must",
        "false, but only giving cards may be stopped: it goes with to = \"all\", \"each\" or \"next\"",
    );
    let swaps = of
        .ruleset
        .special
        .values()
        .filter(|special| special.swaps_hands());
    let alike = swaps
        .map(Special::must_swap_hands)
        .all(|must| must == (it.to == MoveTo::Swap));
    of.check(
        alike || !of.special.swaps_hands(),
        "move.to",
        "hands are swapped by choice for some cards and by force for others: write \"chosen\" for all of them, or \"swap\"",
    );
}
