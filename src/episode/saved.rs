//! Serialisation of an episode as its start and its moves, from which it is replayed.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::entry::LogEntry;
use super::{Episode, Move, Past, Start};
use crate::action::{Action, ActionId};
use crate::engine::{Game, Outcome};
use crate::limits::{self, MAX_STATE_BYTES};
use crate::position::{
    SerializedError, identity, recent_of, recent_to_value, state_from_value, state_to_value,
};
use crate::recent::Recent;
use crate::seat::Seat;

/// The `format` of a serialised episode.
const FORMAT: &str = "eights-episode";

/// The version of the format that this crate writes and reads.
const VERSION: u64 = 1;

/// The valid forms of a start, for messages.
pub(crate) const STARTS: &str = "a seed; a position and a seed; or a state, and what is recent";

/// Parses a move.
pub(crate) fn parse_move(game: &Game, text: &str) -> Result<Move, String> {
    game.pack().within(|| parse_move_of_pack(text))
}

fn parse_move_of_pack(text: &str) -> Result<Move, String> {
    if text.starts_with("chance ") {
        return text
            .parse::<Outcome>()
            .map(Move::Outcome)
            .map_err(|error| error.to_string());
    }
    text.parse::<Action>()
        .map(Move::Action)
        .map_err(|error| error.to_string())
}

/// Parses a move and makes it. Returns the reason if it cannot be made.
pub(crate) fn move_error(episode: &mut Episode, text: &str) -> Result<(), String> {
    let what = parse_move(&episode.game, text)?;
    episode.make(what).map_err(|error| error.to_string())
}

impl Start {
    /// Begins the episode that these keys describe; none if they describe no start.
    pub(crate) fn begin(game: &Game, value: &Value) -> Option<Result<Episode, SerializedError>> {
        let map = value.as_object()?;
        let seed = || map.get("seed").and_then(Value::as_u64);
        let recent = map.get("recent");
        let others = map.len() - usize::from(recent.is_some());
        Some(match (map.get("position"), map.get("state"), others) {
            (None, None, 1) if recent.is_none() => Ok(Episode::new(game, seed()?)),
            (Some(position), None, 2) if recent.is_none() => {
                Episode::from_position(game, position, seed()?).map_err(SerializedError::Position)
            }
            (None, Some(state), 1) => from_state(game, state, recent),
            _ => return None,
        })
    }
}

/// Begins an episode with a state, after these recent public actions if there are any.
fn from_state(game: &Game, state: &Value, recent: Option<&Value>) -> Result<Episode, SerializedError> {
    let state = state_from_value(game, state)?;
    let recent = match recent {
        Some(recent) => recent_of(game, recent)?,
        None => Recent::new(game.options().history),
    };
    Ok(Episode::from_state(game, state, recent))
}

impl Episode {
    /// Returns the keys that describe the start.
    pub(crate) fn start_to_value(&self) -> Value {
        match &self.start {
            Start::Seed(seed) => json!({ "seed": seed }),
            Start::Position { position, seed } => json!({ "position": position, "seed": seed }),
            Start::State(state) => {
                let state = state_to_value(&self.game, state);
                if self.recent_before.latest().next().is_none() {
                    return json!({ "state": state });
                }
                json!({ "state": state, "recent": recent_to_value(&self.game, &self.recent_before) })
            }
        }
    }

    /// Serialises the episode, with its log and its future chance, so that [`Episode::deserialize`] restores it
    /// exactly.
    #[must_use]
    pub fn serialize(&self) -> Vec<u8> {
        let mut map = Map::new();
        map.insert("format".to_owned(), Value::from(FORMAT));
        map.insert("version".to_owned(), Value::from(VERSION));
        for (key, value) in identity(&self.game) {
            map.insert(key.to_owned(), value);
        }
        map.insert("start".to_owned(), self.start_to_value());
        if let Some(past) = &self.past {
            let mut value = json!({ "viewer": past.viewer.0, "entries": past.entries });
            if !past.has_history {
                value["has_history"] = Value::Bool(false);
            }
            map.insert("past".to_owned(), value);
        }
        let moves: Vec<String> = self.moves().map(|what| self.game.text(&what)).collect();
        map.insert("moves".to_owned(), json!(moves));
        Value::Object(map).to_string().into_bytes()
    }

    /// Restores an episode from the bytes that [`Episode::serialize`] wrote for the same ruleset, players, episode and
    /// chance.
    ///
    /// # Errors
    /// The bytes are more than [`MAX_STATE_BYTES`], damaged, of another version, or of another game.
    pub fn deserialize(game: &Game, bytes: &[u8]) -> Result<Self, SerializedError> {
        let value = limits::json(bytes, MAX_STATE_BYTES)?;
        SerializedError::check_header(game, &value, FORMAT, VERSION)?;
        let malformed = |key, expected: &str| SerializedError::malformed(&value, key, expected);
        let mut episode = value
            .get("start")
            .and_then(|start| Start::begin(game, start))
            .ok_or_else(|| malformed("start", STARTS))??;
        if let Some(past) = value.get("past") {
            let past = past_of(game, past).ok_or_else(|| malformed("past", "a viewer and entries"))?;
            episode.past = Some(Arc::new(past));
        }
        let moves = value
            .get("moves")
            .and_then(Value::as_array)
            .ok_or_else(|| malformed("moves", "a list of moves"))?;
        for (n, text) in moves.iter().enumerate() {
            let text = text.as_str().unwrap_or_default();
            move_error(&mut episode, text).map_err(|why| SerializedError::Move { number: n + 1, why })?;
        }
        Ok(episode)
    }
}

fn past_of(game: &Game, value: &Value) -> Option<Past> {
    let viewer = u8::try_from(value.get("viewer")?.as_u64()?).ok()?;
    let entries: Vec<LogEntry> = serde_json::from_value(value.get("entries")?.clone()).ok()?;
    let seat = |seat: Option<u8>| seat.is_none_or(|seat| seat < game.players());
    let card = |index: &u8| usize::from(*index) < game.all_kinds();
    let action = |id: u8| ActionId::new(id).is_some() && usize::from(id) < game.num_actions();
    let sound = |entry: &LogEntry| {
        // Every field is named, so that none is forgotten.
        let LogEntry {
            kind: _,
            seat: of,
            other,
            cards,
            backs,
            last,
            hidden: _,
            choice,
            flag: _,
            number: _,
            scores,
            text: _,
        } = entry;
        seat(*of)
            && seat(*other)
            && cards.iter().chain(backs).chain(last).all(card)
            && choice.is_none_or(action)
            && scores.len() <= usize::from(game.players())
    };
    let has_history = value.get("has_history").map_or(Some(true), Value::as_bool)?;
    (seat(Some(viewer)) && entries.iter().all(sound)).then_some(Past {
        viewer: Seat(viewer),
        entries,
        has_history,
    })
}
