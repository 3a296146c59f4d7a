//! Position notation and serialised states.

use eights::position::{PositionError, ProblemCode, SerializedError};
use eights::{Action, ChanceMode, EpisodeKind, Game, Options, Rng, Ruleset, State, Stream};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::harness::{Position, Table, play};
use crate::settings;

/// Games of every builtin ruleset, and of some rulesets with many settings: with the fewest, some and most players, both kinds of
/// episode and both modes of chance.
pub(crate) fn games() -> impl Iterator<Item = Game> {
    let builtin = eights::ruleset::ids().map(|id| Ruleset::builtin(id).expect("builtin"));
    builtin.chain(settings::together()).flat_map(|ruleset| {
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

/// A game of a builtin ruleset, in rounds.
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

/// Checks that a position is restored from its mapping and its bytes.
pub(crate) fn is_restored(at: &Position<'_>) {
    check_restored(at.game(), at.state());
}

/// Checks that a state is restored from its mapping and its bytes.
fn check_restored(game: &Game, state: &State) {
    if let Err(why) = restored(game, state) {
        panic!("{} {:?}: {why}", game.ruleset().id, game.options());
    }
}

/// Restores a state from its mapping and from its bytes, and returns the first difference as an error.
pub(crate) fn restored(game: &Game, state: &State) -> Result<(), String> {
    let value = game.to_value(state);
    let again = game
        .position(&value, 1)
        .map_err(|error| format!("the mapping is refused: {error}: {value}"))?;
    // Mappings omit the random generator, so only the states from bytes are compared whole.
    let mapping = game.to_value(&again);
    if mapping != value {
        return Err(format!("the mapping {value} is restored as {mapping}"));
    }
    if game.legal(&again) != game.legal(state) || game.chance_outcomes(&again) != game.chance_outcomes(state)
    {
        return Err(format!("other actions or outcomes follow the mapping: {value}"));
    }
    match game.deserialize(&game.serialize(state)) {
        Ok(again) if again == *state => Ok(()),
        Ok(_) => Err(format!("the bytes are restored as another state: {value}")),
        Err(error) => Err(format!("the bytes are refused: {error}: {value}")),
    }
}

/// A card that ends the round first has its questions asked: a word, a card out of turn, a mirror, draws.
#[test]
fn states_between_the_last_card_of_a_round_and_its_end_are_restored() {
    let mut asked = std::collections::BTreeSet::new();
    for id in eights::ruleset::ids() {
        let ends = [
            json!({ "round.plays": 1 }),
            json!({ "round.plays": 3 }),
            json!({ "round.row": 2 }),
        ];
        for overrides in &ends {
            let ruleset = Ruleset::builtin(id).expect(id);
            let Ok(ruleset) = ruleset.with(overrides.as_object().expect("a map")) else {
                continue;
            };
            for &chance in ChanceMode::ALL {
                let players = ruleset.players.max.min(4);
                let options = Options {
                    chance,
                    ..Options::new(players)
                };
                let table = Table::new(&Game::new(&ruleset, options).expect("a game"));
                let mut ends = |at: &Position<'_>| {
                    // The deal does not depend on the end of the round.
                    if at.game().to_value(at.state())["plays"].is_number() {
                        asked.insert(at.state().phase().name());
                        is_restored(at);
                    }
                };
                for seed in 0..3 {
                    play(&table, seed, 80, &mut [&mut ends]);
                }
            }
        }
    }
    for phase in ["word", "claim", "mirror", "speak", "swap", "chance"] {
        assert!(asked.contains(phase), "{phase} is not in {asked:?}");
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

/// Averages have many digits: those of points paid, and of probabilities in records.
#[test]
fn numbers_are_read_as_they_are_written() {
    let mut rng = Rng::new(2, Stream::Bot);
    for _ in 0..2_000 {
        let number = f64::from(rng.below(u32::MAX)) * f64::from(rng.below(u32::MAX)) / 7.0;
        let text = json!(number).to_string();
        let read: f64 = serde_json::from_str(&text).expect("a number");
        assert_eq!(read.to_bits(), number.to_bits(), "{text}");
    }
}

/// Points that seats share are fractions, which a float of more points would not tell apart.
#[test]
fn points_paid_are_kept_to_the_share() {
    let game = game("crazy_eights", 7, ChanceMode::Sampled);
    let mut value = json!({ "hands": ["2H", "3H", "4H", "5H", "6H", "7H", "9H"], "pile": "TC" });
    for sevenths in 0..7 {
        let paid = 2e9 - f64::from(sevenths) / 7.0;
        value["paid_total"] = json!([paid, -paid, 0, 0, 0, 0, 0]);
        let state = game.position(&value, 0).unwrap_or_else(|why| panic!("{why}"));
        let again = game.deserialize(&game.serialize(&state)).expect("serialized");
        assert!(again == state, "{paid}");
    }
    value["paid_total"] = json!([12_797_441_498_443.5, 0, 0, 0, 0, 0, 0]);
    let error = refused(&game, &value).to_string();
    assert!(error.contains("paid_total"), "{error}");
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

/// Play with few cards in the stock and the rest out of play, which goes through the stock and turns all cards over.
#[test]
fn states_with_cards_out_of_play_are_restored() {
    let mut rng = Rng::new(8, Stream::Bot);
    for game in games() {
        let mut state = game.new_initial_state(3);
        while !state.is_over() && game.to_value(&state)["plays"] != 2 {
            step(&game, &mut state, &mut rng);
        }
        let mut value = game.to_value(&state);
        let bytes: Value = serde_json::from_slice(&game.serialize(&state)).expect("JSON");
        let stock: Vec<&str> = bytes["stock"]
            .as_str()
            .expect("a text")
            .split_whitespace()
            .collect();
        value["stock"] = json!(stock[..stock.len().min(8)].join(" "));
        let Ok(mut state) = game.position(&value, 3) else {
            continue;
        };
        for moves in 0..40 {
            if state.is_over() {
                break;
            }
            if moves % 8 == 0 {
                check_restored(&game, &state);
            }
            step(&game, &mut state, &mut rng);
        }
        check_restored(&game, &state);
    }
}

#[test]
fn the_backs_of_cards_out_of_play_are_kept() {
    let game = game("uno_flip", 2, ChanceMode::Sampled);
    let value = json!({
        "hands": ["2H", "KD"], "pile": "1C", "aside": "3C 4C", "seat": 0, "dealer": 1,
        "aside_backs": "9C 7H", "backs": { "hands": ["2C", "2D"], "pile": "2S" },
    });
    let read = |value: &Value| game.position(value, 0);
    let written = game.to_value(&read(&value).unwrap_or_else(|why| panic!("{why}")));
    assert_eq!(
        (&written["aside_backs"], &written["aside"]),
        (&value["aside_backs"], &value["aside"])
    );
    for (backs, why) in [
        ("9C", "cards out of play: 2, not 1"),
        ("2S 2S 2S", "one 2S too many: the deck has 2"),
    ] {
        let mut other = value.clone();
        other["aside_backs"] = json!(backs);
        let error = refused(&game, &other).to_string();
        assert!(error.contains("aside_backs") && error.contains(why), "{error}");
    }
}

/// The error with which a position is refused.
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

#[test]
fn many_unknown_keys_take_linear_time_and_a_short_message() {
    let game = game("crazy_eights", 2, ChanceMode::Sampled);
    for at in ["", "turn", "phase", "pending"] {
        let keys: Map<String, Value> = (0..50_000).map(|n| (format!("colour {n}"), json!(n))).collect();
        let mut value = json!({ "hands": ["8H 5C", "KD QD"], "pile": "TC" });
        match at {
            "" => value.as_object_mut().expect("a map").extend(keys),
            at => {
                value[at] = keys.into();
                if at == "phase" {
                    value[at]["name"] = json!("play");
                }
            }
        }
        let error = refused(&game, &value);
        assert!(error.has(ProblemCode::UnknownKey), "{at}");
        assert_eq!(error.problems().len(), 200, "{at}");
        let text = error.to_string();
        assert!(text.len() < 200_000, "{at}: {} bytes", text.len());
        let rest = text.rsplit("; ").next().unwrap_or_default();
        assert!(rest.starts_with("… and 498"), "{at}: {rest}");
    }
    let error = refused(
        &game,
        &json!({ "hands": ["8H", "KD"], "pile": "TC", "Hands": [] }),
    );
    assert_eq!(
        error.to_string(),
        "Hands: there is no such key: did you mean \"hands\"?"
    );
}

#[test]
fn long_values_of_positions_are_cut_in_messages() {
    let game = game("thirty_eights", 4, ChanceMode::Explicit);
    let whole = game.to_value(&game.new_initial_state(1));
    let long = "\u{1}x".repeat(100_000);
    for key in whole
        .as_object()
        .expect("a map")
        .keys()
        .map(String::as_str)
        .chain(KEYS)
    {
        for bad in [
            json!(long),
            json!([long]),
            json!({ long.as_str(): long }),
            json!([[0, long]]),
        ] {
            let mut value = whole.clone();
            value[key] = bad;
            if let Err(error) = game.position(&value, 0) {
                let text = error.to_string();
                assert!(
                    text.len() < 20_000,
                    "{key}: {} bytes: {}",
                    text.len(),
                    &text[..500]
                );
            }
        }
    }
}

/// Keys that a new state omits.
const KEYS: [&str; 12] = [
    "pending",
    "suit",
    "second",
    "under",
    "params",
    "phase",
    "agenda",
    "turn",
    "known",
    "ruled_out",
    "recent",
    "created",
];

/// A refused position, and one of its problems.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Impossible {
    ruleset: String,
    #[serde(default)]
    overrides: Map<String, Value>,
    #[serde(default)]
    explicit: bool,
    #[serde(default)]
    in_match: bool,
    #[serde(default = "two")]
    players: u8,
    key: String,
    code: String,
    value: Value,
}

const fn two() -> u8 {
    2
}

#[test]
fn a_drawn_rank_is_restored_where_the_deck_lacks_the_card_that_stands_for_it() {
    let overrides = json!({
        "deck.copies": { "D H S": 2 },
        "params.lucky": { "cards": "3 4 5", "draws": "rank" },
        "special.lucky": { "cards": "@lucky", "skip": 1 },
    });
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let ruleset = ruleset
        .with(overrides.as_object().expect("a map"))
        .expect("valid");
    let game = Game::new(&ruleset, Options::new(3)).expect("a game");
    let mut drawn = std::collections::BTreeSet::new();
    for seed in 0..8 {
        play(
            &Table::new(&game),
            seed,
            40,
            &mut [&mut |at| {
                let value = game.to_value(at.state());
                drawn.insert(value["params"]["lucky"].as_str().unwrap_or("3C").to_owned());
                is_restored(at);
            }],
        );
    }
    assert_eq!(Vec::from_iter(drawn), ["3C", "4C", "5C"]);
}

#[test]
fn an_impossible_position_is_refused_with_its_reason() {
    let mut file: toml::Table = toml::from_str(include_str!("../data/invalid/positions.toml")).expect("TOML");
    let positions = file.remove("position").expect("positions");
    let positions: Vec<Impossible> = positions.try_into().expect("positions as described");
    // These codes are tested elsewhere or cannot occur in this file: TOML always gives a mapping, and the last check finds only
    // what the others miss.
    let elsewhere = [
        ProblemCode::NotAMapping,
        ProblemCode::SeatIsOut,
        ProblemCode::Inconsistent,
    ];
    let mut missing: Vec<ProblemCode> = ProblemCode::ALL.to_vec();
    missing.retain(|code| !elsewhere.contains(code));
    let mut wrong: Vec<String> = Vec::new();
    for Impossible {
        ruleset,
        overrides,
        explicit,
        in_match,
        players,
        key,
        code,
        value,
    } in positions
    {
        let options = Options {
            chance: ChanceMode::ALL[usize::from(explicit)],
            episode: EpisodeKind::ALL[usize::from(in_match)],
            ..Options::new(players)
        };
        let ruleset = Ruleset::builtin(&ruleset).and_then(|ruleset| ruleset.with(&overrides));
        let game = Game::new(&ruleset.expect("a ruleset"), options).expect("a game");
        let Err(error) = game.position(&value, 0) else {
            wrong.push(format!("{value}: taken, not refused for {code} at {key:?}"));
            continue;
        };
        let mut problems = error.problems().iter();
        if !problems.any(|problem| problem.path == key && problem.code.as_str() == code) {
            wrong.push(format!("{value}: no {code} at {key:?} in {:?}", error.problems()));
        }
        missing.retain(|other| other.as_str() != code);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(missing, [], "no position is refused with these codes");
}

#[test]
fn what_is_no_mapping_is_no_position() {
    let game = game("crazy_eights", 2, ChanceMode::Sampled);
    assert!(refused(&game, &json!(["8H", "TC"])).has(ProblemCode::NotAMapping));
    assert!(refused(&game, &Value::Null).has(ProblemCode::NotAMapping));
}

#[test]
fn seats_that_are_out_play_no_more() {
    let game = game("crazy_eights", 3, ChanceMode::Sampled);
    let value = json!({ "hands": ["5C 8H", "", "6C QD"], "pile": "TC", "out": [1], "dealer": 2, "seat": 0 });
    let mut state = game.position(&value, 0).expect("a position");
    assert_eq!(game.to_value(&state), value);
    game.apply(&mut state, Action::Draw, &mut ()).expect("legal");
    assert_eq!(state.seat().0, 2);
    let mut brief = value.clone();
    brief["seat"] = json!(2);
    brief.as_object_mut().expect("a mapping").remove("dealer");
    let state = game.position(&brief, 0).expect("a position");
    assert_eq!(game.to_value(&state)["dealer"], 0, "the seat before that is in");
    for key in ["seat", "dealer"] {
        let mut wrong = value.clone();
        wrong[key] = json!(1);
        assert!(refused(&game, &wrong).has(ProblemCode::SeatIsOut));
    }
    let mut wrong = value;
    wrong["hands"][1] = json!("2D");
    assert!(refused(&game, &wrong).has(ProblemCode::WrongHand));
}

/// A seat that the last round puts out of the match keeps the cards of that round.
#[test]
fn the_end_of_a_match_that_puts_a_seat_out_is_restored() {
    let changes = json!({
        "score.who": "own", "match.target": 20, "match.winner": "lowest", "match.at-target": "elimination",
        "match.turns": 1,
    });
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let ruleset = ruleset
        .with(changes.as_object().expect("a mapping"))
        .expect("valid");
    let options = Options {
        episode: EpisodeKind::Match,
        ..Options::new(3)
    };
    let game = Game::new(&ruleset, options).expect("a game");
    let value = json!({ "hands": ["5C", "KD QD", "2H"], "pile": "TC", "scores": [0, 10, 0], "seat": 0 });
    let mut state = game.position(&value, 0).expect("a position");
    game.apply(&mut state, "play 5C".parse().expect("an action"), &mut ())
        .expect("legal");
    let end = game.to_value(&state);
    assert_eq!(
        (state.is_over(), &end["out"], &end["hands"][1]),
        (true, &json!([1]), &json!("QD KD"))
    );
    check_restored(&game, &state);
}

#[test]
fn a_seat_that_is_out_draws_nothing_that_is_mirrored() {
    let ruleset = Ruleset::builtin("larbys_switch").expect("builtin");
    let places = json!({ "out.places": 2, "players": "3-10" });
    let ruleset = ruleset
        .with(places.as_object().expect("a mapping"))
        .expect("valid");
    for &chance in ChanceMode::ALL {
        let options = Options {
            chance,
            ..Options::new(3)
        };
        let game = Game::new(&ruleset, options).expect("a game");
        let value = json!({ "hands": ["3H", "QH 5C 6C", "7D 8D 9D"], "pile": "4H", "plays": 5, "seat": 0 });
        let mut state = game.position(&value, 0).expect("a position");
        for text in ["play 3H", "play QH"] {
            game.apply(&mut state, text.parse().expect("an action"), &mut ())
                .expect("legal");
            check_restored(&game, &state);
        }
        let value = game.to_value(&state);
        assert_eq!(value["hands"], json!(["", "5C 6C", "7D 8D 9D"]));
        assert_eq!((&value["placed"], state.seat().0), (&json!([1, 0, 0]), 1));
    }
}

#[test]
fn a_play_that_is_taken_back_leaves_the_card_under_it() {
    let overrides = json!({ "stock.empty": "reshuffle", "compat": "renews-at-once" });
    let ruleset = Ruleset::builtin("kings_reverse").expect("builtin");
    let ruleset = ruleset
        .with(overrides.as_object().expect("a mapping"))
        .expect("valid");
    let game = Game::new(&ruleset, Options::new(2)).expect("a game");
    let value = json!({ "hands": ["*R 9C 2D", "3C 4C"], "pile": "TH 9H", "stock": "", "seat": 0 });
    let mut state = game.position(&value, 0).expect("a position");
    for text in ["play *R", "suit S", "challenge"] {
        game.apply(&mut state, text.parse().expect("an action"), &mut ())
            .expect("legal");
    }
    assert_eq!(state.upcard(), Some("9H".parse().expect("a card")));
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
            matches!(error, SerializedError::OtherGame { key: k, .. } if k == key),
            "{error}"
        );
    }
    assert!(matches!(
        sampled.deserialize(b"\x00"),
        Err(SerializedError::NotJson(_))
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
            matches!(error, SerializedError::Malformed { key: k, .. } if k == key),
            "{error}"
        );
    }
    let mut older = value.clone();
    older["version"] = json!(0);
    assert!(matches!(
        refused(&sampled, &older),
        SerializedError::Version { .. }
    ));
    let mut impossible = value;
    impossible["position"]["seat"] = json!(7);
    let error = refused(&sampled, &impossible);
    assert!(matches!(error, SerializedError::Position(_)), "{error}");
}

/// Whether a game could have led to a position is not asked.
#[test]
fn a_position_that_no_game_leads_to_is_taken() {
    let game = game("thirty_eights", 4, ChanceMode::Sampled);
    let mut rng = Rng::new(1, Stream::Bot);
    let mut state = game.new_initial_state(1);
    for _ in 0..200 {
        if state.is_over() {
            state = game.new_initial_state(u64::from(rng.below(u32::MAX)));
        }
        let mut value = game.to_value(&state);
        value["calls"] = json!([state.seat().0]);
        value["passes"] = json!(1);
        let again = game.to_value(&game.position(&value, 1).expect("play goes on from it"));
        assert_eq!(
            (&again["calls"], &again["hands"]),
            (&value["calls"], &value["hands"])
        );
        step(&game, &mut state, &mut rng);
    }
}
