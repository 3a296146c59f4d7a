//! An episode: a game with its position and all that has happened since it began.

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
use crate::resample::ResampleError;
use crate::rng::mix;
use crate::seat::{MAX_SEATS, Seat};
use entry::Entry;

pub use crate::engine::Move;
pub use tensor::{TensorError, information_state_tensor_size};

pub(crate) use recall::{Key, Recall};
pub(crate) use saved::{STARTS, parse_move};

/// Where an episode begins.
#[derive(Clone)]
pub enum Start {
    /// With the deal of this seed.
    Seed(u64),
    /// With a position in position notation; chance goes on from the seed.
    Position {
        /// The position.
        position: Value,
        /// The seed.
        seed: u64,
    },
    /// With a state that was reached elsewhere.
    State(Arc<State>),
}

/// What an episode goes on from by chance.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Begun {
    Seed(u64),
    State(Arc<State>),
}

/// A move, who made it, and how many events came before.
#[derive(Debug, Clone, Copy)]
struct Made {
    what: Move,
    by: Option<Seat>,
    at: usize,
}

/// What an event tells beyond what fits into one.
#[derive(Debug, Clone)]
enum Detail {
    /// The hand that a challenger was shown.
    Shown(Box<Hand>),
    /// The hands as they moved: each seat that an event gives another hand sees its own.
    Hands(Box<[Hand; MAX_SEATS]>),
    /// The scores that became known with the end of a round.
    Scores(Box<[i32; MAX_SEATS]>),
    /// The pile on which a card was played, where there are several.
    Pile(u8),
    /// The two piles into which one was dealt.
    Piles(Box<[Vec<Card>; 2]>),
}

impl Detail {
    /// What this event tells beyond itself, with the state just after it.
    fn of(state: &State, event: Event) -> Option<Self> {
        match event {
            Event::Challenged(_, player, _) => Some(Self::Shown(Box::new(*state.hand(player)))),
            Event::HandsMoved(_) | Event::Swapped(..) => Some(Self::Hands(Box::new(state.hands))),
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

/// All that has happened, as it is logged.
#[derive(Debug, Clone)]
struct Told {
    events: Vec<Event>,
    details: Vec<(usize, Detail)>,
    recent: Recent,
}

impl Told {
    fn new(recent: Recent) -> Self {
        Self {
            events: Vec::new(),
            details: Vec::new(),
            recent,
        }
    }
}

impl Log for Told {
    fn event(&mut self, state: &State, event: Event) {
        let detail = Detail::of(state, event);
        if let Some(detail) = detail {
            self.details.push((self.events.len(), detail));
        }
        self.events.push(event);
        self.recent.event(state, event);
    }
}

/// A number that differs where the generator, the phase, who is to act, or how many cards lie where does.
fn trace(state: &State) -> u64 {
    let chance = state.rng.clone().next_u64();
    let phase = state.phase().name().bytes().map(u64::from);
    let hands = state.hands.iter().map(|hand| u64::from(hand.len()));
    let others = [u64::from(state.decisions), u64::from(state.asked().0)];
    phase.chain(hands).chain(others).fold(chance, mix)
}

/// What came before the start, as far as one seat may remember it.
#[derive(Debug, Clone, PartialEq)]
struct Past {
    viewer: Seat,
    entries: Vec<Entry>,
    /// Whether a history is known that leads to the state.
    has_history: bool,
}

/// A game, a position of it, and all that has happened since the beginning.
///
/// A clone copies the log; search that needs no log clones the [`State`] alone.
#[derive(Clone)]
pub struct Episode {
    game: Game,
    start: Start,
    /// The state at the start, unless the start is a deal.
    first: Option<Arc<State>>,
    past: Option<Arc<Past>>,
    /// The public events before the start, for observations.
    recent_before: Recent,
    state: State,
    made: Vec<Made>,
    told: Told,
}

impl Episode {
    /// The episode of a seed, dealt; with explicit chance, at its first chance node.
    #[must_use]
    pub fn new(game: &Game, seed: u64) -> Self {
        let recent = Recent::new(game.options().history);
        let mut told = Told::new(recent.clone());
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

    /// An episode that begins with a position in position notation; chance goes on from the seed.
    ///
    /// # Errors
    /// Every reason why the mapping is no position of this game.
    pub fn from_position(game: &Game, position: &Value, seed: u64) -> Result<Self, PositionError> {
        let (state, recent) = game.position_with_recent(position, seed)?;
        let mut episode = Self::from_state(game, state, recent);
        episode.start = Start::Position {
            position: position.clone(),
            seed,
        };
        Ok(episode)
    }

    /// An episode that begins with a state of this game; `recent` holds the public events before it.
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
            told: Told::new(recent),
        }
    }

    /// What a seat can believe of the cards that it does not see: positions that its own history may have led to.
    ///
    /// What is drawn follows from the seed, and from what the seat has seen.
    #[must_use]
    pub fn worlds(&self, seat: Seat, seed: u64) -> Worlds {
        let begun = self.begun();
        let from = match &begun {
            Begun::State(state) => Begin::State(state),
            Begun::Seed(seed) => Begin::Seed(*seed),
        };
        Worlds::new(&self.game, from, self.moves(), &self.state, seat, seed)
    }

    /// Another episode that this seat cannot tell apart, chance going on from `seed`: one of its [`Episode::worlds`].
    ///
    /// It begins with the state drawn. What the seat remembers of the time before is kept, for it alone; nothing of what
    /// others know is.
    ///
    /// # Errors
    /// [`ResampleError`]: what is open is so rare that drawing did not come upon it.
    pub fn resample(&self, seat: Seat, seed: u64) -> Result<Self, ResampleError> {
        let mut worlds = self.worlds(seat, seed);
        let state = worlds.draw()?;
        let mut episode = Self::from_state(&self.game, state, self.told.recent.clone());
        episode.past = Some(Arc::new(Past {
            viewer: seat,
            entries: self.entries(seat),
            has_history: self.has_history() && worlds.have_histories(),
        }));
        Ok(episode)
    }

    /// Whether there is a history that leads to where it began. Only a world of [`Episode::resample`] may have none: one that
    /// was drawn as a position, since no history was found in bounded time, or histories of its kind are not replayed.
    #[must_use]
    pub fn has_history(&self) -> bool {
        self.past.as_ref().is_none_or(|past| past.has_history)
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The position that was reached.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Where it began.
    #[must_use]
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// What has happened since the start; hidden cards are in it, see [`Event::is_open_to`].
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.told.events
    }

    /// The position that was reached in position notation, with the last public events where observations show them.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut value = self.game.to_value(&self.state);
        if let Some(map) = value.as_object_mut()
            && self.recent().latest().next().is_some()
        {
            map.insert("recent".to_owned(), recent_to_value(self.recent()));
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

    /// The ids of the moves since the start: actions and, with explicit chance, outcomes, as in `OpenSpiel`.
    #[must_use]
    pub fn history(&self) -> Vec<usize> {
        self.moves()
            .map(|what| match what {
                Move::Action(action) => action.id().index(),
                Move::Outcome(outcome) => usize::from(outcome.id()),
            })
            .collect()
    }

    /// A seed for what is left to chance in the choice of the next move: it follows from the seed and the number of moves.
    ///
    /// Equal episodes have the same, and along an episode it is another at every move. One that begins with a position or a
    /// state has that of what it began with: its generator, and where the game stood.
    #[must_use]
    pub fn move_seed(&self) -> u64 {
        let seed = match self.begun() {
            Begun::State(state) => trace(&state),
            Begun::Seed(seed) => seed,
        };
        mix(seed, self.made.len() as u64)
    }

    /// What chance goes on from: the seed of a deal, or the state that it began with.
    pub(crate) fn begun(&self) -> Begun {
        match (&self.start, &self.first) {
            (Start::State(state), _) | (_, Some(state)) => Begun::State(state.clone()),
            (Start::Seed(seed) | Start::Position { seed, .. }, None) => Begun::Seed(*seed),
        }
    }

    /// Applies an action of the seat to act.
    ///
    /// # Errors
    /// An action that is not legal; nothing has changed then.
    pub fn apply(&mut self, action: Action) -> Result<(), ActionError> {
        self.make(Move::Action(action))
    }

    /// Applies an outcome at a chance node.
    ///
    /// # Errors
    /// An outcome that chance cannot give here; nothing has changed then.
    pub fn apply_outcome(&mut self, outcome: Outcome) -> Result<(), ActionError> {
        self.make(Move::Outcome(outcome))
    }

    /// Applies a move.
    ///
    /// # Errors
    /// A move that cannot be made here; nothing has changed then.
    pub fn make(&mut self, what: Move) -> Result<(), ActionError> {
        let (by, at) = (self.state.actor(), self.told.events.len());
        self.game.make(&mut self.state, what, &mut self.told)?;
        self.made.push(Made { what, by, at });
        Ok(())
    }

    /// The episode before its last move, played again from its start; none where nothing was done.
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
