//! The bytes of one observation in a buffer of constant size, so that base parts are written without bounds checks.

use super::envs::PartSpan;
use super::seats::relative_of;
use super::span::{High, SpanName};
use crate::action::bits;
use crate::card::MAX_SUITS;
use crate::seat::{Seat, SeatSet};
use crate::view::View;

/// Size of the buffer of most layouts, including the bytes that [`CellCursor::seat_set`] writes beyond its seats.
pub(crate) const FEW: usize = 256;

/// Size of the buffer of most other layouts.
pub(crate) const SOME: usize = 512;

/// Size of a buffer that holds the base parts of nearly all layouts.
pub(crate) const MANY: usize = 2048;

/// Size of a buffer that holds the base parts where the public order of a stock of 255 equal cards precedes them, which
/// takes less than 14,000 bytes.
pub(crate) const MOST: usize = 1 << 15;

/// The flags of the suits, by the index of the suit that is set; the last row is for none.
const ONE_SUIT: [[u8; MAX_SUITS]; MAX_SUITS + 1] = {
    let mut rows = [[0; MAX_SUITS]; MAX_SUITS + 1];
    let mut suit = 0;
    while suit < MAX_SUITS {
        rows[suit][suit] = 1;
        suit += 1;
    }
    rows
};

/// The buffer of an observation. Its size is a constant power of two, so that no place needs a bounds check.
pub(crate) struct Cells<'a, const N: usize>(pub(crate) &'a mut [u8; N]);

impl<const N: usize> Cells<'_, N> {
    /// Returns a cursor at a part of this span. `P` is the number of players, or 0 for any number.
    #[inline(always)]
    pub(crate) const fn cursor<const P: usize>(
        &mut self,
        place: PartSpan,
        span: SpanName,
    ) -> CellCursor<'_, P, N> {
        // A greatest value that is the same in every layout becomes a constant.
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

/// A [`Cursor`](super::cursor::Cursor) for base parts.
pub(crate) struct CellCursor<'a, const P: usize, const N: usize> {
    cells: &'a mut [u8; N],
    at: usize,
    high: u8,
}

/// Returns the bytes that [`CellCursor::seat_set`] writes with this many players. Those after the last seat are zeros, which
/// later parts overwrite; those of [`CellCursor::suit`] end sooner.
pub(crate) const fn seat_set_bytes(players: u8) -> usize {
    if players > 8 { 16 } else { 8 }
}

impl<const P: usize, const N: usize> CellCursor<'_, P, N> {
    #[inline(always)]
    const fn set(&mut self, at: usize, value: u8) {
        debug_assert!(at < N, "a part lies in its buffer");
        self.cells[at & (N - 1)] = value;
    }

    #[inline(always)]
    fn put<const K: usize>(&mut self, at: usize, values: [u8; K]) {
        debug_assert!(at + K <= N, "a part lies in its buffer");
        self.cells[at.min(N - K)..][..K].copy_from_slice(&values);
    }

    /// Writes numbers, each limited to the greatest value.
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

    /// Sets one of `len` features, or none.
    #[inline(always)]
    pub(crate) const fn one_of(&mut self, len: usize, index: Option<usize>) {
        if let Some(index) = index {
            self.set(self.at + index, self.high);
        }
        self.at += len;
    }

    /// Sets the suit of this index, one of `suits`; the index 8 is none. Zeros may reach beyond them, into places that are
    /// written later.
    #[inline(always)]
    pub(crate) fn suit(&mut self, suits: usize, index: u8) {
        let suit = ONE_SUIT[usize::from(index)];
        self.put(self.at, suit.map(|set| set * self.high));
        self.at += suits;
    }

    /// Sets the feature of one of `all` seats, or none.
    #[inline(always)]
    pub(crate) fn seat(&mut self, view: &View<'_>, all: usize, seat: Option<Seat>) {
        self.one_of(all, seat.map(|seat| relative_of::<P>(view, seat)));
    }

    /// Writes a flag for each of `all` seats: true if the set contains it. Zeros may reach beyond them, into places
    /// that are written later.
    #[inline(always)]
    pub(crate) fn seat_set(&mut self, view: &View<'_>, all: usize, set: SeatSet) {
        // The set is rotated so that the observer comes first.
        let (own, players, set) = (view.seat().0, view.players(), u32::from(set.0));
        let turned = (set >> own | set << (players - own)) & ((1 << players) - 1);
        self.put(self.at, bits(turned as u8).map(|set| set * self.high));
        if P == 0 && players > 8 {
            self.put(self.at + 8, bits((turned >> 8) as u8).map(|set| set * self.high));
        }
        self.at += all;
    }
}

/// Returns the size of the buffer of a layout in which `written` bytes are written, those of base parts before `end`,
/// and an env begins every `stride` bytes.
pub(crate) fn buffer_size(written: usize, end: usize, stride: usize) -> usize {
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
