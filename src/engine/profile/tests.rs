//! Every compilation that serves a game is compared with the one that has all features.

use super::{GENERAL, PROFILES};
use crate::action::Action;
use crate::engine::{ChanceMode, EpisodeKind, Game, Options};
use crate::rng::{Rng, Stream};
use crate::rules::features::{ALL, LOST_TURNS};
use crate::ruleset::{Ruleset, ids, tiny_ids};

/// The game in every compilation that serves it but the last; none if so many cannot play.
fn compilations(ruleset: &Ruleset, options: Options) -> Vec<Game> {
    let Ok(game) = Game::new(ruleset, options) else {
        return Vec::new();
    };
    let needed = game.features();
    let serving = (0..PROFILES.len() - 1).filter(|&at| needed & !PROFILES[at] == 0);
    serving.map(|at| game.with_profile(at)).collect()
}

/// Plays random games of a ruleset in every compilation that serves it; how many decisions were compared.
fn compare(ruleset: &Ruleset, options: Options, seeds: u64, most: u32) -> u32 {
    let games = compilations(ruleset, options);
    games.iter().map(|game| compare_with_all(game, seeds, most)).sum()
}

/// Plays random games with all features and without those that a game lacks.
fn compare_with_all(game: &Game, seeds: u64, most: u32) -> u32 {
    let id = &game.ruleset().id;
    let full = game.with_all_features();
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
            let all = if players == 4.clamp(min, max) { 200 } else { 40 };
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

#[test]
fn attacks_that_take_turns_are_played_by_compilations_that_know_them() {
    let settings = [
        r#"{"special.low": {"cards": "2-7", "hit": {"draw": 0, "skip": 2, "answer": "2-7", "cancel": "9"}}}"#,
        r#"{"special.low": {"cards": "2-7", "hit": {"draw": 1, "skip": 1, "answer": "2-7"}}, "stock.empty": "none"}"#,
    ];
    for settings in settings {
        let settings = serde_json::from_str(settings).expect("JSON");
        let plain = Ruleset::builtin("crazy_eights").expect("builtin");
        let ruleset = plain.with(&settings).expect("valid");
        let game = Game::new(&ruleset, Options::new(3)).expect("a game");
        assert!(PROFILES[super::fitting(game.features())] & LOST_TURNS > 0);
        assert!(compare(&ruleset, Options::new(3), 100, 400) > 5_000);
    }
}

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
        .map(|game| super::fitting(game.features()))
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
