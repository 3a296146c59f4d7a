//! `eights` for JavaScript: rulesets, games, bots, search, and tables for people.
//!
//! Cards and actions are texts, as everywhere in `eights`. Other data goes as JSON, in the form of the library's types.

mod rules;
mod state;

use eights::table::{Choices, Frames};
use serde_json::json;
use wasm_bindgen::prelude::*;

pub use rules::{Ruleset, builtin_toml, html, problems};
pub use state::State;

/// Converts an error to JavaScript's, with the same message.
#[expect(clippy::needless_pass_by_value, reason = "the argument of `map_err`")]
fn refused(why: impl ToString) -> JsError {
    JsError::new(&why.to_string())
}

/// The version of `eights`.
#[must_use]
#[wasm_bindgen]
pub fn version() -> String {
    eights::VERSION.to_owned()
}

/// The built-in rulesets: `[{"id", "title", "players": [fewest, most]}]`.
///
/// # Errors
/// None: every built-in ruleset is valid.
#[wasm_bindgen]
pub fn rulesets() -> Result<String, JsError> {
    let mut all = Vec::new();
    for id in eights::ruleset::ids() {
        let ruleset = eights::Ruleset::builtin(id).map_err(refused)?;
        let players = [ruleset.players.min, ruleset.players.max];
        all.push(json!({ "id": id, "title": ruleset.name(), "players": players }));
    }
    Ok(json!(all).to_string())
}

/// The names of the bots, the weakest first.
#[must_use]
#[wasm_bindgen]
pub fn bots() -> Vec<String> {
    eights::bot::NAMES.iter().map(ToString::to_string).collect()
}

/// The JSON Schema of rulesets, for the completion of editors.
#[must_use]
#[wasm_bindgen]
pub fn schema() -> String {
    eights::ruleset::schema_json().to_string()
}

/// The possible choices for a table, after some (`Choices` as JSON): `Setup` as JSON, with the rules as HTML.
///
/// # Errors
/// The choices are not possible.
#[wasm_bindgen]
pub fn setup(choices: &str) -> Result<String, JsError> {
    let (_, mut setup) = chosen(choices)?.setup().map_err(refused)?;
    setup.rules = html(&setup.rules);
    serde_json::to_string(&setup).map_err(refused)
}

/// Begins the game of some choices for a table.
///
/// # Errors
/// The choices are not possible.
#[wasm_bindgen]
pub fn deal(choices: &str, seed: u64) -> Result<State, JsError> {
    let game = chosen(choices)?.game().map_err(refused)?;
    Ok(State::new(eights::Episode::new(&game, seed)))
}

fn chosen(choices: &str) -> Result<Choices, JsError> {
    serde_json::from_str(choices).map_err(refused)
}

/// The usual names of seats, by who plays on each.
#[must_use]
#[wasm_bindgen(js_name = usualNames)]
#[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen owns what it passes")]
pub fn usual_names(who: Vec<String>) -> Vec<String> {
    eights::table::usual_names(who.iter().map(String::as_str))
}

/// How strong an opponent is, in a word; empty where nobody knows.
#[must_use]
#[wasm_bindgen]
pub fn strength(name: &str) -> String {
    eights::table::strength(name).to_owned()
}

/// Events of a table that are new, as lines with the names of players.
#[must_use]
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen owns what it passes")]
pub fn news(events: Vec<String>, names: Vec<String>) -> Vec<String> {
    eights::table::news(&events, &names)
}

/// Replays a record to its end.
///
/// # Errors
/// The text is not a record, or does not replay.
#[wasm_bindgen]
pub fn replay(record: &str) -> Result<State, JsError> {
    let episode = eights::Record::parse(record).and_then(|record| record.replay());
    episode.map(State::new).map_err(refused)
}

/// The positions of a record as pictures and words: `Frames` as JSON, which pages of replays show.
///
/// # Errors
/// The text is not a record, or does not replay.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen owns what it passes")]
pub fn frames(record: &str, names: Vec<String>) -> Result<String, JsError> {
    let frames = Frames::new(record, None, &names).map_err(refused)?;
    serde_json::to_string(&frames).map_err(refused)
}
