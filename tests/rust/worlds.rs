//! Worlds of every ruleset, checked by the records of their histories and by what forced play proves.

use eights::bot::BotKind;
use eights::ruleset::{DrawWhen, ids};
use eights::search::{Budget, SearchOptions, search};
use eights::{
    Action, Card, ChanceMode, Episode, Game, Hand, Move, Options, Phase, Recent, Record, Rng, Ruleset, Seat,
    State, Stream, View,
};
use serde_json::{Value, json};

use crate::harness::{Table, every, play, random};
use crate::information::with_variants;
use crate::tables::nearest;

/// Number of games at each table. `EIGHTS_WORLDS=20` plays more than the tests do.
fn games() -> u64 {
    let given = std::env::var("EIGHTS_WORLDS").ok();
    given.map_or(1, |games| games.parse().expect("EIGHTS_WORLDS is a number"))
}

/// Every ruleset with its variants: for two to ten players in a longer run, otherwise for one of these numbers, in turn.
fn tables() -> impl Iterator<Item = Game> {
    let rulesets = ids().flat_map(with_variants);
    rulesets.enumerate().flat_map(|(turn, ruleset)| {
        let players: &[u8] = match turn % 3 {
            _ if games() > 1 => &[2, 3, 4, 5, 6, 7, 8, 9, 10],
            0 => &[2],
            1 => &[4],
            _ => &[10],
        };
        let players = nearest(&ruleset, players);
        let game = move |players| Game::new(&ruleset, Options::new(players)).expect("a game");
        players.into_iter().map(game)
    })
}

fn hand(game: &Game, state: &State, seat: Seat) -> Hand {
    *View::new(game, state, seat).hand()
}

/// Checks that the history of a world can be played and leads to it.
fn replay(played: &Episode, world: &State, game: &Game, (first, moves): (State, Vec<Move>)) {
    let about = || format!("{}: {}", game.ruleset().id, played.record());
    let mut episode = Episode::from_state(game, first, Recent::new(0));
    for what in moves {
        let made = episode.make(what);
        assert!(made.is_ok(), "{what} {made:?}: {}", about());
    }
    assert_eq!(
        game.to_value(episode.state()),
        game.to_value(world),
        "{}",
        about()
    );
    let record = Record::parse(&episode.record()).expect("a record");
    let again = record.replay().expect("it replays");
    assert!(again.state() == episode.state(), "{}", about());
}

#[test]
fn worlds_are_replayed_by_their_records() {
    let (mut with, mut without) = (0, 0);
    for game in tables() {
        let mut look = every(8, |at| {
            let viewer = Seat((at.lot % u64::from(game.players())) as u8);
            let mut worlds = at.episode.worlds(viewer, at.lot);
            for _ in 0..2 {
                let world = worlds.draw().expect("found");
                assert_eq!(game.check(&world), Vec::<String>::new());
                let history = worlds.history();
                assert_eq!(history.is_some(), worlds.have_histories());
                match (history, worlds.game_of_histories()) {
                    (Some(history), Some(explicit)) => {
                        replay(at.episode, &world, explicit, history);
                        with += 1;
                    }
                    _ => without += 1,
                }
            }
        });
        let table = Table::new(&game);
        for seed in 0..games() {
            play(&table, seed, 40, &mut [&mut look]);
        }
    }
    // Except for a few, the worlds without a history are of rulesets with created rules.
    assert!(
        with > 1_000 && without < with / 5,
        "{with} with, {without} without"
    );
}

/// True if a card could be played from a hand of this one card.
fn alone(game: &Game, before: &State, seat: Seat, card: Card) -> bool {
    let mut value = game.to_value(before);
    let map = value.as_object_mut().expect("a mapping");
    for key in ["stock", "aside", "known", "ruled_out", "calls"] {
        map.remove(key);
    }
    let hands = vec![Value::from(""); usize::from(game.players())];
    map.insert("hands".to_owned(), Value::from(hands));
    map["hands"][seat.index()] = json!(game.text(&card));
    match game.position(&value, 0) {
        Ok(state) => !game.legal(&state).cards().is_empty(),
        Err(_) => false,
    }
}

/// Plays games and calls `look` after each draw by a seat that could play nothing, with the episode, the position before the
/// draw, the seat, and the number of cards drawn.
fn each_compelled_draw(game: &Game, seeds: u64, mut look: impl FnMut(&Episode, &State, Seat, u8)) {
    let table = Table::new(game);
    for seed in 0..seeds {
        let mut drawing: Option<State> = None;
        play(
            &table,
            seed,
            60,
            &mut [&mut |at| {
                if let Some(before) = drawing.take() {
                    let seat = before.actor().expect("who draws");
                    let size = |state: &State| hand(game, state, seat).len();
                    let drew = size(at.state()).saturating_sub(size(&before));
                    if at.state().upcard() == before.upcard() && drew > 0 {
                        look(at.episode, &before, seat, drew);
                    }
                }
                // Whoever draws for an attack may hold an answer, so that this draw proves nothing.
                let attacked = |seat| View::new(game, at.state(), seat).pending_kind().is_some();
                let compelled = at.state().phase() == Phase::Play
                    && at.next == Some(Move::Action(Action::Draw))
                    && game.legal(at.state()).len() == 1
                    && !at.state().actor().is_some_and(attacked);
                drawing = compelled.then(|| at.state().clone());
            }],
        );
    }
}

#[test]
fn who_had_to_draw_holds_nothing_that_could_be_played() {
    let mut looked = 0;
    // Without the obligation to play, a draw proves nothing.
    for game in tables().filter(|game| game.ruleset().draw.when == DrawWhen::Unable) {
        each_compelled_draw(&game, games(), |episode, before, seat, drew| {
            let viewer = View::new(&game, before, seat).relative(1);
            let world = episode.worlds(viewer, 5).draw().expect("found");
            let held = hand(&game, &world, seat);
            // As nothing could be played before the draw, only drawn cards can be playable.
            let playable = held
                .iter()
                .filter(|&card| alone(&game, before, seat, card))
                .count();
            assert!(
                playable <= usize::from(drew),
                "{}: seat {} holds {held:?}: {}",
                game.ruleset().id,
                seat.0,
                episode.information_state_string(viewer),
            );
            looked += 1;
        });
    }
    assert!(looked > 150, "{looked}");
}

/// A world for which hardly any history explains what was seen is sampled as a position, reports this, and keeps every proof.
#[test]
fn a_world_without_a_history_says_so_and_keeps_what_was_proved() {
    let ruleset = Ruleset::builtin("thirty_eights").expect("builtin");
    let game = Game::new(&ruleset, Options::new(4)).expect("a game");
    let (mut with, mut without) = (0, 0);
    each_compelled_draw(&game, 20 * games(), |episode, before, seat, drew| {
        for viewer in (0..4).map(Seat).filter(|&viewer| viewer != seat) {
            let world = episode.resample(viewer, 0).expect("found");
            let held = hand(&game, world.state(), seat);
            let playable = held
                .iter()
                .filter(|&card| alone(&game, before, seat, card))
                .count();
            assert!(playable <= usize::from(drew), "{held:?}: {}", episode.record());
            let restored = Episode::deserialize(&game, &world.serialize()).expect("serialized");
            assert_eq!(restored.has_history(), world.has_history());
            if world.has_history() {
                with += 1;
            } else {
                without += 1;
            }
        }
        assert!(episode.has_history());
    });
    assert!(
        with > 10 * without && with > 100,
        "{with} with, {without} without"
    );
    let created = Ruleset::builtin("rose_mau").expect("builtin");
    let created = Game::new(&created, Options::new(3)).expect("a game");
    let world = Episode::new(&created, 1).resample(Seat(0), 1).expect("found");
    assert!(!world.has_history());
}

#[test]
fn what_is_drawn_and_found_from_a_world_does_not_depend_on_it() {
    let options = SearchOptions {
        budget: Budget::Iterations(12),
        worlds: 3,
        rollout: BotKind::Random,
        ..SearchOptions::default()
    };
    let mut looked = 0;
    for game in tables() {
        let table = Table::new(&game);
        let mut look = every(19, |at| {
            let (Some(seat), seed) = (at.state().actor(), at.lot) else {
                return;
            };
            let worlds = [1, 2].map(|seed| at.episode.resample(seat, seed).expect("found"));
            let drawn = worlds.each_ref().map(|world| {
                let state = world.worlds(seat, 7).draw().expect("found");
                String::from_utf8(game.serialize(&state)).expect("text")
            });
            let differ = || {
                drawn[0]
                    .split(',')
                    .zip(drawn[1].split(','))
                    .filter(|(a, b)| a != b)
            };
            assert!(
                drawn[0] == drawn[1],
                "{:?}: {}",
                differ().collect::<Vec<_>>(),
                at.about()
            );
            let found = worlds.each_ref().map(|world| search(world, &options, seed));
            assert_eq!(found[0], found[1], "{}", at.about());
            looked += 1;
        });
        for seed in 0..games() {
            play(&table, seed, 40, &mut [&mut look]);
        }
    }
    assert!(looked > 150, "{looked}");
}

/// Plays a game of `heuristic` and calls `look` with one position in `one_of` of at most `most`, a seat, and a lot.
fn each_of_heuristic(
    game: &Game,
    seed: u64,
    (most, one_of): (u32, u64),
    mut look: impl FnMut(&Episode, Seat, u64),
) {
    let (mut episode, mut rng) = (Episode::new(game, seed), Rng::new(seed, Stream::Bot));
    for _ in 0..most {
        let lot = rng.next_u64();
        if !episode.state().is_chance() && lot.is_multiple_of(one_of) {
            look(&episode, Seat((lot >> 32) as u8 % game.players()), lot);
        }
        let next = match episode.state().actor() {
            Some(actor) => {
                let view = View::new(game, episode.state(), actor);
                Some(Move::Action(BotKind::Heuristic.act(
                    &view,
                    view.legal(),
                    &mut rng,
                )))
            }
            None => random(&episode, &mut rng),
        };
        let Some(next) = next else { return };
        episode.make(next).expect("a move that can be made");
    }
}

/// In games with explicit chance a world has moves of its own, of which the seat has not seen all: hidden cards, and
/// offers that others declined unseen.
#[test]
fn what_is_drawn_does_not_depend_on_moves_that_the_seat_has_not_seen() {
    let mut compared = 0;
    for game in tables() {
        let options = Options {
            chance: ChanceMode::Explicit,
            ..game.options().clone()
        };
        let game = Game::new(game.ruleset(), options).expect("a game");
        let longer = if game.ruleset().id == "kings_reverse" {
            4
        } else {
            1
        };
        each_of_heuristic(&game, 3, (90 * longer, 24), |episode, seat, lot| {
            let drawn = |episode: &Episode| {
                let mut worlds = episode.worlds(seat, 7);
                let world = worlds.draw().expect("found");
                (worlds.have_histories(), game.to_value(&world))
            };
            let truth = drawn(episode);
            for seed in [lot, lot + 1] {
                let mut worlds = episode.worlds(seat, seed);
                worlds.draw().expect("found");
                let Some((first, moves)) = worlds.history() else {
                    continue;
                };
                let mut other = Episode::from_state(&game, first, Recent::new(0));
                for what in moves {
                    other.make(what).expect("a move that can be made");
                }
                assert_eq!(
                    truth,
                    drawn(&other),
                    "{}: {}",
                    game.ruleset().id,
                    episode.record()
                );
                compared += 1;
            }
        });
    }
    assert!(compared > 120, "{compared}");
}

/// The tables at which a history was hardest to find: long rounds in which the stock is renewed, covers, challenges, and
/// two piles. In 24,450 positions of all tables of two to six, one had none.
#[test]
fn a_history_is_found_wherever_heuristics_play() {
    let tables = [
        ("crazy_eights_countdown", 6),
        ("countdown_jacks", 5),
        ("pickup_countdown", 6),
        ("tschau_sepp", 4),
        ("stalin", 6),
        ("kings_reverse", 5),
        ("thirty_eights", 4),
        ("crazy_eights_xtreme", 4),
    ];
    let (mut looked, mut without) = (0, 0);
    for (id, players) in tables {
        let game = Game::new(&Ruleset::builtin(id).expect(id), Options::new(players)).expect(id);
        for seed in 0..games() {
            each_of_heuristic(&game, seed, (300, 12), |episode, seat, lot| {
                let mut worlds = episode.worlds(seat, lot);
                let world = worlds.draw().expect("found");
                assert_eq!(game.check(&world), Vec::<String>::new(), "{id}");
                looked += 1;
                without += usize::from(!worlds.have_histories());
            });
        }
    }
    assert!(looked > 60 && without * 1_000 <= looked, "{without} of {looked}");
}

#[test]
fn a_history_can_be_required() {
    let episode = |id: &str| {
        let game = Game::new(&Ruleset::builtin(id).expect(id), Options::new(3)).expect(id);
        Episode::new(&game, 1)
    };
    let found = episode("uno").resample_with_history(Seat(0), 1).expect("found");
    assert!(found.has_history());
    let same = episode("uno").resample(Seat(0), 1).expect("found");
    assert!(found.state() == same.state());
    let created = episode("rose_mau");
    let world = created.resample(Seat(0), 1).expect("found");
    for (episode, reason) in [(created, "created rules"), (world, "itself sampled")] {
        let error = episode.resample_with_history(Seat(0), 1).err().expect("refused");
        assert!(error.to_string().contains(reason), "{error}");
    }
}

/// Rulesets in which a draw is followed by what no choice of the player explains: another draw, or the end of the round.
#[test]
fn what_follows_a_draw_by_rule_proves_nothing_of_it() {
    let stalin = json!({ "draw.when": "always", "draw.most": 1, "draw.then": "may-play" });
    for (id, overrides) in [("stalin", stalin), ("whot", json!({}))] {
        let ruleset = Ruleset::builtin(id).expect(id);
        let ruleset = ruleset
            .with(overrides.as_object().expect("a map"))
            .expect("valid");
        let game = Game::new(&ruleset, Options::new(4)).expect("a game");
        for seed in 0..12 {
            let (mut episode, mut rng) = (Episode::new(&game, seed), Rng::new(seed, Stream::Bot));
            for _ in 0..300 {
                let legal = game.legal(episode.state());
                if legal.is_empty() {
                    break;
                }
                let action = Action::from_id(legal.nth(rng.below(legal.len())));
                episode.apply(action).expect("legal");
            }
            // The reader of histories checks in tests that all that it proves holds of the true cards.
            for seat in (0..game.players()).map(Seat) {
                episode.resample(seat, seed).expect("a world");
            }
        }
    }
}

/// In `uno_rlcard` with this rule, whoever must draw may hold a Draw Two that a red one makes unplayable.
#[test]
fn a_card_that_is_wild_without_a_suit_may_be_held_beside_that_suit() {
    let change = json!({ "special.draw-two.play.free": "no-suit" });
    let ruleset = Ruleset::builtin("uno_rlcard").expect("builtin");
    let ruleset = ruleset.with(change.as_object().expect("a map")).expect("valid");
    let game = Game::new(&ruleset, Options::new(2)).expect("a game");
    // Debug builds compare each proof with the true hands.
    let mut look = every(4, |at| {
        at.episode.worlds(Seat(0), at.lot).draw().expect("found");
    });
    let table = Table::new(&game);
    for seed in 0..60 {
        play(&table, seed, 60, &mut [&mut look]);
    }
}

/// A last card is given without a question, so that nobody else can tell which one it was.
#[test]
fn a_last_card_that_is_given_unseen_is_nobodys_proof() {
    let change = json!({ "special.eight.move": { "to": "next" } });
    let ruleset = Ruleset::builtin("tschau_sepp").expect("builtin");
    let ruleset = ruleset.with(change.as_object().expect("a map")).expect("valid");
    let game = Game::new(&ruleset, Options::new(4)).expect("a game");
    // Debug builds compare each proof with the true hands.
    let mut look = every(6, |at| {
        at.episode.worlds(Seat(0), at.lot).draw().expect("found");
    });
    let table = Table::new(&game);
    for seed in 0..25 {
        play(&table, seed, 120, &mut [&mut look]);
    }
}
