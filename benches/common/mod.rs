//! Arrays of a batch, as a trainer owns them, for benches and tests that step one.

#![allow(
    unreachable_pub,
    missing_docs,
    dead_code,
    reason = "a module that several programs include"
)]

use eights::action::NUM_ACTIONS;
use eights::aligned::Aligned;
use eights::batch::{Buffers, Extras};
use eights::engine::Game;
use eights::observation::{Feature, Layout};

/// The arrays of a batch.
pub struct Arrays<T> {
    /// Aligned like the observations that a batch allocates for Python.
    pub observations: Aligned<T>,
    pub action_masks: Vec<bool>,
    pub players: Vec<i32>,
    pub rewards: Vec<f32>,
    pub terminations: Vec<bool>,
    pub truncations: Vec<bool>,
    pub final_observations: Vec<T>,
    pub final_players: Vec<i32>,
}

impl<T: Feature + Default> Arrays<T> {
    /// Creates zeros for `envs` games.
    pub fn new(game: &Game, envs: usize) -> Self {
        Self::with_seats(game, usize::from(game.players()), envs)
    }

    /// Creates zeros for `envs` games of up to `seats` seats, with observations laid out as in `game`.
    pub fn with_seats(game: &Game, seats: usize, envs: usize) -> Self {
        let size = envs * Layout::new(game).size();
        Self {
            observations: Aligned::new(size),
            action_masks: vec![false; envs * NUM_ACTIONS],
            players: vec![0; envs],
            rewards: vec![0.0; envs * seats],
            terminations: vec![false; envs],
            truncations: vec![false; envs],
            final_observations: vec![T::ZERO; size],
            final_players: vec![0; envs],
        }
    }

    /// Lends the arrays, to be written into.
    pub fn lend(&mut self) -> Buffers<'_, T> {
        Buffers {
            observations: &mut self.observations,
            action_masks: &mut self.action_masks,
            players: &mut self.players,
            rewards: &mut self.rewards,
            terminations: &mut self.terminations,
            truncations: &mut self.truncations,
            final_observations: &mut self.final_observations,
            final_players: &mut self.final_players,
            extras: Extras::default(),
            final_extras: Extras::default(),
        }
    }
}
