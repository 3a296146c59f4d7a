//! The first player of a round by a card held (`round.first`): what everybody knows then, and worlds that obey it.

use eights::{
    Card, ChanceMode, Episode, EpisodeKind, Event, Game, Move, Options, Recent, Rng, Ruleset, Seat, State,
    Stream, View, perft,
};
use serde_json::{Value, json};

use crate::belief::{VIEWER, compare};
use crate::harness::random;

fn game(players: u8, chance: ChanceMode, episode: EpisodeKind, overrides: &Value) -> Game {
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let ruleset = ruleset
        .with(overrides.as_object().expect("a map"))
        .expect("valid");
    let options = Options {
        chance,
        episode,
        ..Options::new(players)
    };
    Game::new(&ruleset, options).expect("a game")
}

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

/// Few cards of three suits, so that all deals can be tried.
fn few(first: &str) -> Value {
    json!({ "deck.copies": { "3 4 5 -S": 1 }, "deal.cards": 2, "players": 2, "round.first": first })
}

/// The cards that every seat holds.
fn hands(game: &Game, state: &State) -> Vec<Vec<Card>> {
    let hand = |seat| View::new(game, state, Seat(seat)).hand().iter().collect();
    (0..game.players()).map(hand).collect()
}

/// Plays a match at random and calls `look` with each event that tells who begins, and the state just after it.
fn each_beginning(game: &Game, seed: u64, look: &mut dyn FnMut(&State, Seat, Option<Card>)) {
    struct Log<'a>(&'a mut dyn FnMut(&State, Seat, Option<Card>));
    impl eights::Log for Log<'_> {
        fn event(&mut self, state: &State, event: Event) {
            if let Event::Begins(seat, card) = event {
                (self.0)(state, seat, card);
            }
        }
    }
    let mut log = Log(look);
    let mut state = game.deal(seed, &mut log);
    let mut rng = Rng::new(seed, Stream::Bot);
    for _ in 0..400 {
        if state.is_over() {
            break;
        }
        let what = if state.is_chance() {
            let outcomes = game.chance_outcomes(&state);
            Move::Outcome(outcomes[rng.below(outcomes.len() as u32) as usize].0)
        } else {
            let legal: Vec<_> = game.legal(&state).iter().collect();
            Move::Action(legal[rng.below(legal.len() as u32) as usize])
        };
        game.make(&mut state, what, &mut log).expect("possible");
    }
}

#[test]
fn every_round_begins_with_the_holder_of_the_first_card_that_anybody_holds() {
    let order = ["QS", "3C", "3D", "3H", "3S"].map(card);
    let (mut by, mut by_nobody) = ([0; 5], 0);
    for chance in [ChanceMode::Sampled, ChanceMode::Explicit] {
        let game = game(4, chance, EpisodeKind::Match, &json!({ "round.first": "QS 3" }));
        for seed in 0..40 {
            each_beginning(&game, seed, &mut |state, seat, shown| {
                let hands = hands(&game, state);
                let held = |card: Card| hands.iter().position(|hand| hand.contains(&card));
                let first = (0..)
                    .zip(order)
                    .find_map(|(at, card)| Some((at, card, held(card)?)));
                let told = first.map(|(_, card, seat)| (Seat(seat as u8), card));
                assert_eq!(told.map(|(_, card)| card), shown);
                if let Some((at, _, holder)) = first {
                    assert_eq!(Seat(holder as u8), seat);
                    by[at] += 1;
                } else {
                    by_nobody += 1;
                }
                everybody_knows(&game, state, &order, seat, shown);
            });
        }
    }
    assert!(by.iter().all(|&n| n > 0) && by_nobody > 0, "{by:?} {by_nobody}");
}

/// Checks that all other seats know of the card shown, and that nobody holds the cards before it.
fn everybody_knows(game: &Game, state: &State, order: &[Card], seat: Seat, shown: Option<Card>) {
    for (viewer, owner) in
        (0..game.players()).flat_map(|a| (0..game.players()).map(move |b| (Seat(a), Seat(b))))
    {
        let view = View::new(game, state, viewer);
        let (known, without) = (
            view.known(owner).expect("kept"),
            view.ruled_out(owner).expect("kept"),
        );
        let sees = viewer != owner && owner == seat;
        for &card in order {
            assert_eq!(known[card.index()], u8::from(sees && shown == Some(card)));
            let place = |card: Card| order.iter().position(|&other| other == card);
            let before = shown.is_none_or(|shown| place(card) < place(shown));
            let cards = if before { view.hand_size(owner) } else { 0 };
            // Of the card shown, all but its holder's seat may be proved to hold none; there is one of it.
            if shown != Some(card) {
                assert_eq!(without[card.index()], cards, "{card}");
            }
        }
    }
}

#[test]
fn worlds_are_those_of_all_deals_that_name_the_same_first_player() {
    let mut compared = 0;
    for (first, moves) in [("3C", 1), ("5H 3C 4", 0), ("4 -4H", 2), ("all", 0)] {
        let game = game(2, ChanceMode::Explicit, EpisodeKind::Round, &few(first));
        for seed in 0..3 {
            let mut episode = Episode::new(&game, seed);
            let mut rng = Rng::new(seed, Stream::Bot);
            let mut left = moves;
            while left > 0 || episode.state().is_chance() {
                left -= i32::from(!episode.state().is_chance());
                let Some(what) = random(&episode, &mut rng) else {
                    break;
                };
                episode.make(what).expect("possible");
            }
            if episode.state().is_over() {
                continue;
            }
            let worlds = episode.worlds(VIEWER, seed);
            let deals = [Episode::new(&game, seed)];
            compared += usize::from(compare(
                &deals,
                &episode,
                first,
                worlds,
                1,
                Box::new(|_, _, _| 0.0),
            ));
        }
    }
    assert!(compared > 6, "{compared}");
}

#[test]
fn every_world_has_a_history_in_which_the_same_seat_shows_the_same_card() {
    let begins = |episode: &Episode| {
        let told = episode.events().iter();
        told.filter(|event| matches!(event, Event::Begins(..)))
            .copied()
            .collect::<Vec<_>>()
    };
    for first in ["3C", "QS 3 K", "all"] {
        let overrides = json!({ "round.first": first, "deck.packs": if first == "3C" { 2 } else { 1 } });
        let game = game(4, ChanceMode::Sampled, EpisodeKind::Round, &overrides);
        for seed in 0..8 {
            let mut episode = Episode::new(&game, seed);
            let mut rng = Rng::new(seed, Stream::Bot);
            for _ in 0..10 {
                if let Some(what) = random(&episode, &mut rng) {
                    episode.make(what).expect("possible");
                }
            }
            let told = begins(&episode);
            assert_eq!(told.len(), 1);
            for seat in (0..4).map(Seat).filter(|_| !episode.state().is_over()) {
                let mut worlds = episode.worlds(seat, seed);
                for _ in 0..3 {
                    worlds.draw_with_history().expect("found");
                    let (state, moves) = worlds.history().expect("has one");
                    let explicit = worlds.game_of_histories().expect("replayed");
                    let mut other = Episode::from_state(explicit, state, Recent::new(0));
                    for what in moves {
                        other.make(what).expect("possible");
                    }
                    assert_eq!(begins(&other), told, "{first}");
                }
            }
        }
    }
}

#[test]
fn resampled_positions_keep_what_was_shown_and_what_that_proved() {
    let game = game(
        3,
        ChanceMode::Sampled,
        EpisodeKind::Round,
        &json!({ "round.first": "3 4" }),
    );
    let mut shown = 0;
    for seed in 0..60 {
        let mut named = None;
        let state = game.deal(seed, &mut Named(&mut named));
        let Some((seat, first)) = named else { continue };
        let nobody: Vec<Card> = game
            .pack()
            .all()
            .iter()
            .filter(|&other| (card("3C")..first).contains(&other))
            .collect();
        for viewer in (0..3).map(Seat) {
            let other = game.resample(&state, viewer, seed).expect("found");
            let hands = hands(&game, &other);
            assert!(hands[seat.index()].contains(&first));
            assert!(hands.iter().flatten().all(|card| !nobody.contains(card)));
            shown += 1;
        }
    }
    assert!(shown > 60, "{shown}");
}

/// A log of the seat that begins, with the card that it shows.
struct Named<'a>(&'a mut Option<(Seat, Card)>);

impl eights::Log for Named<'_> {
    fn event(&mut self, _: &State, event: Event) {
        if let Event::Begins(seat, Some(card)) = event {
            *self.0 = Some((seat, card));
        }
    }
}

#[test]
fn an_information_state_tells_the_card_or_that_nobody_held_one() {
    let game = game(2, ChanceMode::Explicit, EpisodeKind::Round, &few("3C 4"));
    for (deal, line) in [
        // Seat 0 deals, so seat 1 has the first card and the first turn.
        ("5C 3C 5D 4C 3D", "seat 0 begins by 3C"),
        ("4D 4C 5D 5C 3C", "seat 0 begins by 4C"),
        ("5C 3D 5D 5H 3C", "seat 1 begins"),
    ] {
        let mut episode = Episode::new(&game, 0);
        for outcome in std::iter::once("0").chain(deal.split(' ')) {
            let outcome = format!("chance {outcome}").parse().expect(outcome);
            episode.make(Move::Outcome(outcome)).expect(deal);
        }
        for seat in (0..2).map(Seat) {
            let text = episode.information_state_string(seat);
            assert!(text.lines().any(|told| told == line), "{line}: {text}");
        }
    }
}

#[test]
fn each_deal_of_a_small_deck_gives_the_first_turn_to_the_holder() {
    fn walk(game: &Game, state: &State, actions: &mut u64) {
        if state.is_chance() {
            for (outcome, _) in game.chance_outcomes(state) {
                let mut next = state.clone();
                game.make(&mut next, Move::Outcome(outcome), &mut ())
                    .expect("possible");
                walk(game, &next, actions);
            }
            return;
        }
        let hands = hands(game, state);
        let holder = |card: Card| hands.iter().position(|hand| hand.contains(&card));
        let first = ["3C", "4C", "4D", "4H"].map(card).into_iter().find_map(holder);
        let usual = 1 - usize::from(View::new(game, state, Seat(0)).dealer().0);
        assert_eq!(
            state.actor(),
            Some(Seat(first.unwrap_or(usual) as u8)),
            "{hands:?}"
        );
        *actions += u64::from(game.legal(state).len());
    }
    let game = game(2, ChanceMode::Explicit, EpisodeKind::Round, &few("3C 4"));
    let (state, mut actions) = (game.new_initial_state(0), 0);
    walk(&game, &state, &mut actions);
    // A dealer, four cards, the starter, and an action.
    assert_eq!(perft(&game, &state, 7), actions);
}
