//! The compilations of the engine, and which one serves a game.

use crate::rules::Features;
use crate::rules::features::{
    AFTER_ATTACK, AFTER_DRAW, ALL, ATTACKS, CALLS, CHALLENGES, CHANCE_NODES, COMPAT, COVERS, FOLLOWING,
    GIFTS, KNOWN, MEANINGS, MISTAKES, PENALTIES, ROUNDS, SETS, SIDE, TABLE,
};

/// The sets of features for which the engine is compiled, from the smallest on; the last one has all.
///
/// Each serves a few builtin games; a new one pays where it makes a game a tenth faster.
pub(crate) const PROFILES: [Features; 14] = [
    // One card a turn, and what it does to the next player.
    CALLS | ATTACKS,
    // One card a turn, also a drawn one.
    CALLS | AFTER_DRAW,
    // One card a turn with countdowns; with hands that move and what binds the next player.
    CALLS | ATTACKS | MEANINGS | ROUNDS,
    CALLS | ATTACKS | FOLLOWING | TABLE | KNOWN,
    // Games of other engines.
    AFTER_DRAW | COMPAT | FOLLOWING | PENALTIES,
    AFTER_DRAW | COMPAT | ROUNDS,
    // Several cards a turn; then with countdowns; then with what others may answer.
    CALLS | ATTACKS | SETS | COVERS | KNOWN,
    CALLS | ATTACKS | SETS | PENALTIES | MEANINGS | ROUNDS | AFTER_ATTACK,
    CALLS | COVERS | PENALTIES | GIFTS | CHALLENGES | AFTER_DRAW | KNOWN,
    // Covers, or several cards a turn, and rounds that end in other ways.
    CALLS | ATTACKS | COVERS | AFTER_DRAW | ROUNDS,
    CALLS | ATTACKS | SETS | COVERS | PENALTIES | AFTER_DRAW | AFTER_ATTACK | FOLLOWING | ROUNDS,
    // All that needs no side block; all but chance from outside; all.
    ALL & !(SIDE | MISTAKES | COMPAT | CHANCE_NODES),
    ALL & !CHANCE_NODES,
    ALL,
];

/// The first profile that has all of these features.
pub(crate) fn fitting(features: Features) -> usize {
    let fits = |profile: &Features| features & !profile == 0;
    PROFILES.iter().position(fits).unwrap_or(PROFILES.len() - 1)
}

/// Does something with the features of a game's profile as a constant.
macro_rules! with_profile {
    ($game:expr, $features:ident => $does:expr) => {
        $crate::engine::profile::with_profile!(@ $game, $features => $does, 0 1 2 3 4 5 6 7 8 9 10 11 12, 13)
    };
    (@ $game:expr, $features:ident => $does:expr, $($at:literal)*, $last:literal) => {{
        const _: () = assert!($last == $crate::engine::profile::PROFILES.len() - 1);
        match $game.profile() {
            $($at => {
                const $features: Features = $crate::engine::profile::PROFILES[$at];
                $does
            })*
            _ => {
                const $features: Features = $crate::engine::profile::PROFILES[$last];
                $does
            }
        }
    }};
}

pub(crate) use with_profile;

#[cfg(test)]
mod tests;
