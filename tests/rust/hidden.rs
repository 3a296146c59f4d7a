//! Worlds that a seat cannot distinguish stay so: neither the number of decisions nor of passes reveals a hidden offer.

use eights::observation::Layout;
use eights::{Game, Options, Recent, Ruleset, Seat, State, Suit, View};
use serde_json::{Value, json};

/// The position after these actions.
fn after(game: &Game, position: &Value, actions: &[&str]) -> State {
    let mut state = game.position(position, 0).expect("a position");
    for text in actions {
        let action = text.parse().expect("an action");
        game.apply(&mut state, action, &mut ()).expect("a legal action");
    }
    state
}

fn builtin(id: &str, players: u8) -> Game {
    let ruleset = Ruleset::builtin(id).expect("a builtin ruleset");
    let options = Options {
        beliefs: true,
        ..Options::new(players)
    };
    Game::new(&ruleset, options).expect("a game")
}

fn kings_reverse(players: u8) -> Game {
    builtin("kings_reverse", players)
}

/// The spans in which a seat's observations of two states differ.
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
fn a_challenger_cannot_tell_a_drawn_joker_that_had_to_be_played_from_a_bluff() {
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
fn nobody_can_tell_who_could_not_cover_a_jack_from_who_would_not() {
    let game = builtin("one_card", 2);
    let world =
        |hand: &str| json!({ "hands": [hand, "2C 9D KH"], "pile": "TH", "stock": "8H 8D", "seat": 0 });
    let unwilling = after(&game, &world("JH 5H *R"), &["play JH", "draw"]);
    let unable = after(&game, &world("JH 5C 9S"), &["play JH"]);
    assert_eq!(unwilling.seat(), unable.seat());
    assert_eq!(differences(&game, &unwilling, &unable, 1), [""; 0]);
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
fn a_challenger_sees_what_the_challenged_card_was_played_on() {
    let game = kings_reverse(2);
    let world = |pile: &str| json!({ "hands": ["9C 9D *R", "4C 5C"], "pile": pile, "stock": "7C 8C TC KC", "seat": 0 });
    let clubs = after(&game, &world("6S 6C"), &["play *R", "suit S"]);
    let spades = after(&game, &world("6C 6S"), &["play *R", "suit S"]);
    assert_eq!(differences(&game, &clubs, &spades, 1), ["follow"]);
}

/// A position in which seat 0 can play a Two, for which seat 1, without an answer, draws two cards.
fn two_drawn_for(hand: &str, stock: &str) -> Value {
    json!({
        "hands": ["2D 5C 6C", hand, "7C 7S"], "pile": "9D", "scores": [8, 8, 8], "stock": stock
    })
}

#[test]
fn nobody_can_tell_a_drawn_attack_card_that_was_kept_from_none() {
    let game = builtin("pickup_countdown", 3);
    let kept = after(
        &game,
        &two_drawn_for("5S 6S", "JS 3C 4C 9C"),
        &["play 2D", "draw", "pass"],
    );
    let none = after(
        &game,
        &two_drawn_for("5S 6S", "TS 3C 4C 9C"),
        &["play 2D", "draw"],
    );
    for other in [0, 2] {
        assert_eq!(
            differences(&game, &kept, &none, other),
            [""; 0],
            "for seat {other}"
        );
    }
    assert_eq!(differences(&game, &kept, &none, 1), ["hand", "seen"]);
}

#[test]
fn nobody_can_tell_which_attack_card_was_drawn_nor_how_many() {
    let game = builtin("pickup_countdown", 3);
    let drawn = ["play 2D", "draw"];
    let one = after(&game, &two_drawn_for("5S 6S", "JS 3C 4C"), &drawn);
    let both = after(&game, &two_drawn_for("5S KH", "JH JS 4C"), &drawn);
    let played = |hand: &str, stock: &str| {
        after(
            &game,
            &two_drawn_for(hand, stock),
            &["play 2D", "draw", "play JS"],
        )
    };
    let (played_one, played_of_both) = (played("5S 6S", "JS 3C 4C"), played("5S KH", "JH JS 4C"));
    for other in [0, 2] {
        assert_eq!(
            differences(&game, &one, &both, other),
            [""; 0],
            "offered, for seat {other}"
        );
        let differs = differences(&game, &played_one, &played_of_both, other);
        assert_eq!(differs, [""; 0], "played, for seat {other}");
    }
}

#[test]
fn a_hand_that_was_passed_on_is_known_to_its_giver_alone() {
    let game = builtin("advanced_switch", 3);
    let world = |hand: &str| json!({ "hands": [hand, "3C 4C 6C", "6D 7D"], "pile": "9C", "seat": 0 });
    let (one, other) = (
        after(&game, &world("5C AS KS"), &["play 5C"]),
        after(&game, &world("5C QH 2D"), &["play 5C"]),
    );
    let held: Vec<String> = View::new(&game, &one, Seat(2))
        .hand()
        .iter()
        .map(|card| card.to_string())
        .collect();
    assert_eq!(held.join(" "), "KS AS");
    // Seat 1 gave its hand to seat 0 and received that of seat 2. The hand that seat 2 received is hidden from seat 1.
    assert_eq!(differences(&game, &one, &other, 1), [""; 0]);
    assert_eq!(differences(&game, &one, &other, 0), ["seen", "known"]);
    for (giver, holder) in [(0, 2), (1, 0), (2, 1)] {
        let view = View::new(&game, &one, Seat(giver));
        let held = View::new(&game, &one, Seat(holder));
        let known = view
            .known(Seat(holder))
            .expect("hands that move make cards known");
        assert_eq!(
            known,
            held.hand().counts(),
            "seat {giver} gave it to seat {holder}"
        );
    }
    let unknown = View::new(&game, &one, Seat(1)).known(Seat(2)).expect("as above");
    assert!(unknown.iter().all(|&count| count == 0));
}

#[test]
fn cards_drawn_from_the_pile_are_known_and_tell_nothing_of_the_hand() {
    let game = builtin("one_left", 2);
    let world = |hand: &str| json!({ "hands": ["2C 8C 8D", hand], "pile": "3D 4D 5D 6D 9C", "seat": 0 });
    let one = after(&game, &world("5S 6S"), &["play 2C"]);
    let other = after(&game, &world("KH JS"), &["play 2C"]);
    assert_eq!(differences(&game, &one, &other, 0), [""; 0]);
    let view = View::new(&game, &one, Seat(0));
    assert_eq!((view.pile().len(), view.hand_size(Seat(1))), (4, 4));
    let known: u8 = view.known(Seat(1)).expect("the pile lies open").iter().sum();
    assert_eq!(known, 2);
}

#[test]
fn a_wild_draw_four_looks_the_same_whether_it_was_played_by_rule_or_not() {
    let game = builtin("uno", 3);
    let world = |hand: &str| json!({ "hands": [hand, "4C 5C 6C", "7D 8D 9D"], "pile": "3C", "seat": 0 });
    let played = ["play *B", "suit S"];
    let lawful = after(&game, &world("*B 5D 6D"), &played);
    let bluff = after(&game, &world("*B 7C 6D"), &played);
    assert_eq!(lawful.phase().name(), "challenge");
    for other in [1, 2] {
        assert_eq!(
            differences(&game, &lawful, &bluff, other),
            [""; 0],
            "for seat {other}"
        );
    }
    let shown = |hand: &str| after(&game, &world(hand), &["play *B", "suit S", "challenge"]);
    let (one, other) = (shown("*B 7C 6D"), shown("*B TC TS"));
    assert_eq!(
        differences(&game, &one, &other, 2),
        [""; 0],
        "the hand was shown to seat 1"
    );
    assert_eq!(differences(&game, &one, &other, 1), ["seen", "known"]);
}

#[test]
fn a_new_hand_is_as_hidden_as_the_first() {
    let game = builtin("crazy_eights_countdown", 2);
    let world = |stock: &str| json!({ "hands": ["5C", "9S TS"], "pile": "9C", "scores": [8, 8], "stock": stock, "seat": 0 });
    let one = after(&game, &world("2C 3C 4C 6C 7C 8C TC JC"), &["play 5C"]);
    let other = after(&game, &world("2D 3D 4D 6D 7D 8D TD JD"), &["play 5C"]);
    assert_eq!(View::new(&game, &one, Seat(1)).hand_size(Seat(0)), 7);
    assert_eq!(differences(&game, &one, &other, 1), [""; 0]);
}

#[test]
fn whether_a_challenge_will_be_right_is_redrawn_with_the_hand_before_it_is_asked() {
    let game = builtin("uno", 2);
    let played = |hand: &str| {
        let world = json!({ "hands": [hand, "4D 5D 6D"], "pile": "3C", "seat": 0 });
        after(&game, &world, &["play *B"])
    };
    let (lawful, bluff) = (played("*B 5D 6S"), played("*B 7C 6D"));
    for (state, seed) in (0..40).map(|seed| (if seed % 2 == 0 { &lawful } else { &bluff }, seed)) {
        assert_eq!(state.phase().name(), "nominate");
        let mut drawn = game
            .resample(state, Seat(1), seed)
            .expect("usual positions are found");
        let of_the_suit = View::new(&game, &drawn, Seat(0))
            .hand()
            .iter()
            .any(|card| game.pack().suit(card) == Some(Suit::Clubs));
        for text in ["suit S", "challenge"] {
            let action = text.parse().expect("an action");
            game.apply(&mut drawn, action, &mut ()).expect("a legal action");
        }
        let drew = View::new(&game, &drawn, Seat(0)).hand_size(Seat(0)) > 2;
        assert_eq!(drew, of_the_suit, "seed {seed}");
    }
}

/// The opposite of hidden: the order of the pile is public, and determines the cards that the Queen of spades gives.
#[test]
fn what_a_penalty_takes_from_the_top_of_the_pile_is_seen() {
    let game = builtin("thirty_eights", 4);
    let hands = ["QS 9D QH", "6H 5D 9H", "TD TH 5D", "5H JD JH"];
    let after =
        |pile: &str, actions: &[&str]| after(&game, &json!({ "hands": hands, "pile": pile }), actions);
    let deep = "2D 3D 4D 2C 3C 4C 5C 6C 6D 7C 7D 9C TC TD JC 7S";
    let other = "2C 3C 4C 2D 3D 4D 5C 6C 6D 7C 7D 9C TC TD JC 7S";
    let (one, two) = (after(deep, &[]), after(other, &[]));
    assert_eq!(differences(&game, &one, &two, 2), ["seen"]);
    let (one, two) = (after(deep, &["play QS"]), after(other, &["play QS"]));
    assert!(differences(&game, &one, &two, 2).contains(&"known"));
    // The order of deeper cards does not matter.
    let deeper = "3D 2D 4D 2C 3C 4C 5C 6C 6D 7C 7D 9C TC TD JC 7S";
    assert!(differences(&game, &after(deep, &[]), &after(deeper, &[]), 2).is_empty());
}
