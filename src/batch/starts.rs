//! Episodes that begin from a position instead of a deal.

use serde_json::{Value, json};

use super::error::PoolError;
use crate::engine::{Game, State};
use crate::episode::Episode;
use crate::position::{recent_to_value, state_to_value};
use crate::recent::Recent;
use crate::rng::{Rng, Stream};

/// An entry of a pool: a game that is dealt, or one that goes on from a position.
#[derive(Clone)]
pub enum Entry {
    /// This game, dealt.
    Deal(Game),
    /// The game of this episode, from the position that it has reached. Chance goes on from the seed of each episode.
    From(Box<Episode>),
}

impl From<&Game> for Entry {
    fn from(game: &Game) -> Self {
        Self::Deal(game.clone())
    }
}

impl From<&Episode> for Entry {
    fn from(episode: &Episode) -> Self {
        Self::From(Box::new(episode.clone()))
    }
}

impl Entry {
    /// The game that it is.
    #[must_use]
    pub fn game(&self) -> &Game {
        match self {
            Self::Deal(game) => game,
            Self::From(episode) => episode.game(),
        }
    }

    /// The position that it begins with, if it is not dealt; `at` is its place in the pool.
    pub(super) fn start(&self, at: usize) -> Result<Option<Start>, PoolError> {
        let Self::From(episode) = self else {
            return Ok(None);
        };
        if episode.state().actor().is_none() {
            let id = episode.game().ruleset().id.clone();
            let why = if episode.state().is_over() {
                "the episode is over"
            } else {
                "chance is to decide"
            };
            return Err(PoolError::Start { at, id, why });
        }
        let mut state = episode.state().clone();
        // Each episode has a generator of its own.
        state.rng = Rng::new(0, Stream::Chance);
        Ok(Some(Start {
            state,
            recent: episode.recent().clone(),
        }))
    }
}

/// A position that episodes begin with, and the public events before it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Start {
    state: State,
    recent: Recent,
}

impl Start {
    /// Makes a position that of an episode of this seed, before anybody has acted in it.
    pub(super) fn begin(&self, state: &mut State, recent: &mut Recent, seed: u64) {
        state.clone_from(&self.state);
        state.rng = Rng::new(seed, Stream::Chance);
        recent.clone_from(&self.recent);
    }

    /// The episode of a seed.
    pub(super) fn episode(&self, game: &Game, seed: u64) -> Episode {
        let (mut state, mut recent) = (self.state.clone(), self.recent.clone());
        self.begin(&mut state, &mut recent, seed);
        Episode::from_state(game, state, recent)
    }

    /// A value that is equal for episodes that begin alike.
    pub(super) fn identity(&self, game: &Game) -> Value {
        json!([state_to_value(game, &self.state), recent_to_value(&self.recent)])
    }
}
