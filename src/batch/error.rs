//! What a batch refuses.

/// Why a batch was refused, or a call on it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// There are no rows, or too many.
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
    /// A row would never ask for a decision.
    #[error("row {row} has no outside seat: leave at least one controller None")]
    NoOutsideSeat {
        /// The row.
        row: usize,
    },
    /// As many values as rows were expected.
    #[error("{what} has {given} values; the batch has {expected}")]
    Length {
        /// What was given.
        what: &'static str,
        /// How many values.
        given: usize,
        /// How many were expected.
        expected: usize,
    },
    /// An action that is not legal; no row has moved.
    #[error("row {row}: action {action} is not legal; legal: {legal}")]
    Action {
        /// The row.
        row: usize,
        /// What was given.
        action: i64,
        /// What is legal in that row.
        legal: String,
    },
    /// There is no such row.
    #[error("there is no row {row}: the batch has {rows}")]
    Row {
        /// What was asked for.
        row: usize,
        /// Number of rows.
        rows: usize,
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
    #[error("a step or reset of the batch was interrupted: call reset() for all rows, or set_state()")]
    Unfinished,
    /// Bytes that are no saved batch of this game.
    #[error("not a saved batch: {why}")]
    Bytes {
        /// What is wrong with them.
        why: String,
    },
    /// States that come from another game or another number of rows.
    #[error("the saved batch does not fit: {why}")]
    Saved {
        /// What differs.
        why: &'static str,
    },
}
