//! What holds for every ruleset that is read, and for every refusal.

use eights::{Game, Options, Ruleset, RulesetError};
use serde_json::{Map, Value, json};

use crate::{Bytes, play};

/// Most problems that a refusal lists, with the line that counts the others.
const MOST_PROBLEMS: usize = 201;

/// Longest message of a problem.
const LONGEST: usize = 4_000;

/// Checks a ruleset that was read, or its refusal. The seed chooses the play.
///
/// # Panics
/// A ruleset does not read back or cannot be played, or a refusal does not name its reason.
pub fn judge(read: Result<Ruleset, RulesetError>, seed: &[u8]) {
    match read {
        Ok(ruleset) => {
            reads_back(&ruleset);
            // The rules in English take longer than all else.
            if seed.len().is_multiple_of(32) {
                assert_eq!(
                    Ruleset::from_toml(&ruleset.to_toml()).expect("read").describe(),
                    ruleset.describe()
                );
            }
            can_be_played(&ruleset, seed);
        }
        Err(why) => is_told(&why),
    }
}

/// Checks that a refusal is told in words, in few of them.
fn is_told(why: &RulesetError) {
    assert!(!why.to_string().is_empty());
    match why {
        RulesetError::Invalid(problems) => {
            assert!(
                !problems.is_empty() && problems.len() <= MOST_PROBLEMS,
                "{problems:?}"
            );
            let told = |text: &str| !text.is_empty() && text.len() < LONGEST;
            assert!(
                problems.iter().all(|problem| told(&problem.message)),
                "{problems:?}"
            );
        }
        RulesetError::Toml { .. } | RulesetError::TooLarge => {}
        RulesetError::Unknown { .. } => panic!("no builtin ruleset was asked for: {why}"),
    }
}

/// Checks that a ruleset reads back from every form that it is written in.
fn reads_back(ruleset: &Ruleset) {
    let text = ruleset.to_toml();
    for way in 0..3 {
        let again = match way {
            0 => Ruleset::from_toml(&text),
            1 => Ruleset::from_value(ruleset.to_value()),
            _ => Ruleset::from_value(ruleset.to_full_value()),
        };
        let again = again.unwrap_or_else(|why| panic!("{why}\n{text}"));
        assert!(again == *ruleset, "another ruleset reads back:\n{text}");
        assert_eq!(again.fingerprint(), ruleset.fingerprint());
    }
    for name in ruleset.variants.keys().take(2) {
        // A variant may be invalid; choosing it has the same result after writing and reading.
        let chosen = Map::from_iter([("variant".to_owned(), json!(name))]);
        let again = Ruleset::from_toml(&text).expect("read before");
        assert!(again.with(&chosen) == ruleset.with(&chosen), "variant {name}");
    }
}

/// Checks that a round can be played.
fn can_be_played(ruleset: &Ruleset, seed: &[u8]) {
    let options = Options {
        max_decisions: Some(100),
        ..Options::new(ruleset.players.min)
    };
    let game = Game::new(ruleset, options).unwrap_or_else(|why| panic!("{why}\n{}", ruleset.to_toml()));
    let mut episode = eights::Episode::new(&game, seed.len() as u64);
    let tail = &seed[seed.len().saturating_sub(60)..];
    play::on(&mut episode, &mut Bytes::new(tail), |_| {});
    play::returns_are_promised(&game, episode.state());
}

/// Reads a mapping in JSON from the bytes; none if they hold no mapping.
#[must_use]
pub fn mapping(bytes: &[u8]) -> Option<Map<String, Value>> {
    serde_json::from_slice(bytes).ok()
}
