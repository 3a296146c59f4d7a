//! An episode: a game, its position, and all that has happened since it began.

mod bound;
mod entry;
mod recall;
mod saved;
mod since;
mod tensor;
mod text;

use std::sync::Arc;

use serde_json::Value;

use crate::action::Action;
use crate::belief::{Begin, Worlds};
use crate::card::Card;
use crate::engine::{ActionError, Event, Game, Log, Outcome, State};
use crate::hand::Hand;
use crate::position::{PositionError, recent_to_value};
use crate::recent::Recent;
use crate::resample::{KeepSeeking, ResampleError};
use crate::rng::mix;
use crate::seat::{MAX_SEATS, Seat};
use entry::LogEntry;

use crate::engine::Move;
pub use tensor::{TensorError, information_state_tensor_size};

pub(crate) use recall::{InfoStateKey, Recall};
pub(crate) use saved::{STARTS, parse_move};

/// The beginning of an episode.
#[derive(Clone)]
pub enum Start {
    /// The deal of this seed.
    Seed(u64),
    /// A position in position notation, with chance seeded by `seed`.
    Position {
        /// The position.
        position: Value,
        /// The seed.
        seed: u64,
    },
    /// A state that was reached elsewhere.
    State(Arc<State>),
}

/// The source of an episode's chance: a seed, or a state with its generator.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Begun {
    Seed(u64),
    State(Arc<State>),
}

/// A move, the seat that made it, and the number of events before it.
#[derive(Debug, Clone, Copy)]
struct Made {
    what: Move,
    by: Option<Seat>,
    at: usize,
}

/// Details of an event that the event itself has no room for.
#[derive(Debug, Clone)]
enum Detail {
    /// The hand that a challenger was shown.
    Shown(Box<Hand>),
    /// The hands after they moved: each seat that receives another hand sees its own. Where cards were turned over, the
    /// backs of the hands, which everybody sees.
    Hands(Box<[Hand; MAX_SEATS]>),
    /// The scores that became known at the end of a round.
    Scores(Box<[i32; MAX_SEATS]>),
    /// The index of the pile that a card was played on, where there are several.
    Pile(u8),
    /// The two piles into which one was dealt.
    Piles(Box<[Vec<Card>; 2]>),
}

impl Detail {
    /// Returns the details of an event, given the state just after it.
    fn of(state: &State, event: Event) -> Option<Self> {
        match event {
            Event::Challenged(_, player, _) => Some(Self::Shown(Box::new(*state.hand(player)))),
            Event::HandsMoved(..) | Event::Swapped(..) => Some(Self::Hands(Box::new(state.hands))),
            Event::TurnedOver => Some(Self::Hands(Box::new(state.backs()?.hands))),
            Event::Ended => Some(Self::Scores(Box::new(state.scores.points))),
            Event::Dealer(_) if state.matches.round > 0 => Some(Self::Scores(Box::new(state.scores.points))),
            Event::Played(..) => {
                let piles = &state.tableau.as_ref()?.piles;
                (piles.count > 1).then_some(Self::Pile(piles.at))
            }
            Event::Split => {
                let piles = &state.tableau.as_ref()?.piles;
                let new = &piles.slots[usize::from(piles.count) - 1];
                let both = [&state.pile, new].map(|pile| pile.cards().to_vec());
                Some(Self::Piles(Box::new(both)))
            }
            _ => None,
        }
    }
}

/// A log of all that has happened.
#[derive(Debug, Clone)]
struct FullLog {
    events: Vec<Event>,
    details: Vec<(usize, Detail)>,
    recent: Recent,
}

impl FullLog {
    fn new(recent: Recent) -> Self {
        Self {
            events: Vec::new(),
            details: Vec::new(),
            recent,
        }
    }
}

impl Log for FullLog {
    fn event(&mut self, state: &State, event: Event) {
        let detail = Detail::of(state, event);
        if let Some(detail) = detail {
            self.details.push((self.events.len(), detail));
        }
        self.events.push(event);
        self.recent.event(state, event);
    }
}

/// Returns a hash of the generator, the phase, the seat that is asked, the number of decisions and the sizes of the
/// hands.
fn trace(state: &State) -> u64 {
    let chance = state.rng.clone().next_u64();
    let phase = state.phase().name().bytes().map(u64::from);
    let hands = state.hands.iter().map(|hand| u64::from(hand.len()));
    let others = [u64::from(state.decisions), u64::from(state.asked().0)];
    phase.chain(hands).chain(others).fold(chance, mix)
}

/// Entries from before the start, for the one seat that may remember them.
#[derive(Debug, Clone, PartialEq)]
struct Past {
    viewer: Seat,
    entries: Vec<LogEntry>,
    /// True if some known history leads to the state.
    has_history: bool,
}

/// A game, a position of it, and all that has happened since the beginning.
///
/// A clone copies the log. A search that needs no log should clone the [`State`] alone.
#[derive(Clone)]
pub struct Episode {
    game: Game,
    start: Start,
    /// The state at the start; none if the episode starts with a deal.
    first: Option<Arc<State>>,
    past: Option<Arc<Past>>,
    /// The public events before the start, for observations.
    recent_before: Recent,
    state: State,
    made: Vec<Made>,
    told: FullLog,
}

impl Episode {
    /// Deals the episode of a seed; with explicit chance, it stands at its first chance node.
    #[must_use]
    pub fn new(game: &Game, seed: u64) -> Self {
        let recent = Recent::new(game.options().history);
        let mut told = FullLog::new(recent.clone());
        let state = game.deal(seed, &mut told);
        Self {
            game: game.clone(),
            start: Start::Seed(seed),
            first: None,
            past: None,
            recent_before: recent,
            state,
            made: Vec::new(),
            told,
        }
    }

    /// Begins an episode with a position in position notation; chance is seeded by `seed`.
    ///
    /// # Errors
    /// Every reason why the mapping is not a position of this game.
    pub fn from_position(game: &Game, position: &Value, seed: u64) -> Result<Self, PositionError> {
        let (state, recent) = game.position_with_recent(position, seed)?;
        let mut episode = Self::from_state(game, state, recent);
        episode.start = Start::Position {
            position: position.clone(),
            seed,
        };
        Ok(episode)
    }

    /// Begins an episode with a state of this game; `recent` holds the public events before it.
    #[must_use]
    pub fn from_state(game: &Game, state: State, recent: Recent) -> Self {
        let first = Arc::new(state.clone());
        Self {
            game: game.clone(),
            start: Start::State(first.clone()),
            first: Some(first),
            past: None,
            recent_before: recent.clone(),
            state,
            made: Vec::new(),
            told: FullLog::new(recent),
        }
    }

    /// Returns a sampler of positions that are consistent with everything a seat has seen.
    ///
    /// The samples depend on `seed` and on what the seat has seen only.
    #[must_use]
    pub fn worlds(&self, seat: Seat, seed: u64) -> Worlds {
        self.worlds_while(seat, seed, &|| true)
    }

    /// Returns [`Episode::worlds`], which reads the history while `goes_on` returns true.
    pub(crate) fn worlds_while(&self, seat: Seat, seed: u64, goes_on: KeepSeeking<'_>) -> Worlds {
        let begun = self.begun();
        let from = match &begun {
            Begun::State(state) => Begin::State(state),
            Begun::Seed(seed) => Begin::Seed(*seed),
        };
        Worlds::new_while(&self.game, from, self.moves(), &self.state, seat, seed, goes_on)
    }

    /// Returns another episode that the seat cannot tell from this one: one of its [`Episode::worlds`], with chance
    /// seeded by `seed`.
    ///
    /// The new episode begins with the sampled state. The entries that the seat remembers are kept for that seat alone;
    /// the knowledge of other seats is dropped.
    ///
    /// # Errors
    /// [`ResampleError`] if the question asked is so rare that sampling found no match.
    pub fn resample(&self, seat: Seat, seed: u64) -> Result<Self, ResampleError> {
        let mut worlds = self.worlds(seat, seed);
        let state = worlds.draw()?;
        Ok(self.in_world(seat, state, self.has_history() && worlds.have_histories()))
    }

    /// Returns another episode as [`Episode::resample`] does, but only one to which a history leads.
    ///
    /// # Errors
    /// [`ResampleError::History`] if this episode has no history itself, histories of its kind are not replayed, or none
    /// is found in bounded time.
    pub fn resample_with_history(&self, seat: Seat, seed: u64) -> Result<Self, ResampleError> {
        if !self.has_history() {
            let reason = "it was itself sampled as a mere position";
            return Err(ResampleError::History { seat, reason });
        }
        let state = self.worlds(seat, seed).draw_with_history()?;
        Ok(self.in_world(seat, state, true))
    }

    /// Returns the episode that begins with a world of a seat.
    fn in_world(&self, seat: Seat, state: State, has_history: bool) -> Self {
        let mut episode = Self::from_state(&self.game, state, self.told.recent.clone());
        episode.past = Some(Arc::new(Past {
            viewer: seat,
            entries: self.entries(seat),
            has_history,
        }));
        episode
    }

    /// True if some history leads to the start of the episode.
    ///
    /// False only for an episode of [`Episode::resample`] that was sampled as a mere position, because no history was
    /// found in bounded time or histories of its kind are not replayed.
    #[must_use]
    pub fn has_history(&self) -> bool {
        self.past.as_ref().is_none_or(|past| past.has_history)
    }

    /// The game that is played.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The current position.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The beginning of the episode.
    #[must_use]
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// The events since the start, hidden cards included; see [`Event::is_open_to`].
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.told.events
    }

    /// Returns the current position in position notation, with the last public events where observations show them.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut value = self.game.to_value(&self.state);
        if let Some(map) = value.as_object_mut()
            && self.recent().latest().next().is_some()
        {
            map.insert("recent".to_owned(), recent_to_value(&self.game, self.recent()));
        }
        value
    }

    /// The last public events, for observations.
    #[must_use]
    pub const fn recent(&self) -> &Recent {
        &self.told.recent
    }

    /// The moves since the start.
    #[must_use]
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.made.iter().map(|made| made.what)
    }

    /// Returns the ids of the moves since the start: actions and, with explicit chance, outcomes, as in `OpenSpiel`.
    #[must_use]
    pub fn history(&self) -> Vec<usize> {
        self.moves()
            .map(|what| match what {
                Move::Action(action) => action.id().index(),
                Move::Outcome(outcome) => usize::from(outcome.id()),
            })
            .collect()
    }

    /// Derives a seed for random choices of the next move from the episode's start and the number of moves.
    ///
    /// Equal episodes give equal seeds, and each move of an episode gives another. For an episode that begins with a
    /// position or a state, the seed derives from the generator and the progress of the game there.
    #[must_use]
    pub fn move_seed(&self) -> u64 {
        let seed = match self.begun() {
            Begun::State(state) => trace(&state),
            Begun::Seed(seed) => seed,
        };
        mix(seed, self.made.len() as u64)
    }

    /// Returns the source of chance: the seed of a deal, or the state at the start.
    pub(crate) fn begun(&self) -> Begun {
        match (&self.start, &self.first) {
            (Start::State(state), _) | (_, Some(state)) => Begun::State(state.clone()),
            (Start::Seed(seed) | Start::Position { seed, .. }, None) => Begun::Seed(*seed),
        }
    }

    /// Applies an action of the seat to act.
    ///
    /// # Errors
    /// The action is not legal; the episode is unchanged.
    pub fn apply(&mut self, action: Action) -> Result<(), ActionError> {
        self.make(Move::Action(action))
    }

    /// Applies an outcome at a chance node.
    ///
    /// # Errors
    /// The outcome is not possible here; the episode is unchanged.
    pub fn apply_outcome(&mut self, outcome: Outcome) -> Result<(), ActionError> {
        self.make(Move::Outcome(outcome))
    }

    /// Applies a move.
    ///
    /// # Errors
    /// The move is not possible here; the episode is unchanged.
    pub fn make(&mut self, what: Move) -> Result<(), ActionError> {
        let (by, at) = (self.state.actor(), self.told.events.len());
        self.game.make(&mut self.state, what, &mut self.told)?;
        self.made.push(Made { what, by, at });
        Ok(())
    }

    /// Returns the episode before its last move, replayed from its start; none if no move was made.
    #[must_use]
    pub fn before_last(&self) -> Option<Self> {
        let (_, before) = self.made.split_last()?;
        let mut again = match (&self.start, &self.first) {
            (Start::Seed(seed), _) => Self::new(&self.game, *seed),
            (start, first) => Self {
                start: start.clone(),
                past: self.past.clone(),
                ..Self::from_state(
                    &self.game,
                    State::clone(first.as_deref()?),
                    self.recent_before.clone(),
                )
            },
        };
        for made in before {
            again.make(made.what).ok()?;
        }
        Some(again)
    }
}
