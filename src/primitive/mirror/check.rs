//! Checks of mirrors.

use crate::card_text::format_cards;
use crate::primitive::again::queries::AGAIN;
use crate::primitive::continuing::queries::{COVER, RUNS, SET_COVER};
use crate::primitive::hit::queries::{ATTACK, OTHERS_DRAW, PENALTY};
use crate::primitive::mirror::queries::MIRROR;
use crate::primitive::next::queries::{FOLLOW_UNDER, NAME_RANK};
use crate::primitive::reverse::queries::REVERSE;
use crate::primitive::skip::queries::SKIP;
use crate::ruleset::validate::elsewhere::setting;
use crate::ruleset::validate::of::SpecialContext;
use crate::ruleset::{Apart, ContinueWith, Counts, Special};

/// Effects that conflict on the same card.
pub(crate) const APART: &[Apart] = &[(
    MIRROR,
    &[
        ATTACK,
        OTHERS_DRAW,
        PENALTY,
        SKIP,
        REVERSE,
        AGAIN,
        COVER,
        NAME_RANK,
        FOLLOW_UNDER,
    ],
    "it turns against a player what another card does, and does no more",
)];

/// Checks the other settings of a special of mirrors.
pub(crate) fn check(of: &mut SpecialContext<'_>) {
    let &mut SpecialContext {
        ruleset,
        others,
        special,
        cards,
        ..
    } = of;
    if !special.mirror {
        return;
    }
    let turned = others.special(ATTACK).or_else(|| others.special(OTHERS_DRAW));
    of.check(
        turned.is_some(),
        "mirror",
        "there is nothing to turn: give some special a hit that can be answered, or that all others draw, or take \
         mirror away",
    );
    let answers = cards.and(others.answers());
    if !answers.is_empty() {
        let message = format!(
            "{} stand under answer, cancel or pass-on of an attack, which they would turn: take them out of one",
            format_cards(answers.iter())
        );
        of.check(false, "mirror", &message);
    }
    let top = |special: &Special| {
        special
            .continues(ContinueWith::Rank)
            .is_some_and(|sets| sets.effects != Counts::Every)
    };
    of.apart(
        "mirror",
        "several played together turn it that many times",
        others.specials(&[("continue.effects", top), RUNS, SET_COVER]),
    );
    let row = ruleset.round.row.number;
    of.apart(
        "mirror",
        "one that is played in another player's turn is in no row",
        [setting(row > 0, "round.row", &row)],
    );
}
