//! `eights`: a reinforcement-learning environment for the Eights group of shedding card games.
//!
//! A [`Ruleset`](ruleset::Ruleset) is data; a [`Game`](engine::Game) is a ruleset for a number of players. A
//! [`Batch`](batch::Batch) plays many games at once and writes observations and action masks into `ndarray` views; an
//! [`Episode`](episode::Episode) is one game with its log. The program below is `examples/batch.rs`.
//!
//! ```
#![doc = include_str!("../examples/batch.rs")]
//! ```

pub mod action;
mod aligned;
pub mod arena;
pub mod batch;
pub mod belief;
pub mod bot;
pub mod card;
pub mod engine;
pub mod episode;
mod forked;
pub mod hand;
pub mod limits;
pub mod observation;
pub mod perft;
pub mod position;
mod primitive;
pub mod recent;
pub mod record;
pub mod render;
pub mod resample;
pub mod rng;
pub mod rules;
pub mod ruleset;
pub mod search;
pub mod seat;
pub mod solve;
mod vector;
pub mod view;
pub mod words;

#[cfg(feature = "python")]
mod py;
