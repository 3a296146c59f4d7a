//! The tensors made of what a seat may know: named spans of small integers, in two encodings.
//!
//! Every feature is an integer of 0 … `high` (at most 255). `u8` holds it as it is; `f32` holds value × (1/`high`),
//! never more than 1.0. A flag is 0 or `high`, so that it is 1.0 as a float in every span (or the float below: for a
//! few `high`, such as 55, no factor makes 1.0). Seats are relative: self first, then clockwise.
//!
//! `parts` lists what there is; the file of each span declares it and writes it.

mod calls;
mod cells;
mod cursor;
mod encoding;
mod envs;
mod explain;
mod field;
mod follow;
mod hand;
mod history;
mod known;
mod layout;
mod match_state;
mod page;
mod part;
mod parts;
mod pending;
mod phase;
mod ruleset;
mod seats;
mod shape;
mod span;
mod table;
mod turn;
mod write;

pub use encoding::Feature;
pub use explain::{ExplainError, Explained, FeatureNames, Value};
pub use layout::Layout;
pub use page::{SpanPage, span_pages};
pub use span::{Span, SpanName};

#[cfg(test)]
mod tests;
