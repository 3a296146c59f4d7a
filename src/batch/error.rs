//! Errors of batches and of pools of games.

use crate::bot::BotError;
use crate::engine::{GameError, ObservationLayout};

/// Reason why a batch, or a call on it, was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// No envs, or too many.
    #[error("num_envs = {given} is not in 1 … {most}")]
    NumEnvs {
        /// Number given.
        given: usize,
        /// Maximum number.
        most: usize,
    },
    /// Explicit chance, which nobody would decide here.
    #[error("a batch samples chance itself: make its game with chance = \"sampled\"")]
    ExplicitChance,
    /// An env without an outside seat, which would never ask for a decision.
    #[error("env {env} has no outside seat: leave at least one controller None")]
    NoOutsideSeat {
        /// The env.
        env: usize,
    },
    /// An env without an outside seat in the games with the fewest players, which would never ask for a decision.
    #[error(
        "env {env} has no outside seat in games of {fewest} players: leave at least one of the first {fewest} controllers None"
    )]
    NoOutsideSeatOfFewest {
        /// The env.
        env: usize,
        /// The fewest players of a game.
        fewest: usize,
    },
    /// Games that cannot share the arrays with those being played.
    #[error("the games do not fit the batch: {id} {differs}")]
    Shape {
        /// Ruleset of the first of these games.
        id: String,
        /// Description of the difference.
        differs: String,
    },
    /// A bot that does not play the games.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// An array of a wrong length.
    #[error("{what} has {given} values; the batch has {expected}")]
    Length {
        /// Name of the array.
        what: &'static str,
        /// Number of values given.
        given: usize,
        /// Number of values expected.
        expected: usize,
    },
    /// An array that cannot be written as the batch writes it; nothing has been changed.
    #[error("buffer {name} must have shape {expected:?} and standard layout; its shape is {given:?}")]
    Buffer {
        /// The field of [`Buffers`](super::Buffers).
        name: &'static str,
        /// The shape that the batch writes.
        expected: Vec<usize>,
        /// The shape of the array.
        given: Vec<usize>,
    },
    /// An illegal action; no env has moved.
    #[error("env {env}: action {action} is not legal; legal: {legal}")]
    Action {
        /// The env.
        env: usize,
        /// The action given.
        action: i64,
        /// Legal actions of that env.
        legal: String,
    },
    /// An env that does not exist.
    #[error("there is no env {env}: the batch has {envs}")]
    Env {
        /// Number given.
        env: usize,
        /// Number of envs.
        envs: usize,
    },
    /// Too little memory for the batch.
    #[error("there is no memory for another {bytes} bytes")]
    Memory {
        /// Number of bytes asked for.
        bytes: usize,
    },
    /// Bots that finish one episode after the other without an outside decision.
    #[error(
        "the bots have finished thousands of episodes of an env in a row before an outside seat was to decide: start from \
         earlier positions; the batch is unfinished until it is reset or restored"
    )]
    NoDecision,
    /// An interruption by the caller's callback.
    #[error("the step was interrupted: the batch is unfinished until it is reset or restored")]
    Interrupted,
    /// A call after an interrupted step or reset.
    #[error("a step or reset of the batch was interrupted: call reset() for all envs, or set_state()")]
    Unfinished,
    /// Bytes that are not a saved batch of this game.
    #[error("not a saved batch: {why}")]
    Bytes {
        /// Description of what is wrong with them.
        why: String,
    },
    /// A saved batch of another game, another number of envs or another way of resetting.
    #[error("the saved batch does not fit: {why}")]
    Saved {
        /// Description of the difference.
        why: &'static str,
    },
}

/// Reason why games make no pool.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// No game at all.
    #[error("a pool needs at least one game")]
    Empty,
    /// Too many games.
    #[error("{given} games are too many: a pool has at most {most}")]
    TooMany {
        /// Number of games given.
        given: usize,
        /// Maximum number.
        most: usize,
    },
    /// A game that does not fit the first one, with which it would share arrays.
    #[error(
        "game {at} of the pool, {id}, {differs}: games of a pool have the same chance and the same features, as \
         those of up to ten players and the usual suits and ranks have with layout = \"universal\" and one history"
    )]
    Shape {
        /// Place of the game in the pool.
        at: usize,
        /// Ruleset of the game.
        id: String,
        /// Description of the difference from the first one.
        differs: String,
    },
    /// A position in which no seat is to act.
    #[error("position {at} of the pool, of {id}, is none to start from: {why}")]
    Start {
        /// Place of the position in the pool.
        at: usize,
        /// Ruleset of its game.
        id: String,
        /// Reason why no seat is to act.
        why: &'static str,
    },
    /// A number of weights that is not the number of games.
    #[error("{given} weights are too few or too many: the pool has {games} games")]
    Weights {
        /// Number of weights given.
        given: usize,
        /// Number of games.
        games: usize,
    },
    /// A weight that is not a finite number above 0.
    #[error("weights[{at}] = {given} is not a finite number above 0")]
    Weight {
        /// Place of the weight.
        at: usize,
        /// The weight given.
        given: String,
    },
    /// An empty list of numbers of players.
    #[error("players is empty: give at least one number")]
    NoPlayers,
    /// A number of players for which there is no sampled ruleset.
    #[error("players = {given} is not in {fewest} … {most}")]
    Players {
        /// Number given.
        given: u8,
        /// Minimum.
        fewest: u8,
        /// Maximum.
        most: u8,
    },
    /// A size of 0.
    #[error("pool = {given} is not in 1 … {}", u32::MAX)]
    Size {
        /// Size given.
        given: u32,
    },
    /// A layout of observations that differs from game to game.
    #[error("layout = {:?} differs from game to game: there are \"universal\", \"cards\"", given.as_str())]
    Layout {
        /// The layout given.
        given: ObservationLayout,
    },
    /// Options that make no game of any ruleset.
    #[error(transparent)]
    Game(#[from] GameError),
}
