//! All house variants of UNO combined, and how well bots play games from many countries.

use eights::arena::{arena, deal_seed, play};
use eights::bot::BotKind;
use eights::{EpisodeKind, Game, Options, Ruleset};
use serde_json::json;

/// Every subset of the house variants of UNO.
fn house_variants() -> impl Iterator<Item = Vec<&'static str>> {
    let names = ["seven-zero", "jump-in", "stacking-all", "draw-until", "no-bluff"];
    (0..1u8 << names.len()).map(move |set| {
        let chosen = names.into_iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        chosen.map(|(_, name)| name).collect()
    })
}

#[test]
fn the_house_variants_of_uno_go_together() {
    let uno = Ruleset::builtin("uno").expect("builtin");
    for variants in house_variants() {
        let overrides = json!({ "variant": variants });
        let ruleset = uno
            .with(overrides.as_object().expect("a mapping"))
            .unwrap_or_else(|error| panic!("{variants:?}: {error}"));
        assert_eq!(ruleset.warnings(), [], "{variants:?}");
        let game = Game::new(&ruleset, Options::new(4)).expect("a game");
        let mut state = game.new_initial_state(0);
        for (round, bot) in BotKind::ALL.iter().enumerate() {
            let seed = deal_seed(1, round as u64);
            assert_eq!(play(&game, &mut state, seed, |_| bot), Ok(()), "{variants:?}");
            assert_eq!(game.check(&state), Vec::<String>::new(), "{variants:?}");
        }
    }
}

#[test]
fn matches_of_several_games_come_to_an_end() {
    let ruleset = Ruleset::builtin("hollywood").expect("builtin");
    for players in [2, 3, 6] {
        let options = Options {
            episode: EpisodeKind::Match,
            ..Options::new(players)
        };
        let game = Game::new(&ruleset, options).expect("a game");
        let mut state = game.new_initial_state(0);
        for round in 0..3 {
            let seed = deal_seed(2, round);
            assert_eq!(play(&game, &mut state, seed, |_| &BotKind::Greedy), Ok(()));
            assert!(state.is_over() && !state.is_truncated());
            let written = game.to_value(&state);
            let games = written["games"].as_array().expect("three games");
            let reached = |points: &serde_json::Value| {
                let points = points.as_array().expect("points");
                points.iter().any(|own| own.as_i64() >= Some(100))
            };
            assert!(games.len() == 3 && games.iter().all(reached), "{written}");
        }
    }
}

#[test]
fn better_bots_win_under_the_house_variants_of_uno() {
    let uno = Ruleset::builtin("uno").expect("builtin");
    let all = json!({ "variant": ["seven-zero", "jump-in", "stacking-all", "draw-until", "no-bluff"] });
    let ruleset = uno.with(all.as_object().expect("a mapping")).expect("valid");
    let game = Game::new(&ruleset, Options::new(2)).expect("a game");
    let report = arena(&game, &BotKind::ALL, 400, 7, 0, |_| ()).expect("legal play");
    for better in [BotKind::Greedy, BotKind::Heuristic] {
        let pair = report
            .pairing(better.name(), BotKind::Random.name())
            .expect("played");
        assert!(pair.win_rate.low > 0.5, "{better}: {:?}", pair.win_rate);
    }
}
