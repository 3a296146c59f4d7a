//! Episodes that begin from a position instead of a deal.

use serde_json::{Value, json};

use super::error::PoolError;
use crate::engine::{Game, State};
use crate::episode::Episode;
use crate::position::{recent_to_value, state_to_value};
use crate::recent::Recent;
use crate::rng::{Rng, Stream};

/// An entry of a pool: a game that is dealt, or one that continues from a position.
#[derive(Clone)]
pub enum StartEntry {
    /// This game, dealt.
    Deal(Game),
    /// The game of this episode, from the position that it has reached; later chance follows the seed of each new episode.
    From(Box<Episode>),
}

impl From<&Game> for StartEntry {
    fn from(game: &Game) -> Self {
        Self::Deal(game.clone())
    }
}

impl From<&Episode> for StartEntry {
    fn from(episode: &Episode) -> Self {
        Self::From(Box::new(episode.clone()))
    }
}

impl StartEntry {
    /// Returns the game of the entry.
    #[must_use]
    pub fn game(&self) -> &Game {
        match self {
            Self::Deal(game) => game,
            Self::From(episode) => episode.game(),
        }
    }

    /// Returns the position with which the episodes begin, if they are not dealt; `at` is the place in the pool.
    pub(super) fn start(&self, at: usize) -> Result<Option<EnvStart>, PoolError> {
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
        Ok(Some(EnvStart {
            state,
            recent: episode.recent().clone(),
        }))
    }
}

/// A position with which episodes begin, and the public events before it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct EnvStart {
    state: State,
    recent: Recent,
}

impl EnvStart {
    /// Sets a position and its public events to those of the episode with this seed, before any seat has acted.
    pub(super) fn begin(&self, state: &mut State, recent: &mut Recent, seed: u64) {
        state.clone_from(&self.state);
        state.rng = Rng::new(seed, Stream::Chance);
        recent.clone_from(&self.recent);
    }

    /// Returns the episode with this seed.
    pub(super) fn episode(&self, game: &Game, seed: u64) -> Episode {
        let (mut state, mut recent) = (self.state.clone(), self.recent.clone());
        self.begin(&mut state, &mut recent, seed);
        Episode::from_state(game, state, recent)
    }

    /// Returns a value that is equal for episodes that begin alike.
    pub(super) fn identity(&self, game: &Game) -> Value {
        json!([
            state_to_value(game, &self.state),
            recent_to_value(game, &self.recent)
        ])
    }
}
