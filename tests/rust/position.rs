//! Position notation and serialized states.

use eights::action::Action;
use eights::engine::{ChanceMode, EpisodeKind, Game, Options, State};
use eights::position::{PositionError, ProblemCode, StateBytesError};
use eights::rng::{Rng, Stream};
use eights::ruleset::Ruleset;
use serde_json::{Value, json};

/// Games of every builtin ruleset: fewest, some and most players, episodes and modes of chance.
pub(crate) fn games() -> impl Iterator<Item = Game> {
    eights::ruleset::ids().flat_map(|id| {
        let ruleset = Ruleset::builtin(id).expect("builtin");
        let (min, max) = (ruleset.players.min, ruleset.players.max);
        let mut games = Vec::new();
        for players in [min, (min + 3).min(max), max] {
            for &episode in EpisodeKind::ALL {
                for &chance in ChanceMode::ALL {
                    let options = Options {
                        episode,
                        chance,
                        ..Options::new(players)
                    };
                    games.extend(Game::new(&ruleset, options));
                }
            }
        }
        games
    })
}

/// A game of this id, in rounds.
fn game(id: &str, players: u8, chance: ChanceMode) -> Game {
    let ruleset = Ruleset::builtin(id).expect("builtin");
    let options = Options {
        chance,
        ..Options::new(players)
    };
    Game::new(&ruleset, options).expect("a game")
}

/// One random step, by chance or by the seat to act.
pub(crate) fn step(game: &Game, state: &mut State, rng: &mut Rng) {
    if state.is_chance() {
        let outcomes = game.chance_outcomes(state);
        let outcome = outcomes[rng.below(outcomes.len() as u32) as usize].0;
        game.apply_outcome(state, outcome, &mut ()).expect("possible");
    } else {
        let legal = game.legal(state);
        let action = Action::from_id(legal.nth(rng.below(legal.len())));
        game.apply(state, action, &mut ()).expect("legal");
    }
}

#[test]
fn a_state_is_restored_from_its_mapping_at_every_step() {
    for game in games() {
        let mut rng = Rng::new(3, Stream::Bot);
        let about = format!("{} {:?}", game.ruleset().id, game.options());
        for seed in 0..3 {
            let mut state = game.new_initial_state(seed);
            for n in 0..400 {
                let value = game.to_value(&state);
                let again = game
                    .position(&value, 1)
                    .unwrap_or_else(|error| panic!("{about}, step {n}: {error}\n{value}"));
                // The generator of chance is not in a mapping: it is compared by way of the bytes.
                assert_eq!(game.to_value(&again), value, "{about}, step {n}");
                assert_eq!(game.legal(&again), game.legal(&state), "{about}, step {n}");
                let bytes = game.serialize(&state);
                let again = game.deserialize(&bytes).expect("serialized");
                assert!(again == state, "{about}, step {n}: {value}");
                if state.is_over() {
                    break;
                }
                step(&game, &mut state, &mut rng);
            }
        }
    }
}

#[test]
fn chance_goes_on_in_a_restored_state_as_it_would_have() {
    for game in games() {
        let mut state = game.new_initial_state(5);
        let mut rng = Rng::new(4, Stream::Bot);
        for _ in 0..60 {
            if !state.is_over() {
                step(&game, &mut state, &mut rng);
            }
        }
        let mut again = game.deserialize(&game.serialize(&state)).expect("serialized");
        let mut other = rng.clone();
        for _ in 0..200 {
            if state.is_over() {
                break;
            }
            step(&game, &mut state, &mut rng);
            step(&game, &mut again, &mut other);
            assert!(again == state, "{}", game.ruleset().id);
        }
    }
}

#[test]
fn an_ordinary_state_is_written_briefly() {
    let game = game("crazy_eights_special", 2, ChanceMode::Sampled);
    let position = json!({ "hands": ["2H 8C 5D", "QD KD"], "pile": "TC 2C", "pending": 2, "seat": 0 });
    let mut state = game.position(&position, 0).expect("a position");
    let attack = json!({ "draw": 2, "kind": "two", "target": 0, "answerable": true });
    let written =
        json!({ "hands": ["8C 5D 2H", "QD KD"], "pile": "TC 2C", "seat": 0, "dealer": 1, "pending": attack });
    assert_eq!(game.to_value(&state), written);
    game.apply(&mut state, "play 2H".parse().expect("an action"), &mut ())
        .expect("legal");
    let attack = json!({ "draw": 4, "kind": "two", "target": 1, "answerable": true });
    let written = json!({
        "hands": ["8C 5D", "QD KD"], "pile": "TC 2C 2H", "seat": 1, "dealer": 1,
        "pending": attack, "plays": 1, "decisions": 1,
    });
    assert_eq!(game.to_value(&state), written);
}

#[test]
fn cards_out_of_play_and_a_known_order_are_kept() {
    let game = game("crazy_eights", 2, ChanceMode::Sampled);
    let base = json!({ "hands": ["2H", "KD"], "pile": "TC", "seat": 0, "dealer": 1 });
    for (stock, aside) in [
        (Some("3C 4C"), None),
        (Some(""), None),
        (None, Some("3C 4C")),
        (Some("3C"), Some("4C")),
        (Some("3C"), Some("")),
    ] {
        let mut value = base.clone();
        if let Some(stock) = stock {
            value["stock"] = json!(stock);
        }
        if let Some(aside) = aside {
            value["aside"] = json!(aside);
        }
        let state = game.position(&value, 0).expect("a position");
        assert_eq!(game.to_value(&state), value);
    }
}

/// What a position is refused for.
fn refused(game: &Game, value: &Value) -> PositionError {
    match game.position(value, 0) {
        Ok(state) => panic!("{value} was taken as {}", game.to_value(&state)),
        Err(error) => error,
    }
}

#[test]
fn every_problem_is_reported_at_once() {
    let game = game("crazy_eights", 3, ChanceMode::Sampled);
    let error = refused(
        &game,
        &json!({
            "hands": ["8H 8H 9X", "KD"], "pile": "", "seat": 3, "suit": "hearts", "colour": "red",
            "direction": 0, "passes": -1, "scores": [1, 2], "calls": "all",
        }),
    );
    let found: Vec<(&str, &str)> = error
        .problems()
        .iter()
        .map(|problem| (problem.path.as_str(), problem.code.as_str()))
        .collect();
    let expected = [
        ("colour", "unknown_key"),
        ("calls", "wrong_type"),
        ("seat", "seat_out_of_range"),
        ("direction", "number_out_of_range"),
        ("hands", "wrong_length"),
        ("hands.0", "too_many_copies"),
        ("hands.0", "not_a_card"),
        ("suit", "unknown_name"),
        ("passes", "number_out_of_range"),
        ("scores", "wrong_length"),
    ];
    for problem in expected {
        assert!(found.contains(&problem), "{problem:?} is not in {found:?}");
    }
    assert_eq!(found.len(), expected.len(), "{found:?}");
}

/// For each: ruleset, explicit chance, position, path and code of a problem.
fn impossible() -> Vec<(&'static str, bool, Value, &'static str, ProblemCode)> {
    use ProblemCode as Code;
    let two = |more: Value| {
        let mut value = json!({ "hands": ["8H 5C", "KD QD"], "pile": "TC" });
        for (key, item) in more.as_object().expect("a mapping") {
            value[key] = item.clone();
        }
        value
    };
    let (plain, special, kings) = ("crazy_eights", "crazy_eights_special", "kings_reverse");
    vec![
        (plain, false, json!([1]), "", Code::NotAMapping),
        (plain, false, two(json!({ "deck": "" })), "deck", Code::UnknownKey),
        (
            plain,
            false,
            two(json!({ "phase": { "name": "play", "to": 1 } })),
            "phase.to",
            Code::UnknownKey,
        ),
        (
            plain,
            false,
            two(json!({ "turn": { "laps": 1 } })),
            "turn.laps",
            Code::UnknownKey,
        ),
        (plain, false, two(json!({ "seat": "0" })), "seat", Code::WrongType),
        (
            plain,
            false,
            two(json!({ "hands": ["8H", 5] })),
            "hands.1",
            Code::WrongType,
        ),
        (plain, false, two(json!({ "phase": 1 })), "phase", Code::WrongType),
        (
            plain,
            false,
            two(json!({ "pending": "2" })),
            "pending",
            Code::WrongType,
        ),
        (
            plain,
            false,
            two(json!({ "paid": ["a", 1] })),
            "paid.0",
            Code::WrongType,
        ),
        (plain, false, two(json!({ "pile": "TX" })), "pile", Code::NotACard),
        (
            plain,
            false,
            two(json!({ "pile": "8H TC" })),
            "pile",
            Code::TooManyCopies,
        ),
        (
            plain,
            false,
            two(json!({ "pile": "*R TC" })),
            "pile",
            Code::TooManyCopies,
        ),
        (
            plain,
            false,
            two(json!({ "hands": ["8H"] })),
            "hands",
            Code::WrongLength,
        ),
        (plain, false, two(json!({ "out": [0] })), "out", Code::WrongLength),
        (
            plain,
            false,
            two(json!({ "phase": "over" })),
            "phase.winners",
            Code::WrongLength,
        ),
        (
            plain,
            false,
            two(json!({ "dealer": 2 })),
            "dealer",
            Code::SeatOutOfRange,
        ),
        (
            plain,
            false,
            two(json!({ "calls": [-1] })),
            "calls.0",
            Code::SeatOutOfRange,
        ),
        (
            plain,
            false,
            two(json!({ "direction": 2 })),
            "direction",
            Code::NumberOutOfRange,
        ),
        (
            plain,
            false,
            two(json!({ "scores": [0, 2_000_000] })),
            "scores.1",
            Code::NumberOutOfRange,
        ),
        (
            plain,
            false,
            two(json!({ "suit": "♥" })),
            "suit",
            Code::UnknownName,
        ),
        (
            plain,
            false,
            two(json!({ "phase": "nap" })),
            "phase",
            Code::UnknownName,
        ),
        (
            plain,
            true,
            two(json!({ "then": "sleep" })),
            "then",
            Code::UnknownName,
        ),
        (
            plain,
            true,
            two(json!({ "phase": { "name": "chance", "node": "x" } })),
            "phase.node",
            Code::UnknownName,
        ),
        (
            plain,
            false,
            two(json!({ "hands": ["", "KD QD"] })),
            "hands.0",
            Code::WrongHand,
        ),
        (
            plain,
            false,
            two(json!({ "hands": ["8H", ""] })),
            "hands.1",
            Code::WrongHand,
        ),
        (
            plain,
            false,
            two(json!({ "turn": { "last_drawn": "2C" } })),
            "turn.last_drawn",
            Code::WrongHand,
        ),
        (
            kings,
            false,
            two(json!({ "known": [{ "1": "2C" }, {}] })),
            "known.0.1",
            Code::WrongHand,
        ),
        (plain, false, two(json!({ "pile": "" })), "pile", Code::WrongPile),
        (
            plain,
            true,
            two(json!({ "phase": { "name": "chance", "node": "starter" } })),
            "pile",
            Code::WrongPile,
        ),
        (
            plain,
            true,
            two(json!({
                "hands": ["", ""], "pile": "", "stock": "2C", "phase": { "name": "chance", "node": "dealer" }
            })),
            "stock",
            Code::StockTooSmall,
        ),
        (
            plain,
            false,
            two(json!({ "pending": 2 })),
            "pending.kind",
            Code::NoAttack,
        ),
        (
            special,
            false,
            two(json!({ "pending": 2 })),
            "pending.kind",
            Code::NoAttack,
        ),
        (
            special,
            false,
            two(json!({ "pending": { "draw": 2, "kind": "jack" } })),
            "pending.kind",
            Code::NoAttack,
        ),
        (
            special,
            false,
            two(json!({
                "pile": "2C", "pending": { "draw": 2, "target": 1 }
            })),
            "pending.target",
            Code::Contradiction,
        ),
        (
            special,
            false,
            two(json!({
                "pile": "2C", "pending": { "draw": 2, "answerable": false }
            })),
            "pending.answerable",
            Code::Contradiction,
        ),
        (
            plain,
            false,
            two(json!({ "actor": 1 })),
            "actor",
            Code::Contradiction,
        ),
        (
            plain,
            false,
            two(json!({ "calls": [0] })),
            "calls",
            Code::Contradiction,
        ),
        (
            plain,
            false,
            two(json!({ "passes": 1 })),
            "passes",
            Code::Contradiction,
        ),
        (
            plain,
            false,
            two(json!({ "owed": [1, 0] })),
            "owed",
            Code::Contradiction,
        ),
        (
            plain,
            false,
            two(json!({ "turn": { "only_drawn": true } })),
            "turn.only_drawn",
            Code::Contradiction,
        ),
        (
            plain,
            false,
            two(json!({ "turn": { "covers_left": 1 } })),
            "turn.covers_left",
            Code::Contradiction,
        ),
        (
            plain,
            false,
            two(json!({ "phase": "nominate" })),
            "phase",
            Code::PhaseNotOpen,
        ),
        (
            plain,
            false,
            two(json!({ "phase": "speak", "turn": { "laid": 1 } })),
            "phase",
            Code::PhaseNotOpen,
        ),
        (
            plain,
            false,
            two(json!({ "phase": "challenge", "turn": { "laid": 1 } })),
            "phase",
            Code::PhaseNotOpen,
        ),
        (
            kings,
            false,
            two(json!({ "phase": "go-on", "turn": { "laid": 1 } })),
            "phase",
            Code::PhaseNotOpen,
        ),
        (
            kings,
            false,
            two(json!({ "phase": "give", "turn": { "laid": 1 } })),
            "phase",
            Code::PhaseNotOpen,
        ),
        (
            plain,
            false,
            two(json!({ "turn": { "laid": 1 } })),
            "phase",
            Code::PhaseNotOpen,
        ),
        (
            plain,
            false,
            two(json!({
                "pile": "", "phase": { "name": "chance", "node": "starter" }
            })),
            "phase",
            Code::PhaseNotOpen,
        ),
        (
            plain,
            true,
            two(json!({
                "phase": { "name": "chance", "node": "draw", "seat": 0 }
            })),
            "phase",
            Code::PhaseNotOpen,
        ),
        (
            plain,
            false,
            two(json!({ "known": [{}, {}] })),
            "known",
            Code::NotInGame,
        ),
        (
            "classic_eights",
            false,
            two(json!({ "calls": [1] })),
            "calls",
            Code::NotInGame,
        ),
        (
            plain,
            false,
            two(json!({ "decisions": 5000 })),
            "decisions",
            Code::AlreadyOver,
        ),
        (
            plain,
            false,
            two(json!({ "stock": "", "passes": 2 })),
            "passes",
            Code::AlreadyOver,
        ),
        (
            "crazy_eights_openspiel",
            false,
            two(json!({ "plays": 100 })),
            "plays",
            Code::AlreadyOver,
        ),
    ]
}

#[test]
fn an_impossible_position_is_refused_with_its_reason() {
    let mut missing: Vec<ProblemCode> = ProblemCode::ALL.to_vec();
    // Seats that are out need three seats; the last check finds nothing that the others leave.
    missing.retain(|code| !matches!(code, ProblemCode::SeatIsOut | ProblemCode::Inconsistent));
    for (id, explicit, value, path, code) in impossible() {
        let chance = ChanceMode::ALL[usize::from(explicit)];
        let error = refused(&game(id, 2, chance), &value);
        let found = error
            .problems()
            .iter()
            .any(|problem| problem.path == path && problem.code == code);
        assert!(found, "{value}: no {code} at {path:?} in {:?}", error.problems());
        assert!(error.has(code) && error.to_string().contains(path));
        missing.retain(|other| *other != code);
    }
    assert_eq!(missing, [], "no position is refused with these codes");
}

#[test]
fn seats_that_are_out_play_no_more() {
    let game = game("crazy_eights", 3, ChanceMode::Sampled);
    let value = json!({ "hands": ["8H 5C", "", "QD 6C"], "pile": "TC", "out": [1], "dealer": 2, "seat": 0 });
    let mut state = game.position(&value, 0).expect("a position");
    assert_eq!(game.to_value(&state), value);
    game.apply(&mut state, Action::Draw, &mut ()).expect("legal");
    assert_eq!(state.seat().0, 2);
    let mut wrong = value.clone();
    wrong["seat"] = json!(1);
    assert!(refused(&game, &wrong).has(ProblemCode::SeatIsOut));
    let mut wrong = value;
    wrong["hands"][1] = json!("2D");
    assert!(refused(&game, &wrong).has(ProblemCode::WrongHand));
}

#[test]
fn the_codes_of_problems_are_distinct() {
    let mut codes: Vec<&str> = ProblemCode::ALL.iter().map(|code| code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), ProblemCode::ALL.len());
}

#[test]
fn bytes_that_are_no_state_of_the_game_are_refused() {
    let sampled = game("crazy_eights", 2, ChanceMode::Sampled);
    let bytes = sampled.serialize(&sampled.new_initial_state(1));
    let value: Value = serde_json::from_slice(&bytes).expect("JSON");
    let refused = |game: &Game, value: &Value| match game.deserialize(value.to_string().as_bytes()) {
        Ok(_) => panic!("{value} was taken"),
        Err(error) => error,
    };
    for (other, key) in [
        (game("crazy_eights_special", 2, ChanceMode::Sampled), "ruleset"),
        (game("crazy_eights", 3, ChanceMode::Sampled), "players"),
        (game("crazy_eights", 2, ChanceMode::Explicit), "chance"),
    ] {
        let error = refused(&other, &value);
        assert!(
            matches!(error, StateBytesError::OtherGame { key: k, .. } if k == key),
            "{error}"
        );
    }
    assert!(matches!(
        sampled.deserialize(b"\x00"),
        Err(StateBytesError::NotJson(_))
    ));
    for (key, wrong) in [
        ("format", json!("eights-record")),
        ("rng", json!({ "s": [0, 0, 0, 0] })),
        ("rng", json!(null)),
        ("stock", json!("2C")),
        ("stock", json!(5)),
    ] {
        let mut value = value.clone();
        value[key] = wrong;
        let error = refused(&sampled, &value);
        assert!(
            matches!(error, StateBytesError::Malformed { key: k, .. } if k == key),
            "{error}"
        );
    }
    let mut older = value.clone();
    older["version"] = json!(0);
    assert!(matches!(
        refused(&sampled, &older),
        StateBytesError::Version { .. }
    ));
    let mut impossible = value;
    impossible["position"]["seat"] = json!(7);
    let error = refused(&sampled, &impossible);
    assert!(matches!(error, StateBytesError::Position(_)), "{error}");
}
