//! The traits of a part of a span: its declaration and its writers.

use super::cells::Cells;
use super::envs::{PartRows, PartSpan, Scene, Shown};
use super::field::Field;
use super::shape::LayoutShape;
use super::span::SpanName;
use crate::rules::Rules;
use crate::view::View;

/// A group of features of a span, which a layout shows or leaves out as a whole.
pub(crate) trait Part {
    /// The span.
    const SPAN: SpanName;
    /// The condition under which the part is shown, for the page; empty for always.
    const WHEN: &'static str = "";
    /// The fields of the part, in order.
    const FIELDS: &'static [Field];

    /// True when a layout of this shape shows the part.
    fn is_shown(_shape: &LayoutShape, _rules: &Rules) -> bool {
        true
    }
}

/// The writers of a part. They write over zeros: a base part env by env, an optional part for several envs at once.
pub(crate) trait PartWriter: Part {
    /// True when the part, where it is shown, is written for several envs at once.
    fn is_optional(_shape: &LayoutShape, _rules: &Rules) -> bool {
        false
    }

    /// Writes the part for one env. `K` is the number of kinds shown, `P` the number of players, or 0 for any number.
    #[inline(always)]
    fn write_base<const K: usize, const P: usize, const N: usize>(
        _scene: &Scene<'_>,
        _place: PartSpan,
        _view: &View<'_>,
        _cells: &mut Cells<'_, N>,
    ) {
    }

    /// Writes the part for several envs.
    #[inline(always)]
    fn write_optional<'v, R: Shown<'v>>(_scene: &Scene<'_>, _envs: &mut PartRows<'_, R>) {}
}
