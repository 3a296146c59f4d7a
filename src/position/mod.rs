//! Position notation: a state as a mapping that people can read and write, and as bytes that restore it exactly.
//!
//! The keys are the fields of the engine's own types, so every field of a state is read, written and restored without
//! code of its own. Only `hands` and `pile` are needed; every other key has a default, and a state's mapping leaves the
//! defaults out. [`position_reference`] lists them all.

mod agenda;
pub(crate) mod bytes;
mod cards;
mod defaults;
mod keys;
pub(crate) mod problem;
mod read;
mod recent;
mod reference;
mod shape;
mod uses;
mod valid;
mod write;

use serde_json::Value;

use crate::engine::{Game, State};
use crate::recent::Recent;

pub use bytes::SerializedError;
pub use problem::{PositionError, PositionProblem, ProblemCode};
pub use reference::position_reference;
pub use shape::position_schema;

pub(crate) use bytes::{identity, rng_from_value, state_from_value, state_to_value};
pub(crate) use recent::{recent_of, recent_to_value};

impl Game {
    /// Returns the state of a position; chance is drawn from this seed.
    ///
    /// # Errors
    /// Every reason why the mapping is not a position of this game.
    ///
    /// # Examples
    /// ```
    /// use eights::{Game, Options, Ruleset};
    ///
    /// let ruleset = Ruleset::builtin("crazy_eights")?;
    /// let game = Game::new(&ruleset, Options::new(2))?;
    /// let position = serde_json::json!({ "hands": ["8H 5C", "KD QD"], "pile": "TC" });
    /// let state = game.position(&position, 0)?;
    /// assert_eq!(state.seat().0, 0);
    /// assert_eq!(game.to_value(&state)["hands"][1], "QD KD");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, value: &Value, seed: u64) -> Result<State, PositionError> {
        self.position_with_recent(value, seed).map(|(state, _)| state)
    }

    /// Returns the state of a position, and the public actions before it, as many as observations of this game show.
    ///
    /// # Errors
    /// Every reason why the mapping is not a position of this game.
    pub fn position_with_recent(&self, value: &Value, seed: u64) -> Result<(State, Recent), PositionError> {
        self.pack().within(|| read::position(self, value, seed))
    }

    /// Returns the position of a state: the mapping from which [`Game::position`] restores it, without the defaults.
    ///
    /// The position holds neither the generator of chance nor the place of each card in a stock without an order; see
    /// [`Game::serialize`]. Nor does it hold the public actions before it, which are not part of a state; see
    /// [`Episode::to_value`].
    ///
    /// [`Episode::to_value`]: crate::episode::Episode::to_value
    #[must_use]
    pub fn to_value(&self, state: &State) -> Value {
        self.pack().within(|| write::to_value(self, state))
    }
}
