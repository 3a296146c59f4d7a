//! Worlds that a seat cannot distinguish from the true one, with histories that are legal from the deal on.

use std::collections::BTreeMap;

use eights::{
    Action, ActionModel, Card, Chance, ChanceMode, Episode, EpisodeKind, Game, Hand, Move, Options, Outcome,
    Phase, Rng, Ruleset, Seat, State, Stream, View, Worlds, format_cards, parse_cards,
};
use serde_json::json;

use crate::harness::{Position, Table, every, play_moves, random};
use crate::tables::nearest_of;

fn game(id: &str, players: u8, chance: ChanceMode, episode: EpisodeKind) -> Option<Game> {
    let options = Options {
        chance,
        episode,
        ..Options::new(players)
    };
    // Some rulesets have no matches.
    Game::new(&Ruleset::builtin(id).expect(id), options).ok()
}

fn hand(game: &Game, state: &State, seat: Seat) -> Hand {
    *View::new(game, state, seat).hand()
}

/// Plays at random and calls `look` for two seats at every `one_of`-th position.
fn each_position(game: &Game, seed: u64, (moves, one_of): (u32, u32), mut look: impl FnMut(&Episode, Seat)) {
    let both = |at: &Position<'_>| {
        if at.next.is_some() {
            look(at.episode, Seat(0));
            look(at.episode, Seat(game.players() - 1));
        }
    };
    play_moves(&Table::new(game), seed, moves, &mut [&mut every(one_of, both)]);
}

#[test]
fn worlds_are_found_everywhere_and_look_the_same() {
    for id in eights::ruleset::ids() {
        for players in nearest_of(id, &[2, 4, 10]) {
            for &episode in EpisodeKind::ALL {
                let Some(game) = game(id, players, ChanceMode::Sampled, episode) else {
                    continue;
                };
                each_position(&game, u64::from(players), (60, 10), |played, seat| {
                    let mut worlds = played.worlds(seat, 3);
                    for _ in 0..2 {
                        let world = worlds.draw().unwrap_or_else(|error| {
                            panic!(
                                "{id}, {players} players, {episode:?}: {error}: {}",
                                played.information_state_string(seat)
                            )
                        });
                        assert_eq!(game.check(&world), Vec::<String>::new(), "{id}");
                        assert_eq!(world.phase(), played.state().phase(), "{id}");
                        assert_eq!(
                            hand(&game, &world, seat),
                            hand(&game, played.state(), seat),
                            "{id}"
                        );
                        if world.actor() == Some(seat) {
                            assert_eq!(game.legal(&world), game.legal(played.state()), "{id}");
                        }
                    }
                });
            }
        }
    }
}

/// Hands that move pass over a player who has played the last card without going out.
#[test]
fn hands_that_move_are_followed_past_a_player_without_cards() {
    let game = game("thirty_eights", 4, ChanceMode::Sampled, EpisodeKind::Round).expect("a game");
    let position = json!({"hands": ["AH", "3C TC 5D", "4C 8C 6D", "5C 6C 7D"], "pile": "AS"});
    let mut episode = Episode::from_position(&game, &position, 0).expect("a position");
    episode
        .apply("play AH".parse().expect("an action"))
        .expect("legal");
    let value = game.to_value(episode.state());
    assert_eq!(value["hands"][1], "5C 6C 7D", "the hands of the others move");
    for seat in (0..4).map(Seat) {
        let mut worlds = episode.worlds(seat, 1);
        let world = worlds.draw().expect("a world");
        assert_eq!(hand(&game, &world, seat), hand(&game, episode.state(), seat));
        assert!(worlds.history().is_some(), "seat {seat:?}");
    }
}

/// No sampled world contradicts itself or what forced play has proved, over tens of thousands of worlds.
#[test]
fn no_world_contradicts_what_the_seat_has_seen() {
    const WORLDS: usize = 8;
    let mut drawn = 0;
    for id in eights::ruleset::ids() {
        for players in nearest_of(id, &[2, 4]) {
            let game = game(id, players, ChanceMode::Sampled, EpisodeKind::Round).expect(id);
            each_position(&game, 11, (120, 9), |played, seat| {
                let ruled_out = |state: &State| {
                    let view = View::new(&game, state, seat);
                    let others = (1..players).map(|k| view.ruled_out(view.relative(k)).copied());
                    others.collect::<Vec<_>>()
                };
                let (own, proved) = (hand(&game, played.state(), seat), ruled_out(played.state()));
                let mut worlds = played.worlds(seat, 4);
                for _ in 0..WORLDS {
                    let world = worlds.draw().expect(id);
                    assert_eq!(game.check(&world), Vec::<String>::new(), "{id}");
                    assert_eq!(hand(&game, &world, seat), own, "{id}");
                    assert_eq!(ruled_out(&world), proved, "{id}");
                    drawn += 1;
                }
            });
        }
    }
    assert!(drawn >= 13_000, "{drawn}");
}

#[test]
fn worlds_follow_from_the_seed_and_from_what_the_seat_has_seen() {
    let game = game("crazy_eights_xtreme", 2, ChanceMode::Sampled, EpisodeKind::Round).expect("a game");
    each_position(&game, 5, (60, 5), |episode, seat| {
        let hands = |episode: &Episode| {
            let mut worlds = episode.worlds(seat, 8);
            let drawn = (0..3).map(|_| worlds.draw().expect("found"));
            drawn
                .map(|world| game.to_value(&world)["hands"].clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(hands(episode), hands(episode));
    });
}

/// All cards of a game, each as often as the deck holds it.
fn deck(game: &Game) -> Vec<Card> {
    let mut state = game.new_initial_state(1);
    loop {
        let outcomes = game.chance_outcomes(&state);
        let all = f64::from(View::new(game, &state, Seat(0)).stock_size());
        let cards: Vec<Card> = outcomes
            .iter()
            .filter_map(|(outcome, p)| match outcome {
                Outcome::Card(card) => Some(std::iter::repeat_n(*card, (p * all).round() as usize)),
                _ => None,
            })
            .flatten()
            .collect();
        if matches!(
            state.phase(),
            Phase::Chance(Chance::Deal { .. } | Chance::Starter)
        ) {
            return cards;
        }
        let what = outcomes
            .first()
            .map_or(Move::Action(Action::Option(0)), |(outcome, _)| {
                Move::Outcome(*outcome)
            });
        game.make(&mut state, what, &mut ()).expect("possible");
    }
}

/// A position with few cards, and the cards of its unordered stock.
fn small(game: &Game) -> (Episode, String) {
    let mut all = deck(game);
    Rng::new(11, Stream::Bot).shuffle(&mut all);
    let named = |range: std::ops::Range<usize>| {
        let cards = all[range].iter().copied();
        game.pack().within(|| format_cards(cards))
    };
    // The position does not list the stock, so its order is open.
    let position = json!({
        "hands": [named(1..4), named(4..7)], "pile": named(0..1), "seat": 1, "aside": named(11..all.len()),
    });
    let episode = Episode::from_position(game, &position, 0).expect("a position");
    (episode, named(7..11))
}

/// All lines of an information state except the question to be decided.
fn remembered(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.contains("to decide"))
}

/// Every world of a small position with its weight, found by trying every outcome of chance and every action of the other seat.
struct Enumerated<'a> {
    truth: &'a Episode,
    seat: Seat,
    /// The seat's information state.
    text: String,
    policy: ActionModel,
    found: BTreeMap<String, f64>,
}

impl Enumerated<'_> {
    fn go(&mut self, episode: &Episode, weight: f64) {
        let text = episode.information_state_string(self.seat);
        // An information state grows by lines; the last one may still change.
        let sure = remembered(&text).count().saturating_sub(1);
        let grows = remembered(&text).take(sure).eq(remembered(&self.text).take(sure));
        if sure >= remembered(&self.text).count() || !grows {
            return;
        }
        let game = episode.game();
        let phases = [episode, self.truth].map(|episode| (episode.state().phase(), episode.state().actor()));
        if text == self.text && phases[0] == phases[1] {
            *self
                .found
                .entry(hidden(game, episode.state(), self.seat))
                .or_default() += weight;
            return;
        }
        if episode.state().is_chance() {
            for (outcome, p) in game.chance_outcomes(episode.state()) {
                self.with(episode, Move::Outcome(outcome), weight * p);
            }
        } else {
            let legal = game.legal(episode.state());
            let Some(actor) = episode.state().actor() else {
                return;
            };
            let view = View::new(game, episode.state(), actor);
            for action in legal.iter() {
                let likely = if actor == self.seat {
                    1.0
                } else {
                    (self.policy)(&view, legal, action).exp()
                };
                self.with(episode, Move::Action(action), weight * likely);
            }
        }
    }

    fn with(&mut self, episode: &Episode, what: Move, weight: f64) {
        let mut next = episode.clone();
        next.make(what).expect("possible");
        self.go(&next, weight);
    }
}

/// The part of a position that `seat` cannot see: the other hand.
fn hidden(game: &Game, state: &State, seat: Seat) -> String {
    let cards = hand(game, state, Seat(1 - seat.0));
    game.pack().within(|| String::from(cards))
}

/// Every way to deal the hidden cards of a small position to the other seat.
fn deals(episode: &Episode, stock: &str) -> Vec<Episode> {
    let value = episode.to_value();
    let hands = value["hands"].as_array().expect("hands");
    let parsed = |text: &str| episode.game().pack().within(|| parse_cards(text)).expect("cards");
    let mut cards: Vec<Card> = parsed(hands[1].as_str().expect("cards"));
    let held = cards.len();
    cards.extend(parsed(stock));
    let mut found = Vec::new();
    // Equal cards produce equal deals, which then weigh more, as at a real table.
    for mask in 0u32..1 << cards.len() {
        if mask.count_ones() as usize != held {
            continue;
        }
        let hand = (0..cards.len())
            .filter(|at| mask >> at & 1 == 1)
            .map(|at| cards[at]);
        let mut other = value.clone();
        other["hands"][1] = json!(episode.game().pack().within(|| format_cards(hand)));
        found.push(Episode::from_position(episode.game(), &other, 0).expect("a position"));
    }
    found
}

/// Returns a bound that chi-squared with `freedom` degrees of freedom exceeds about once in a hundred thousand times.
fn beyond(freedom: f64) -> f64 {
    // Wilson and Hilferty's approximation, at 4.3 standard deviations.
    let term = 2.0 / (9.0 * freedom);
    freedom * (1.0 - term + 4.3 * term.sqrt()).powi(3)
}

/// Compares sampled worlds with enumerated ones in small positions of all rulesets.
fn compare_all(compare: impl Fn(&[Episode], &Episode, &str) -> bool) {
    let mut compared = 0;
    for id in eights::ruleset::ids() {
        let Some(game) = game(id, 2, ChanceMode::Explicit, EpisodeKind::Round) else {
            continue;
        };
        if ["rose_mau", "fat_buddah"].contains(&id) {
            continue; // Created rules are sampled as positions, not as histories.
        }
        let (first, stock) = small(&game);
        let mut rng = Rng::new(7, Stream::Bot);
        let mut episode = first.clone();
        for n in 0..12 {
            let Some(what) = random(&episode, &mut rng) else {
                break;
            };
            episode.make(what).expect("possible");
            if n % 6 != 5 {
                continue;
            }
            compared += usize::from(compare(&deals(&first, &stock), &episode, id));
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn worlds_are_uniform_over_all_that_can_be_enumerated() {
    compare_all(|deals, episode, id| {
        let worlds = episode.worlds(VIEWER, 5);
        compare(deals, episode, id, worlds, 1, Box::new(|_, _, _| 0.0))
    });
}

#[test]
fn by_a_policy_worlds_are_as_likely_as_what_was_done_in_them() {
    // A seat with many cards prefers high ones, and a seat with few cards low ones; actions other than playing are rare.
    let policy: fn() -> ActionModel = || {
        Box::new(|view, legal, action| {
            let place = legal.iter().position(|other| other == action).unwrap_or_default() as f64;
            let of = f64::from(legal.len());
            let played = matches!(action, Action::Play(_));
            let many = view.hand_size(view.seat()) > 2;
            let liked = if many { place + 1.0 } else { of - place };
            (liked / of * if played { 1.0 } else { 0.3 }).ln()
        })
    };
    compare_all(|deals, episode, id| {
        let worlds = episode.worlds(VIEWER, 5).by(policy());
        // Consecutive worlds are correlated.
        compare(deals, episode, id, worlds, 5, policy())
    });
}

/// The seat whose worlds are compared.
pub(crate) const VIEWER: Seat = Seat(0);

/// Compares every `every`-th sampled world with the enumeration under a policy of the other seat. Returns true if there was more
/// than one world.
pub(crate) fn compare(
    deals: &[Episode],
    episode: &Episode,
    id: &str,
    mut worlds: Worlds,
    every: u32,
    policy: ActionModel,
) -> bool {
    const DRAWN: u32 = 500;
    let seat = VIEWER;
    let mut enumerated = Enumerated {
        truth: episode,
        seat,
        text: episode.information_state_string(seat),
        policy,
        found: BTreeMap::new(),
    };
    for deal in deals {
        enumerated.go(deal, 1.0);
    }
    let all: f64 = enumerated.found.values().sum();
    let mut drawn: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..DRAWN {
        for _ in 1..every {
            worlds.draw().expect("found");
        }
        let world = worlds.draw().expect("found");
        *drawn.entry(hidden(episode.game(), &world, seat)).or_default() += 1;
    }
    let text = || episode.information_state_string(seat);
    for hand in drawn.keys() {
        assert!(
            enumerated.found.contains_key(hand),
            "{id}: {hand} cannot be: {}",
            text()
        );
    }
    let chi: f64 = enumerated
        .found
        .iter()
        .map(|(hand, weight)| {
            let expected = weight / all * f64::from(DRAWN);
            let seen = f64::from(drawn.get(hand).copied().unwrap_or_default());
            (seen - expected).powi(2) / expected
        })
        .sum();
    let freedom = enumerated.found.len() as f64 - 1.0;
    assert!(
        freedom < 1.0 || chi < beyond(freedom),
        "{id}: chi-squared {chi:.0} with {freedom}: {:?} {drawn:?} {}",
        enumerated.found,
        text()
    );
    freedom >= 1.0
}
