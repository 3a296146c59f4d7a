//! Checks of challenges.

use crate::ruleset::validate::of::SpecialContext;
use crate::ruleset::{ChallengeDraw, Free, Runs, WordDue};

/// Checks the other settings of a special that can be challenged.
pub(crate) fn check(of: &mut SpecialContext<'_>) {
    let &mut SpecialContext {
        ruleset,
        special,
        cards,
        ..
    } = of;
    let Some(challenge) = &special.challenge else {
        return;
    };
    of.check(
        matches!(special.play.free, Free::Unable | Free::NoSuit),
        "challenge",
        "there is nothing to challenge unless play.free = \"unable\" or \"no-suit\"",
    );
    of.check(
        challenge.draw != ChallengeDraw::Hit || special.penalty().is_some() || special.open_hit().is_some(),
        "challenge.draw",
        "the special has no hit at once whose cards would be drawn: write a number",
    );
    if !challenge.undone {
        return;
    }
    let runs =
        ruleset.continue_together().runs != Runs::Off && !cards.minus(ruleset.pack().jokers()).is_empty();
    of.check(
        ruleset.played_together(cards).is_empty() && special.cover().is_none() && !runs,
        "challenge.undone",
        "a play that is taken back is a single card: take these cards out of every special with continue",
    );
    of.check(
        !special.follow_under() && ruleset.round.row.number == 0,
        "challenge.undone",
        "a play that is taken back cannot be followed under (next.follow) or counted in a row (round.row)",
    );
    let mut words = ruleset
        .words
        .iter()
        .filter(|(_, word)| word.due == WordDue::Played);
    let word = words.find(|(_, word)| !word.cards.cards().and(cards).is_empty());
    of.apart(
        "challenge.undone",
        "a play that is taken back leaves the pile as it was, and no card is drawn for it before",
        [word.map(|(name, _)| format!("words.{name}"))],
    );
}
