//! The rule primitives, one file each: methods of the engine that one special or section of a ruleset switches on.

mod call;
mod claim;
mod close;
pub(crate) mod created;
mod draw;
mod piles;
mod resolve;
mod words;
