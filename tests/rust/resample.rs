//! Positions that a seat cannot distinguish from the true one: found everywhere in ordinary play, and an error where none exists.

use eights::render::{Style, render};
use eights::{Chance, ChanceMode, Game, Options, Phase, ResampleError, Ruleset, Seat, State, View};
use serde_json::{Value, json};

use crate::harness::{Position, Table, observe, play, play_moves};
use crate::tables::nearest_of;

/// A builtin ruleset with these changes, for this number of players.
fn game(id: &str, players: u8, changes: &Value, chance: ChanceMode) -> Game {
    let ruleset = Ruleset::builtin(id).expect("builtin");
    let ruleset = ruleset
        .with(changes.as_object().expect("a mapping"))
        .expect("valid");
    let options = Options {
        chance,
        ..Options::new(players)
    };
    Game::new(&ruleset, options).expect("a game")
}

/// The board as a seat sees it.
fn board(game: &Game, state: &State, seat: Seat) -> String {
    let style = Style {
        color: false,
        unicode: false,
    };
    render(&View::new(game, state, seat), style)
}

/// Checks that a resampled position is valid, can be played on, and looks the same to each seat.
pub(crate) fn looks_the_same(at: &Position<'_>) {
    let (game, state) = (at.game(), at.state());
    if at.next.is_none() {
        return; // After the end no seat is asked to act.
    }
    for seat in at.seats() {
        let about = || format!("for {seat:?}, seed {}: {}", at.lot, at.about());
        let other = at
            .episode
            .resample(seat, at.lot)
            .unwrap_or_else(|error| panic!("{error}: {}", about()));
        let drawn = other.state();
        assert_eq!(game.check(drawn), Vec::<String>::new(), "{}", about());
        assert_eq!(drawn.phase().name(), state.phase().name(), "{}", about());
        assert_eq!(
            game.legal(drawn).is_empty(),
            game.legal(state).is_empty(),
            "{}",
            about()
        );
        if state.actor() == Some(seat) {
            assert_eq!(game.legal(drawn), game.legal(state), "{}", about());
        }
        if state.is_chance() {
            let sum: f64 = game.chance_outcomes(drawn).iter().map(|(_, p)| p).sum();
            assert!((sum - 1.0).abs() < 1e-9, "outcomes sum to {sum}: {}", about());
        }
        let observed: Vec<u8> = observe(&at.table.layout, &other, seat);
        assert!(observed == at.observed()[seat.index()], "{}", about());
        let boards = [drawn, state].map(|state| board(game, state, seat));
        assert_eq!(boards[0], boards[1], "{}", about());
        let texts = [&other, at.episode].map(|episode| episode.information_state_string(seat));
        assert_eq!(texts[0], texts[1], "{}", about());
        assert!(
            other.history().is_empty() && other.events().is_empty(),
            "{}",
            about()
        );
    }
}

#[test]
fn hidden_rules_are_found_that_explain_what_was_seen() {
    let hidden = json!({
        "created.by": "lot", "created.seen": "nobody", "created.drawn": 3, "draw.then": "end-turn", "mistakes.penalty": 1,
    });
    for id in ["crazy_eights", "fat_buddah", "rose_mau"] {
        let mut changes = hidden.clone();
        changes["created.most"] = json!(3);
        for chance in ChanceMode::ALL {
            let players = nearest_of(id, &[3])[0];
            let table = Table::new(&game(id, players, &changes, *chance));
            play_moves(&table, 3, 300, &mut [&mut looks_the_same]);
        }
    }
}

/// The state after these actions.
fn after(game: &Game, position: &Value, actions: &[&str]) -> State {
    let mut state = game.position(position, 0).expect("a position");
    for text in actions {
        let action = text.parse().expect("an action");
        game.apply(&mut state, action, &mut ()).expect("a legal action");
    }
    state
}

#[test]
fn a_hand_that_hardly_any_other_could_be_is_an_error() {
    let alone = json!({ "special.eight": false, "follow": ["suit"], "special.turn": { "cards": "all", "continue": { "with": "following", "most": "1 or all" } } });
    let game = game("crazy_eights", 2, &alone, ChanceMode::Sampled);
    // Seat 0 continues after two cards, which it may do only with a hand that can be played to its end.
    let clubs = "2C 3C 4C 5C 6C 7C 9C TC JC QC KC";
    let position = json!({ "hands": [clubs, "2H 3H"], "pile": "AC", "seat": 0 });
    let state = after(&game, &position, &["play 2C", "play 3C"]);
    assert_eq!(state.phase().name(), "continue");
    let error = game
        .resample(&state, Seat(1), 5)
        .err()
        .expect("one hand in two thousand millions");
    let ResampleError::Cards { seat, phase, drawn } = &error else {
        panic!("{error}")
    };
    assert_eq!((*seat, *phase), (Seat(1), "continue"));
    let text = error.to_string();
    assert!(
        text.contains("seat 1") && text.contains("phase continue") && text.contains(&drawn.to_string()),
        "{text}"
    );
    let own = game
        .resample(&state, Seat(0), 5)
        .expect("a seat knows its own hand");
    assert_eq!(game.legal(&own), game.legal(&state));
}

#[test]
fn a_hidden_rule_that_is_in_no_catalogue_is_an_error() {
    let changes = json!({ "variant": "hidden-rules", "deck.jokers": 2 });
    let game = game("rose_mau", 3, &changes, ChanceMode::Sampled);
    // No rule of the catalogue makes Jokers nominate.
    let position = json!({
        "hands": ["*R 5C 6C", "2H 3H", "4D 5D"], "pile": "*B", "seat": 0,
        "created": [{ "cards": "*", "does": "nominate" }],
    });
    let state = after(&game, &position, &["play *R"]);
    assert_eq!(state.phase().name(), "nominate");
    for seat in [0, 1, 2] {
        let error = game
            .resample(&state, Seat(seat), 5)
            .err()
            .expect("nothing else explains it");
        assert!(
            matches!(error, ResampleError::Rules { seat: Seat(s), phase: "nominate", .. } if s == seat),
            "{error}"
        );
        assert!(error.to_string().contains("catalogue"), "{error}");
    }
}

#[test]
fn who_begins_a_second_pile_holds_a_card_for_it_and_nobody_does_where_it_is_turned_up() {
    let game = game("stalin", 4, &json!({}), ChanceMode::Explicit);
    let hands = |cards: [&str; 4]| json!({ "hands": cards, "pile": "", "seat": 0, "dealer": 0 });
    let mut rogue = hands([
        "2C 3C 4C 5C 6C",
        "7C 8C 9C TC JC",
        "2S 3S 4S 5S 6S",
        "7S 8S 9S TS JH",
    ]);
    rogue["phase"] = json!({ "name": "chance", "node": "rogue", "seat": 3 });
    let mut turned = hands([
        "2C 3C 4C 5C 6C",
        "7C 8C 9C TC JC",
        "2S 3S 4S 5S 6S",
        "7S 8S 9S TS JS",
    ]);
    turned["phase"] = json!({ "name": "chance", "node": "turn-up" });
    let red = |cards: &str| cards.contains('H') || cards.contains('D');
    for seed in 0..200 {
        let drawn = |position: &Value, seat: u8| {
            let state = game.position(position, 0).expect("a position");
            let other = game.resample(&state, Seat(seat), seed).expect("found");
            game.to_value(&other)["hands"].clone()
        };
        let hand = |hands: &Value, seat: usize| hands[seat].as_str().expect("cards").to_owned();
        assert!(red(&hand(&drawn(&rogue, 0), 3)), "seed {seed}");
        let nobody = drawn(&turned, 1);
        assert!((0..4).all(|seat| !red(&hand(&nobody, seat))), "seed {seed}");
        assert!(hand(&nobody, 0) != "2C 3C 4C 5C 6C" || seed > 0, "redrawn");
    }
}

#[test]
fn a_stock_of_which_the_top_is_known_is_redrawn_below() {
    let game = game("other_blackjack", 2, &json!({}), ChanceMode::Sampled);
    let position =
        json!({ "hands": ["5C 6C", "7D 8D"], "pile": "9C", "stock": "2C 3C", "aside": "", "seat": 0 });
    let state = game.position(&position, 0).expect("a position");
    let mut hands = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let drawn = game.to_value(&game.resample(&state, Seat(0), seed).expect("found"));
        assert_eq!(drawn["stock"], "2C 3C", "{drawn}");
        hands.insert(drawn["hands"][1].to_string());
    }
    assert!(hands.len() > 40, "{hands:?}");
}

/// With explicit chance a rule is drawn in several steps, and nobody sees the first ones.
#[test]
fn a_rule_that_is_being_drawn_is_drawn_anew() {
    let game = game(
        "rose_mau",
        2,
        &json!({ "variant": "hidden-rules" }),
        ChanceMode::Explicit,
    );
    let mut state = game.new_initial_state(1);
    while state.phase().name() != "over" && game.to_value(&state).pointer("/draft").is_none() {
        let outcome = game.chance_outcomes(&state)[0].0;
        game.apply_outcome(&mut state, outcome, &mut ())
            .expect("possible");
    }
    let draft = |state: &State| game.to_value(state).pointer("/draft").cloned();
    let drawn = (0..40).map(|seed| draft(&game.resample(&state, Seat(0), seed).expect("found")));
    let drawn: std::collections::BTreeSet<String> = drawn.map(|draft| format!("{draft:?}")).collect();
    assert!(drawn.len() > 10, "{drawn:?}");
}

/// The seat that begins the second pile is announced before the card is.
#[test]
fn who_begins_the_second_pile_is_the_same_in_every_world() {
    let game = game("stalin", 6, &json!({}), ChanceMode::Explicit);
    let (table, mut met) = (Table::new(&game), 0);
    for seed in 0..20 {
        play(
            &table,
            seed,
            60,
            &mut [&mut |at| {
                if matches!(at.state().phase(), Phase::Chance(Chance::Rogue { .. })) {
                    looks_the_same(at);
                    met += 1;
                }
            }],
        );
    }
    assert!(met > 10, "{met}");
}
