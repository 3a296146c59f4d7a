//! The recent actions of a state: its record, position and bytes restore what was observed.

use eights::batch::{Autoreset, Batch};
use eights::observation::Layout;
use eights::position::{PositionError, ProblemCode, SerializedError};
use eights::{Episode, Game, Options, Record, RecordError, Rng, Ruleset, Seat, Stream, View};
use serde_json::{Value, json};

use crate::harness::random;
use crate::tables::nearest_of;

/// A game whose observations show the last eight public actions.
fn game(id: &str) -> Game {
    let options = Options {
        history: 8,
        ..Options::new(nearest_of(id, &[3])[0])
    };
    Game::new(&Ruleset::builtin(id).expect("builtin"), options).expect("a game")
}

/// The observation of each seat.
fn observed(episode: &Episode) -> Vec<Vec<u8>> {
    let layout = Layout::new(episode.game());
    let seats = (0..episode.game().players()).map(Seat);
    let observe = |seat| {
        let mut out = vec![0; layout.size()];
        let view = View::new(episode.game(), episode.state(), seat);
        layout.observe(&view, episode.recent(), &mut out);
        out
    };
    seats.map(observe).collect()
}

/// An episode after some random moves.
fn played(game: &Game, moves: usize) -> Episode {
    let (mut episode, mut rng) = (Episode::new(game, 3), Rng::new(5, Stream::Bot));
    for _ in 0..moves {
        if let Some(what) = random(&episode, &mut rng) {
            episode.make(what).expect("possible");
        }
    }
    episode
}

/// Checks that an episode's record and bytes restore the same observations, at once and after more moves.
fn check_kept(mut episode: Episode) {
    let game = episode.game().clone();
    let mut rng = Rng::new(9, Stream::Bot);
    for _ in 0..12 {
        let record = episode.record();
        let replayed = Record::parse(&record)
            .and_then(|record| record.replay())
            .expect("it replays");
        let restored = Episode::deserialize(&game, &episode.serialize()).expect("serialized");
        for again in [&replayed, &restored] {
            assert_eq!(again.recent(), episode.recent(), "{record}");
            assert!(observed(again) == observed(&episode), "{record}");
        }
        assert_eq!(replayed.record(), record);
        let position = episode.to_value();
        let placed = Episode::from_position(&game, &position, 1).expect("a position");
        assert!(observed(&placed) == observed(&episode), "{position}");
        assert_eq!(placed.to_value(), position);
        match random(&episode, &mut rng) {
            Some(what) => episode.make(what).expect("possible"),
            None => return,
        }
    }
}

#[test]
fn what_is_recent_is_kept_wherever_an_episode_began() {
    for id in eights::ruleset::ids() {
        let game = game(id);
        let episode = played(&game, 15);
        assert!(!observed(&episode).is_empty());
        let resampled = episode.resample(Seat(1), 4).expect("found");
        let stated = Episode::from_state(&game, episode.state().clone(), episode.recent().clone());
        let position = episode.to_value();
        let positioned = Episode::from_position(&game, &position, 2).expect("a position");
        for episode in [episode, resampled, stated, positioned] {
            check_kept(episode);
        }
    }
}

#[test]
fn what_is_recent_in_a_batch_goes_with_its_states() {
    let game = game("crazy_eights_special");
    let (batch, _) = crate::batch::played(&game, 2, Autoreset::SameStep, 9);
    for env in 0..2 {
        let state = batch.state(env).expect("an env").clone();
        let taken = Episode::from_state(&game, state, batch.recent(env).expect("an env").clone());
        let record: Value = serde_json::from_str(&taken.record()).expect("JSON");
        let recent = record["start"]["recent"].as_array().expect("a list");
        assert_eq!(recent.len(), 8, "the batch has gone on for longer");
        let is_item = |item: &Value| item[0].as_u64() < Some(3) && item[1].is_string();
        assert!(recent.iter().all(is_item), "{recent:?}");
        check_kept(taken);
    }
    let saved = batch.serialize().expect("finished");
    let again = Batch::deserialize(&game, &saved).expect("saved");
    assert_eq!(again.recent(1), batch.recent(1));
    let text =
        String::from_utf8(saved)
            .expect("text")
            .replacen("\"recent\":[[", "\"recent\":[[7,\"draw\"],[", 1);
    let error = Batch::deserialize(&game, text.as_bytes())
        .err()
        .expect("refused")
        .to_string();
    assert!(error.contains("env 0: recent.0: 7 is not a seat"), "{error}");
}

/// Reads a record whose start has this value for its recent actions.
fn with_recent(recent: &Value) -> Result<Episode, RecordError> {
    let game = game("crazy_eights");
    let taken = played(&game, 12).resample(Seat(0), 1).expect("found");
    let mut record: Value = serde_json::from_str(&taken.record()).expect("JSON");
    assert!(record["start"]["recent"].is_array());
    record["start"]["recent"] = recent.clone();
    Record::parse(&record.to_string()).and_then(|record| record.replay())
}

#[test]
fn what_cannot_be_recent_is_refused() {
    let game = game("crazy_eights");
    let position = json!({ "hands": ["8H 5C", "KD QD", "2C 3C"], "pile": "TC" });
    let many: Vec<Value> = vec![json!([0, "pass"]); 33];
    for (recent, code, path, about) in [
        (
            json!([[0]]),
            ProblemCode::WrongType,
            "recent.0",
            "[seat, \"action\"]",
        ),
        (
            json!([[0, "pass"], [1, 54]]),
            ProblemCode::WrongType,
            "recent.1",
            "[1,54]",
        ),
        (
            json!([[3, "draw"]]),
            ProblemCode::SeatOutOfRange,
            "recent.0",
            "0 … 2",
        ),
        (
            json!([[-1, "draw"]]),
            ProblemCode::SeatOutOfRange,
            "recent.0",
            "-1",
        ),
        (json!([[0, "jump"]]), ProblemCode::UnknownName, "recent.0", "jump"),
        (
            json!([[0, "option 1"]]),
            ProblemCode::UnknownName,
            "recent.0",
            "option 1",
        ),
        (
            json!([[0, "seat +3"]]),
            ProblemCode::SeatOutOfRange,
            "recent.0",
            "seat +3",
        ),
        (json!(many), ProblemCode::WrongLength, "recent", "33"),
        (json!("draw"), ProblemCode::WrongType, "recent", "draw"),
    ] {
        let mut given = position.clone();
        given["recent"] = recent.clone();
        let found = |error: &PositionError| {
            let problem = error.problems().iter().find(|problem| problem.path == path);
            let problem = problem.unwrap_or_else(|| panic!("nothing at {path}: {error}"));
            assert_eq!(problem.code, code, "{error}");
            assert!(error.to_string().contains(about), "{error}");
        };
        found(&game.position(&given, 0).err().expect("refused"));
        match with_recent(&recent) {
            Err(RecordError::Start(SerializedError::Position(error))) => found(&error),
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("taken: {recent}"),
        }
    }
    assert!(with_recent(&json!([[0, "play 5C"], [1, "draw"]])).is_ok());
}

#[test]
fn a_game_keeps_as_much_as_its_observations_show() {
    let options = Options {
        history: 2,
        ..Options::new(3)
    };
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let narrow = Game::new(&ruleset, options).expect("a game");
    let position = played(&game("crazy_eights"), 12).to_value();
    let all = position["recent"].as_array().expect("a list");
    assert_eq!(all.len(), 8);
    let episode = Episode::from_position(&narrow, &position, 0).expect("a position");
    assert_eq!(episode.to_value()["recent"], json!(all[6..]));
    let none = Game::new(&ruleset, Options::new(3)).expect("a game");
    let episode = Episode::from_position(&none, &position, 0).expect("a position");
    assert_eq!(episode.to_value().get("recent"), None);
}
