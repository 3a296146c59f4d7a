//! The rule primitives, one file each: methods of the engine that one special or section of a ruleset switches on.

mod call;
mod claim;
mod close;
pub(crate) mod created;
mod draw;
pub(crate) mod mirror;
mod name_rank;
mod nominate;
mod piles;
mod resolve;
mod words;
