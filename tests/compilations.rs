//! Every compilation of the engine that supports a game plays it exactly as the compilation with all features does.
//!
//! A debug build has two of the compilations; `make test-compilations` compares all of them in a release build.

use eights::ruleset::{ids, tiny_ids};
use eights::{Action, EpisodeKind, Game, Options, Rng, Ruleset, Stream};

/// Plays random games of a ruleset in every compilation that supports it, and returns the number of decisions compared.
fn compare(ruleset: &Ruleset, options: Options, seeds: u64, most: u32) -> u32 {
    let Ok(game) = Game::new(ruleset, options) else {
        return 0; // The ruleset does not allow this number of players.
    };
    let mut games = game.compilations();
    let full = games.pop().expect("one has all features");
    games
        .iter()
        .map(|game| compare_with_all(game, &full, seeds, most))
        .sum()
}

/// Plays random games with all features and without the features that the game does not use.
fn compare_with_all(game: &Game, full: &Game, seeds: u64, most: u32) -> u32 {
    let id = &game.ruleset().id;
    let mut decisions = 0;
    for seed in 0..seeds {
        let mut rng = Rng::new(seed, Stream::Bot);
        let mut state = game.new_initial_state(seed);
        let mut other = full.new_initial_state(seed);
        for _ in 0..most {
            let legal = game.legal(&state);
            assert_eq!(legal, full.legal(&other), "{id}, seed {seed}");
            if legal.is_empty() {
                break;
            }
            let action = Action::from_id(legal.nth(rng.below(legal.len())));
            game.apply_unchecked(&mut state, action, &mut ());
            full.apply_unchecked(&mut other, action, &mut ());
            decisions += 1;
            assert!(
                state == other,
                "{id}, {} players, seed {seed}: {action}",
                game.players()
            );
        }
    }
    decisions
}

#[test]
fn every_compilation_plays_as_the_one_with_all_features() {
    let mut decisions = 0;
    for id in ids().chain(tiny_ids()) {
        let ruleset = Ruleset::builtin(id).expect(id);
        let (min, max) = (ruleset.players.min, ruleset.players.max);
        for players in min..=max {
            let all = if players == 4.clamp(min, max) { 200 } else { 20 };
            decisions += compare(&ruleset, Options::new(players), all, 400);
            let rounds = Options {
                episode: EpisodeKind::Match,
                ..Options::new(players)
            };
            decisions += compare(&ruleset, rounds, 8, 1_000);
        }
        for name in ruleset.variants.keys() {
            let settings = serde_json::json!({ "variant": name });
            let variant = ruleset.with(settings.as_object().expect("a map")).expect(name);
            for players in [variant.players.min, variant.players.max] {
                decisions += compare(&variant, Options::new(players), 20, 400);
            }
        }
    }
    assert!(decisions > 100_000, "only {decisions} decisions were compared");
}

// In a debug build only the compilation with all features supports these rulesets.
#[cfg(not(debug_assertions))]
#[test]
fn attacks_that_take_turns_are_played_alike() {
    let settings = [
        r#"{"special.low": {"cards": "2-7", "hit": {"draw": 0, "skip": 2, "answer": "2-7", "cancel": "9"}}}"#,
        r#"{"special.low": {"cards": "2-7", "hit": {"draw": 1, "skip": 1, "answer": "2-7"}}, "stock.empty": "none"}"#,
    ];
    for settings in settings {
        let settings = serde_json::from_str(settings).expect("JSON");
        let plain = Ruleset::builtin("crazy_eights").expect("builtin");
        let ruleset = plain.with(&settings).expect("valid");
        assert!(compare(&ruleset, Options::new(3), 100, 400) > 5_000);
    }
}
