//! Observations written together, part by part: what a layout has is asked once for all of them.

use super::cursor::Cursor;
use crate::recent::Recent;
use crate::view::View;

/// What is shown of some rows, in their order: what each seat may know, and the last public actions.
pub(crate) trait Shown<'v>: Iterator<Item = (View<'v>, &'v Recent)> + Clone {}

impl<'v, R: Iterator<Item = (View<'v>, &'v Recent)> + Clone> Shown<'v> for R {}

/// Some features of a span that follow each other.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// The first of them.
    pub(super) at: usize,
    /// The greatest value.
    pub(super) high: u8,
}

impl Part {
    /// The next so many features, after which it then begins.
    #[inline(always)]
    pub(super) const fn take(&mut self, features: usize) -> Self {
        let part = *self;
        self.at += features;
        part
    }
}

/// Observations as bytes, one [`super::Layout::stride`] after the other, and what they show.
pub(super) struct Rows<'a, R> {
    shown: R,
    bytes: &'a mut [u8],
    stride: usize,
}

impl<'a, 'v, R: Shown<'v>> Rows<'a, R> {
    /// What is shown in these bytes.
    #[inline(always)]
    pub(super) const fn new(shown: R, bytes: &'a mut [u8], stride: usize) -> Self {
        Self { shown, bytes, stride }
    }

    /// Writes a part of each.
    #[inline(always)]
    pub(super) fn each(&mut self, part: Part, write: impl Fn(&View<'v>, &mut Cursor<'_>)) {
        self.each_recent(part, |view, _, cursor| write(view, cursor));
    }

    /// Writes a part of each that shows the last actions.
    #[inline(always)]
    pub(super) fn each_recent(&mut self, part: Part, write: impl Fn(&View<'v>, &'v Recent, &mut Cursor<'_>)) {
        let rows = self.shown.clone().zip(self.bytes.chunks_mut(self.stride));
        for ((view, recent), out) in rows {
            write(&view, recent, &mut Cursor::new(out, part.at, part.high));
        }
    }
}
