//! Attacks that take turns: their events, rendering, serialisation and value to bots. Cases check the rulings.

use eights::bot::BotKind;
use eights::render::{Style, render};
use eights::{
    Action, Card, ChanceMode, Episode, Event, Game, Options, Outcome, Recent, Rng, Ruleset, Seat, State,
    Stream, View, describe_action, describe_event,
};
use serde_json::{Value, json};

/// Crazy Eights with these settings, for three.
fn game(settings: &Value, chance: ChanceMode) -> Game {
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let ruleset = ruleset
        .with(settings.as_object().expect("a mapping"))
        .expect("valid");
    let options = Options {
        chance,
        ..Options::new(3)
    };
    Game::new(&ruleset, options).expect("a game")
}

/// Crazy Eights in which fours take turns, and make the next player draw `draw` cards.
fn fours(draw: u8, skip: u8) -> Game {
    let hit = json!({ "draw": draw, "skip": skip, "answer": "4" });
    game(
        &json!({ "special.four": { "cards": "4", "hit": hit } }),
        ChanceMode::Sampled,
    )
}

/// A position with the first seat to play; `more` is added to it.
fn position(game: &Game, more: &Value) -> State {
    let mut value = json!({
        "hands": ["4C 5H 6D 7H", "4H 5C 8H 9S", "7C 4D 3S KD"], "pile": "9C", "stock": "2D 2H 2S", "seat": 0,
    });
    let (map, more) = (
        value.as_object_mut().expect("a mapping"),
        more.as_object().expect("a mapping"),
    );
    map.extend(more.clone());
    game.position(&value, 0).expect("a position")
}

/// Takes these actions and returns their events.
fn take(game: &Game, state: &mut State, actions: &[&str]) -> Vec<Event> {
    let mut events = Vec::new();
    for action in actions {
        let action = action.parse().expect("an action");
        game.apply(state, action, &mut events).expect("legal");
    }
    events
}

/// Renders the board as the seat to act sees it, without colours.
fn board(game: &Game, state: &State) -> String {
    let view = View::new(game, state, state.actor().expect("somebody decides"));
    render(
        &view,
        Style {
            unicode: false,
            color: false,
        },
    )
}

#[test]
fn every_turn_that_is_lost_is_an_event() {
    let game = fours(0, 2);
    let mut state = position(&game, &json!({}));
    let events = take(&game, &mut state, &["play 4C", "pass"]);
    assert_eq!(events[1..], [Event::Passed(Seat(1)), Event::Skipped(Seat(1))]);
    let events = take(&game, &mut state, &["play 7C", "play 7H"]);
    assert_eq!(events.last(), Some(&Event::Skipped(Seat(1))));
    assert_eq!(
        describe_event(&game, &Event::Skipped(Seat(1)), None),
        "Seat 1 is skipped"
    );
    assert_eq!(state.seat(), Seat(2));
}

#[test]
fn the_board_tells_what_is_pending_and_who_owes_turns() {
    let turns = fours(0, 1);
    let shown = board(
        &turns,
        &position(&turns, &json!({ "pending": { "skip": 1, "kind": "four" } })),
    );
    assert!(
        shown.contains("1 turn pending: answer with a Four or lose it"),
        "{shown}"
    );
    assert!(shown.contains("play a marked card or lose the turn"), "{shown}");
    let shown = board(&turns, &position(&turns, &json!({ "lost_turns": [0, 2, 1] })));
    assert!(
        shown.contains("owes 2 turns") && shown.contains("owes 1 turn"),
        "{shown}"
    );
    let both = fours(2, 3);
    let pending = json!({ "pending": { "draw": 2, "skip": 3, "kind": "four" } });
    let shown = board(&both, &position(&both, &pending));
    assert!(shown.contains("2 cards and 3 turns pending"), "{shown}");
    assert!(
        shown.contains("take the 2 pending cards and lose 3 turns"),
        "{shown}"
    );
}

#[test]
fn giving_in_is_described_by_what_it_costs() {
    let (turns, both) = (fours(0, 3), fours(1, 1));
    let state = position(&turns, &json!({ "pending": { "skip": 3, "kind": "four" } }));
    assert_eq!(describe_action(&turns, &state, Action::Pass), "lose 3 turns");
    let state = position(
        &both,
        &json!({ "pending": { "draw": 1, "skip": 1, "kind": "four" } }),
    );
    assert_eq!(
        describe_action(&both, &state, Action::Draw),
        "take the pending card and lose the turn"
    );
}

#[test]
fn what_cannot_be_done_meanwhile_is_refused_with_the_reason() {
    let game = fours(0, 1);
    let mut state = position(&game, &json!({ "pending": { "skip": 1, "kind": "four" } }));
    let mut refused = |action: Action| {
        game.apply(&mut state, action, &mut ())
            .expect_err("not legal")
            .to_string()
    };
    assert!(refused(Action::Draw).contains("pass to lose them"));
    assert!(refused("play 5H".parse().expect("an action")).contains("5H does not answer"));
    let game = fours(1, 1);
    let mut state = position(
        &game,
        &json!({ "pending": { "draw": 1, "skip": 1, "kind": "four" } }),
    );
    let why = game
        .apply(&mut state, Action::Pass, &mut ())
        .expect_err("not legal")
        .to_string();
    assert!(why.contains("draw them, or answer"), "{why}");
}

#[test]
fn turns_are_kept_in_bytes_and_in_other_positions_alike() {
    let game = fours(2, 2);
    let more = json!({ "pending": { "draw": 4, "skip": 4, "kind": "four" }, "lost_turns": [0, 3, 1] });
    let state = position(&game, &more);
    assert!(
        game.deserialize(&game.serialize(&state))
            .is_ok_and(|restored| restored == state)
    );
    let value = game.to_value(&state);
    assert_eq!(
        (&value["pending"]["skip"], &value["lost_turns"]),
        (&json!(4), &json!([0, 3, 1]))
    );
    for viewer in (0..3).map(Seat) {
        let drawn = game.resample(&state, viewer, 5).expect("another position");
        let other = View::new(&game, &drawn, viewer);
        let owed: Vec<u8> = (0..3).map(|seat| other.lost_turns(Seat(seat))).collect();
        assert_eq!(
            (other.pending(), other.pending_turns(), owed),
            (4, 4, vec![0, 3, 1])
        );
    }
}

#[test]
fn an_episode_that_begins_with_turns_owed_says_so() {
    let game = fours(0, 1);
    let text = |more: &Value| {
        Episode::from_state(&game, position(&game, more), Recent::new(0)).information_state_string(Seat(2))
    };
    let told = text(&json!({ "pending": { "skip": 1, "kind": "four" }, "lost_turns": [0, 1, 0] }));
    assert!(told.contains("pending turns 1; lost turns 0 1 0"), "{told}");
    assert!(!text(&json!({})).contains("lost turns"));
}

/// The next turn is lost while the cards are drawn one by one.
#[test]
fn chance_from_outside_comes_to_the_same() {
    let hit = json!({ "draw": 2, "skip": 2, "answer": "4" });
    let settings = json!({ "special.four": { "cards": "4", "hit": hit }, "draw.after-attack": "play" });
    let game = game(&settings, ChanceMode::Explicit);
    let mut state = position(&game, &json!({}));
    take(&game, &mut state, &["play 4C", "draw"]);
    for card in ["2D", "2H"] {
        assert!(state.is_chance());
        let value = game.to_value(&state);
        assert_eq!(value["lost_turns"], json!([0, 2, 0]));
        assert_eq!(
            game.position(&value, 0).map(|state| game.to_value(&state)),
            Ok(value)
        );
        let card: Card = card.parse().expect("a card");
        game.apply_outcome(&mut state, Outcome::Card(card), &mut Vec::<Event>::new())
            .expect("possible");
    }
    let value = game.to_value(&state);
    assert_eq!((state.seat(), &value["lost_turns"]), (Seat(2), &json!([0, 1, 0])));
}

#[test]
fn what_a_card_does_is_weighed_with_the_turns_that_are_owed() {
    let game = fours(0, 2);
    let four: Card = "4C".parse().expect("a card");
    let weighed = |more: &Value| {
        let state = position(&game, more);
        let effect = View::new(&game, &state, Seat(0)).effect(four);
        (effect.victim, effect.draws, effect.turns, effect.next)
    };
    assert_eq!(weighed(&json!({})), (Seat(1), 0, 2, Seat(1)));
    assert_eq!(
        weighed(&json!({ "lost_turns": [0, 1, 0] })),
        (Seat(2), 0, 2, Seat(2))
    );
    assert_eq!(
        weighed(&json!({ "lost_turns": [0, 1, 1] })),
        (Seat(0), 0, 2, Seat(0))
    );
    let pending = json!({ "pending": { "skip": 4, "kind": "four" } });
    assert_eq!(weighed(&pending), (Seat(1), 0, 6, Seat(1)));
}

#[test]
fn the_heuristic_bot_takes_turns_from_others_and_not_from_itself() {
    let game = fours(0, 3);
    let act = |state: &State| {
        let view = View::new(&game, state, state.actor().expect("somebody decides"));
        BotKind::Heuristic.act(&view, view.legal(), &mut Rng::new(0, Stream::Bot))
    };
    let four = Action::Play("4C".parse().expect("a card"));
    let answers = position(&game, &json!({ "pending": { "skip": 3, "kind": "four" } }));
    assert_eq!(act(&answers), four);
    // Two cards differ only in their effects while the next player is about to go out.
    let hands = json!({ "hands": ["3C 4C 7H 7D JD", "9S", "7C 4D 3S KD"] });
    assert_eq!(act(&position(&game, &hands)), four);
    // With both others already losing a turn, the attack would hit its own seat.
    let alone = json!({ "hands": ["3C 4C 7H 7D JD", "9S", "7C 4D 3S KD"], "lost_turns": [0, 1, 1] });
    assert_ne!(act(&position(&game, &alone)), four);
}

#[test]
fn the_rules_say_what_is_lost_and_when() {
    let says = |settings: &Value| game(settings, ChanceMode::Sampled).ruleset().describe();
    let turns = json!({ "special.four": { "cards": "4", "hit": { "draw": 0, "skip": 1, "answer": "4" } } });
    let text = says(&turns);
    for sentence in [
        "Attack of one turn. The next player answers with another Four, or loses the turns that are pending.",
        "A seat that owes turns is passed over when its turn comes, and owes one fewer.",
        "Turns that are owed are forgotten at the end of the round.",
    ] {
        assert!(text.contains(sentence), "{sentence}\n{text}");
    }
    let both = json!({ "special.four": { "cards": "4", "hit": { "draw": 2, "skip": 3, "answer": "" } } });
    let sentence = "Attack of two cards and three turns. The next player draws all that is pending and loses the turns that \
                    are; no card answers.";
    assert!(says(&both).contains(sentence));
    let cards = json!({ "special.four": { "cards": "4", "hit": { "draw": 2, "answer": "4" } } });
    assert!(!says(&cards).contains("that are owed"));
}

#[test]
fn what_may_be_done_after_drawing_counts_only_where_an_attack_leaves_the_turn() {
    let warned = |hit: Value| {
        let settings = json!({ "draw.after-attack": "play", "special.four": { "cards": "4", "hit": hit } });
        let warnings = game(&settings, ChanceMode::Sampled).ruleset().warnings();
        warnings
            .into_iter()
            .map(|warning| (warning.path, warning.message))
            .collect::<Vec<_>>()
    };
    let warnings = warned(json!({ "draw": 2, "skip": 1, "answer": "4" }));
    assert!(
        matches!(warnings.as_slice(), [(path, why)] if path == "draw.after-attack" && why.contains("every attack takes turns")),
        "{warnings:?}"
    );
    assert_eq!(warned(json!({ "draw": 2, "answer": "4" })), []);
}
