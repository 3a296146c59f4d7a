//! What a batch refuses.

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
