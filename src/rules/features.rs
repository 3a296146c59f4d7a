//! Features of the engine that a ruleset can need, one bit each.
//!
//! The engine is compiled for a few sets of features. If a set lacks a feature, the compiler leaves out the code that
//! serves it.

/// A set of features.
pub(crate) type Features = u32;

/// Attacks, which wait for an answer.
pub(crate) const ATTACKS: Features = 1;
/// Cards that the next player draws at once.
pub(crate) const PENALTIES: Features = 1 << 1;
/// Calls that their player may forget.
pub(crate) const CALLS: Features = 1 << 2;
/// Cards that may be covered in the same turn.
pub(crate) const COVERS: Features = 1 << 3;
/// Turns of several cards by rank, by number or one after the other.
pub(crate) const SETS: Features = 1 << 4;
/// Cards that are given away.
pub(crate) const GIFTS: Features = 1 << 5;
/// Plays that can be challenged.
pub(crate) const CHALLENGES: Features = 1 << 6;
/// Conditions for playing a card beyond suit, rank and being wild.
pub(crate) const FOLLOWING: Features = 1 << 7;
/// Late-bound words: the effects of a card depend on the episode and on the seat.
pub(crate) const MEANINGS: Features = 1 << 8;
/// Actions after a draw.
pub(crate) const AFTER_DRAW: Features = 1 << 9;
/// Actions after drawing for an attack.
pub(crate) const AFTER_ATTACK: Features = 1 << 10;
/// Rounds that end other than by going out or passing, or begin with a seat other than the next.
pub(crate) const ROUNDS: Features = 1 << 11;
/// Effects on more seats than the next ones: hands that move, all others draw, the same player plays again.
pub(crate) const TABLE: Features = 1 << 12;
/// Illegal cards that may be tried.
pub(crate) const MISTAKES: Features = 1 << 13;
/// Imitations of another engine.
pub(crate) const COMPAT: Features = 1 << 14;
/// Cards of others that seats can come to know.
pub(crate) const KNOWN: Features = 1 << 15;
/// The tableau.
pub(crate) const TABLEAU: Features = 1 << 16;
/// Chance that is decided from outside.
pub(crate) const CHANCE_NODES: Features = 1 << 17;
/// Attacks that take turns, which seats may owe.
pub(crate) const LOST_TURNS: Features = 1 << 18;
/// All features.
pub(crate) const ALL: Features = (1 << 19) - 1;
