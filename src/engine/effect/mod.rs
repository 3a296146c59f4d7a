//! The rule primitives, one file each: methods of the engine that one special or section of a ruleset switches on.

mod attack;
mod call;
mod challenge;
mod draw;
mod give;
mod nominate;
mod resolve;
