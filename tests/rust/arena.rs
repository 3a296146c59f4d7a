//! The arena: fair by construction, and with the same results for any number of threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use eights::arena::{
    ArenaError, GameResult, Interval, Pairing, Plan, Report, Tally, Tournament, arena, arena_while,
    checkpoints, deal_seed, decision_time, games_while, play, total_games, tournament,
};
use eights::bot::{Bot, BotKind};
use eights::{
    Action, ActionSet, ChanceMode, EpisodeKind, Game, MAX_SEATS, Options, Phase, Rng, Ruleset, Seat, State,
    Truncation, View,
};

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

fn assert_exactly_one(value: f64) {
    assert_eq!(value.to_bits(), 1_f64.to_bits());
}

#[test]
fn identical_deterministic_bots_have_exactly_the_fair_share() {
    for id in eights::ruleset::ids() {
        for players in nearest_of(id, &[2, 3, 6]) {
            let twins = [BotKind::Greedy, BotKind::Greedy];
            let game = game(id, players);
            let teams = f64::from(game.num_teams());
            let report = arena(&game, &twins, 40, 3, 1, |_| ()).expect("legal play");
            for pair in &report.pairings {
                let (rate, fair) = (pair.win_rate, 1.0 / teams);
                assert!((rate.mean - fair).abs() < 1e-12, "{rate:?}, not {fair}");
                // 40 deals leave an interval around the share.
                assert!(0.0 < rate.low && rate.low < fair - 0.01, "{rate:?}");
                assert!(fair + 0.01 < rate.high && rate.high < 1.0, "{rate:?}");
                assert_exactly(pair.mean_return, 0.0);
                assert_eq!(pair.over_fair_share.to_bits(), 0_f64.to_bits(), "exactly zero");
                assert_exactly_one(pair.p_value);
                assert_exactly(pair.mean_place, f64::midpoint(teams, 1.0));
            }
            report
                .adjusted_p_values
                .iter()
                .copied()
                .for_each(assert_exactly_one);
            for rating in report.ranking.expect("places are known") {
                let found = [rating.rating, rating.low, rating.high];
                assert_eq!(found.map(f64::to_bits), [0_f64.to_bits(); 3], "exactly zero");
            }
        }
    }
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    for players in [2, 4] {
        let game = game("crazy_eights_special", players);
        let play = |threads| arena(&game, &BotKind::ALL[..3], 50, 11, threads, |_| ());
        let one = play(1).expect("legal play");
        assert_eq!(one, play(3).expect("legal play"));
        assert_eq!(one, play(0).expect("legal play"));
    }
}

#[test]
fn two_players_are_told_from_both_sides() {
    let report = arena(&game("kings_reverse", 2), &BotKind::ALL[..3], 50, 1, 1, |_| ()).expect("legal play");
    assert_eq!(report.pairings.len(), 6);
    for pair in &report.pairings {
        let other = report
            .pairing(&pair.field, &pair.entrant)
            .expect("the other side");
        assert!((pair.win_rate.mean + other.win_rate.mean - 1.0).abs() < 1e-12);
        assert!((pair.seats[0].win_rate.mean + other.seats[1].win_rate.mean - 1.0).abs() < 1e-12);
        assert!((pair.mean_return.low + other.mean_return.high).abs() < 1e-12);
        assert!((pair.mean_place.mean + other.mean_place.mean - 3.0).abs() < 1e-12);
        assert!((pair.over_fair_share + other.over_fair_share).abs() < 1e-15);
        assert!((pair.p_value - other.p_value).abs() < 1e-12);
    }
    for (pair, adjusted) in report.pairings.iter().zip(&report.adjusted_p_values) {
        // There are six pairings but only three distinct questions, each counted once.
        assert!(pair.p_value <= *adjusted && *adjusted <= 3.0 * pair.p_value + 1e-12);
    }
    let largest = |values: Vec<f64>| values.into_iter().fold(0.0, f64::max);
    let asked = report.pairings.iter().map(|pair| pair.p_value).collect();
    assert!(
        (largest(asked) - largest(report.adjusted_p_values)).abs() < 1e-12,
        "Holm leaves the largest"
    );
}

#[test]
fn explicit_chance_is_sampled() {
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let options = Options {
        chance: ChanceMode::Explicit,
        ..Options::new(3)
    };
    let explicit = Game::new(&ruleset, options).expect("valid");
    let play = |game: &Game| arena(game, &BotKind::ALL[..3], 10, 1, 1, |_| ()).expect("legal play");
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
            arena(&game("crazy_eights", players), &BotKind::ALL[..3], 20, 1, 2, told).expect("legal play");
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

/// Always passes, even where passing is illegal.
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
        let tallies: Vec<Tally> = (0..)
            .zip(&whole)
            .map(|(side, games)| {
                let mut tally = Tally::new(side, 1 - side, players);
                games
                    .chunks(usize::from(players))
                    .for_each(|deal| tally.add(deal).expect("games"));
                tally
            })
            .collect();
        let names = entrants.map(|bot| bot.to_string()).to_vec();
        let told = Report::new(&game, names, 20, 5, &tallies);
        assert_eq!(told.pairings, report.pairings[..whole.len()]);
        assert_eq!(play(3..3, 1), Err(ArenaError::Deals));
    }
}

#[test]
fn parts_are_counted_in_whatever_order_they_come() {
    let bots = [BotKind::Heuristic, BotKind::Greedy, BotKind::Random];
    let names = || bots.map(|bot| bot.to_string()).to_vec();
    for (players, precision) in [(2, None), (3, None), (2, Some(0.09))] {
        let game = game("crazy_eights_special", players);
        let plan = Plan {
            deals: 160,
            seed: 5,
            threads: 1,
            precision,
        };
        let mut counted = Tournament::new(bots.len(), players, plan).expect("an arena");
        while let Some(todo) = counted.todo() {
            let middle = u64::midpoint(todo.start, todo.end);
            let mut parts = Vec::new();
            for &(one, field) in counted.pairs() {
                for deals in [middle..todo.end, todo.start..middle] {
                    let first = deals.start;
                    let sides = games_while(&game, [&bots[one], &bots[field]], deals, 5, 1, |_| {
                        ControlFlow::Continue(())
                    });
                    parts.push(((one, field), first, sides.expect("legal play")));
                }
            }
            parts.reverse();
            let third = parts.len() / 3;
            parts.rotate_left(third);
            for (pair, first, sides) in parts {
                counted.add(pair, first, sides).expect("a part");
            }
        }
        let played = tournament(&game, &bots, &plan, |_| ControlFlow::Continue(())).expect("legal play");
        assert_eq!(counted.report(&game, names()), Ok(played));
    }
}

#[test]
fn what_is_no_part_is_refused_and_changes_nothing() {
    let game = game("crazy_eights", 2);
    let bots = [&BotKind::Greedy, &BotKind::Random];
    let plan = Plan {
        deals: 4,
        seed: 0,
        threads: 1,
        precision: None,
    };
    let games =
        |deals| games_while(&game, bots, deals, 0, 1, |_| ControlFlow::Continue(())).expect("legal play");
    let names = || bots.map(ToString::to_string).to_vec();
    let mut counted = Tournament::new(2, 2, plan).expect("an arena");
    assert_eq!(counted.report(&game, names()), Err(ArenaError::Stopped));
    counted.add((0, 1), 0, games(0..2)).expect("the first part");
    let mut one_side = games(2..4);
    one_side.pop();
    for (pair, first, sides) in [
        ((1, 0), 2, games(2..4)),
        ((0, 2), 2, games(2..4)),
        ((0, 1), 0, games(0..2)),
        ((0, 1), 2, one_side),
        ((0, 1), 2, Vec::new()),
        ((0, 1), 2, vec![Vec::new(); 2]),
    ] {
        let refused = counted.add(pair, first, sides);
        assert_eq!(refused, Err(ArenaError::Part { pair, first }));
    }
    assert_eq!(counted.todo(), Some(2..4));
    counted.add((0, 1), 2, games(2..4)).expect("the last part");
    assert_eq!(counted.todo(), None);
    counted.stop();
    let report = counted.report(&game, names()).expect("deals");
    assert_eq!((report.deals, report.stopped.by), (4, "deals"));
}

#[test]
fn an_arena_stops_when_its_progress_says_so() {
    let played = arena_while(
        &game("crazy_eights", 2),
        &BotKind::ALL[..3],
        u64::MAX,
        1,
        2,
        |games| {
            if games < 100 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    );
    assert_eq!(played, Err(ArenaError::Stopped));
}

#[test]
fn points_and_places_are_those_of_the_games() {
    // Games with different rules for points and places.
    for (id, players) in [("crazy_eights", 3), ("kings_reverse", 4), ("prsi", 4)] {
        let game = game(id, players);
        let bots = [&BotKind::Heuristic, &BotKind::Random];
        let sides = games_while(&game, bots, 0..10, 5, 1, |_| ControlFlow::Continue(())).expect("legal play");
        let mut games = sides[0].iter();
        let mut state = game.new_initial_state(0);
        for deal in 0..10 {
            for seat in 0..players {
                let at = |other: Seat| bots[usize::from(other.0 != seat)];
                play(&game, &mut state, deal_seed(5, deal), at).expect("legal play");
                let found = games.next().expect("a game");
                let (places, seat) = (&game.places(&state)[..usize::from(players)], usize::from(seat));
                assert_eq!(found.place, places[seat]);
                let beyond = (0..players).filter(|&other| places[usize::from(other)] == found.place);
                assert_eq!(usize::from(found.tied), beyond.count() - 1);
                assert!((found.points - f64::from(state.scores(players)[seat])).abs() < 1e-12);
                assert_eq!(found.won > 0.0, found.place == 1, "winners are first");
            }
        }
    }
}

/// Plays the first deals of every ruleset, as rounds and as matches, and calls `see` with each final state.
fn ends(episode: EpisodeKind, mut see: impl FnMut(&str, &Game, &State)) {
    for id in eights::ruleset::ids() {
        let ruleset = Ruleset::builtin(id).expect(id);
        for players in nearest_of(id, &[2, 5]) {
            let options = Options {
                episode,
                max_decisions: Some(2_000),
                ..Options::new(players)
            };
            // Some rulesets have no matches.
            let Ok(game) = Game::new(&ruleset, options) else {
                continue;
            };
            let mut state = game.new_initial_state(0);
            for deal in 0..4 {
                play(&game, &mut state, deal_seed(2, deal), |_| &BotKind::Heuristic).expect("legal play");
                see(id, &game, &state);
            }
        }
    }
}

#[test]
fn places_follow_each_other_and_winners_come_first() {
    for episode in [EpisodeKind::Round, EpisodeKind::Match] {
        let mut seen = 0;
        ends(episode, |id, game, state| {
            let players = game.players();
            let mut places = game.places(state)[..usize::from(players)].to_vec();
            let Phase::Over { winners, .. } = state.phase() else {
                panic!("{id}: it is not over");
            };
            for seat in (0..players).map(Seat) {
                let is_first = places[seat.index()] == 1;
                assert_eq!(is_first, winners.contains(seat), "{id}: {places:?}, {winners:?}");
            }
            // Tied seats share the first of the places that they occupy.
            places.sort_unstable();
            for (before, &place) in places.iter().enumerate() {
                let first = places.iter().position(|&other| other == place).expect("itself");
                assert_eq!(usize::from(place), first + 1, "{id}: {places:?} at {before}");
            }
            seen += 1;
        });
        assert!(seen > 100, "{seen} games");
    }
}

#[test]
fn places_are_those_for_which_the_ruleset_plays() {
    let game = game("prsi", 4);
    let mut state = game.new_initial_state(0);
    let mut told = 0;
    for deal in 0..20 {
        play(&game, &mut state, deal, |_| &BotKind::Heuristic).expect("legal play");
        let placed = game.to_value(&state);
        let placed: Vec<u8> = serde_json::from_value(placed["placed"].clone()).unwrap_or_default();
        for (seat, &place) in placed.iter().enumerate().filter(|(_, place)| **place > 0) {
            assert_eq!(game.places(&state)[seat], place, "{placed:?}");
            told += 1;
        }
    }
    assert!(told > 40, "{told} seats were out");
}

#[test]
fn losers_follow_by_the_points_of_their_hands_or_in_a_countdown_by_score() {
    let places = |id, position: &str, last: &str| {
        let game = game(id, 3);
        let position = serde_json::from_str(position).expect("JSON");
        let mut state = game.position(&position, 0).expect("a position");
        let last = last.parse().expect("an action");
        game.apply(&mut state, last, &mut ()).expect("legal");
        let [first, second, third, ..] = game.places(&state);
        [first, second, third]
    };
    // The King counts more than the Two and the Three, which are more cards.
    let round = r#"{"hands": ["4C", "KD", "2D 3D"], "pile": "TC"}"#;
    assert_eq!(places("crazy_eights", round, "play 4C"), [1, 3, 2]);
    let countdown = r#"{"hands": ["5H", "KS KD", "3S"], "pile": "9H", "scores": [1, 2, 3]}"#;
    assert_eq!(places("crazy_eights_countdown", countdown, "play 5H"), [1, 2, 3]);
}

#[test]
fn nobody_has_a_place_where_nobody_has_won() {
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let options = Options {
        truncation: Truncation::Bootstrap,
        max_decisions: Some(3),
        ..Options::new(4)
    };
    let game = Game::new(&ruleset, options).expect("valid");
    let mut state = game.new_initial_state(1);
    assert_eq!(game.places(&state), [1; MAX_SEATS], "before the end");
    play(&game, &mut state, 1, |_| &BotKind::Greedy).expect("legal play");
    assert!(state.is_truncated());
    assert_eq!(game.places(&state), [1; MAX_SEATS]);
    let report = arena(&game, &BotKind::ALL[..2], 3, 1, 1, |_| ()).expect("legal play");
    for pair in &report.pairings {
        assert_exactly(pair.mean_place, 2.5);
        assert_eq!(pair.truncated, 12);
    }
}

#[test]
fn unknown_points_and_places_make_no_mean() {
    let game = game("crazy_eights", 2);
    let of = |place, points| GameResult {
        won: 1.0,
        returns: 1.0,
        decisions: 9,
        truncated: false,
        points,
        place,
        tied: u8::from(place > 0),
    };
    let report = |games: [GameResult; 2]| {
        let mut tally = Tally::new(0, 1, 2);
        tally.add(&games).expect("games");
        let names = ["one", "two"].map(str::to_owned).to_vec();
        serde_json::to_value(Report::new(&game, names, 1, 0, &[tally])).expect("serialisable")
    };
    let known = report([of(1, 3.0), of(1, 4.0)]);
    assert_eq!(known["pairings"][0]["mean_points"]["mean"], 3.5);
    assert_eq!(
        known["pairings"][0]["mean_place"]["mean"], 1.5,
        "who ties shares both places"
    );
    let unknown = report([of(0, f64::NAN), of(1, 4.0)]);
    for key in ["mean_points", "mean_place"] {
        assert!(unknown["pairings"][0][key]["mean"].is_null());
    }
    assert_eq!(unknown["pairings"][0]["win_rate"]["mean"], 1.0);
}

#[test]
fn a_report_holds_the_ruleset_where_it_is_not_a_builtin_one() {
    let plain = Ruleset::builtin("crazy_eights").expect("builtin");
    let rules_of = |ruleset: &Ruleset| {
        let game = Game::new(ruleset, Options::new(2)).expect("valid");
        let report = arena(&game, &BotKind::ALL[..2], 2, 9, 1, |_| ()).expect("legal play");
        (report.fingerprint, report.rules)
    };
    assert_eq!(rules_of(&plain), (plain.fingerprint(), None));
    let overrides = serde_json::json!({ "deal.cards": 6 });
    let changed = plain.with(overrides.as_object().expect("a map")).expect("valid");
    let (fingerprint, rules) = rules_of(&changed);
    let read = Ruleset::from_value(rules.expect("the ruleset")).expect("valid");
    assert_eq!(read.fingerprint(), fingerprint);
    assert_ne!(fingerprint, plain.fingerprint());
}

fn plan(deals: u64, precision: Option<f64>, threads: usize) -> Plan {
    Plan {
        deals,
        seed: 5,
        threads,
        precision,
    }
}

#[test]
fn an_arena_stops_where_it_is_precise_on_any_number_of_threads() {
    for players in [2, 4] {
        let game = game("crazy_eights_special", players);
        let play = |threads, precision| {
            let plan = plan(10_000, Some(precision), threads);
            tournament(&game, &BotKind::ALL[..3], &plan, |_| ControlFlow::Continue(())).expect("legal play")
        };
        let report = play(1, 0.04);
        assert_eq!(report, play(2, 0.04));
        assert_eq!(
            (report.stopped.by, report.stopped.most_deals),
            ("precision", 10_000)
        );
        assert!(checkpoints(10_000).any(|look| look == report.deals) && report.deals < 10_000);
        for pair in &report.pairings {
            assert_eq!(pair.deals, report.deals);
            assert!(
                pair.win_rate.high - pair.win_rate.low <= 0.08,
                "{:?}",
                pair.win_rate
            );
        }
        // The interval was still too wide at the look before.
        let before = checkpoints(10_000)
            .take_while(|&look| look < report.deals)
            .last()
            .expect("a look");
        let earlier = arena(&game, &BotKind::ALL[..3], before, 5, 1, |_| ()).expect("legal play");
        let width = |pair: &Pairing| pair.win_rate.high - pair.win_rate.low;
        assert!(earlier.pairings.iter().any(|pair| width(pair) > 0.08));
        // The result equals that of an arena with this number of deals.
        let same = arena(&game, &BotKind::ALL[..3], report.deals, 5, 1, |_| ()).expect("legal play");
        assert_eq!((same.pairings, same.ranking), (report.pairings, report.ranking));
        assert_eq!((same.stopped.by, same.stopped.precision), ("deals", None));
    }
    let whole = tournament(
        &game("crazy_eights", 2),
        &BotKind::ALL[..3],
        &plan(120, Some(1e-3), 1),
        |_| ControlFlow::Continue(()),
    );
    let stopped = whole.expect("legal play").stopped;
    assert_eq!(
        (stopped.by, stopped.precision),
        ("deals", Some(1e-3)),
        "there were no more deals"
    );
}

#[test]
fn an_arena_that_is_told_to_stop_reports_what_all_pairings_have_finished() {
    for players in [2, 3] {
        let game = game("crazy_eights", players);
        let report = tournament(&game, &BotKind::ALL[..3], &plan(u64::MAX, None, 2), |games| {
            if games < 2_000 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .expect("some deals");
        assert_eq!(
            (report.stopped.by, report.stopped.most_deals),
            ("interrupt", u64::MAX)
        );
        assert!(report.deals > 0 && report.pairings.iter().all(|pair| pair.deals == report.deals));
        let same = arena(&game, &BotKind::ALL[..3], report.deals, 5, 1, |_| ()).expect("legal play");
        assert_eq!((same.pairings, same.ranking), (report.pairings, report.ranking));
        let none = tournament(&game, &BotKind::ALL[..3], &plan(9, None, 2), |_| {
            ControlFlow::Break(())
        });
        assert_eq!(none, Err(ArenaError::Stopped));
    }
}

#[test]
fn a_precision_that_cannot_be_is_refused() {
    for (given, shown) in [(0.0, "0"), (-1.0, "-1"), (0.6, "0.6"), (f64::NAN, "NaN")] {
        let played = tournament(
            &game("crazy_eights", 2),
            &BotKind::ALL[..3],
            &plan(9, Some(given), 1),
            |_| ControlFlow::Continue(()),
        );
        assert_eq!(
            played.expect_err("refused").to_string(),
            format!("the precision is {shown}: it must be above 0 and at most 0.5")
        );
    }
}

#[test]
fn the_time_of_decisions_is_taken() {
    let game = game("crazy_eights", 2);
    let time = decision_time(&game, &BotKind::Greedy, 1, || ControlFlow::Continue(())).expect("legal play");
    assert!(time.decisions > 20 && time.microseconds.is_finite() && time.microseconds >= 0.0);
    let stopped = decision_time(&game, &BotKind::Greedy, 1, || ControlFlow::Break(()));
    assert_eq!(stopped, Err(ArenaError::Stopped));
    let illegal = decision_time(&game, &Passer, 1, || ControlFlow::Continue(()));
    assert!(matches!(illegal, Err(ArenaError::Illegal { .. })), "{illegal:?}");
}
