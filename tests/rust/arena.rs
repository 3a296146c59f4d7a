//! The arena: fair by construction, the same whatever the number of threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use eights::action::{Action, ActionSet};
use eights::arena::{ArenaError, Interval, Pairing, Report, arena, arena_while, games_while, total_games};
use eights::bot::{Bot, BotKind};
use eights::engine::{ChanceMode, Game, Options};
use eights::rng::Rng;
use eights::ruleset::Ruleset;
use eights::view::View;

use crate::tables::nearest_of;

fn game(id: &str, players: u8) -> Game {
    let ruleset = Ruleset::builtin(id).expect(id);
    Game::new(&ruleset, Options::new(players)).expect(id)
}

fn assert_exactly(found: Interval, value: f64) {
    for end in [found.low, found.mean, found.high] {
        assert!((end - value).abs() < 1e-12, "{found:?}, not {value}");
    }
}

#[test]
fn identical_deterministic_bots_have_exactly_the_fair_share() {
    for id in eights::ruleset::ids() {
        for players in nearest_of(id, &[2, 3, 6]) {
            let twins = [BotKind::Greedy, BotKind::Greedy];
            let report = arena(&game(id, players), &twins, 40, 3, 1, |_| ()).expect("legal play");
            for pair in &report.pairings {
                let (rate, fair) = (pair.win_rate, 1.0 / f64::from(players));
                assert!((rate.mean - fair).abs() < 1e-12, "{rate:?}, not {fair}");
                // 40 deals do not make it certain.
                assert!(0.0 < rate.low && rate.low < fair - 0.01, "{rate:?}");
                assert!(fair + 0.01 < rate.high && rate.high < 1.0, "{rate:?}");
                assert_exactly(pair.mean_return, 0.0);
            }
        }
    }
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    for players in [2, 4] {
        let game = game("crazy_eights_special", players);
        let play = |threads| arena(&game, &BotKind::ALL, 50, 11, threads, |_| ());
        let one = play(1).expect("legal play");
        assert_eq!(one, play(3).expect("legal play"));
        assert_eq!(one, play(0).expect("legal play"));
    }
}

#[test]
fn two_players_are_told_from_both_sides() {
    let report = arena(&game("kings_reverse", 2), &BotKind::ALL, 50, 1, 1, |_| ()).expect("legal play");
    assert_eq!(report.pairings.len(), 6);
    for pair in &report.pairings {
        let other = report
            .pairing(&pair.field, &pair.entrant)
            .expect("the other side");
        assert!((pair.win_rate.mean + other.win_rate.mean - 1.0).abs() < 1e-12);
        assert!((pair.seats[0].win_rate.mean + other.seats[1].win_rate.mean - 1.0).abs() < 1e-12);
        assert!((pair.mean_return.low + other.mean_return.high).abs() < 1e-12);
    }
}

#[test]
fn explicit_chance_is_sampled() {
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let options = Options {
        chance: ChanceMode::Explicit,
        ..Options::new(3)
    };
    let explicit = Game::new(&ruleset, options).expect("valid");
    let play = |game: &Game| arena(game, &BotKind::ALL, 10, 1, 1, |_| ()).expect("legal play");
    assert_eq!(play(&explicit), play(&game("crazy_eights", 3)));
}

#[test]
fn progress_counts_every_game() {
    for players in [2, 3] {
        let most = AtomicU64::new(0);
        let told = |games| {
            most.fetch_max(games, Ordering::Relaxed);
        };
        let report =
            arena(&game("crazy_eights", players), &BotKind::ALL, 20, 1, 2, told).expect("legal play");
        assert_eq!(most.into_inner(), total_games(players, 3, 20));
        assert!(
            report
                .pairings
                .iter()
                .all(|pair| pair.games == 20 * u64::from(players))
        );
    }
}

#[test]
fn the_report_says_what_is_needed_to_play_again() {
    let game = game("crazy_eights", 2);
    let report = arena(&game, &BotKind::ALL[..2], 5, 9, 1, |_| ()).expect("legal play");
    let json = serde_json::to_value(&report).expect("serialisable");
    assert_eq!(json["ruleset"], "crazy_eights");
    assert_eq!(json["fingerprint"], game.ruleset().fingerprint().as_str());
    assert_eq!(
        (&json["players"], &json["seed"], &json["deals"]),
        (&2.into(), &9.into(), &5.into())
    );
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["entrants"], serde_json::json!(["random", "greedy"]));
    assert!(json["pairings"][0]["win_rate"]["low"].is_number());
}

/// Passes, whether it may or not.
struct Passer;

impl Bot for Passer {
    fn name(&self) -> &'static str {
        "passer"
    }

    fn act(&self, _view: &View<'_>, _legal: ActionSet, _rng: &mut Rng) -> Action {
        Action::Pass
    }
}

fn refused(entrants: &[&dyn Bot], deals: u64) -> ArenaError {
    let played: Result<Report, _> = arena(&game("crazy_eights", 2), entrants, deals, 1, 1, |_| ());
    played.expect_err("refused")
}

#[test]
fn what_cannot_be_played_is_refused() {
    let (greedy, passer): (&dyn Bot, &dyn Bot) = (&BotKind::Greedy, &Passer);
    assert_eq!(
        refused(&[greedy], 5).to_string(),
        "an arena needs at least 2 entrants: there are 1"
    );
    assert_eq!(
        refused(&[greedy, passer], 0).to_string(),
        "an arena needs at least 1 deal"
    );
    let error = refused(&[greedy, passer], 1).to_string();
    assert!(
        error.starts_with("passer chose pass, which is not legal"),
        "{error}"
    );
}

#[test]
fn parts_of_an_arena_are_its_games() {
    for players in [2, 3] {
        let game = game("crazy_eights_special", players);
        let bots = [&BotKind::Heuristic, &BotKind::Random];
        let play =
            |deals, threads| games_while(&game, bots, deals, 5, threads, |_| ControlFlow::Continue(()));
        let whole = play(0..20, 2).expect("legal play");
        assert_eq!(whole.len(), if players == 2 { 2 } else { 1 });
        let parts: Vec<_> = [0..1, 1..13, 13..20]
            .map(|deals| play(deals, 1).expect("legal play"))
            .into();
        for (side, games) in whole.iter().enumerate() {
            let joined: Vec<_> = parts.iter().flat_map(|part| part[side].clone()).collect();
            assert_eq!(*games, joined);
        }
        let entrants = [BotKind::Heuristic, BotKind::Random];
        let report = arena(&game, &entrants, 20, 5, 1, |_| ()).expect("legal play");
        for (pairing, games) in report.pairings.iter().zip(&whole) {
            let told = Pairing::new(&pairing.entrant, &pairing.field, players, games);
            assert_eq!(*pairing, told);
        }
        assert_eq!(play(3..3, 1), Err(ArenaError::Deals));
    }
}

#[test]
fn an_arena_stops_when_its_progress_says_so() {
    let played = arena_while(&game("crazy_eights", 2), &BotKind::ALL, u64::MAX, 1, 2, |games| {
        if games < 100 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert_eq!(played, Err(ArenaError::Stopped));
}
