//! Records: an episode as readable JSON, from which it is replayed move by move.
//!
//! ```json
//! {
//!   "format": "eights-record",
//!   "version": 1,
//!   "ruleset": { "id": "crazy_eights", … },
//!   "players": 2,
//!   "options": { "episode": "round", "reward": "win", "chance": "sampled", "layout": "compact", "history": 0,
//!                "truncation": "score" },
//!   "start": { "seed": 7 },
//!   "moves": ["play 8H", "suit S", "draw"]
//! }
//! ```
//!
//! `ruleset` is the whole ruleset, so a record can be read where the ruleset is unknown or has changed. `start` is the
//! seed of the deal, or `position` (position notation) and `seed`, or `state`, for an episode that begins with a state
//! reached elsewhere. A `state` may come with `recent`, the last public actions before it as in position notation.
//! `moves` holds actions, and outcomes of chance (`chance 8H`) where the game leaves chance to the caller. The optional
//! `annotations` hold notes of the deciding policy on its decisions, see [`Annotation`].

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::action::Action;
use crate::engine::{Game, GameError, Move, Options};
use crate::episode::{Episode, STARTS, Start, parse_move};
use crate::limits::{self, JsonError, MAX_PICTURES, MAX_RECORD_BYTES, given, said, shown};
use crate::position::SerializedError;
use crate::ruleset::{Ruleset, RulesetError};

/// The `format` of a record.
const FORMAT: &str = "eights-record";

/// The version of the format that this crate writes and reads.
const VERSION: u64 = 1;

/// The reason why a record was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The text is not JSON, or too long.
    #[error("not a record: {0}")]
    NotJson(String),
    /// The record is too large for the memory available.
    #[error("no memory to read a record of {bytes} bytes")]
    Memory {
        /// Size of the record.
        bytes: usize,
    },
    /// The file is of another format.
    #[error("not a record: format is {given}, not {FORMAT:?}")]
    Format {
        /// The format that the file states.
        given: String,
    },
    /// The record is of another version.
    #[error("the record is of version {given}: this version of eights reads version {VERSION}")]
    Version {
        /// The version that the record states.
        given: String,
    },
    /// A key is missing or unknown, or its value is of the wrong type.
    #[error("the record is malformed: {0}")]
    Malformed(String),
    /// The ruleset of the record is not valid.
    #[error("the record's ruleset is refused: {0}")]
    Ruleset(#[from] RulesetError),
    /// The ruleset and the options make no game.
    #[error("the record's game is refused: {0}")]
    Game(#[from] GameError),
    /// The start is not a position of the game.
    #[error("the record's start is refused: {0}")]
    Start(SerializedError),
    /// A move is neither an action nor an outcome of chance.
    #[error("move {number} of the record: {why}")]
    Text {
        /// The number of the move, from 1.
        number: usize,
        /// The parse error, with the valid forms.
        why: String,
    },
    /// The record has too many positions to draw.
    #[error(
        "the record makes {pictures} pictures, one for each position and perspective: at most {MAX_PICTURES} are drawn"
    )]
    Pictures {
        /// Number of pictures.
        pictures: usize,
    },
    /// A move is not possible where it stands.
    #[error("move {number} of the record ({text}) cannot be made: {why}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        text: String,
        /// The reason why it cannot be made.
        why: String,
    },
}

/// The keys of a record.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordFile {
    format: String,
    version: u64,
    ruleset: Value,
    players: u8,
    /// The keys of [`Options`] except the players.
    options: Map<String, Value>,
    start: Map<String, Value>,
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    annotations: Vec<Annotation>,
}

/// Notes of the deciding policy on one decision, without effect on the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Annotation {
    /// The number of the move that was decided, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// Probabilities that a policy gave to actions, by their texts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub probabilities: BTreeMap<String, f64>,
    /// Expected returns after actions.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, f64>,
    /// Number of visits of a search to actions.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub visits: BTreeMap<String, u64>,
    /// The expected return before the decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

impl Annotation {
    /// Checks that the annotation is possible in an episode of this many moves.
    fn check(&self, moves: usize) -> Result<(), String> {
        if !(1..=moves).contains(&self.number) {
            return Err(format!("move {} is not one of 1 … {moves}", self.number));
        }
        let told = self
            .probabilities
            .keys()
            .chain(self.values.keys())
            .chain(self.visits.keys());
        for text in told {
            text.parse::<Action>()
                .map_err(|why| format!("move {}: {why}", self.number))?;
        }
        match self
            .probabilities
            .iter()
            .find(|(_, of)| !(0.0..=1.0).contains(*of))
        {
            Some((text, of)) => Err(format!(
                "move {}: the probability {of} of {:?} is not in 0 … 1",
                self.number,
                given(text)
            )),
            None => Ok(()),
        }
    }
}

/// Checks every annotation, and that no two are of the same move.
fn check(annotations: &[Annotation], moves: usize) -> Result<(), RecordError> {
    let mut seen = BTreeSet::new();
    for (at, annotation) in annotations.iter().enumerate() {
        let refused = |why: String| RecordError::Malformed(format!("annotations[{at}]: {why}"));
        annotation.check(moves).map_err(refused)?;
        if !seen.insert(annotation.number) {
            return Err(refused(format!("move {} has two", annotation.number)));
        }
    }
    Ok(())
}

/// An episode as written down, validated but not yet replayed.
#[derive(Debug, Clone)]
pub struct Record {
    game: Game,
    start: Value,
    moves: Vec<Move>,
    annotations: Vec<Annotation>,
}

impl Record {
    /// Parses and validates a record.
    ///
    /// # Errors
    /// The text is not a record of this version or has more than [`MAX_RECORD_BYTES`], or its game or moves cannot be
    /// read.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let value = limits::json(text.as_bytes(), MAX_RECORD_BYTES)?;
        let given = |key: &str| value.get(key).map_or("absent".to_owned(), shown);
        if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(RecordError::Format {
                given: given("format"),
            });
        }
        if value.get("version").and_then(Value::as_u64) != Some(VERSION) {
            return Err(RecordError::Version {
                given: given("version"),
            });
        }
        let written: RecordFile =
            serde_path_to_error::deserialize(value).map_err(|error| malformed(&error))?;
        let ruleset = Ruleset::from_value(written.ruleset)?;
        let game = Game::new(&ruleset, options(written.players, written.options)?)?;
        let moves = written.moves.iter().enumerate();
        let parsed = |(n, text): (usize, &String)| {
            parse_move(&game, text).map_err(|why| RecordError::Text { number: n + 1, why })
        };
        let moves = moves.map(parsed).collect::<Result<Vec<_>, _>>()?;
        game.pack().within(|| check(&written.annotations, moves.len()))?;
        Ok(Self {
            game,
            start: Value::Object(written.start),
            moves,
            annotations: written.annotations,
        })
    }

    /// The game that was played.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The moves, in order.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The annotations of decisions.
    #[must_use]
    pub fn annotations(&self) -> &[Annotation] {
        &self.annotations
    }

    /// Replays the episode move by move.
    ///
    /// # Errors
    /// The start is not a position of the game, or a move cannot be made; the error names the first such move.
    pub fn replay(&self) -> Result<Episode, RecordError> {
        self.replay_with(|_, _| ())
    }

    /// Replays the episode as [`Record::replay`] does, and shows it to `see` before the first move and after each, with
    /// the number of moves made.
    pub(crate) fn replay_with(&self, mut see: impl FnMut(&Episode, usize)) -> Result<Episode, RecordError> {
        let malformed = || RecordError::Malformed(format!("start is {}, not {STARTS}", shown(&self.start)));
        let mut episode = Start::begin(&self.game, &self.start)
            .ok_or_else(malformed)?
            .map_err(RecordError::Start)?;
        see(&episode, 0);
        for (n, &what) in self.moves.iter().enumerate() {
            episode.make(what).map_err(|error| RecordError::Move {
                number: n + 1,
                text: self.game.text(&what),
                why: error.to_string(),
            })?;
            see(&episode, n + 1);
        }
        Ok(episode)
    }
}

impl Episode {
    /// Writes the episode as a record: readable JSON from which [`Record::replay`] restores it.
    #[must_use]
    pub fn record(&self) -> String {
        self.written(Vec::new())
    }

    /// Writes the episode as a record with these annotations, a list in the form that a record has.
    ///
    /// # Errors
    /// [`RecordError::Malformed`] if an annotation is invalid, or if the record would be larger than one that can be
    /// read.
    pub fn annotated_record(&self, annotations: Value) -> Result<String, RecordError> {
        let annotations: Vec<Annotation> =
            serde_path_to_error::deserialize(annotations).map_err(|error| {
                let (path, why) = place_and_why(&error);
                let place = if path == "." { String::new() } else { path };
                RecordError::Malformed(format!("annotations{place}: {why}"))
            })?;
        let moves = self.moves().count();
        self.game().pack().within(|| check(&annotations, moves))?;
        let record = self.written(annotations);
        if limits::is_json_within(record.as_bytes(), MAX_RECORD_BYTES) {
            Ok(record)
        } else {
            Err(RecordError::Malformed(
                "annotations: more than a record holds".to_owned(),
            ))
        }
    }

    fn written(&self, annotations: Vec<Annotation>) -> String {
        let options = self.game().options();
        let start = self.start_to_value();
        let written = RecordFile {
            format: FORMAT.to_owned(),
            version: VERSION,
            ruleset: self.game().ruleset().to_value(),
            players: options.players,
            options: to_map(options),
            start: start.as_object().cloned().unwrap_or_default(),
            moves: self.moves().map(|what| self.game().text(&what)).collect(),
            annotations,
        };
        serde_json::to_string_pretty(&written).unwrap_or_default()
    }
}

impl From<JsonError> for RecordError {
    fn from(error: JsonError) -> Self {
        match error {
            JsonError::Memory { bytes } => Self::Memory { bytes },
            error => Self::NotJson(error.to_string()),
        }
    }
}

fn malformed(error: &serde_path_to_error::Error<serde_json::Error>) -> RecordError {
    let (path, why) = place_and_why(error);
    RecordError::Malformed(if path == "." {
        why
    } else {
        format!("{path}: {why}")
    })
}

/// Converts the options to the form of a record: without the players, which stand beside them, and without unset
/// options.
fn to_map(options: &Options) -> Map<String, Value> {
    let value = serde_json::to_value(options).unwrap_or_default();
    let keys = value.as_object().cloned().unwrap_or_default();
    let written = |(key, value): &(String, Value)| key != PLAYERS && !value.is_null();
    keys.into_iter().filter(written).collect()
}

/// Parses the options of a record; missing ones have their defaults.
fn options(players: u8, mut written: Map<String, Value>) -> Result<Options, RecordError> {
    if written.insert(PLAYERS.to_owned(), players.into()).is_some() {
        return Err(RecordError::Malformed(format!(
            "options.{PLAYERS}: it stands beside the options"
        )));
    }
    serde_path_to_error::deserialize(Value::Object(written)).map_err(|error| {
        let (path, why) = place_and_why(&error);
        RecordError::Malformed(format!("options.{path}: {why}"))
    })
}

/// The option that a record holds beside the others.
const PLAYERS: &str = "players";

/// Returns the path of an error and its reason.
fn place_and_why(error: &serde_path_to_error::Error<serde_json::Error>) -> (String, String) {
    (given(&error.path().to_string()), said(error.inner()))
}
