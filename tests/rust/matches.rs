//! Matches to a target with a limited number of rounds.

use eights::{Action, EpisodeKind, Game, Options, Rng, Ruleset, SeatSet, Stream};
use serde_json::{Value, json};

/// Plays a match at random, and returns its number of rounds, scores and winners.
fn play(overrides: &Value, seed: u64) -> (u64, Vec<i64>, SeatSet) {
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let ruleset = ruleset
        .with(overrides.as_object().expect("a table"))
        .expect("valid");
    let options = Options {
        episode: EpisodeKind::Match,
        max_decisions: Some(60_000),
        ..Options::new(3)
    };
    let game = Game::new(&ruleset, options).expect("a game");
    let mut rng = Rng::new(seed, Stream::Bot);
    let mut events = Vec::new();
    let mut state = game.deal(seed, &mut events);
    while state.actor().is_some() {
        let legal = game.legal(&state);
        let action = Action::from_id(legal.nth(rng.below(legal.len())));
        game.apply(&mut state, action, &mut events).expect("legal");
    }
    let written = game.to_value(&state);
    let scores = written["scores"].as_array().expect("scores");
    let scores = scores
        .iter()
        .map(|score| score.as_i64().expect("a score"))
        .collect();
    let eights::Phase::Over { winners, truncated } = state.phase() else {
        panic!("it is over");
    };
    assert!(!truncated);
    (1 + written["round"].as_u64().unwrap_or(0), scores, winners)
}

/// The seats with the lowest score.
fn lowest(scores: &[i64]) -> SeatSet {
    let least = scores.iter().min().copied().unwrap_or_default();
    let seats = scores.iter().enumerate().filter(|(_, score)| **score == least);
    SeatSet(seats.map(|(seat, _)| 1 << seat).sum())
}

#[test]
fn a_match_ends_at_the_target_or_after_so_many_rounds() {
    let (mut by_target, mut by_rounds) = (0, 0);
    for seed in 0..20 {
        let (rounds, scores, winners) = play(&json!({ "match.target": 150, "match.rounds": 3 }), seed);
        let reached = scores.iter().any(|score| *score >= 150);
        assert!(
            rounds == 3 || rounds < 3 && reached,
            "seed {seed}: {rounds} rounds, {scores:?}"
        );
        assert_eq!(winners, lowest(&scores), "seed {seed}: {scores:?}");
        by_target += u32::from(rounds < 3);
        by_rounds += u32::from(!reached);
        // Where one of the two limits is out of reach, the other one ends the match.
        let far = play(&json!({ "match.target": 60_000, "match.rounds": 3 }), seed);
        assert_eq!(far, play(&json!({ "match.target": 0, "match.rounds": 3 }), seed));
        let long = play(&json!({ "match.target": 150, "match.rounds": 60_000 }), seed);
        assert_eq!(long, play(&json!({ "match.target": 150 }), seed));
    }
    assert!(
        by_target > 0 && by_rounds > 0,
        "{by_target} by the target, {by_rounds} by rounds"
    );
}

#[test]
fn whoever_is_out_of_the_match_does_not_win_it_after_so_many_rounds() {
    for rule in ["elimination", "sudden-death"] {
        let mut out = 0;
        for seed in 0..20 {
            let overrides = json!({ "match.target": 100, "match.at-target": rule, "match.rounds": 3 });
            let (rounds, scores, winners) = play(&overrides, seed);
            assert!(rounds <= 3);
            if scores.iter().any(|score| *score < 100) {
                assert_eq!(winners, lowest(&scores), "seed {seed}: {scores:?}");
            }
            out += u32::from(rounds == 3 && scores.iter().any(|score| *score >= 100));
        }
        assert!(out > 0);
    }
}

#[test]
fn both_ends_are_said_and_shown() {
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let overrides = json!({ "match.rounds": 4 });
    let ruleset = ruleset
        .with(overrides.as_object().expect("a table"))
        .expect("valid");
    let text = ruleset.describe();
    for part in [
        "Rounds are played until a player has reached a score of 100 points.",
        "A match lasts at most four rounds: after that the lowest score of those who are still in it wins",
    ] {
        assert!(text.contains(part), "{text}");
    }
    for (overrides, path) in [
        (
            json!({ "match.rounds": 4, "match.target": 0, "match.at-target": "elimination" }),
            "match.rounds",
        ),
        (
            json!({ "match.rounds": 4, "match.games": 2, "match.winner": "highest", "score.who": "winner" }),
            "match.rounds",
        ),
    ] {
        let crazy = Ruleset::builtin("crazy_eights").expect("builtin");
        let error = crazy
            .with(overrides.as_object().expect("a table"))
            .expect_err("refused")
            .to_string();
        assert!(error.starts_with(path), "{error}");
    }
}
