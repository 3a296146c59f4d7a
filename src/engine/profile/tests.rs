//! The choice of a compilation for a game; `tests/compilations.rs` compares their play.

use super::{GENERAL, PROFILES};
use crate::engine::{ChanceMode, Game, Options};
use crate::rules::features::{ALL, LOST_TURNS};
use crate::ruleset::{Ruleset, ids};

#[test]
fn every_compilation_but_the_general_ones_serves_a_builtin_game() {
    let games = ids().filter_map(|id| {
        let ruleset = Ruleset::builtin(id).ok()?;
        Game::new(
            &ruleset,
            Options::new(4.clamp(ruleset.players.min, ruleset.players.max)),
        )
        .ok()
    });
    let mut served = games
        .map(|game| {
            (0..PROFILES.len())
                .filter(|&at| game.features() & !PROFILES[at] == 0)
                .min_by_key(|&at| PROFILES[at].count_ones())
                .expect("the last profile has all features")
        })
        .collect::<Vec<_>>();
    served.sort_unstable();
    served.dedup();
    served.retain(|&profile| profile < PROFILES.len() - GENERAL);
    assert_eq!(served, (0..PROFILES.len() - GENERAL).collect::<Vec<_>>());
    assert_eq!(PROFILES.last(), Some(&ALL));
}

#[test]
fn explicit_chance_is_served() {
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let options = Options {
        chance: ChanceMode::Explicit,
        ..Options::new(2)
    };
    let game = Game::new(&ruleset, options).expect("a game");
    assert_eq!(game.features() & !PROFILES[super::fitting(game.features())], 0);
    assert!(game.new_initial_state(0).is_chance());
}

#[test]
fn attacks_that_take_turns_are_played_by_compilations_that_know_them() {
    let settings = r#"{"special.low": {"cards": "2-7", "hit": {"draw": 0, "skip": 2, "answer": "2-7"}}}"#;
    let settings = serde_json::from_str(settings).expect("JSON");
    let plain = Ruleset::builtin("crazy_eights").expect("builtin");
    let ruleset = plain.with(&settings).expect("valid");
    let game = Game::new(&ruleset, Options::new(3)).expect("a game");
    for at in super::serving(game.features()) {
        assert!(PROFILES[at] & LOST_TURNS > 0);
    }
}
