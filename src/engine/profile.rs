//! The compilations of the engine, and the choice of one for a game.

use crate::rules::Features;
use crate::rules::features::{
    AFTER_ATTACK, AFTER_DRAW, ALL, ATTACKS, CALLS, CHALLENGES, CHANCE_NODES, COMPAT, COVERS, FOLLOWING,
    GIFTS, KNOWN, MEANINGS, MISTAKES, PENALTIES, ROUNDS, SETS, TABLE, TABLEAU,
};

/// The sets of features for which the engine is compiled; the last one has all.
///
/// Each serves a few builtin games. With the next larger set they would execute 4 to 120 % more instructions per decision; sets
/// that saved 3 % or less were dropped, since each takes seconds to compile.
pub(crate) const PROFILES: [Features; 20] = [
    // One card a turn; several cards, with attacks.
    CALLS,
    CALLS | ATTACKS | SETS,
    // One card a turn: with countdowns; with moving hands and effects that bind the next player.
    CALLS | ATTACKS | MEANINGS | ROUNDS,
    CALLS | ATTACKS | FOLLOWING | TABLE | KNOWN,
    // One card a turn: with gifts; with challenges; with both and covers.
    CALLS | PENALTIES | GIFTS | KNOWN,
    CALLS | PENALTIES | CHALLENGES | AFTER_DRAW | KNOWN,
    CALLS | PENALTIES | CHALLENGES | AFTER_DRAW | KNOWN | COVERS | GIFTS,
    // Games of other engines, in which a drawn card may be played.
    AFTER_DRAW | COMPAT | PENALTIES,
    AFTER_DRAW | COMPAT | ROUNDS,
    // Several cards a turn: with covers, with countdowns, or with play after a draw.
    CALLS | ATTACKS | SETS | COVERS | KNOWN,
    CALLS | ATTACKS | SETS | PENALTIES | MEANINGS | ROUNDS | AFTER_ATTACK,
    ATTACKS | SETS | AFTER_DRAW | AFTER_ATTACK,
    CALLS | SETS | PENALTIES | FOLLOWING | AFTER_DRAW | ROUNDS,
    ATTACKS | SETS | PENALTIES | FOLLOWING | MEANINGS,
    // Covers, and other ends of a round.
    CALLS | ATTACKS | COVERS | AFTER_DRAW | ROUNDS,
    ATTACKS | COVERS | FOLLOWING | ROUNDS,
    // With a tableau.
    CALLS | ATTACKS | COVERS | SETS | FOLLOWING | ROUNDS | TABLE | TABLEAU,
    CALLS | ATTACKS | COVERS | PENALTIES | AFTER_DRAW | ROUNDS | TABLE | KNOWN | TABLEAU,
    // All but tableau, mistakes, compatibility and chance nodes; all.
    ALL & !(TABLEAU | MISTAKES | COMPAT | CHANCE_NODES),
    ALL,
];

/// Number of profiles at the end that are general: they serve rulesets that differ from the builtin ones.
#[cfg(test)]
const GENERAL: usize = 2;

/// Number of profiles at the beginning that small builds compile, beside the last one: debug builds, since every profile takes
/// seconds to compile, and the module for browsers, which is loaded before it is played.
const OF_SMALL_BUILDS: usize = 1;

/// Returns the profiles of this build that have all of these features, in order.
pub(crate) fn serving(features: Features) -> impl Iterator<Item = usize> {
    const SMALL: bool = cfg!(any(
        all(debug_assertions, not(fuzzing)),
        all(target_family = "wasm", target_os = "unknown")
    ));
    let built = |at: usize| !SMALL || at < OF_SMALL_BUILDS || at == PROFILES.len() - 1;
    (0..PROFILES.len()).filter(move |&at| built(at) && features & !PROFILES[at] == 0)
}

/// Returns the profile of this build with the fewest features that has all of these.
pub(crate) fn fitting(features: Features) -> usize {
    let least = serving(features).min_by_key(|&at| PROFILES[at].count_ones());
    least.unwrap_or(PROFILES.len() - 1)
}

/// Evaluates an expression with the features of a game's profile as a constant.
///
/// Release builds and fuzz targets have every profile, small builds the first and the last, unit tests the last: compiling them all
/// takes minutes. `make test-compilations` compares all of them (`tests/compilations.rs`).
macro_rules! with_profile {
    ($game:expr, $features:ident => $does:expr) => {
        $crate::engine::profile::with_profile!(@ $game, $features => $does, 0; 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18, 19)
    };
    (@ $game:expr, $features:ident => $does:expr, $($debug:literal)*; $($at:literal)*, $last:literal) => {{
        const _: () = assert!($last == $crate::engine::profile::PROFILES.len() - 1);
        match $game.profile() {
            $(#[cfg(not(test))] $debug => {
                const $features: Features = $crate::engine::profile::PROFILES[$debug];
                $does
            })*
            $(#[cfg(not(any(
                test,
                all(debug_assertions, not(fuzzing)),
                all(target_family = "wasm", target_os = "unknown")
            )))] $at => {
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
