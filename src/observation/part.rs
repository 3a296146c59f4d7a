//! What a part of a span declares, and how it is written.

use super::cells::Cells;
use super::envs::{Envs, Place, Scene, Shown};
use super::field::Field;
use super::shape::Shape;
use super::span::SpanName;
use crate::rules::Rules;
use crate::view::View;

/// Features of a span that a layout has together.
pub(crate) trait Part {
    /// The span.
    const SPAN: SpanName;
    /// Which games show it, for the page; empty: all.
    const WHEN: &'static str = "";
    /// What it shows, in order.
    const FIELDS: &'static [Field];

    /// True when a layout of this shape shows it.
    fn is_shown(_shape: &Shape, _rules: &Rules) -> bool {
        true
    }
}

/// How a part is written over zeros: among what every game shows, env by env, or for several envs at once.
pub(crate) trait Written: Part {
    /// True when a layout that shows the part has it written for several envs at once.
    fn is_optional(_shape: &Shape, _rules: &Rules) -> bool {
        false
    }

    /// Writes it for one env. `K` is the number of kinds that are shown, and `P` that of players, or 0 for any.
    #[inline(always)]
    fn write_base<const K: usize, const P: usize, const N: usize>(
        _scene: &Scene<'_>,
        _place: Place,
        _view: &View<'_>,
        _cells: &mut Cells<'_, N>,
    ) {
    }

    /// Writes it for several envs.
    #[inline(always)]
    fn write_optional<'v, R: Shown<'v>>(_scene: &Scene<'_>, _envs: &mut Envs<'_, R>) {}
}
