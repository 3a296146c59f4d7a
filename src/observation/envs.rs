//! Observations of several envs written together, part by part: what a layout has is asked once for all of them.

use super::cursor::Cursor;
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

/// What is the same in every env.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) shape: &'a Shape,
    pub(crate) game: &'a Game,
    /// The features of the ruleset, where they are the same in every position.
    pub(crate) ruleset: Option<&'a [u8]>,
    /// Where the cards lie that are known to be out of the stock.
    pub(crate) seen: Place,
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

    /// Writes the part of each env.
    #[inline(always)]
    pub(crate) fn each(&mut self, write: impl Fn(&View<'v>, &mut Cursor<'_>)) {
        self.each_recent(|view, _, cursor| write(view, cursor));
    }

    /// Writes the part of each env, which shows the last actions.
    #[inline(always)]
    pub(crate) fn each_recent(&mut self, write: impl Fn(&View<'v>, &'v Recent, &mut Cursor<'_>)) {
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
