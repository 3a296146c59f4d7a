//! Observation tensors: what a seat may know, as named spans of small integers in two encodings.
//!
//! Every feature is an integer of 0 … `high` (at most 255). `u8` holds it as it is; `f32` holds value × (1/`high`),
//! never more than 1.0. A flag is 0 or `high`, so that it is 1.0 as a float in every span (or the float below: for a
//! few `high`, such as 55, no factor makes 1.0). Seats are relative: self first, then clockwise.
//!
//! `parts` lists every part. The file of its span or primitive declares it, by the macros of `declare`.

pub(crate) mod calls;
pub(crate) mod cards;
pub(crate) mod cells;
pub(crate) mod cursor;
pub(crate) mod declare;
pub(crate) mod encoding;
pub(crate) mod envs;
pub(crate) mod explain;
pub(crate) mod field;
pub(crate) mod follow;
pub(crate) mod hand;
pub(crate) mod history;
pub(crate) mod known;
pub(crate) mod layout;
pub(crate) mod match_state;
pub(crate) mod page;
pub(crate) mod part;
pub(crate) mod parts;
pub(crate) mod phase;
pub(crate) mod ruled_out;
pub(crate) mod ruleset;
pub(crate) mod seats;
pub(crate) mod shape;
pub(crate) mod span;
pub(crate) mod table;
pub(crate) mod turn;
pub(crate) mod write;

pub use encoding::Feature;
pub use explain::{ExplainError, Explained, FeatureNames, Value};
pub use layout::Layout;
pub use page::{SpanPage, span_pages};
pub use ruleset::constants::{RELATIONS, TABLE_RULES, card_rule_names, table_rule_names};
pub use span::{Span, SpanName};

#[cfg(test)]
mod tests;
