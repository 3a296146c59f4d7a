//! `eights`: a reinforcement-learning environment for the Eights group of shedding card games.

pub mod action;
pub mod card;
pub mod engine;
pub mod hand;
pub mod perft;
pub mod position;
pub mod rng;
pub mod rules;
pub mod ruleset;
pub mod seat;
pub mod view;
pub mod observe;
pub mod resample;
