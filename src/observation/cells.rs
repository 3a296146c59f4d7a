//! The bytes of one observation, in a room of constant size, so that the parts of every game are written unchecked.

use super::envs::Place;
use super::seats::relative_of;
use super::span::{High, SpanName};
use crate::action::bits;
use crate::card::SUITS;
use crate::seat::{Seat, SeatSet};
use crate::view::View;

/// Room for the features of most layouts, with the few that are written past the last call and then overwritten.
pub(crate) const FEW: usize = 256;

/// The same for most of the others.
pub(crate) const SOME: usize = 512;

/// Room for the features that every game has in nearly all layouts.
pub(crate) const MANY: usize = 2048;

/// Room for them where the public order of a stock of 255 equal cards lies before them, which takes less than 14,000.
pub(crate) const MOST: usize = 1 << 15;

/// Which of four suits is set, by index; the last is for none.
const ONE_SUIT: [[u8; SUITS]; SUITS + 1] = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
    [0, 0, 0, 0],
];

/// Room for what an observation shows as bytes. Its size is a constant and a power of two, so that no place needs a
/// check.
pub(crate) struct Cells<'a, const N: usize>(pub(crate) &'a mut [u8; N]);

impl<const N: usize> Cells<'_, N> {
    /// A cursor at a part of this span, where there are `P` players, or any number if that is 0.
    #[inline(always)]
    pub(crate) const fn cursor<const P: usize>(
        &mut self,
        place: Place,
        span: SpanName,
    ) -> CellCursor<'_, P, N> {
        // What is the same in every layout is a constant.
        let high = match span.high() {
            High::Fixed(high) => high,
            _ => place.high,
        };
        CellCursor {
            cells: self.0,
            at: place.at,
            high,
        }
    }
}

/// Where the next feature goes: a [`Cursor`](super::cursor::Cursor) for what every game shows.
pub(crate) struct CellCursor<'a, const P: usize, const N: usize> {
    cells: &'a mut [u8; N],
    at: usize,
    high: u8,
}

/// Bytes that [`CellCursor::seat_set`] writes at most: zeros after the last seat's, over what is written later.
pub(crate) const SEAT_SET: usize = 10;

impl<const P: usize, const N: usize> CellCursor<'_, P, N> {
    #[inline(always)]
    const fn set(&mut self, at: usize, value: u8) {
        debug_assert!(at < N, "a part lies in its room");
        self.cells[at & (N - 1)] = value;
    }

    #[inline(always)]
    fn put<const K: usize>(&mut self, at: usize, values: [u8; K]) {
        debug_assert!(at + K <= N, "a part lies in its room");
        self.cells[at.min(N - K)..][..K].copy_from_slice(&values);
    }

    /// Numbers; each above the greatest value is written as that.
    #[inline(always)]
    pub(crate) fn values<const K: usize>(&mut self, values: [u8; K]) {
        let values = values.map(|value| value.min(self.high));
        if let [value] = values[..] {
            self.set(self.at, value);
        } else {
            self.put(self.at, values);
        }
        self.at += K;
    }

    /// One of `len`, or none.
    #[inline(always)]
    pub(crate) const fn one_of(&mut self, len: usize, index: Option<usize>) {
        if let Some(index) = index {
            self.set(self.at + index, self.high);
        }
        self.at += len;
    }

    /// The suit of this index, or none.
    #[inline(always)]
    pub(crate) fn suit(&mut self, index: u8) {
        let suit = ONE_SUIT[usize::from(index)];
        self.put(self.at, suit.map(|set| set * self.high));
        self.at += SUITS;
    }

    /// One of `all` seats, or none.
    #[inline(always)]
    pub(crate) fn seat(&mut self, view: &View<'_>, all: usize, seat: Option<Seat>) {
        self.one_of(all, seat.map(|seat| relative_of::<P>(view, seat)));
    }

    /// For each of `all` seats whether it is in a set. Zeros may reach beyond them, over what is written later.
    #[inline(always)]
    pub(crate) fn seat_set(&mut self, view: &View<'_>, all: usize, set: SeatSet) {
        // The own seat is the first: the set is turned round by as many places.
        let (own, players, set) = (view.seat().0, view.players(), u32::from(set.0));
        let turned = (set >> own | set << (players - own)) & ((1 << players) - 1);
        self.put(self.at, bits(turned as u8).map(|set| set * self.high));
        if P == 0 && players > 8 {
            let [ninth, tenth, ..] = bits((turned >> 8) as u8);
            self.put(self.at + 8, [ninth, tenth].map(|set| set * self.high));
        }
        self.at += all;
    }
}

/// The room that a layout needs: so many bytes are written, those of parts of every game before `end`, and an env
/// begins every `stride` bytes.
pub(crate) fn room(written: usize, end: usize, stride: usize) -> usize {
    if written <= FEW {
        FEW
    } else if written <= SOME {
        SOME
    } else if end <= MANY {
        stride.max(MANY)
    } else {
        stride.max(MOST)
    }
}
