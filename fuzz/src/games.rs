//! Games that bytes choose: builtin rulesets with some changes, and options.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use eights::ruleset::ids;
use eights::{ChanceMode, EpisodeKind, Game, ObservationLayout, Options, Reward, Ruleset, Truncation};
use serde_json::{Map, Value, json};

use crate::Bytes;

/// Most games that are kept: an input that differs only in how it plays needs no other.
const KEPT: usize = 400;

/// Most decisions of a game, so that it ends within an input.
const MOST_DECISIONS: u32 = 150;

/// Reads a byte; 0 past the end.
pub fn byte(bytes: &mut Bytes<'_>) -> u8 {
    bytes.arbitrary().unwrap_or_default()
}

/// Reads a number below `n`, which is not 0.
pub fn below(bytes: &mut Bytes<'_>, n: usize) -> usize {
    let number: u16 = if n > 256 {
        bytes.arbitrary().unwrap_or_default()
    } else {
        byte(bytes).into()
    };
    usize::from(number) % n
}

fn builtin() -> &'static [&'static str] {
    static ALL: OnceLock<Vec<&str>> = OnceLock::new();
    ALL.get_or_init(|| ids().collect())
}

/// Three bytes that choose a game of a builtin ruleset: the ruleset, the options, the number of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice(pub [u8; 3]);

impl Choice {
    /// Number of bytes.
    pub const LEN: usize = 3;

    /// Reads a choice from the front of some bytes, and returns it with the rest; none if they are too few.
    #[must_use]
    pub fn split(data: &[u8]) -> Option<(Self, &[u8])> {
        data.split_first_chunk::<{ Self::LEN }>()
            .map(|(&choice, rest)| (Self(choice), rest))
    }

    /// The choice of a round of this builtin ruleset for this number of players; none if there is no such game.
    #[must_use]
    pub fn of(id: &str, players: u8) -> Option<Self> {
        let at = builtin().iter().position(|other| *other == id)?;
        let range = &Ruleset::builtin(id).ok()?.players;
        (range.min..=range.max)
            .contains(&players)
            .then(|| Self([at as u8, 0, players - range.min]))
    }

    /// The ruleset without changes.
    ///
    /// # Panics
    /// Never: it is a builtin one.
    #[must_use]
    pub fn ruleset(self) -> Ruleset {
        let all = builtin();
        Ruleset::builtin(all[usize::from(self.0[0]) % all.len()]).expect("builtin")
    }

    /// The game without changes to the ruleset.
    ///
    /// # Panics
    /// Never: it is a game of a builtin ruleset.
    #[must_use]
    pub fn game(self) -> Game {
        kept(self.0.to_vec(), || self.game_of(&self.ruleset())).expect("a game of a builtin ruleset")
    }

    /// The game of a ruleset; rounds where it has no matches.
    fn game_of(self, ruleset: &Ruleset) -> Option<Game> {
        let [_, bits, players] = self.0;
        let (min, max) = (ruleset.players.min, ruleset.players.max);
        let on = |bit: u8| bits & 1 << bit != 0;
        let options = Options {
            episode: if on(0) {
                EpisodeKind::Match
            } else {
                EpisodeKind::Round
            },
            chance: if on(1) {
                ChanceMode::Explicit
            } else {
                ChanceMode::Sampled
            },
            reward: if on(2) { Reward::Points } else { Reward::Win },
            layout: ObservationLayout::ALL[usize::from(bits >> 3) % ObservationLayout::ALL.len()],
            history: if on(5) { 3 } else { 0 },
            beliefs: on(6),
            max_decisions: Some(MOST_DECISIONS),
            truncation: if on(7) {
                Truncation::Bootstrap
            } else {
                Truncation::Score
            },
            ..Options::new(min + players % (max - min + 1))
        };
        let rounds = || Options {
            episode: EpisodeKind::Round,
            ..options.clone()
        };
        Game::new(ruleset, options.clone())
            .or_else(|_| Game::new(ruleset, rounds()))
            .ok()
    }
}

/// Choices of every builtin ruleset, with all kinds of options among them.
pub fn choices() -> impl Iterator<Item = Choice> {
    let of_id = |at: usize| [0u8, 1, 2].map(|n| Choice([at as u8, (at as u8).wrapping_mul(37) ^ n, n]));
    (0..builtin().len()).flat_map(of_id)
}

/// Returns the game of these choices, made only once while it is kept.
fn kept(choices: Vec<u8>, make: impl FnOnce() -> Option<Game>) -> Option<Game> {
    thread_local! {
        static GAMES: RefCell<HashMap<Vec<u8>, Option<Game>>> = RefCell::default();
    }
    if let Some(game) = GAMES.with_borrow(|games| games.get(&choices).cloned()) {
        return game;
    }
    let game = make();
    GAMES.with_borrow_mut(|games| {
        if games.len() >= KEPT {
            games.clear();
        }
        games.insert(choices, game.clone());
    });
    game
}

/// Values that builtin rulesets and their variants have, by key.
struct Material(Vec<(String, Vec<Value>)>);

impl Material {
    fn get() -> &'static Self {
        static MATERIAL: OnceLock<Material> = OnceLock::new();
        MATERIAL.get_or_init(Self::new)
    }

    fn new() -> Self {
        let mut said = BTreeMap::new();
        for id in builtin() {
            let value = Ruleset::builtin(id).expect("builtin").to_value();
            for (key, inner) in value.as_object().into_iter().flatten() {
                match (key.as_str(), inner) {
                    ("id" | "title" | "source" | "decisions" | "players" | "base", _) => {}
                    ("variants", Value::Object(variants)) => {
                        for (key, inner) in variants.values().filter_map(Value::as_object).flatten() {
                            note(key, inner, &mut said);
                        }
                    }
                    _ => note(key, inner, &mut said),
                }
            }
        }
        Self(said.into_iter().collect())
    }

    /// Chooses a key and a value for it; sometimes another number or the other flag.
    fn change(&self, bytes: &mut Bytes<'_>) -> (String, Value) {
        let (key, values) = &self.0[below(bytes, self.0.len())];
        let value = values[below(bytes, values.len())].clone();
        let other = byte(bytes);
        let value = match value {
            Value::Number(_) if other > 127 => json!(other & 15),
            Value::Bool(flag) if other > 127 => json!(!flag),
            value => value,
        };
        (key.clone(), value)
    }
}

/// Notes the values of a key and of the keys in it.
fn note(key: &str, value: &Value, said: &mut BTreeMap<String, Vec<Value>>) {
    let values = said.entry(key.to_owned()).or_default();
    if !values.contains(value) {
        values.push(value.clone());
    }
    for (inner, value) in value.as_object().into_iter().flatten() {
        if !inner.is_empty() && !inner.contains(['.', ' ']) {
            note(&format!("{key}.{inner}"), value, said);
        }
    }
}

/// Chooses up to three changes.
fn changes(bytes: &mut Bytes<'_>) -> Map<String, Value> {
    (0..byte(bytes) % 4)
        .map(|_| Material::get().change(bytes))
        .collect()
}

/// Chooses a game: of a builtin ruleset with up to three changes; none if they are refused.
pub fn game(bytes: &mut Bytes<'_>) -> Option<Game> {
    let all = bytes.peek_bytes(bytes.len()).unwrap_or_default();
    let choice = Choice([byte(bytes), byte(bytes), byte(bytes)]);
    let changes = changes(bytes);
    let read = all[..all.len() - bytes.len()].to_vec();
    kept(read, || {
        let ruleset = choice.ruleset();
        let ruleset = if changes.is_empty() {
            ruleset
        } else {
            ruleset.with(&changes).ok()?
        };
        choice.game_of(&ruleset)
    })
}
