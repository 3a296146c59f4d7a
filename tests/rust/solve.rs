//! The exact solver: information states, values, best responses and CFR, checked against other traversals of the games.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use eights::ruleset::{ids, tiny_ids};
use eights::solve::{Averaging, Cfr, Limits, Policy, Settings, SolveError, Tabular, Variant};
use eights::{Action, ChanceMode, Episode, Game, Move, Options, Reward, Ruleset, Seat};
use ndarray::Array2;
use serde_json::Map;

const VARIANTS: [Variant; 4] = [
    Variant::Cfr,
    Variant::CfrPlus,
    Variant::Dcfr {
        alpha: 1.5,
        beta: 0.0,
    },
    Variant::PredictiveCfrPlus,
];

fn explicit(ruleset: &Ruleset) -> Game {
    let options = Options {
        chance: ChanceMode::Explicit,
        ..Options::new(2)
    };
    Game::new(ruleset, options).expect("a game")
}

fn tiny(id: &str) -> Game {
    explicit(&Ruleset::builtin(id).expect(id))
}

fn solver_of(game: &Game) -> Tabular {
    Tabular::new(game, Limits::default(), &|_| ControlFlow::Continue(())).expect("small")
}

/// A game of four cards with extra decisions: whether to play the drawn card, and which card to give away.
fn talkative() -> Game {
    let ruleset = Ruleset::from_toml(
        r#"
        id = "talkative"
        players = 2
        deck = { copies = { "7C 8C 9C 9D TC" = 1 } }
        deal = { cards = 1 }
        stock = { empty = "none" }
        draw = { then = "may-play" }

        [special]
        eight = { cards = "8", play = { free = "always" }, nominate = "always" }
        seven = { cards = "7", hit = { draw = 1, answer = "7" } }
        ten = { cards = "T", move = { to = "each" } }
        "#,
    );
    explicit(&ruleset.expect("valid"))
}

/// A game of six cards in which Nines swap the hands.
fn swapping() -> Game {
    let ruleset = Ruleset::from_toml(
        r#"
        id = "swapping"
        players = 2
        deck = { copies = { "7C 8C 9C 9D TC TD" = 1 } }
        deal = { cards = 2 }
        stock = { empty = "none" }

        [special]
        nine = { cards = "9", move = { to = "swap" } }
        "#,
    );
    explicit(&ruleset.expect("valid"))
}

/// The result of a traversal by episodes, one history at a time.
#[derive(Default)]
struct Walk {
    histories: u64,
    /// The text of each information state, by seat.
    texts: BTreeSet<(u8, String)>,
    /// The expected returns of the uniform policy.
    uniform: [f64; 2],
    /// Information states by text and by number.
    numbers: BTreeMap<String, usize>,
    by_number: BTreeMap<usize, String>,
}

impl Walk {
    fn go(&mut self, solver: &Tabular, episode: &Episode, p: f64) {
        self.histories += 1;
        let (game, state) = (episode.game(), episode.state());
        if state.is_over() {
            let returns = game.returns(state);
            for (sum, value) in self.uniform.iter_mut().zip(returns) {
                *sum += p * value;
            }
        } else if state.is_chance() {
            for (outcome, chance) in game.chance_outcomes(state) {
                let mut next = episode.clone();
                next.apply_outcome(outcome).expect("possible");
                self.go(solver, &next, p * chance);
            }
        } else {
            let seat = state.actor().expect("somebody decides");
            let text = episode.information_state_string(seat);
            let number = solver.infostate_of(episode).expect("it is in the game");
            assert_eq!(
                *self.numbers.entry(text.clone()).or_insert(number),
                number,
                "{text}"
            );
            assert_eq!(
                self.by_number.entry(number).or_insert_with(|| text.clone()),
                &text
            );
            self.texts.insert((seat.0, text));
            let legal = game.legal(state);
            for action in legal.iter() {
                let mut next = episode.clone();
                next.apply(action).expect("legal");
                self.go(solver, &next, p / f64::from(legal.len()));
            }
        }
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

#[test]
fn information_states_are_those_that_texts_tell_apart() {
    for game in [tiny("tiny_eights_a"), talkative(), swapping()] {
        let solver = solver_of(&game);
        let mut walk = Walk::default();
        walk.go(&solver, &Episode::new(&game, 0), 1.0);
        assert_eq!(walk.histories, solver.num_histories());
        assert_eq!(walk.texts.len(), solver.num_infostates());
        let of_first = walk.texts.iter().filter(|(seat, _)| *seat == 0).count();
        assert_eq!(of_first, solver.num_infostates_of(Seat(0)));
        let values = solver.expected_value(&solver.uniform());
        assert!(near(values[0], walk.uniform[0]) && near(values[1], walk.uniform[1]));
        // An information state also returns one of its episodes.
        for (number, text) in &walk.by_number {
            let episode = solver.episode(*number).expect("there is one");
            let seat = episode.state().actor().expect("a decision");
            assert_eq!(&episode.information_state_string(seat), text);
        }
    }
}

#[test]
fn sampled_episodes_are_found_again() {
    let solver = solver_of(&tiny("tiny_eights_c"));
    let ruleset = Ruleset::builtin("tiny_eights_c").expect("builtin");
    let game = Game::new(&ruleset, Options::new(2)).expect("a game");
    for seed in 0..50 {
        let mut episode = Episode::new(&game, seed);
        while let Some(seat) = episode.state().actor() {
            let number = solver.infostate_of(&episode).expect("it is in the game");
            let other = solver.episode(number).expect("there is one");
            assert_eq!(
                other.information_state_string(seat),
                episode.information_state_string(seat)
            );
            let action = Action::from_id(game.legal(episode.state()).nth(0));
            episode.apply(action).expect("legal");
        }
        assert_eq!(solver.infostate_of(&episode), None);
    }
}

/// A game that can be solved by hand, with Nines of clubs and diamonds and a Seven of clubs. Each seat has one card, one is turned,
/// none is left.
fn by_hand() -> Game {
    let ruleset = Ruleset::from_toml(
        "id = \"by_hand\"\nplayers = 2\n[deck.copies]\n\"7C 9C 9D\" = 1\n[deal]\ncards = 1\n[stock]\nempty = \"none\"\n",
    );
    explicit(&ruleset.expect("valid"))
}

#[test]
fn a_game_is_solved_as_by_hand() {
    // The first seat wins if its card follows the upcard and is played. With upcard 9C (1/3) it always follows; with 7C only 9C
    // follows
    // (1/2), else the other seat has it; with 9D the same. The first seat therefore wins 2 of 3 deals, and each seat is equally
    // often the first.
    let solver = solver_of(&by_hand());
    let (_, value) = solver.best_response(&solver.uniform(), Seat(0));
    let mut cfr = Cfr::new(&solver, Settings::of(Variant::PredictiveCfrPlus));
    for _ in 0..50 {
        cfr.iterate(&solver);
    }
    let policy = cfr.average_policy(&solver);
    assert!(solver.exploitability(&policy) < 1e-4);
    assert!(solver.expected_value(&policy)[0].abs() < 1e-4);
    assert!(value >= -1e-12);
    // Information states of a first seat that can play: with the stock empty it may play or pass, and playing wins at once.
    let (ids, chances) = (solver.action_ids(), solver.array_of(&policy));
    let mut first_wins = 0.0;
    for infostate in 0..solver.num_infostates() {
        let episode = solver.episode(infostate).expect("there is one");
        let decided = episode.moves().filter(|made| !matches!(made, Move::Outcome(_)));
        if decided.count() > 0 {
            continue;
        }
        let legal = solver.legal_actions_mask();
        for (column, id) in ids.iter().enumerate() {
            if id.index() < 54 && legal[(infostate, column)] {
                let p = chances[(infostate, column)];
                assert!(p > 0.999, "infostate {infostate}: a card that wins is played");
                first_wins += 1.0;
            }
        }
    }
    // For each seat: 9C on 7C, 9C on 9D, 7C on 9C, 9D on 9C.
    assert!(near(first_wins, 8.0), "{first_wins}");
}

#[test]
fn the_figures_of_the_family_are_these() {
    let mut found = Vec::new();
    for id in tiny_ids().take(3) {
        let solver = solver_of(&tiny(id));
        let uniform = solver.exploitability(&solver.uniform());
        found.push((
            solver.num_histories(),
            solver.num_nodes(),
            solver.num_infostates(),
            format!("{uniform:.6}"),
        ));
    }
    let expected = [
        (15_281, 15_108, 4_828, "0.481250"),
        (171_401, 40_680, 14_534, "0.192791"),
        (348_067, 347_752, 64_274, "0.506088"),
    ];
    let expected = expected.map(|(a, b, c, d)| (a, b, c, d.to_owned()));
    assert_eq!(found, expected);
}

#[test]
fn tiny_rulesets_are_beside_the_listed_ones() {
    assert!(tiny_ids().all(|id| ids().all(|listed| listed != id)));
    for id in tiny_ids() {
        let ruleset = Ruleset::builtin(id).expect("builtin");
        assert_eq!(ruleset.id, id);
        assert!(ruleset.warnings().is_empty(), "{id}");
    }
}

#[test]
fn cfr_of_every_kind_comes_near_equilibrium() {
    for game in [tiny("tiny_eights_a"), talkative()] {
        let solver = solver_of(&game);
        let start = solver.exploitability(&solver.uniform());
        for variant in VARIANTS {
            for alternating in [true, false] {
                let settings = Settings {
                    alternating,
                    ..Settings::of(variant)
                };
                let mut cfr = Cfr::new(&solver, settings);
                for _ in 0..200 {
                    cfr.iterate(&solver);
                }
                assert_eq!(cfr.iteration(), 200);
                let policy = cfr.average_policy(&solver);
                let end = solver.exploitability(&policy);
                assert!(
                    end >= -1e-12 && end < start / 20.0,
                    "{settings:?}: {start} → {end}"
                );
                let values = solver.expected_value(&policy);
                assert!(near(values[0], -values[1]), "it is zero-sum");
            }
        }
    }
}

#[test]
fn a_best_response_is_worth_what_it_says_and_no_less_than_the_policy() {
    let solver = solver_of(&talkative());
    let mut cfr = Cfr::new(&solver, Settings::of(Variant::Cfr));
    for _ in 0..5 {
        for policy in [
            solver.uniform(),
            cfr.average_policy(&solver),
            cfr.current_policy().clone(),
        ] {
            let values = solver.expected_value(&policy);
            for seat in [Seat(0), Seat(1)] {
                let (response, value) = solver.best_response(&policy, seat);
                assert!(value >= values[seat.index()] - 1e-12);
                assert!(near(solver.expected_value(&response)[seat.index()], value));
            }
        }
        cfr.iterate(&solver);
    }
}

#[test]
fn averages_are_of_the_policies_that_were_played() {
    let solver = solver_of(&tiny("tiny_eights_a"));
    let of = |averaging| {
        let mut cfr = Cfr::new(
            &solver,
            Settings {
                averaging,
                ..Settings::of(Variant::CfrPlus)
            },
        );
        for _ in 0..3 {
            cfr.iterate(&solver);
        }
        (cfr.average_policy(&solver), cfr.current_policy().clone())
    };
    let (last, current) = of(Averaging::Last);
    assert_eq!(last, current);
    let averages = [Averaging::Uniform, Averaging::Linear, Averaging::Quadratic].map(|each| of(each).0);
    let far = averages.map(|policy| solver.exploitability(&policy));
    assert!(
        far[0] > far[1] && far[1] > far[2],
        "later iterations are better: {far:?}"
    );
}

#[test]
fn results_are_the_same_for_any_number_of_threads() {
    let solved = |threads| {
        let limits = Limits {
            threads,
            ..Limits::default()
        };
        let game = tiny("tiny_eights_b");
        let solver = Tabular::new(&game, limits, &|_| ControlFlow::Continue(())).expect("small");
        let mut cfr = Cfr::new(&solver, Settings::of(Variant::CfrPlus));
        for _ in 0..5 {
            cfr.iterate(&solver);
        }
        let policy = cfr.average_policy(&solver);
        (solver.exploitability(&policy).to_bits(), policy)
    };
    assert_eq!(solved(1), solved(3));
}

#[test]
fn returns_may_be_points() {
    let ruleset = Ruleset::builtin("tiny_eights_a").expect("builtin");
    let options = Options {
        reward: Reward::Points,
        ..Options::new(2)
    };
    let solver = solver_of(&Game::new(&ruleset, options).expect("a game"));
    assert!(!solver.is_zero_sum());
    let mut cfr = Cfr::new(&solver, Settings::of(Variant::CfrPlus));
    let start = solver.nash_conv(&cfr.average_policy(&solver));
    for _ in 0..50 {
        cfr.iterate(&solver);
    }
    let end = solver.nash_conv(&cfr.average_policy(&solver));
    assert!(end >= -1e-12 && end < start, "{start} → {end}");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let go_on = |_| ControlFlow::Continue(());
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let three = Game::new(&ruleset, Options::new(3)).expect("a game");
    let refused = Tabular::new(&three, Limits::default(), &go_on).expect_err("three play");
    assert_eq!(
        refused.to_string(),
        "3 players cannot be solved for: exactly 2 can"
    );
    let two = Game::new(&ruleset, Options::new(2)).expect("a game");
    let refused = Tabular::new(&two, Limits::default(), &go_on).expect_err("52 cards");
    assert!(matches!(refused, SolveError::Deals { .. }), "{refused}");
    let few = Limits {
        max_nodes: 10_000,
        threads: 1,
    };
    let refused = Tabular::new(&tiny("tiny_eights_b"), few, &go_on).expect_err("too few nodes");
    assert!(
        matches!(refused, SolveError::Nodes { most: 10_000, .. }),
        "{refused}"
    );
    // A round that may go on for ever because the stock is renewed is also too large.
    let forever = ruleset_that_renews();
    let refused = Tabular::new(&forever, few, &go_on).expect_err("it may go on");
    assert!(matches!(refused, SolveError::Nodes { .. }), "{refused}");
    let refused =
        Tabular::new(&tiny("tiny_eights_b"), few, &|_| ControlFlow::Break(())).expect_err("stopped");
    assert_eq!(refused, SolveError::Stopped);
    let solver = solver_of(&by_hand());
    let count = solver.num_infostates();
    let refused = solver.episode(count).err();
    let infostate = count;
    assert_eq!(refused, Some(SolveError::Infostate { infostate, count }));
    for p in [f64::NAN, -0.5, 2.0, 0.9] {
        let array = Array2::from_elem(solver.shape(), p);
        let refused = solver.policy_of(&array.view()).expect_err("no distribution");
        assert!(
            matches!(refused, SolveError::Policy { infostate: 0, .. }),
            "{refused}"
        );
    }
    let (rows, columns) = solver.shape();
    let array = Array2::zeros((rows + 1, columns));
    let refused = solver.policy_of(&array.view()).err();
    let (given, needed) = ((rows + 1, columns), (rows, columns));
    assert_eq!(refused, Some(SolveError::Shape { given, needed }));
    let mut array = solver.array_of(&solver.uniform());
    let illegal = solver
        .legal_actions_mask()
        .indexed_iter()
        .find_map(|(at, &legal)| (!legal).then_some(at));
    let illegal = illegal.expect("an action that is not legal");
    array[illegal] = 0.5;
    let refused = solver.policy_of(&array.view()).expect_err("no distribution");
    assert!(
        matches!(refused, SolveError::Policy { infostate, .. } if infostate == illegal.0),
        "{refused}"
    );
}

fn ruleset_that_renews() -> Game {
    let mut overrides = Map::new();
    overrides.insert("stock.empty".into(), "reshuffle".into());
    let ruleset = Ruleset::builtin("tiny_eights_b").expect("builtin");
    explicit(&ruleset.with(&overrides).expect("valid"))
}

#[test]
fn a_policy_reads_back() {
    let solver = solver_of(&tiny("tiny_eights_a"));
    let mut cfr = Cfr::new(&solver, Settings::of(Variant::Cfr));
    cfr.iterate(&solver);
    let policy: Policy = cfr.current_policy().clone();
    let array = solver.array_of(&policy);
    let read = solver.policy_of(&array.view()).expect("a policy");
    let mut both = array.iter().zip(solver.array_of(&read));
    assert!(both.all(|(&old, new)| near(old, new)));
    assert_eq!(array.dim(), solver.shape());
}

/// Asks for more threads than their stacks fit in memory. Only a separate process can be limited like this.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_refused() {
    const FEW: &str = "EIGHTS_FEW_THREADS";
    const NAME: &str = "solve::threads_that_cannot_be_started_are_refused";
    if std::env::var_os(FEW).is_some() {
        let limits = Limits {
            threads: 8,
            ..Limits::default()
        };
        let game = tiny("tiny_eights_a");
        let refused = Tabular::new(&game, limits, &|_| ControlFlow::Continue(())).expect_err("no memory");
        assert!(
            matches!(refused, SolveError::Threads { threads: 8, .. }),
            "{refused}"
        );
        let told = refused.to_string();
        assert!(told.starts_with("8 threads could not be started: "), "{told}");
        return;
    }
    let test = std::env::current_exe().expect("the test has a path");
    // Three stacks of 1 GiB fit, the test's own and two more, with half a stack left, so a started thread has the memory that it
    // needs.
    let limited = "ulimit -v 3700000; exec \"$0\" --exact \"$1\" --test-threads 1";
    let done = std::process::Command::new("sh")
        .args(["-c", limited])
        .arg(test)
        .arg(NAME)
        .env(FEW, "1")
        .env("RUST_MIN_STACK", (1 << 30).to_string())
        .output()
        .expect("there is a shell");
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(
        done.status.success() && told.contains("1 passed"),
        "{told}{}",
        String::from_utf8_lossy(&done.stderr)
    );
}
