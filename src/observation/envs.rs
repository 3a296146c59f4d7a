//! Observations of several envs written together, part by part, so that the layout is consulted once for all of them.

use super::cursor::Cursor;
use super::field::Set;
use super::shape::LayoutShape;
use crate::engine::Game;
use crate::recent::Recent;
use crate::view::View;

/// The views of some envs in their order, each with the last public actions.
pub(crate) trait Shown<'v>: Iterator<Item = (View<'v>, &'v Recent)> + Clone {}

impl<'v, R: Iterator<Item = (View<'v>, &'v Recent)> + Clone> Shown<'v> for R {}

/// The place of a part in an observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PartSpan {
    /// Index of the first feature.
    pub(crate) at: usize,
    /// Number of features.
    pub(crate) len: usize,
    /// The greatest value.
    pub(crate) high: u8,
}

/// Number of features of a hand size: the size itself, and flags for 1, 2 and 3.
pub(crate) const SIZE_FEATURES: usize = 4;

/// The features of each hand size.
pub(crate) type SizeTable = Box<[[u8; SIZE_FEATURES]; 256]>;

/// The data that all envs share.
pub(crate) struct Scene<'a> {
    pub(crate) shape: LayoutShape,
    pub(crate) game: &'a Game,
    /// The features of the ruleset, if they are the same in every position.
    pub(crate) ruleset: Option<&'a [u8]>,
    /// The place of the cards that are known to be out of the stock.
    pub(crate) seen: PartSpan,
    /// True when cards are seen in other places than the observer's hand and the pile.
    pub(crate) sees_elsewhere: bool,
    /// The features of each hand size.
    pub(crate) hand_sizes: &'a SizeTable,
}

impl Scene<'_> {
    /// Returns the number of elements of a set.
    #[inline(always)]
    pub(crate) const fn len(&self, set: Set) -> usize {
        set.len(&self.shape)
    }
}

/// One part of the observations of several envs as bytes, with the views that are shown.
pub(crate) struct PartRows<'a, R> {
    shown: R,
    bytes: &'a mut [u8],
    /// Number of bytes from one env to the next.
    stride: usize,
    /// The part that is written.
    pub(crate) place: PartSpan,
}

impl<'a, 'v, R: Shown<'v>> PartRows<'a, R> {
    /// Makes the writer of these bytes, in which an env begins every `stride` bytes.
    #[inline(always)]
    pub(crate) const fn new(shown: R, bytes: &'a mut [u8], stride: usize) -> Self {
        let place = PartSpan {
            at: 0,
            len: 0,
            high: 0,
        };
        Self {
            shown,
            bytes,
            stride,
            place,
        }
    }

    /// Calls `write` for each env with its view, its last actions and a cursor at the part.
    #[inline(always)]
    pub(crate) fn each(&mut self, write: impl Fn(&View<'v>, &'v Recent, &mut Cursor<'_>)) {
        let place = self.place;
        for (view, recent, mut cursor) in self.rows() {
            write(&view, recent, &mut cursor);
            debug_assert!(cursor.at() <= place.at + place.len, "a part stays in its place");
        }
    }

    /// Returns each env with a cursor at the part. Large parts use this in place of a closure, which may not be inlined
    /// and would then be compiled without vector instructions.
    #[inline(always)]
    pub(crate) fn rows(&mut self) -> impl Iterator<Item = (View<'v>, &'v Recent, Cursor<'_>)> {
        let place = self.place;
        let envs = self.shown.clone().zip(self.bytes.chunks_mut(self.stride));
        envs.map(move |((view, recent), out)| (view, recent, Cursor::new(out, place.at, place.high)))
    }
}
