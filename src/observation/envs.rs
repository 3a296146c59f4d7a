//! Observations of several envs written together, part by part: what a layout has is asked once for all of them.

use super::cursor::Cursor;
use super::field::Set;
use super::shape::Shape;
use crate::engine::Game;
use crate::recent::Recent;
use crate::view::View;

/// What is shown of some envs, in their order: what each seat may know, and the last public actions.
pub(crate) trait Shown<'v>: Iterator<Item = (View<'v>, &'v Recent)> + Clone {}

impl<'v, R: Iterator<Item = (View<'v>, &'v Recent)> + Clone> Shown<'v> for R {}

/// Where a part lies in an observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its first feature.
    pub(crate) at: usize,
    /// Number of features.
    pub(crate) len: usize,
    /// The greatest value.
    pub(crate) high: u8,
}

/// Features of a seat: the size of its hand, and whether that is 1, 2 or 3.
pub(crate) const SIZE_FEATURES: usize = 4;

/// The features of each hand size.
pub(crate) type SizeTable = Box<[[u8; SIZE_FEATURES]; 256]>;

/// What is the same in every env.
pub(crate) struct Scene<'a> {
    pub(crate) shape: Shape,
    pub(crate) game: &'a Game,
    /// The features of the ruleset, where they are the same in every position.
    pub(crate) ruleset: Option<&'a [u8]>,
    /// Where the cards lie that are known to be out of the stock.
    pub(crate) seen: Place,
    /// True when cards are seen in other places than the own hand and the pile.
    pub(crate) sees_elsewhere: bool,
    /// The features of each hand size.
    pub(crate) hand_sizes: &'a SizeTable,
}

impl Scene<'_> {
    /// How many of a set there are.
    #[inline(always)]
    pub(crate) const fn len(&self, set: Set) -> usize {
        set.len(&self.shape)
    }
}

/// A part of the observations of several envs, as bytes, and what they show.
pub(crate) struct Envs<'a, R> {
    shown: R,
    bytes: &'a mut [u8],
    /// Bytes from one env to the next.
    stride: usize,
    /// The part that is written.
    pub(crate) place: Place,
}

impl<'a, 'v, R: Shown<'v>> Envs<'a, R> {
    /// What is shown in these bytes, one env every `stride`.
    #[inline(always)]
    pub(crate) const fn new(shown: R, bytes: &'a mut [u8], stride: usize) -> Self {
        let place = Place {
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

    /// Writes the part of each env, of the last actions as well.
    #[inline(always)]
    pub(crate) fn each(&mut self, write: impl Fn(&View<'v>, &'v Recent, &mut Cursor<'_>)) {
        let place = self.place;
        for (view, recent, mut cursor) in self.rows() {
            write(&view, recent, &mut cursor);
            debug_assert!(cursor.at() <= place.at + place.len, "a part stays in its place");
        }
    }

    /// Each env with a cursor at its part: for parts that do much, since a closure may be left out of line, where it is
    /// compiled without vector instructions.
    #[inline(always)]
    pub(crate) fn rows(&mut self) -> impl Iterator<Item = (View<'v>, &'v Recent, Cursor<'_>)> {
        let place = self.place;
        let envs = self.shown.clone().zip(self.bytes.chunks_mut(self.stride));
        envs.map(move |((view, recent), out)| (view, recent, Cursor::new(out, place.at, place.high)))
    }
}
