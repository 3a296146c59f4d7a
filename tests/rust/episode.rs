//! Episodes, their records, and their information states.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};

use eights::position::SerializedError;
use eights::{
    Action, Card, ChanceMode, Episode, Event, Game, Move, Options, Outcome, Record, RecordError, Rng,
    Ruleset, Seat, Stream, TensorError, information_state_tensor_size,
};
use serde_json::{Value, json};

use crate::harness::{Position, random};
use crate::position::games;

/// Checks that information states have tensors where decisions are limited. A debug assertion checks that the slots suffice.
pub(crate) fn has_tensors(at: &Position<'_>) {
    if at.game().options().max_decisions.is_some() {
        for seat in at.seats() {
            at.episode.information_state_tensor(seat).expect("a limit is set");
        }
    }
}

fn play(episode: &mut Episode, moves: usize, rng: &mut Rng) {
    for _ in 0..moves {
        let Some(what) = random(episode, rng) else { return };
        episode.make(what).expect("possible");
    }
}

/// A game of this ruleset for two, in rounds.
fn game(id: &str, players: u8, chance: ChanceMode, max_decisions: Option<u32>) -> Game {
    let options = Options {
        chance,
        max_decisions,
        ..Options::new(players)
    };
    Game::new(&Ruleset::builtin(id).expect("builtin"), options).expect("a game")
}

/// The history, events and information states of an episode.
fn told(episode: &Episode) -> (Vec<usize>, Vec<Event>, Vec<String>) {
    let seats = (0..episode.game().players()).map(Seat);
    let texts = seats.map(|seat| episode.information_state_string(seat)).collect();
    (episode.history(), episode.events().to_vec(), texts)
}

#[test]
fn an_episode_is_restored_from_its_record_and_its_bytes() {
    for game in games() {
        let mut rng = Rng::new(2, Stream::Bot);
        let mut seeded = Episode::new(&game, 4);
        play(&mut seeded, 80, &mut rng);
        let state = seeded.state().clone();
        let mut stated = Episode::from_state(&game, state, seeded.recent().clone());
        play(&mut stated, 40, &mut rng);
        let position = game.to_value(seeded.state());
        let mut positioned = Episode::from_position(&game, &position, 11).expect("a position");
        play(&mut positioned, 40, &mut rng);
        let mut resampled = seeded.resample(Seat(1), 5).expect("usual positions are found");
        play(&mut resampled, 40, &mut rng);
        for episode in [&seeded, &stated, &positioned, &resampled] {
            let record = Record::parse(&episode.record()).expect("a record");
            assert_eq!(record.moves().len(), episode.moves().len());
            let replayed = record.replay().expect("it replays");
            assert!(replayed.state() == episode.state(), "{}", game.ruleset().id);
            assert_eq!(replayed.events(), episode.events());
            assert_eq!(replayed.recent(), episode.recent());
            assert_eq!(replayed.record(), episode.record());
            let restored = Episode::deserialize(&game, &episode.serialize()).expect("serialized");
            assert!(restored.state() == episode.state(), "{}", game.ruleset().id);
            assert_eq!(told(&restored), told(episode));
            assert_eq!(restored.recent(), episode.recent());
        }
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let game = game("crazy_eights", 2, ChanceMode::Sampled, None);
    let mut episode = Episode::new(&game, 1);
    let before = told(&episode);
    assert!(episode.apply(Action::Challenge).is_err());
    assert!(episode.apply_outcome(Outcome::Seat(Seat(0))).is_err());
    assert_eq!(told(&episode), before);
}

/// Checks that two positions have equal tensors for a seat exactly if they have equal texts.
#[test]
fn tensors_tell_apart_what_texts_tell_apart() {
    for base in games() {
        let options = Options {
            max_decisions: Some(60),
            ..base.options().clone()
        };
        let game = Game::new(base.ruleset(), options).expect("a game");
        let size = information_state_tensor_size(&game).expect("a limit is set");
        let mut by_text: BTreeMap<String, u64> = BTreeMap::new();
        let mut by_tensor: BTreeMap<u64, String> = BTreeMap::new();
        let mut rng = Rng::new(6, Stream::Bot);
        for _ in 0..2 {
            let mut episode = Episode::new(&game, 1);
            for _ in 0..if game.is_explicit() { 60 } else { 25 } {
                let Some(what) = random(&episode, &mut rng) else {
                    break;
                };
                episode.make(what).expect("possible");
                let seat = Seat(1);
                let tensor = episode.information_state_tensor(seat).expect("a limit is set");
                assert_eq!(tensor.len(), size);
                let bits = digest(&tensor);
                let text = episode.information_state_string(seat);
                let same = by_text.entry(text.clone()).or_insert(bits);
                assert_eq!(*same, bits, "one text, two tensors: {text}");
                let same = by_tensor.entry(bits).or_insert_with(|| text.clone());
                assert_eq!(shown(same), shown(&text), "one tensor, two texts");
            }
        }
    }
}

/// Hashes a tensor; a collision of two different tensors is negligibly unlikely.
fn digest(tensor: &[f32]) -> u64 {
    let mut hasher = DefaultHasher::new();
    // Nearly all values are zero and need no hashing.
    let bits = tensor.iter().map(|value| value.to_bits()).enumerate();
    for (at, bits) in bits.filter(|(_, bits)| *bits != 0) {
        hasher.write_usize(at);
        hasher.write_u32(bits);
    }
    hasher.finish()
}

/// Returns the lines of a text except derived ones, which a chance node may delay.
fn shown(text: &str) -> Vec<&str> {
    let told = [
        "is skipped",
        "turns",
        "goes back",
        "stock",
        "over",
        "is out",
        "is blocked",
        "takes back",
        "charged",
    ];
    text.lines()
        .filter(|line| !told.iter().any(|end| line.contains(end)))
        .collect()
}

#[test]
fn a_tensor_needs_an_explicit_limit() {
    let game = game("crazy_eights", 2, ChanceMode::Sampled, None);
    assert_eq!(information_state_tensor_size(&game), Err(TensorError::NoLimit));
    let episode = Episode::new(&game, 0);
    assert_eq!(
        episode.information_state_tensor(Seat(0)),
        Err(TensorError::NoLimit)
    );
}

/// The episode after these outcomes and actions.
fn played(game: &Game, moves: &[String]) -> Episode {
    let mut episode = Episode::new(game, 0);
    for text in moves {
        let what = match text.strip_prefix("chance ") {
            Some(_) => Move::Outcome(text.parse().expect("an outcome")),
            None => Move::Action(text.parse().expect("an action")),
        };
        episode
            .make(what)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    episode
}

/// Moves that deal these hands and the starter in a game of two with seat 1 as dealer, followed by `then`.
fn deal(hands: [&str; 2], starter: &str, then: &[&str]) -> Vec<String> {
    let mut moves = vec!["chance 1".to_owned()];
    for (first, second) in hands[0].split(' ').zip(hands[1].split(' ')) {
        moves.extend([format!("chance {first}"), format!("chance {second}")]);
    }
    moves.push(format!("chance {starter}"));
    moves.extend(then.iter().map(|text| (*text).to_owned()));
    moves
}

#[test]
fn what_a_seat_cannot_see_is_not_in_its_information_state() {
    let game = game("crazy_eights", 2, ChanceMode::Explicit, Some(100));
    let own = "2C 3C 4C 5C 6C 7C 9C";
    let moves = ["play 2C", "draw", "chance TD", "draw", "chance JD"];
    let one = played(&game, &deal([own, "2D 3D 4D 5D 6D 7D 9D"], "KC", &moves));
    // The other seat has another hand and draws another card; the seat's own cards are dealt in another order.
    let moves = ["play 2C", "draw", "chance TH", "draw", "chance JD"];
    let two = played(
        &game,
        &deal(["9C 7C 6C 5C 4C 3C 2C", "2H 3H 4H 5H 6H 7H 9H"], "KC", &moves),
    );
    // The seat itself draws another card.
    let moves = ["play 2C", "draw", "chance TH", "draw", "chance JH"];
    let three = played(&game, &deal([own, "2H 3H 4H 5H 6H 7H 9H"], "KC", &moves));
    let same = |a: &Episode, b: &Episode, seat| {
        let texts = a.information_state_string(seat) == b.information_state_string(seat);
        assert_eq!(
            a.information_state_tensor(seat) == b.information_state_tensor(seat),
            texts
        );
        texts
    };
    assert!(same(&one, &two, Seat(0)));
    assert!(!same(&one, &two, Seat(1)));
    assert!(!same(&two, &three, Seat(0)));
    assert!(same(&two, &three, Seat(1)));
    assert_eq!(
        one.information_state_string(Seat(0)),
        "seat 0 of 2\nseat 1 deals: hand 2C 3C 4C 5C 6C 7C 9C\nstarter KC\n> play 2C\nseat 0 plays 2C\n\
         seat 1 draws 1 card\n> draw\nseat 0 draws JD\nseat 1 is to decide: play\n"
    );
}

#[test]
fn a_declined_offer_is_remembered_by_nobody_else() {
    let game = game("kings_reverse", 2, ChanceMode::Sampled, Some(100));
    let position =
        |hand: &str| json!({ "hands": [hand, "3C 3D 4C"], "pile": "9H", "seat": 0, "stock": "2C 2D" });
    // The queen of hearts could cover the king.
    let mut offered = Episode::from_position(&game, &position("KH QH 2D 5S"), 0).expect("a position");
    offered
        .apply("play KH".parse().expect("an action"))
        .expect("legal");
    offered.apply(Action::Pass).expect("legal");
    let mut bare = Episode::from_position(&game, &position("KH JC 2D 5S"), 0).expect("a position");
    bare.apply("play KH".parse().expect("an action")).expect("legal");
    let texts = |seat| [&offered, &bare].map(|episode| episode.information_state_string(seat));
    let [one, two] = texts(Seat(1));
    assert_eq!(one, two);
    let [one, _] = texts(Seat(0));
    assert!(one.contains("> pass"), "{one}");
}

#[test]
fn a_challenger_remembers_the_hand_that_was_shown() {
    let game = game("kings_reverse", 3, ChanceMode::Sampled, Some(100));
    let value = json!({ "hands": ["*R 9C 2D", "3C 3D 4C", "5C 6C"], "pile": "9H", "seat": 0 });
    let mut episode = Episode::from_position(&game, &value, 0).expect("a position");
    for text in ["play *R", "suit S", "challenge"] {
        episode.apply(text.parse().expect("an action")).expect("legal");
    }
    let text = episode.information_state_string(Seat(1));
    assert!(
        text.contains("seat 1 challenges seat 0 rightly: hand 2D 9C\n"),
        "{text}"
    );
    let text = episode.information_state_string(Seat(2));
    assert!(text.contains("seat 1 challenges seat 0 rightly\n"), "{text}");
    let (one, two) = (Seat(1), Seat(2));
    assert_ne!(
        episode.information_state_tensor(one),
        episode.information_state_tensor(two)
    );
}

/// The record of a short episode, with one key replaced.
fn record_with(key: &str, value: Value) -> String {
    let game = game("crazy_eights", 2, ChanceMode::Sampled, None);
    let mut episode = Episode::new(&game, 1);
    play(&mut episode, 3, &mut Rng::new(1, Stream::Bot));
    let mut record: Value = serde_json::from_str(&episode.record()).expect("JSON");
    let (map, key) = match key.split_once('.') {
        Some((outer, inner)) => (&mut record[outer], inner),
        None => (&mut record, key),
    };
    map[key] = value;
    record.to_string()
}

fn replay(text: &str) -> Result<Episode, RecordError> {
    Record::parse(text).and_then(|record| record.replay())
}

#[test]
fn notes_that_cannot_be_are_refused() {
    let refused = [
        (json!([{ "probabilities": {} }]), "annotations[0]"),
        (
            json!([{ "move": 0 }]),
            "annotations[0]: move 0 is not one of 1 … ",
        ),
        (
            json!([{ "move": 1 }, { "move": 1 }]),
            "annotations[1]: move 1 has two",
        ),
        (
            json!([{ "move": 1, "visits": { "draw": 0.5 } }]),
            "annotations[0]",
        ),
        (
            json!([{ "move": 1, "values": { "jump": 1 } }]),
            "annotations[0]: move 1: ",
        ),
        (
            json!([{ "move": 1, "probabilities": { "draw": 1.5 } }]),
            "the probability 1.5 of \"draw\" is not in 0 … 1",
        ),
    ];
    for (notes, about) in refused {
        let record = record_with("annotations", notes);
        assert!(
            matches!(replay(&record), Err(RecordError::Malformed(why)) if why.contains(about)),
            "{record}"
        );
    }
}

#[test]
fn a_record_that_does_not_replay_is_refused() {
    let refused = |text: &str| match replay(text) {
        Ok(_) => panic!("taken: {text}"),
        Err(error) => error,
    };
    let with = |key: &str, value: Value| refused(&record_with(key, value));
    assert!(matches!(refused("{"), RecordError::NotJson(_)));
    assert!(matches!(with("format", json!("pgn")), RecordError::Format { given } if given == "\"pgn\""));
    for version in [0, 2] {
        let error = with("version", json!(version));
        assert!(
            matches!(&error, RecordError::Version { given } if *given == version.to_string()),
            "{error}"
        );
        assert!(error.to_string().contains("reads version 1"), "{error}");
    }
    let malformed = [
        ("colour", json!(1), "colour"),
        ("players", json!("two"), "players"),
        ("players", json!(null), "players"),
        ("options.speed", json!(1), "speed"),
        ("moves", json!([7]), "moves[0]"),
        ("start", json!({}), "start"),
        ("start", json!({ "seed": -1 }), "start"),
        ("start", json!({ "seed": 1, "state": {} }), "start"),
        ("start", json!({ "seed": 1, "recent": [] }), "start"),
        (
            "start",
            json!({ "position": {}, "seed": 1, "recent": [] }),
            "start",
        ),
    ];
    for (key, value, about) in malformed {
        let error = with(key, value);
        assert!(
            matches!(&error, RecordError::Malformed(why) if why.contains(about)),
            "{error}"
        );
    }
    for (key, word) in [
        ("episode", "rounds"),
        ("reward", "gold"),
        ("chance", "luck"),
        ("layout", "wide"),
    ] {
        let error = with(&format!("options.{key}"), json!(word));
        assert!(
            matches!(&error, RecordError::Malformed(why) if why.contains(key) && why.contains(word)),
            "{error}"
        );
    }
    assert!(matches!(
        with("ruleset", json!({ "title": "none" })),
        RecordError::Ruleset(_)
    ));
    assert!(matches!(with("players", json!(11)), RecordError::Game(_)));
    let error = with("start", json!({ "position": { "hands": [] }, "seed": 0 }));
    assert!(
        matches!(&error, RecordError::Start(SerializedError::Position(_))),
        "{error}"
    );
    let error = with("start", json!({ "state": { "format": "x" } }));
    assert!(
        matches!(&error, RecordError::Start(SerializedError::Malformed { .. })),
        "{error}"
    );
    let error = with("moves", json!(["draw", "jump"]));
    assert!(
        matches!(&error, RecordError::Text { number: 2, why } if why.contains("jump")),
        "{error}"
    );
    let error = with("moves", json!(["draw", "draw", "challenge"]));
    assert!(
        matches!(&error, RecordError::Move { number: 3, text, .. } if text == "challenge"),
        "{error}"
    );
    let error = with("moves", json!(["chance 8H"]));
    assert!(matches!(&error, RecordError::Move { number: 1, .. }), "{error}");
}

#[test]
fn bytes_that_are_no_episode_of_the_game_are_refused() {
    let sampled = game("crazy_eights", 2, ChanceMode::Sampled, None);
    let mut episode = Episode::new(&sampled, 1);
    episode.apply(Action::Draw).expect("legal");
    let value: Value = serde_json::from_slice(&episode.serialize()).expect("JSON");
    let refused = |key: &str, wrong: Value| {
        let mut value = value.clone();
        value[key] = wrong;
        match Episode::deserialize(&sampled, value.to_string().as_bytes()) {
            Ok(_) => panic!("taken: {value}"),
            Err(error) => error,
        }
    };
    for wrong in [
        json!({ "cards": [54] }),
        json!({ "backs": [99] }),
        json!({ "last": 54 }),
        json!({ "choice": 100 }),
        json!({ "seat": 2 }),
        json!({ "other": 2 }),
        json!({ "scores": [1, 2, 3] }),
    ] {
        let mut entry = wrong;
        entry["kind"] = json!("played");
        let error = refused("past", json!({ "viewer": 0, "entries": [entry] }));
        assert!(
            matches!(&error, SerializedError::Malformed { key: "past", .. }),
            "{entry}: {error}"
        );
    }
    let mut remembered = value.clone();
    let entry = json!({ "kind": "played", "cards": [53], "choice": 99, "seat": 1, "scores": [1, 2] });
    remembered["past"] = json!({ "viewer": 0, "entries": [entry] });
    assert!(Episode::deserialize(&sampled, remembered.to_string().as_bytes()).is_ok());
    for (key, wrong) in [
        ("format", json!("eights-state")),
        ("start", json!(7)),
        ("moves", json!("draw")),
        ("start", json!({ "seed": 1, "recent": [] })),
        ("past", json!({ "viewer": 2, "entries": [] })),
    ] {
        let error = refused(key, wrong);
        assert!(
            matches!(&error, SerializedError::Malformed { key: k, .. } if *k == key),
            "{error}"
        );
    }
    assert!(matches!(
        refused("version", json!(0)),
        SerializedError::Version { .. }
    ));
    assert!(matches!(
        refused("players", json!(3)),
        SerializedError::OtherGame { .. }
    ));
    let error = refused("moves", json!(["draw", "suit S"]));
    assert!(
        matches!(&error, SerializedError::Move { number: 2, .. }),
        "{error}"
    );
    assert!(Episode::deserialize(&sampled, b"").is_err());
}

#[test]
fn history_holds_the_ids_of_actions_and_outcomes() {
    let game = game("crazy_eights", 2, ChanceMode::Explicit, None);
    let moves = deal(["2C 3C 4C 5C 6C 7C 9C", "2D 3D 4D 5D 6D 7D 9D"], "KC", &["draw"]);
    let history = played(&game, &moves).history();
    assert_eq!(
        (history[0], history[1], history.len()),
        (1, Card::default().index(), 17)
    );
    assert_eq!(history[16], Action::Draw.id().index());
}
