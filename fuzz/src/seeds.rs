//! Seeds of the targets: inputs made of the files of the repository when they are needed, so that none is stored twice.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use eights::{Episode, Game};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::games::{self, Choice};
use crate::play;

/// The variable that names a folder for the seeds.
const ASKED: &str = "EIGHTS_FUZZ_SEEDS";

/// Writes the seeds to the folder that `EIGHTS_FUZZ_SEEDS` names, and the dictionary beside it, and ends the process; does
/// nothing where the variable is not set.
///
/// # Panics
/// A file cannot be written.
pub fn write_if_asked(seeds: fn() -> Vec<Vec<u8>>, words: fn() -> Vec<String>) {
    let Some(folder) = env::var_os(ASKED).map(PathBuf::from) else {
        return;
    };
    fs::create_dir_all(&folder).expect("a folder");
    for (number, seed) in seeds().into_iter().enumerate() {
        fs::write(folder.join(format!("{number:04}")), seed).expect("a seed is written");
    }
    let quoted = words().into_iter().filter_map(|word| quoted(&word));
    let lines: String = quoted.map(|word| word + "\n").collect();
    fs::write(folder.with_extension("dict"), lines).expect("a dictionary is written");
    process::exit(0);
}

/// Quotes a word for a dictionary; none if it has characters that need escapes.
fn quoted(word: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_graphic() && c != '"' && c != '\\' || c == ' ';
    (!word.is_empty() && word.len() < 60 && word.chars().all(plain)).then(|| format!("\"{word}\""))
}

/// No words, for inputs that are not texts.
#[must_use]
pub const fn no_words() -> Vec<String> {
    Vec::new()
}

/// The keys and words of a JSON Schema, and each key in quotes as JSON has it.
#[must_use]
pub fn words_of(schema: &Value) -> Vec<String> {
    let mut words = BTreeSet::new();
    note_words(schema, &mut words);
    words.into_iter().collect()
}

fn note_words(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            for (key, inner) in map {
                match key.as_str() {
                    "properties" => words.extend(inner.as_object().into_iter().flat_map(Map::keys).cloned()),
                    "enum" => words.extend(inner.as_array().into_iter().flatten().filter_map(text)),
                    "const" => words.extend(text(inner)),
                    _ => {}
                }
                note_words(inner, words);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| note_words(item, words)),
        _ => {}
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// Reads a file of the repository.
///
/// # Panics
/// There is none.
#[must_use]
pub fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

fn toml<T: for<'a> Deserialize<'a>>(path: &str) -> T {
    toml::from_str(&file(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// The changes to `crazy_eights` of `tests/data/invalid/rulesets.toml`: those that are refused, and those that are possible.
#[must_use]
pub fn overrides() -> Vec<Map<String, Value>> {
    #[derive(Deserialize)]
    struct File {
        group: Vec<Group>,
    }
    #[derive(Deserialize)]
    struct Group {
        #[serde(default)]
        refused: Vec<Refused>,
        #[serde(default)]
        possible: Vec<Map<String, Value>>,
    }
    #[derive(Deserialize)]
    struct Refused {
        with: Map<String, Value>,
    }
    let groups = toml::<File>("tests/data/invalid/rulesets.toml").group;
    let all = groups.into_iter().flat_map(|group| {
        let refused = group.refused.into_iter().map(|one| one.with);
        refused.chain(group.possible).collect::<Vec<_>>()
    });
    all.collect()
}

/// The positions of a case of a builtin ruleset, of a count or of a refusal.
#[derive(Deserialize)]
struct Given {
    ruleset: Option<String>,
    #[serde(default)]
    players: Option<u8>,
    #[serde(default)]
    overrides: Map<String, Value>,
    #[serde(alias = "value")]
    position: Value,
}

impl Given {
    /// Returns the choice of the game and the position; none if the game is not a builtin one.
    fn placed(self, id: &str) -> Option<(Choice, Value)> {
        let id = self.ruleset.as_deref().unwrap_or(id);
        let hands = self.position["hands"].as_array().map_or(2, Vec::len);
        let players = self.players.unwrap_or(hands as u8);
        let choice = Choice::of(id, players)?;
        self.overrides.is_empty().then_some((choice, self.position))
    }
}

/// Positions that the tests have, with the choice of their game: of cases, of counts, and refused ones.
///
/// # Panics
/// A file cannot be read.
#[must_use]
pub fn positions() -> Vec<(Choice, Value)> {
    #[derive(Deserialize)]
    struct Cases {
        case: Vec<Given>,
    }
    #[derive(Deserialize)]
    struct Refused {
        position: Vec<Given>,
    }
    let mut all = Vec::new();
    let counts: std::collections::BTreeMap<String, Given> = toml("tests/data/counts.toml");
    all.extend(counts.into_values().filter_map(|given| given.placed("")));
    let refused = toml::<Refused>("tests/data/invalid/positions.toml").position;
    all.extend(refused.into_iter().filter_map(|given| given.placed("")));
    for id in eights::ruleset::ids() {
        let cases: Cases = toml(&format!("tests/data/cases/{id}.toml"));
        // A few of each: a ruleset has up to a hundred, and most are alike.
        all.extend(
            cases
                .case
                .into_iter()
                .filter_map(|given| given.placed(id))
                .step_by(8),
        );
    }
    all
}

/// Episodes of every builtin ruleset in different games, each played at random for some moves.
#[must_use]
pub fn episodes(moves: usize) -> Vec<(Choice, Episode)> {
    let all = games::choices().enumerate().map(|(seed, choice)| {
        let game: Game = choice.game();
        (choice, play::at_random(&game, seed as u64, moves))
    });
    all.collect()
}

/// Bytes that choose games and play on, for the targets that read them as choices.
#[must_use]
pub fn choices(len: usize) -> Vec<Vec<u8>> {
    let mut rng = eights::Rng::new(1, eights::Stream::Sample);
    let all = games::choices().map(|choice| {
        let bytes = std::iter::repeat_with(|| rng.below(256) as u8);
        // No change to the ruleset in half of them.
        let changes = (choice.0[0] % 2) * 2;
        choice
            .0
            .into_iter()
            .chain([changes])
            .chain(bytes.take(len))
            .collect()
    });
    all.collect()
}
