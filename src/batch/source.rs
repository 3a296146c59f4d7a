//! The source of the games of a batch: one game or a pool, which can be exchanged.

use std::sync::Arc;

use super::error::BatchError;
use super::pool::{GamePool, Prepared, difference};
use super::{Batch, Controller};
use crate::engine::Game;

/// The source of the games that a batch plays.
#[derive(Debug, Clone)]
pub enum GameSource {
    /// One game.
    Game(Game),
    /// A pool from which the game of each episode is drawn.
    Pool(GamePool),
}

impl From<&Game> for GameSource {
    fn from(game: &Game) -> Self {
        Self::Game(game.clone())
    }
}

impl From<&GamePool> for GameSource {
    fn from(pool: &GamePool) -> Self {
        Self::Pool(pool.clone())
    }
}

impl GameSource {
    /// Returns the game; of a pool the first, whose shape all have.
    #[must_use]
    pub fn first(&self) -> &Game {
        match self {
            Self::Game(game) => game,
            Self::Pool(pool) => pool.first(),
        }
    }

    /// Returns the fewest and the most players of a game.
    #[must_use]
    pub fn players(&self) -> (u8, u8) {
        match self {
            Self::Game(game) => (game.players(), game.players()),
            Self::Pool(pool) => pool.players(),
        }
    }

    /// Returns the first game with its layout, and the source of all games.
    pub(super) fn prepare(self) -> (Arc<Prepared>, Draws) {
        match self {
            Self::Game(game) => {
                let first = Prepared::new(&game);
                (Arc::clone(&first), Draws::Game(first))
            }
            Self::Pool(pool) => (Arc::clone(pool.first_prepared()), Draws::Pool(pool)),
        }
    }
}

/// The source of the next episodes in a batch whose envs may play different games.
#[derive(Clone)]
pub(super) enum Draws {
    /// This game, while some envs still play games that were drawn before.
    Game(Arc<Prepared>),
    Pool(GamePool),
}

impl Draws {
    /// Returns the game of the episode with this seed.
    pub(super) fn draw(&self, seed: u64) -> Arc<Prepared> {
        match self {
            Self::Game(game) => Arc::clone(game),
            Self::Pool(pool) => pool.draw_prepared(seed),
        }
    }
}

impl Batch {
    /// Returns the source of the next episodes.
    #[must_use]
    pub fn source(&self) -> GameSource {
        match self.pool() {
            Some(pool) => GameSource::Pool(pool.clone()),
            None => GameSource::Game(self.game().clone()),
        }
    }

    /// Sets the source of the games of each env from its next reset on; games being played continue unchanged.
    ///
    /// # Errors
    /// Games that need other arrays, or have other chance, than those being played; a controller that cannot play all of
    /// them; an env without an outside seat among those that every game has. Nothing is then changed.
    pub fn set_pool(&mut self, source: impl Into<GameSource>) -> Result<(), BatchError> {
        let source = source.into();
        let (fewest, most) = source.players();
        let (first, draws) = source.prepare();
        let of = "a game of the batch";
        let differs = if usize::from(most) == self.seats {
            difference(&first, &self.first, of)
        } else {
            let arrays = self.seats;
            Some(format!(
                "has at most {most} players, and the arrays are for {arrays}"
            ))
        };
        if let Some(differs) = differs {
            let id = first.game.ruleset().id.clone();
            return Err(BatchError::Shape { id, differs });
        }
        let next = |env: usize| &self.envs[env].next_controllers[..self.seats];
        check_outside_seats(self.envs.len(), usize::from(fewest), next)?;
        for env in &mut self.envs {
            env.own.get_or_insert_with(|| Arc::clone(&self.first));
            env.is_earlier = true;
        }
        (self.first, self.draws) = (first, Some(draws));
        Ok(())
    }

    /// Drops the drawn games once all envs play the one game.
    pub(super) fn drop_drawn_games(&mut self) {
        let is_of_game = matches!(self.draws, Some(Draws::Game(_)));
        if is_of_game && !self.envs.iter().any(|env| env.is_earlier) {
            self.envs.iter_mut().for_each(|env| env.own = None);
            self.draws = None;
        }
    }
}

/// Refuses controllers that leave no outside seat in some game.
pub(super) fn check_outside_seats<'a>(
    envs: usize,
    fewest: usize,
    of_env: impl Fn(usize) -> &'a [Controller],
) -> Result<(), BatchError> {
    let has_none = |&env: &usize| !of_env(env)[..fewest].contains(&Controller::Outside);
    match (0..envs).find(has_none) {
        None => Ok(()),
        Some(env) if of_env(env).contains(&Controller::Outside) => {
            Err(BatchError::NoOutsideSeatOfFewest { env, fewest })
        }
        Some(env) => Err(BatchError::NoOutsideSeat { env }),
    }
}
