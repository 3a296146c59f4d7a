//! Conclusions from forced play: kinds that the cards of a hand cannot be.

use std::collections::BTreeSet;

use eights::observation::{FeatureNames, Layout};
use eights::ruleset::ids;
use eights::{
    Action, Card, CardSet, Game, ObservationLayout, Options, Pack, Rng, Ruleset, Seat, State, Stream, Suit,
    View,
};
use serde_json::{Value, json};

use crate::tables::nearest_of;

/// Rulesets in which a player that can play must do so: in any turn, or after a draw.
const COMPELLED: [&str; 17] = [
    "advanced_switch",
    "classic_eights",
    "craits",
    "crazy_eights_xtreme",
    "hollywood",
    "jack_change_it",
    "macau",
    "mau_mau_br",
    "one_hundred_and_one",
    "one_left",
    "rockaway",
    "switch_runs",
    "taki",
    "thirty_eights",
    "tschau_sepp",
    "uno_rlcard",
    "zodiac",
];

fn game(id: &str, players: u8) -> Game {
    let ruleset = Ruleset::builtin(id).expect(id);
    let options = Options {
        beliefs: true,
        ..Options::new(players)
    };
    Game::new(&ruleset, options).expect("a game")
}

fn at(game: &Game, position: &Value) -> State {
    game.position(position, 1).expect("a position")
}

fn step(game: &Game, state: &mut State, action: Action) {
    game.apply(state, action, &mut ()).expect("legal");
}

/// Kinds that one seat sees ruled out of another's hand, each with its number.
fn seen(game: &Game, state: &State, viewer: Seat, owner: Seat) -> Vec<(Card, u8)> {
    let view = View::new(game, state, viewer);
    let counts = view.ruled_out(owner).expect("tracked");
    let kinds = Pack::standard()
        .all()
        .iter()
        .map(|card| (card, counts[card.index()]));
    kinds.filter(|(_, count)| *count > 0).collect()
}

/// Hearts, Sevens, and Aces, which are wild.
fn playable_on_seven_of_hearts() -> BTreeSet<Card> {
    let pack = Pack::standard();
    let of_ranks = ["7C", "AC"].map(|card| pack.of_rank(pack.rank(card.parse().expect("a card"))));
    let all = of_ranks.into_iter().fold(pack.of_suit(Suit::Hearts), CardSet::or);
    all.iter().collect()
}

#[test]
fn the_span_is_there_where_who_can_play_must_and_something_is_proved_in_play() {
    let mut found = BTreeSet::new();
    for id in ids() {
        for players in nearest_of(id, &[2, 4]) {
            let game = game(id, players);
            let layout = Layout::new(&game);
            let span = layout.spans().iter().find(|span| span.name == "ruled_out");
            let span = span.expect("every layout lists it");
            if span.len == 0 {
                assert!(game.deal(1, &mut ()).actor().is_none_or(|seat| {
                    let state = game.deal(1, &mut ());
                    View::new(&game, &state, seat).ruled_out(seat).is_none()
                }));
                continue;
            }
            let mut rng = Rng::new(1, Stream::Bot);
            let shows = |state: &State| {
                let mut out = vec![0_u8; layout.size()];
                (0..players).any(|seat| {
                    layout.observe(&View::new(&game, state, Seat(seat)), &recent(&game), &mut out);
                    out[span.start..span.start + span.len]
                        .iter()
                        .any(|&cell| cell > 0)
                })
            };
            let proved = (0..20).any(|seed| {
                let mut state = game.deal(seed, &mut ());
                let mut proved = false;
                while !state.is_over() && !proved {
                    let legal = game.legal(&state);
                    step(
                        &game,
                        &mut state,
                        Action::from_id(legal.nth(rng.below(legal.len()))),
                    );
                    proved = shows(&state);
                }
                proved
            });
            assert!(proved, "{id} with {players}");
            found.insert(id);
        }
    }
    assert_eq!(found.into_iter().collect::<Vec<_>>(), COMPELLED);
}

#[test]
fn without_beliefs_no_game_shows_the_span_and_all_else_stands_where_it_stood() {
    for id in ids() {
        for layout in [ObservationLayout::Compact, ObservationLayout::Universal] {
            let of = |beliefs| {
                let players = nearest_of(id, &[4])[0];
                let options = Options {
                    layout,
                    beliefs,
                    ..Options::new(players)
                };
                Game::new(&Ruleset::builtin(id).expect(id), options).expect("a game")
            };
            let (without, with) = (of(false), of(true));
            let names = |game: &Game| {
                FeatureNames::new(game)
                    .names()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            let (few, all) = (names(&without), names(&with));
            assert_eq!(few[..], all[..few.len()], "{id}");
            assert!(
                all[few.len()..].iter().all(|name| name.starts_with("ruled_out[")),
                "{id}"
            );
            let is_proved = COMPELLED.contains(&id) || layout == ObservationLayout::Universal;
            assert_eq!(all.len() > few.len(), is_proved, "{id}");
        }
    }
}

fn recent(game: &Game) -> eights::Recent {
    eights::Recent::new(game.options().history)
}

#[test]
fn who_draws_holds_nothing_that_could_be_played() {
    let game = game("one_left", 2);
    let mut state = at(
        &game,
        &json!({"hands": ["2C 3C 4S", "5D 6D 9D KD"], "pile": "7H", "seat": 0}),
    );
    assert!(seen(&game, &state, Seat(1), Seat(0)).is_empty());
    step(&game, &mut state, Action::Draw);
    let shown = seen(&game, &state, Seat(1), Seat(0));
    // The drawn card may be of any kind; the three others are known to be none of these.
    assert!(shown.iter().all(|(_, count)| *count == 3), "{shown:?}");
    let kinds: BTreeSet<Card> = shown.iter().map(|(card, _)| *card).collect();
    assert_eq!(kinds, playable_on_seven_of_hearts());
}

#[test]
fn a_card_that_is_played_may_be_one_of_those_that_were_none_of_a_kind() {
    let game = game("one_left", 2);
    let position = json!({"hands": ["2C 3C 4S TH", "5D 6D 9D KD"], "pile": "7C", "seat": 0,
        "ruled_out": [{"3": "2H 3H TH", "2": "5S"}, {}]});
    let mut state = at(&game, &position);
    step(&game, &mut state, Action::Play("2C".parse().expect("a card")));
    let shown = seen(&game, &state, Seat(1), Seat(0));
    let expected = [("2H", 2), ("3H", 2), ("TH", 2), ("5S", 1)];
    let mut expected = expected.map(|(card, count)| (card.parse::<Card>().expect("a card"), count));
    expected.sort_by_key(|(card, _)| card.index());
    assert_eq!(shown, expected);
}

#[test]
fn a_card_that_was_not_among_them_leaves_them_all() {
    let game = game("one_left", 2);
    let position = json!({"hands": ["2C 3C 4S TH", "5D 6D 9D KD"], "pile": "7H", "seat": 0,
        "ruled_out": [{"3": "TH"}, {}]});
    let mut state = at(&game, &position);
    step(&game, &mut state, Action::Play("TH".parse().expect("a card")));
    assert_eq!(
        seen(&game, &state, Seat(1), Seat(0)),
        [("TH".parse().expect("a card"), 3)]
    );
}

#[test]
fn a_position_tells_it_and_is_refused_where_it_cannot_be() {
    let game = game("one_left", 2);
    let position = |ruled_out: Value| {
        let hands = json!(["2C 3C 4S TH", "5D 6D 9D KD"]);
        json!({"hands": hands, "pile": "7H", "seat": 0, "ruled_out": ruled_out})
    };
    let told = json!([{"3": "2H 3H", "4": "8C 8S"}, {"1": "2C"}]);
    let state = at(&game, &position(told.clone()));
    assert_eq!(game.to_value(&state)["ruled_out"], told);
    let refused = [
        (json!([{}]), "there must be one for each of 2 seats"),
        (
            json!([{"5": "2H"}, {}]),
            "5 is not a possible number of cards of seat 0, which holds 4",
        ),
        (json!([{"x": "2H"}, {}]), "\"x\" is not a number from 0 to 255"),
        (json!([{"4": 3}, {}]), "3 is given: write a text of cards"),
        (json!([{"4": "ZZ"}, {}]), "ZZ"),
        (json!([{"4": "*R"}, {}]), "*R is not in the deck"),
        (json!([{"4": "TH"}, {}]), "of which some is ruled out"),
    ];
    for (ruled_out, message) in refused {
        let error = game
            .position(&position(ruled_out.clone()), 1)
            .err()
            .expect("refused")
            .to_string();
        assert!(error.contains(message), "{ruled_out}: {error}");
    }
    let plain = self::game("crazy_eights", 2);
    let error = plain
        .position(&position(told), 1)
        .err()
        .expect("refused")
        .to_string();
    assert!(error.contains("nothing in this ruleset needs it"), "{error}");
}
