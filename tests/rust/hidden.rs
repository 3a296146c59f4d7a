//! Two worlds that a seat cannot tell apart stay so: neither the count of decisions nor of passes tells of a hidden offer.

use eights::engine::{Game, Options, State};
use eights::observe::Layout;
use eights::recent::Recent;
use eights::ruleset::Ruleset;
use eights::seat::Seat;
use eights::view::View;
use serde_json::{Value, json};

/// The position of Kings Reverse after these actions.
fn after(game: &Game, position: &Value, actions: &[&str]) -> State {
    let mut state = game.position(position, 0).expect("a position");
    for text in actions {
        let action = text.parse().expect("an action");
        game.apply(&mut state, action, &mut ()).expect("a legal action");
    }
    state
}

fn kings_reverse(players: u8) -> Game {
    let ruleset = Ruleset::builtin("kings_reverse").expect("a builtin ruleset");
    Game::new(&ruleset, Options::new(players)).expect("a game")
}

/// The spans in which the observations of two states differ for a seat.
fn differences(game: &Game, one: &State, other: &State, seat: u8) -> Vec<&'static str> {
    let (layout, recent) = (Layout::new(game), Recent::new(0));
    let observe = |state: &State| {
        let mut out = vec![0_u8; layout.size()];
        layout.observe(&View::new(game, state, Seat(seat)), &recent, &mut out);
        out
    };
    let (one, other) = (observe(one), observe(other));
    let differs = |start: usize, len: usize| one[start..start + len] != other[start..start + len];
    layout
        .spans()
        .iter()
        .filter(|span| differs(span.start, span.len))
        .map(|span| span.name)
        .collect()
}

#[test]
fn a_challenger_cannot_tell_a_drawn_joker_that_had_to_be_laid_from_a_bluff() {
    let game = kings_reverse(2);
    let world = |hand: &str| json!({ "hands": [hand, "4C 5C 6C"], "pile": "6D 6H", "stock": "*R 7C 8C TC KC", "seat": 0 });
    let lawful = after(&game, &world("9C 9D"), &["draw", "suit S"]);
    let bluff = after(&game, &world("5H 9C"), &["draw", "play *R", "suit S"]);
    assert_eq!(lawful.phase().name(), "challenge");
    assert_eq!(differences(&game, &lawful, &bluff, 1), [""; 0]);
}

#[test]
fn a_third_seat_cannot_tell_equal_cards_given_away_from_different_ones() {
    let game = kings_reverse(3);
    let world =
        |hand: &str| json!({ "hands": [hand, "4H 7H", "4D 7D"], "pile": "2S", "stock": "7C 8C", "seat": 0 });
    let equal = after(&game, &world("AS 5C 5C 6D"), &["play AS", "play 6D"]);
    let different = after(&game, &world("AS 5C 6C 6D"), &["play AS", "play 6D", "play 5C"]);
    assert_eq!(differences(&game, &equal, &different, 2), [""; 0]);
}

#[test]
fn nobody_can_tell_an_offer_that_was_declined_from_none() {
    let game = kings_reverse(2);
    let world =
        |drawn: &str| json!({ "hands": ["6C 9C", "4C 5C"], "pile": "6D 6H", "stock": drawn, "seat": 0 });
    let declined = after(&game, &world("*R"), &["draw", "pass"]);
    let none = after(&game, &world("4S"), &["draw"]);
    assert_eq!(differences(&game, &declined, &none, 1), [""; 0]);
}

#[test]
fn a_challenger_sees_what_the_challenged_card_was_laid_on() {
    let game = kings_reverse(2);
    let world = |pile: &str| json!({ "hands": ["9C 9D *R", "4C 5C"], "pile": pile, "stock": "7C 8C TC KC", "seat": 0 });
    let clubs = after(&game, &world("6S 6C"), &["play *R", "suit S"]);
    let spades = after(&game, &world("6C 6S"), &["play *R", "suit S"]);
    assert_eq!(differences(&game, &clubs, &spades, 1), ["follow"]);
}
