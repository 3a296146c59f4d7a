//! `eights`: a reinforcement-learning environment for the Eights group of shedding card games.
//!
//! A [`Ruleset`] is data; a [`Game`] is a ruleset for a number of players. A [`Batch`](batch::Batch) plays many games at
//! once and writes observations and action masks into `ndarray` views; an [`Episode`] is one game with its log. The
//! program below is `examples/batch.rs`.
//!
//! ```
#![doc = include_str!("../examples/batch.rs")]
//! ```
//!
//! Games are played with the types of this page. Each module adds one thing to do with them.

pub mod arena;
pub mod batch;
pub mod bot;
pub mod observation;
pub mod position;
pub mod render;
pub mod ruleset;
pub mod search;
pub mod solve;
pub mod table;

mod action;
mod aligned;
mod belief;
mod card;
mod card_text;
mod engine;
mod episode;
mod forked;
mod hand;
mod limits;
mod pack;
mod perft;
mod primitive;
mod recent;
mod record;
mod resample;
mod rng;
mod rules;
mod seat;
mod vector;
mod view;
mod words;
mod workers;

// Unit tests do not reach the bindings, which would take a tenth of the time to compile them.
#[cfg(all(feature = "python", not(test)))]
mod py;

/// The version of this library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub use action::{Action, ActionId, ActionSet, MAX_ACTIONS, NUM_ACTIONS, OWN_PACK_ACTIONS, ParseActionError};
pub use belief::{ActionModel, Begin, Worlds};
pub use card::{
    ALL_RANK_LETTERS, ALL_SUIT_LETTERS, Card, CardSet, KINDS, MAX_KINDS, MAX_RANKS, MAX_SUITS, RANK_LETTERS,
    RANKS, Rank, SUIT_LETTERS, SUITS, Suit,
};
pub use card_text::{ParseCardError, format_cards, parse_cards};
pub use engine::{
    Chance, ChanceMode, DEFAULT_MATCH, DEFAULT_ROUND, Demanded, Effect, EpisodeKind, Event, Game, GameError,
    Known, Line, Log, MAX_CARDS, MAX_HISTORY, Move, ObservationLayout, Options, Outcome, ParseOutcomeError,
    Phase, Reward, RuledOut, State, Truncation,
};
pub use episode::{Episode, Start, TensorError, information_state_tensor_size};
pub use hand::Hand;
pub use limits::{MAX_PICTURES, MAX_RECORD_BYTES, MAX_RULESET_BYTES, MAX_STATE_BYTES};
pub use pack::Pack;
pub use perft::perft;
pub use recent::Recent;
pub use record::{Annotation, Record, RecordError};
pub use resample::{KeepSeeking, ResampleError};
pub use rng::{Rng, Stream};
pub use ruleset::{Ruleset, RulesetError};
pub use seat::{Direction, MAX_SEATS, Seat, SeatSet, USUAL_SEATS};
pub use view::{Collected, TurnEffects, View};
pub use words::{describe_action, describe_event, describe_outcome};
