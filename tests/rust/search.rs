//! Players that look ahead.

use std::time::Duration;

use eights::bot::{BotKind, Learned};
use eights::engine::{ChanceMode, EpisodeKind, Game, Options as GameOptions, Reward};
use eights::episode::Episode;
use eights::rng::{Rng, Stream};
use eights::ruleset::Ruleset;
use eights::search::{Budget, Method, Options, SearchError, search};
use serde_json::json;

use crate::episode::random;
use crate::tables::nearest_of;

fn game(id: &str, players: u8, chance: ChanceMode, episode: EpisodeKind) -> Option<Game> {
    let options = GameOptions {
        chance,
        episode,
        ..GameOptions::new(players)
    };
    // A ruleset may have no matches.
    Game::new(&Ruleset::builtin(id).expect(id), options).ok()
}

fn few(method: Method) -> Options {
    Options {
        method,
        budget: Budget::Iterations(24),
        worlds: 4,
        ..Options::default()
    }
}

#[test]
fn every_ruleset_is_searched_in_rounds_and_matches() {
    for id in eights::ruleset::ids() {
        for players in nearest_of(id, &[2, 5]) {
            for &episode in EpisodeKind::ALL {
                let Some(game) = game(id, players, ChanceMode::Sampled, episode) else {
                    continue;
                };
                let mut rng = Rng::new(2, Stream::Bot);
                let mut episode = Episode::new(&game, 3);
                for n in 0..20 {
                    if n % 5 == 3 && episode.state().actor().is_some() {
                        for method in [Method::Tree, Method::Flat] {
                            let found = search(&episode, &few(method), n).expect(id);
                            let legal = game.legal(episode.state());
                            assert!(legal.contains(found.best()), "{id}");
                            assert_eq!(found.choices.len() as u32, legal.len(), "{id}");
                            let visits: u64 = found.choices.iter().map(|choice| choice.visits).sum();
                            assert_eq!((visits, found.iterations), (24, 24), "{id}");
                        }
                    }
                    let Some(what) = random(&episode, &mut rng) else {
                        break;
                    };
                    episode.make(what).expect("possible");
                }
            }
        }
    }
}

#[test]
fn a_search_follows_from_its_seed_and_grows_as_many_trees_as_are_wanted() {
    let game = game("uno", 3, ChanceMode::Explicit, EpisodeKind::Round).expect("a game");
    let mut rng = Rng::new(2, Stream::Bot);
    let mut episode = Episode::new(&game, 3);
    while episode.state().actor().is_none() {
        episode
            .make(random(&episode, &mut rng).expect("chance"))
            .expect("possible");
    }
    let options = Options {
        trees: 3,
        rollout: BotKind::Random,
        ..few(Method::Tree)
    };
    let found = search(&episode, &options, 5).expect("found");
    assert_eq!(found.iterations, 72);
    assert_eq!(found, search(&episode, &options, 5).expect("found"));
    assert_ne!(found, search(&episode, &options, 6).expect("found"));
}

#[test]
fn a_card_that_wins_at_once_is_found() {
    let game = game("crazy_eights", 2, ChanceMode::Sampled, EpisodeKind::Round).expect("a game");
    let position = json!({ "hands": ["5D", "2H 3H"], "pile": "9D", "seat": 0 });
    let episode = Episode::from_position(&game, &position, 0).expect("a position");
    for method in [Method::Tree, Method::Flat] {
        let options = Options {
            budget: Budget::Iterations(100),
            ..few(method)
        };
        let found = search(&episode, &options, 1).expect("found");
        assert_eq!(found.best().to_string(), "play 5D");
        let won = found.choices.iter().find(|choice| choice.action == found.best());
        assert!(won.is_some_and(|choice| choice.value > 0.99), "{found:?}");
    }
}

#[test]
fn a_budget_of_time_ends() {
    let game = game("kings_reverse", 4, ChanceMode::Sampled, EpisodeKind::Round).expect("a game");
    let options = Options {
        budget: Budget::Time(Duration::from_millis(20)),
        ..Options::default()
    };
    let found = search(&Episode::new(&game, 1), &options, 1).expect("found");
    assert!(found.iterations > 0 && found.worlds > 0);
}

#[test]
fn a_judge_of_rounds_that_are_won_says_nothing_of_others() {
    let ruleset = Ruleset::builtin("uno").expect("uno");
    let plain = GameOptions::new(2);
    let judge = Learned::of(&Game::new(&ruleset, plain.clone()).expect("a game"));
    assert!(judge.is_some());
    let points = GameOptions {
        reward: Reward::Points,
        ..plain.clone()
    };
    let matches = GameOptions {
        episode: EpisodeKind::Match,
        ..plain
    };
    for (options, what) in [(points, "points"), (matches, "matches")] {
        let game = Game::new(&ruleset, options).expect("a game");
        let options = Options {
            judge,
            ..few(Method::Tree)
        };
        assert_eq!(
            search(&Episode::new(&game, 1), &options, 1),
            Err(SearchError::Judge { what })
        );
    }
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let game = game("crazy_eights", 2, ChanceMode::Explicit, EpisodeKind::Round).expect("a game");
    let episode = Episode::new(&game, 1);
    let refused = |options: Options| search(&episode, &options, 1).expect_err("refused").to_string();
    assert_eq!(
        search(&episode, &few(Method::Tree), 1),
        Err(SearchError::NobodyActs { phase: "chance" })
    );
    for (options, name) in [
        (
            Options {
                budget: Budget::Iterations(0),
                ..Options::default()
            },
            "iterations = 0",
        ),
        (
            Options {
                budget: Budget::Time(Duration::ZERO),
                ..Options::default()
            },
            "milliseconds = 0",
        ),
        (
            Options {
                worlds: 0,
                ..Options::default()
            },
            "worlds = 0",
        ),
        (
            Options {
                trees: 0,
                ..Options::default()
            },
            "trees = 0 is not in 1 … 1024",
        ),
        (
            Options {
                trees: 1025,
                ..Options::default()
            },
            "trees = 1025",
        ),
        (
            Options {
                exploration: f64::NAN,
                ..Options::default()
            },
            "exploration = NaN",
        ),
        (
            Options {
                exploration: -1.0,
                ..Options::default()
            },
            "exploration = -1",
        ),
    ] {
        assert!(refused(options).contains(name), "{name}");
    }
}
