//! Node counts: the number of sequences of actions from a committed position to each depth.

use std::collections::BTreeMap;
use std::fs;

use eights::{Game, Options, Ruleset, State, perft};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::golden::{blessing, golden, repository};
use crate::tables::all_ids;

/// The committed positions and their counts.
pub(crate) const FILE: &str = "tests/data/counts.toml";

/// Range of the last count of each position: large enough for rare rules to occur, small enough for a short test. The count may
/// also be 0, when every line of play has ended.
const LAST: std::ops::RangeInclusive<u64> = 100_000..=1_500_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    ruleset: String,
    #[serde(default)]
    overrides: Map<String, Value>,
    /// Position notation; the order of the stock is given, so draws are deterministic.
    position: Value,
    /// Number of sequences of 1, 2, 3 … actions.
    counts: Vec<u64>,
}

impl Entry {
    fn start(&self) -> (Game, State) {
        let ruleset = Ruleset::builtin(&self.ruleset).expect("builtin");
        let ruleset = ruleset.with(&self.overrides).expect("valid overrides");
        let players = self.position["hands"].as_array().expect("hands").len() as u8;
        let game = Game::new(&ruleset, Options::new(players)).expect("a game");
        let state = game
            .position(&self.position, 0)
            .unwrap_or_else(|error| panic!("{}: {error}", self.ruleset));
        (game, state)
    }
}

fn text() -> String {
    let file = repository(FILE);
    fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{FILE}: {error}"))
        .replace("\r\n", "\n")
}

fn entries(text: &str) -> BTreeMap<String, Entry> {
    toml::from_str(text).unwrap_or_else(|error| panic!("{FILE}: {error}"))
}

/// The rulesets that have a committed count.
pub(crate) fn counted() -> Vec<String> {
    entries(&text())
        .into_values()
        .map(|entry| entry.ruleset)
        .collect()
}

/// Returns the file with the counts of each entry replaced.
fn with_counts(text: &str, counts: &BTreeMap<String, Vec<u64>>) -> String {
    let mut name = String::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        if let Some(header) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            header.clone_into(&mut name);
        }
        if line.starts_with("counts = ") {
            lines.push(format!("counts = {:?}", counts[&name]));
        } else {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn every_count_is_right_at_every_depth() {
    let text = text();
    let entries = entries(&text);
    let mut counted = BTreeMap::new();
    for (name, entry) in &entries {
        let (game, state) = entry.start();
        let depths = 1..=entry.counts.len() as u32;
        let counts: Vec<u64> = depths.map(|depth| perft(&game, &state, depth)).collect();
        if !blessing() {
            assert_eq!(
                counts, entry.counts,
                "{name}: a rule has changed; make bless rewrites the numbers"
            );
        }
        counted.insert(name.clone(), counts);
    }
    golden(FILE, &with_counts(&text, &counted));
    for (name, counts) in counted {
        assert!(
            counts
                .last()
                .is_some_and(|last| *last == 0 || LAST.contains(last)),
            "{name}: {counts:?} does not end in {LAST:?} or 0"
        );
    }
}

#[test]
fn every_ruleset_has_a_count() {
    let counted = counted();
    for id in all_ids() {
        assert!(
            counted.iter().any(|ruleset| ruleset == id),
            "{FILE} has no position of {id}"
        );
    }
}

#[test]
fn a_line_that_ends_goes_no_deeper() {
    let game = Game::new(
        &Ruleset::builtin("crazy_eights").expect("builtin"),
        Options::new(2),
    )
    .expect("a game");
    let position = serde_json::json!({ "hands": ["4C", "KD QD"], "pile": "TC", "stock": "2D 3D 5D 6D 7D" });
    let state = game.position(&position, 0).expect("a position");
    assert_eq!(perft(&game, &state, 0), 1);
    // Playing the four of clubs ends the round. After drawing a card, the other seat can only draw the two of diamonds.
    assert_eq!((perft(&game, &state, 1), perft(&game, &state, 2)), (2, 1));
}

#[test]
fn chance_branches_into_its_outcomes() {
    use eights::ChanceMode;

    let options = Options {
        chance: ChanceMode::Explicit,
        ..Options::new(3)
    };
    let game = Game::new(&Ruleset::builtin("crazy_eights").expect("builtin"), options).expect("a game");
    let state = game.new_initial_state(0);
    assert_eq!((perft(&game, &state, 1), perft(&game, &state, 2)), (3, 3 * 52));
    assert_eq!(perft(&game, &state, 3), 3 * 52 * 51);
}
