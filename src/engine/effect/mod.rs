//! The rule primitives, one file each: methods of the engine that one special or section of a ruleset switches on.

mod close;
mod draw;
mod resolve;
