//! Bots that look ahead.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use eights::bot::{Bot, BotKind, Learned};
use eights::search::{Budget, Kept, Method, SearchError, SearchOptions, SearchResult, search, search_on};
use eights::{ChanceMode, Episode, EpisodeKind, Game, Options as GameOptions, Rng, Ruleset, Stream, View};
use serde_json::json;

use crate::harness::random;
use crate::tables::nearest_of;

fn game(id: &str, players: u8, chance: ChanceMode, episode: EpisodeKind) -> Option<Game> {
    let options = GameOptions {
        chance,
        episode,
        ..GameOptions::new(players)
    };
    // Some rulesets have no matches.
    Game::new(&Ruleset::builtin(id).expect(id), options).ok()
}

fn few(method: Method) -> SearchOptions {
    SearchOptions {
        method,
        budget: Budget::Iterations(24),
        worlds: 4,
        ..SearchOptions::default()
    }
}

#[test]
fn every_ruleset_is_searched_in_rounds_and_matches() {
    for id in eights::ruleset::ids() {
        let tables = nearest_of(id, &[2, 5]);
        for (method, &players) in [Method::Tree, Method::Flat]
            .into_iter()
            .zip(tables.iter().cycle())
        {
            for &episode in EpisodeKind::ALL {
                let Some(game) = game(id, players, ChanceMode::Sampled, episode) else {
                    continue;
                };
                let mut rng = Rng::new(2, Stream::Bot);
                let mut episode = Episode::new(&game, 3);
                for n in 0..10 {
                    if n == 7 && episode.state().actor().is_some() {
                        let found = search(&episode, &few(method), n).expect(id);
                        let legal = game.legal(episode.state());
                        assert!(legal.contains(found.best), "{id}");
                        assert_eq!(found.choices.len() as u32, legal.len(), "{id}");
                        let visits: u64 = found.choices.iter().map(|choice| choice.visits).sum();
                        assert_eq!((visits, found.iterations), (24, 24), "{id}");
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
    let options = SearchOptions {
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
        let options = SearchOptions {
            budget: Budget::Iterations(100),
            ..few(method)
        };
        let found = search(&episode, &options, 1).expect("found");
        assert_eq!(found.best.to_string(), "play 5D");
        let won = found.choices.iter().find(|choice| choice.action == found.best);
        assert!(won.is_some_and(|choice| choice.value > 0.99), "{found:?}");
    }
}

#[test]
fn flat_monte_carlo_chooses_by_what_was_brought_also_where_it_ends_within_a_round() {
    let episode = at_the_table(["5D 6D 7H 4C", "2D 3D 4S 2S"]);
    for iterations in 1..60 {
        let options = SearchOptions {
            budget: Budget::Iterations(iterations),
            ..few(Method::Flat)
        };
        let found = search(&episode, &options, 3).expect("found");
        let played = || found.choices.iter().filter(|choice| choice.visits > 0);
        let most = played().map(|choice| choice.value).fold(f64::MIN, f64::max);
        let best = played().find(|choice| choice.action == found.best);
        assert!(best.is_some_and(|choice| choice.value >= most), "{found:?}");
    }
}

#[test]
fn whoever_the_others_are_taken_for_decides_what_is_to_be_expected() {
    let game = game("crazy_eights_special", 3, ChanceMode::Sampled, EpisodeKind::Round).expect("a game");
    let episode = Episode::new(&game, 7);
    for method in [Method::Tree, Method::Flat] {
        let best = |opponents| {
            let options = SearchOptions {
                budget: Budget::Iterations(600),
                opponents,
                ..few(method)
            };
            let found = search(&episode, &options, 1).expect("found");
            let values = found.choices.iter().map(|choice| choice.value);
            (values.fold(f64::MIN, f64::max), found)
        };
        let (none, heuristic) = (best(None), best(Some(BotKind::Heuristic)));
        // The rollouts of the two are the same, and flat Monte Carlo consists of rollouts only.
        assert_eq!(none == heuristic, method == Method::Flat);
        // Against `random` opponents the search expects to win nearly always.
        assert!(best(Some(BotKind::Random)).0 > 0.9);
        assert!(none.0.max(heuristic.0) < 0.6, "{none:?} {heuristic:?}");
    }
}

/// Continues a search with the kept trees of an earlier one, and returns the number of kept visits.
fn go_on(episode: &Episode, options: &SearchOptions, kept: &mut Option<Kept>) -> (SearchResult, u64) {
    let found = search_on(episode, options, 1, kept, &|| true).expect("found");
    let visits: u64 = found.choices.iter().map(|choice| choice.visits).sum();
    let before = visits - found.iterations;
    (found, before)
}

/// Two seats with cards of which each allows the other seat to play one.
fn at_the_table(hands: [&str; 2]) -> Episode {
    let game = game("crazy_eights", 2, ChanceMode::Sampled, EpisodeKind::Round).expect("a game");
    let position = json!({ "hands": hands, "pile": "9D", "seat": 0 });
    Episode::from_position(&game, &position, 0).expect("a position")
}

fn play(episode: &mut Episode, actions: &[&str]) {
    for action in actions {
        episode.apply(action.parse().expect(action)).expect(action);
    }
}

#[test]
fn a_tree_is_kept_while_its_seat_sees_nothing_but_actions() {
    let options = SearchOptions {
        budget: Budget::Iterations(2000),
        ..SearchOptions::default()
    };
    let begun = at_the_table(["5D 6D 7H 4C", "2D 3D 4S 2S"]);
    for (actions, is_kept) in [
        (&["play 5D", "play 2D"][..], true),
        (&["play 5D", "draw"], true),
        (&["draw", "play 2D"], false),
    ] {
        let mut episode = begun.clone();
        let mut kept = None;
        assert_eq!(go_on(&episode, &options, &mut kept).1, 0);
        play(&mut episode, actions);
        let (found, before) = go_on(&episode, &options, &mut kept);
        assert_eq!(before > 0, is_kept, "{actions:?}: {before}");
        assert_eq!(found.iterations, 2000, "{actions:?}");
        let fresh = search(&episode, &options, 1).expect("found");
        assert_eq!(found == fresh, !is_kept, "{actions:?}");
        assert_eq!(found.best, fresh.best, "{actions:?}");
    }
}

#[test]
fn a_tree_is_kept_for_its_own_seat_options_and_history() {
    let options = SearchOptions {
        budget: Budget::Iterations(500),
        ..SearchOptions::default()
    };
    let begun = at_the_table(["5D 6D 7H 4C", "2D 3D 4S 2S"]);
    let other = at_the_table(["5D 6D 7H 5C", "2D 3D 4S 2S"]);
    let kept = |options: &SearchOptions| {
        let mut kept = None;
        go_on(&begun, options, &mut kept);
        kept
    };
    let after = |episode: &Episode, actions: &[&str]| {
        let mut episode = episode.clone();
        play(&mut episode, actions);
        episode
    };
    let next = after(&begun, &["play 5D", "play 2D"]);
    let longer = SearchOptions {
        budget: Budget::Iterations(600),
        ..options
    };
    assert!(go_on(&next, &longer, &mut kept(&options)).1 > 0);
    let greedy = SearchOptions {
        rollout: BotKind::Greedy,
        ..options
    };
    assert_eq!(go_on(&next, &greedy, &mut kept(&options)).1, 0);
    let answer = SearchOptions {
        opponents: Some(BotKind::Heuristic),
        ..options
    };
    assert_eq!(go_on(&next, &answer, &mut kept(&options)).1, 0);
    assert!(go_on(&next, &answer, &mut kept(&answer)).1 > 0);
    let theirs = after(&begun, &["play 5D"]);
    assert_eq!(go_on(&theirs, &options, &mut kept(&options)).1, 0);
    let elsewhere = after(&other, &["play 5D", "play 2D"]);
    assert_eq!(go_on(&elsewhere, &options, &mut kept(&options)).1, 0);
    assert_eq!(
        go_on(&begun, &options, &mut kept(&options)).1,
        0,
        "the same position"
    );
}

#[test]
fn trees_that_are_kept_count_no_other_seat_and_no_illegal_action() {
    for id in eights::ruleset::ids() {
        for players in nearest_of(id, &[2, 4]) {
            let game = game(id, players, ChanceMode::Sampled, EpisodeKind::Round).expect(id);
            let mut rng = Rng::new(5, Stream::Bot);
            let mut episode = Episode::new(&game, 8);
            let mut kept: Vec<Option<Kept>> = (0..players).map(|_| None).collect();
            for _ in 0..12 {
                let Some(seat) = episode.state().actor() else {
                    break;
                };
                let options = SearchOptions {
                    budget: Budget::Iterations(30),
                    worlds: 6,
                    ..SearchOptions::default()
                };
                let (found, before) = go_on(&episode, &options, &mut kept[seat.index()]);
                assert_eq!(found.iterations, 30, "{id}");
                assert!(before < 30 * 25, "{id}: {before}");
                let what = random(&episode, &mut rng).expect("an action");
                episode.make(what).expect("possible");
            }
        }
    }
}

#[test]
fn a_search_stops_when_it_is_told_to() {
    let episode = at_the_table(["5D 6D 7H 4C", "2D 3D 4S 2S"]);
    for method in [Method::Tree, Method::Flat] {
        for trees in [1, 3] {
            let options = SearchOptions {
                budget: Budget::Iterations(u32::MAX),
                method,
                trees,
                ..SearchOptions::default()
            };
            let asked = AtomicU32::new(0);
            let goes_on = || asked.fetch_add(1, Ordering::Relaxed) < 200;
            let found = search_on(&episode, &options, 1, &mut None, &goes_on);
            assert_eq!(found, Err(SearchError::Stopped));
        }
    }
}

/// Calls `found` at every decision of a few rounds of `heuristic`.
fn at_decisions(mut found: impl FnMut(&Episode, View<'_>)) {
    for (id, players) in [
        ("uno", 2),
        ("kings_reverse", 3),
        ("pickup_countdown", 10),
        ("rose_mau", 4),
    ] {
        let game = game(id, players, ChanceMode::Sampled, EpisodeKind::Round).expect("a game");
        let mut rng = Rng::new(3, Stream::Bot);
        let mut episode = Episode::new(&game, 4);
        for _ in 0..25 {
            let Some(seat) = episode.state().actor() else {
                break;
            };
            found(&episode, View::new(&game, episode.state(), seat));
            let (view, legal) = (
                View::new(&game, episode.state(), seat),
                game.legal(episode.state()),
            );
            let action = BotKind::Heuristic.act(&view, legal, &mut rng);
            episode.apply(action).expect("legal");
        }
    }
}

#[test]
fn without_a_game_the_prior_or_heuristic_decides() {
    at_decisions(|episode, view| {
        for method in [Method::Tree, Method::Flat] {
            for (prior, bot) in [(None, BotKind::Heuristic), (Some(Learned), BotKind::Learned)] {
                let options = SearchOptions {
                    method,
                    budget: Budget::Time(Duration::from_nanos(1)),
                    prior,
                    ..SearchOptions::default()
                };
                let found = search(episode, &options, 5).expect("found");
                assert_eq!((found.iterations, found.worlds), (0, 0));
                let legal = episode.game().legal(episode.state());
                let bot = if legal.len() == 1 { BotKind::Heuristic } else { bot };
                assert_eq!(found.best, bot.act(&view, legal, &mut Rng::new(5, Stream::Bot)));
            }
        }
    });
}

#[test]
fn what_was_never_played_is_not_taken() {
    at_decisions(|episode, _| {
        for method in [Method::Tree, Method::Flat] {
            for (iterations, prior) in [(1, None), (2, Some(Learned)), (3, None)] {
                let options = SearchOptions {
                    budget: Budget::Iterations(iterations),
                    prior,
                    ..few(method)
                };
                let found = search(episode, &options, 5).expect("found");
                let best = found.choices.iter().find(|choice| choice.action == found.best);
                assert!(best.is_some_and(|best| best.visits > 0), "{found:?}");
            }
        }
    });
}

/// Counts how often a search of one game asks whether it goes on.
fn asked(episode: &Episode, rollout: BotKind) -> u32 {
    let asked = AtomicU32::new(0);
    let goes_on = || asked.fetch_add(1, Ordering::Relaxed) < u32::MAX;
    let options = SearchOptions {
        budget: Budget::Iterations(1),
        rollout,
        ..SearchOptions::default()
    };
    search_on(episode, &options, 1, &mut None, &goes_on).expect("found");
    asked.into_inner()
}

#[test]
fn a_search_asks_often_whether_it_goes_on() {
    let long = game("other_blackjack", 2, ChanceMode::Sampled, EpisodeKind::Round).expect("a game");
    let mut rounds = (0..10).map(|seed| asked(&Episode::new(&long, seed), BotKind::Random));
    assert!(rounds.any(|asked| asked > 100), "within one long game");
    let mut most = 0;
    at_decisions(|episode, _| most = most.max(asked(episode, BotKind::Heuristic)));
    assert!(most > 300, "{most} times while one world is drawn");
}

#[test]
fn a_search_that_is_to_stop_asks_no_more() {
    at_decisions(|episode, _| {
        for last in [0, 1, 5, 20] {
            let asked = AtomicU32::new(0);
            let goes_on = || asked.fetch_add(1, Ordering::Relaxed) < last;
            let found = search_on(episode, &SearchOptions::default(), 1, &mut None, &goes_on);
            assert_eq!(found, Err(SearchError::Stopped));
            let asked = asked.into_inner();
            assert!(
                asked <= last + 40,
                "{asked} times, and {last} times told to go on"
            );
        }
    });
}

#[test]
fn a_budget_of_time_ends() {
    let game = game("kings_reverse", 4, ChanceMode::Sampled, EpisodeKind::Round).expect("a game");
    let options = SearchOptions {
        budget: Budget::Time(Duration::from_secs(1)),
        ..SearchOptions::default()
    };
    let found = search(&Episode::new(&game, 1), &options, 1).expect("found");
    assert!(found.iterations > 0 && found.worlds > 0);
}

/// Without the shortcut for forced moves this test would think for an hour.
#[test]
fn what_is_forced_takes_no_time() {
    let episode = at_the_table(["2H 3H", "5C"]);
    for method in [Method::Tree, Method::Flat] {
        let options = SearchOptions {
            method,
            budget: Budget::Time(Duration::from_secs(3600)),
            ..SearchOptions::default()
        };
        let found = search(&episode, &options, 1).expect("found");
        assert_eq!((found.best.to_string().as_str(), found.iterations), ("draw", 1));
    }
}

#[test]
fn after_one_game_a_prior_decides() {
    for (id, players, episode) in [
        ("uno", 2, EpisodeKind::Round),
        ("kings_reverse", 3, EpisodeKind::Match),
        ("mau_mau", 4, EpisodeKind::Round),
    ] {
        let game = game(id, players, ChanceMode::Sampled, episode).expect("a game");
        let prior = Learned;
        let mut episode = Episode::new(&game, 4);
        let mut rng = Rng::new(3, Stream::Bot);
        // Sampling worlds of a long game is slow.
        for _ in 0..40 {
            let Some(seat) = episode.state().actor() else {
                break;
            };
            let options = SearchOptions {
                budget: Budget::Iterations(1),
                prior: Some(prior),
                ..SearchOptions::default()
            };
            let found = search(&episode, &options, 5).expect("found");
            let (view, legal) = (
                View::new(&game, episode.state(), seat),
                game.legal(episode.state()),
            );
            assert_eq!(found.best, prior.act(&view, legal, &mut rng), "{id}");
            episode.apply(found.best).expect("legal");
        }
    }
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let game = game("crazy_eights", 2, ChanceMode::Explicit, EpisodeKind::Round).expect("a game");
    let episode = Episode::new(&game, 1);
    let refused = |options: SearchOptions| search(&episode, &options, 1).expect_err("refused").to_string();
    assert_eq!(
        search(&episode, &few(Method::Tree), 1),
        Err(SearchError::NobodyActs { phase: "chance" })
    );
    for (options, name) in [
        (
            SearchOptions {
                budget: Budget::Iterations(0),
                ..SearchOptions::default()
            },
            "iterations = 0",
        ),
        (
            SearchOptions {
                budget: Budget::Time(Duration::ZERO),
                ..SearchOptions::default()
            },
            "milliseconds = 0",
        ),
        (
            SearchOptions {
                worlds: 0,
                ..SearchOptions::default()
            },
            "worlds = 0",
        ),
        (
            SearchOptions {
                trees: 0,
                ..SearchOptions::default()
            },
            "trees = 0 is not in 1 … 1024",
        ),
        (
            SearchOptions {
                trees: 1025,
                ..SearchOptions::default()
            },
            "trees = 1025",
        ),
        (
            SearchOptions {
                exploration: f64::NAN,
                ..SearchOptions::default()
            },
            "exploration = NaN",
        ),
        (
            SearchOptions {
                exploration: -1.0,
                ..SearchOptions::default()
            },
            "exploration = -1",
        ),
    ] {
        assert!(refused(options).contains(name), "{name}");
    }
}
