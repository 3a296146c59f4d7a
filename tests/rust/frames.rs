//! Records as pictures: nothing is drawn of a record that does not replay, or that makes too many.

use eights::table::Frames;
use eights::{Episode, EpisodeKind, Game, MAX_PICTURES, Options, RecordError, Rng, Ruleset, Stream};
use serde_json::json;

use crate::harness::random;

/// A record of so many moves of a match for ten.
fn record(moves: usize) -> String {
    let options = Options {
        episode: EpisodeKind::Match,
        ..Options::new(10)
    };
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let long = json!({ "match.target": 65_535 });
    let ruleset = ruleset.with(long.as_object().expect("a map")).expect("valid");
    let game = Game::new(&ruleset, options).expect("a game");
    let mut rng = Rng::new(1, Stream::Bot);
    let mut episode = Episode::new(&game, 1);
    for _ in 0..moves {
        let next = random(&episode, &mut rng).expect("the match goes on");
        episode.make(next).expect("it is possible");
    }
    episode.record()
}

#[test]
fn a_record_is_drawn_up_to_a_number_of_pictures() {
    // For each position there is one picture a seat, and one with all hands open.
    let most = MAX_PICTURES / 11 - 1;
    let refused = Frames::new(&record(most + 1), None, &[]).expect_err("too many");
    assert_eq!(
        refused.to_string(),
        "the record makes 20009 pictures, one for each position and perspective: at most 20000 are drawn"
    );
    let open = Frames::new(&record(most + 1), Some(&[None]), &[]).expect("one picture a position");
    assert_eq!(open.frames.len(), most + 2);
}

#[test]
fn a_record_is_refused_before_anything_is_drawn() {
    let wrong = record(1_000).replace("\n  ]\n}", ",\n    \"play 2H\",\n    \"play 2H\"\n  ]\n}");
    let refused = Frames::new(&wrong, None, &[]).expect_err("a card cannot be played twice");
    assert!(
        matches!(
            refused,
            RecordError::Move {
                number: 1_001 | 1_002,
                ..
            }
        ),
        "{refused}"
    );
}
