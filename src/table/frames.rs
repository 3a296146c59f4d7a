//! A record as a row of pictures, for pages and animations: what is equal in two is kept once.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::names::{board_with_names, named};
use super::story::news;
use crate::engine::Move;
use crate::episode::Episode;
use crate::limits::MAX_PICTURES;
use crate::record::{Annotation, Record, RecordError};
use crate::render::{render_svg, render_table_svg};
use crate::seat::Seat;
use crate::view::View;
use crate::words::{describe_action, describe_event};

/// The eyes that see a position: a seat's, or none's, with all hands open.
pub type Perspective = Option<Seat>;

/// A position of a record in pictures and words, from one perspective.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Frame {
    /// The board, as places of its lines in [`Frames::lines`].
    pub picture: Vec<usize>,
    /// The lines of what has happened since the frame before.
    pub news: Vec<String>,
    /// The legal actions of who decides, as text and in words, where they may be seen.
    pub legal: Vec<(String, String)>,
    /// The action that was chosen here, with the notes on the decision, where it may be seen.
    pub chosen: Option<Map<String, Value>>,
}

/// The positions of a record one after the other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Frames {
    /// The title of the ruleset, and the number of players.
    pub title: String,
    /// The perspectives, in words.
    pub perspectives: Vec<String>,
    /// For each frame the place of the perspective of whoever decides, if all are shown: the pages follow it.
    pub deciders: Option<Vec<usize>>,
    /// The lines of all pictures, each once.
    pub lines: Vec<String>,
    /// For each position a frame for each perspective.
    pub frames: Vec<Vec<Frame>>,
}

impl Frames {
    /// Replays a record, seen from these perspectives; from all of them, and with all hands open, if none are given.
    ///
    /// # Errors
    /// The text is not a record, does not replay, or is of more than [`MAX_PICTURES`] pictures.
    ///
    /// ```
    /// use eights::table::Frames;
    /// use eights::{Episode, Game, Options, Ruleset};
    /// let game = Game::new(&Ruleset::builtin("crazy_eights")?, Options::new(2))?;
    /// let frames = Frames::new(&Episode::new(&game, 7).record(), None, &[])?;
    /// assert_eq!(frames.perspectives, ["seat 0", "seat 1", "all hands open"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        record: &str,
        perspectives: Option<&[Perspective]>,
        names: &[String],
    ) -> Result<Self, RecordError> {
        let record = Record::parse(record)?;
        // Nothing is drawn of a record that does not replay.
        let positions = record.replay()?.moves().len() + 1;
        let game = record.game();
        let everybody: Vec<Perspective> = (0..game.players())
            .map(|seat| Some(Seat(seat)))
            .chain([None])
            .collect();
        let eyes = perspectives.unwrap_or(&everybody);
        let pictures = positions * eyes.len();
        if pictures > MAX_PICTURES {
            return Err(RecordError::Pictures { pictures });
        }
        let notes = record.annotations().iter().map(|note| (note.number, note));
        let mut projector = Projector {
            record: &record,
            notes: notes.collect(),
            perspectives: eyes,
            names,
            lines: Lines::default(),
            told: 0,
            deciders: Vec::new(),
        };
        let mut frames = Vec::new();
        record.replay_with(|episode, number| frames.push(projector.frame(episode, number)))?;
        let said = |one: &Perspective| match one {
            Some(seat) => named(&format!("seat {}", seat.0), names),
            None => "all hands open".to_owned(),
        };
        let place = |one: &Perspective| everybody.iter().position(|of| of == one).unwrap_or_default();
        Ok(Self {
            title: format!("{}, {} players", game.ruleset().name(), game.players()),
            perspectives: projector.perspectives.iter().map(said).collect(),
            deciders: perspectives
                .is_none()
                .then(|| projector.deciders.iter().map(place).collect()),
            lines: projector.lines.all,
            frames,
        })
    }
}

/// The lines of pictures, each once.
#[derive(Default)]
struct Lines {
    all: Vec<String>,
    places: HashMap<String, usize>,
}

impl Lines {
    fn place(&mut self, line: &str) -> usize {
        if let Some(&place) = self.places.get(line) {
            return place;
        }
        self.places.insert(line.to_owned(), self.all.len());
        self.all.push(line.to_owned());
        self.all.len() - 1
    }
}

/// The state while frames are made.
struct Projector<'a> {
    record: &'a Record,
    /// The notes on decisions, by the numbers of their moves.
    notes: HashMap<usize, &'a Annotation>,
    perspectives: &'a [Perspective],
    names: &'a [String],
    lines: Lines,
    /// Number of events that have been told.
    told: usize,
    /// For each frame, whose eyes are those of whoever decides.
    deciders: Vec<Perspective>,
}

impl Projector<'_> {
    /// Makes the frame after this many moves, for each perspective.
    fn frame(&mut self, episode: &Episode, number: usize) -> Vec<Frame> {
        let (game, state) = (episode.game(), episode.state());
        let actor = state.actor();
        // While chance decides, the eyes are those of the last one that did; at the end all hands are open.
        let last = self.deciders.last().copied().unwrap_or(Some(Seat(0)));
        self.deciders
            .push(if state.is_over() { None } else { actor.or(last) });
        let new = &episode.events()[self.told..];
        self.told = episode.events().len();
        let perspectives = self.perspectives;
        let one = |&eyes: &Perspective| {
            let board = match eyes {
                Some(seat) => render_svg(&View::new(game, state, seat)),
                None => render_table_svg(game, state),
            };
            let board = board_with_names(&board, self.names);
            let told: Vec<String> = new
                .iter()
                .map(|event| describe_event(game, event, eyes))
                .collect();
            let is_open = actor.is_some() && (eyes.is_none() || eyes == actor);
            Frame {
                picture: board.lines().map(|line| self.lines.place(line)).collect(),
                news: news(&told, self.names),
                legal: if is_open {
                    legal(episode, self.names)
                } else {
                    Vec::new()
                },
                chosen: if is_open {
                    chosen(self.record, self.notes.get(&(number + 1)).copied(), number)
                } else {
                    None
                },
            }
        };
        perspectives.iter().map(one).collect()
    }
}

/// Returns the legal actions, as text and in words.
fn legal(episode: &Episode, names: &[String]) -> Vec<(String, String)> {
    let (game, state) = (episode.game(), episode.state());
    let all = game.legal(state);
    all.iter()
        .map(|action| {
            (
                game.text(&action),
                named(&describe_action(game, state, action), names),
            )
        })
        .collect()
}

/// Returns the move that was made after this many, with the notes on the decision.
fn chosen(record: &Record, note: Option<&Annotation>, number: usize) -> Option<Map<String, Value>> {
    let what: &Move = record.moves().get(number)?;
    let mut chosen = Map::from_iter([("text".to_owned(), json!(record.game().text(what)))]);
    if let Some(Ok(Value::Object(note))) = note.map(serde_json::to_value) {
        chosen.extend(note.into_iter().filter(|(key, _)| key != "move"));
    }
    Some(chosen)
}
