//! What a batch refuses, and what is no pool of games.

use crate::bot::BotError;
use crate::engine::GameError;

/// Why a batch was refused, or a call on it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// There are no envs, or too many.
    #[error("num_envs = {given} is not in 1 … {most}")]
    NumEnvs {
        /// What was asked for.
        given: usize,
        /// Most.
        most: usize,
    },
    /// Explicit chance has nobody to decide it here.
    #[error("a batch samples chance itself: make its game with chance = \"sampled\"")]
    ExplicitChance,
    /// An env would never ask for a decision.
    #[error("env {env} has no outside seat: leave at least one controller None")]
    NoOutsideSeat {
        /// The env.
        env: usize,
    },
    /// An env would never ask for a decision in the games with the fewest players.
    #[error(
        "env {env} has no outside seat in games of {fewest} players: leave at least one of the first {fewest} controllers None"
    )]
    NoOutsideSeatOfFewest {
        /// The env.
        env: usize,
        /// The fewest players of a game.
        fewest: usize,
    },
    /// Games that cannot share the arrays with those that are played.
    #[error("the games do not fit the batch: {id} {differs}")]
    Shape {
        /// The ruleset of the first.
        id: String,
        /// In what it differs.
        differs: String,
    },
    /// A bot does not play what may be drawn.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// As many values as envs were expected.
    #[error("{what} has {given} values; the batch has {expected}")]
    Length {
        /// What was given.
        what: &'static str,
        /// How many values.
        given: usize,
        /// How many were expected.
        expected: usize,
    },
    /// An action that is not legal; no env has moved.
    #[error("env {env}: action {action} is not legal; legal: {legal}")]
    Action {
        /// The env.
        env: usize,
        /// What was given.
        action: i64,
        /// What is legal in that env.
        legal: String,
    },
    /// There is no such env.
    #[error("there is no env {env}: the batch has {envs}")]
    Env {
        /// What was asked for.
        env: usize,
        /// Number of envs.
        envs: usize,
    },
    /// The memory for it cannot be had.
    #[error("there is no memory for another {bytes} bytes")]
    Memory {
        /// How much was asked for.
        bytes: usize,
    },
    /// Bots finish one episode after the other.
    #[error(
        "the bots have finished thousands of episodes of an env in a row before an outside seat was to decide: start from \
         earlier positions; the batch is unfinished until it is reset or restored"
    )]
    NoDecision,
    /// Whoever was asked whether to go on has said no.
    #[error("the step was interrupted: the batch is unfinished until it is reset or restored")]
    Interrupted,
    /// A step or a reset was interrupted before this.
    #[error("a step or reset of the batch was interrupted: call reset() for all envs, or set_state()")]
    Unfinished,
    /// Bytes that are no saved batch of this game.
    #[error("not a saved batch: {why}")]
    Bytes {
        /// What is wrong with them.
        why: String,
    },
    /// States that come from another game or another number of envs.
    #[error("the saved batch does not fit: {why}")]
    Saved {
        /// What differs.
        why: &'static str,
    },
}

/// Why games are no pool.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// There is no game.
    #[error("a pool needs at least one game")]
    Empty,
    /// Too many games.
    #[error("{given} games are too many: a pool has at most {most}")]
    TooMany {
        /// How many.
        given: usize,
        /// Most.
        most: usize,
    },
    /// A game does not fit the first one, with which it would share arrays.
    #[error(
        "game {at} of the pool, {id}, {differs}: games of a pool have the same chance and the same features, as with \
         layout = \"universal\" and one history"
    )]
    Shape {
        /// Its place.
        at: usize,
        /// Its ruleset.
        id: String,
        /// In what it differs from the first one.
        differs: String,
    },
    /// Nobody is to act in a position.
    #[error("position {at} of the pool, of {id}, is none to start from: {why}")]
    Start {
        /// Its place.
        at: usize,
        /// Its ruleset.
        id: String,
        /// Why not.
        why: &'static str,
    },
    /// There is not one weight a game.
    #[error("{given} weights are too few or too many: the pool has {games} games")]
    Weights {
        /// How many.
        given: usize,
        /// Number of games.
        games: usize,
    },
    /// A game cannot be so likely.
    #[error("weights[{at}] = {given} is not a finite number above 0")]
    Weight {
        /// Its place.
        at: usize,
        /// What was given.
        given: String,
    },
    /// Games are for no number of players.
    #[error("players is empty: give at least one number")]
    NoPlayers,
    /// No sampled ruleset is for so many.
    #[error("players = {given} is not in {fewest} … {most}")]
    Players {
        /// What was asked for.
        given: u8,
        /// Fewest.
        fewest: u8,
        /// Most.
        most: u8,
    },
    /// No ruleset would be drawn.
    #[error("pool = {given} is not in 1 … {}", u32::MAX)]
    Size {
        /// What was asked for.
        given: u32,
    },
    /// The options make no game of any ruleset.
    #[error(transparent)]
    Game(#[from] GameError),
}
