//! What a part of a span declares and does.

use super::envs::{Envs, Scene, Shown};
use super::field::Field;
use super::shape::Shape;
use super::span::SpanName;
use crate::rules::Rules;

/// Features of a span that a layout has together, and that one function writes.
pub(crate) trait Part {
    /// The span.
    const SPAN: SpanName;
    /// Which games show it, for the page; empty: all.
    const WHEN: &'static str = "";
    /// What it shows, in order.
    const FIELDS: &'static [Field];

    /// Whether a layout of this shape shows it.
    fn is_shown(_shape: &Shape, _rules: &Rules) -> bool {
        true
    }
}

/// A part that not all games show. It is written for several envs at once; the others are written env by env.
pub(crate) trait Optional: Part {
    /// Whether a layout that shows the part has it written here.
    fn is_optional(_shape: &Shape, _rules: &Rules) -> bool {
        true
    }

    /// Writes it, over zeros.
    fn write<'v, R: Shown<'v>>(scene: Scene<'_>, envs: &mut Envs<'_, R>);
}
