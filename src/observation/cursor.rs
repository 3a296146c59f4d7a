//! The cursor with which parts write features as bytes, and numbers by kind of card.

use super::seats::relative;
use crate::action::bits;
use crate::card::{Card, CardSet, MAX_KINDS};
use crate::seat::{Direction, Seat, SeatSet};
use crate::view::View;

/// Number of kinds in each half of [`ByKind`]: the length of one vector.
const HALF: usize = 32;

/// A number for each of the first `K` kinds, stored as the first 32 and the last 32, which overlap.
///
/// Two vectors take fewer instructions than one vector and a loop over the remaining kinds.
#[derive(Clone, Copy)]
pub(crate) struct ByKind<const K: usize> {
    first: [u8; HALF],
    last: [u8; HALF],
}

impl<const K: usize> ByKind<K> {
    /// Takes the first `K` of these numbers.
    #[inline(always)]
    pub(crate) fn new(numbers: &[u8; MAX_KINDS]) -> Self {
        let (mut first, mut last) = ([0; HALF], [0; HALF]);
        first.copy_from_slice(&numbers[..HALF]);
        last.copy_from_slice(&numbers[K - HALF..K]);
        Self { first, last }
    }

    /// Applies a function to each number.
    #[inline(always)]
    pub(crate) fn map(self, number: impl Fn(u8) -> u8) -> Self {
        self.with(self, |one, _| number(one))
    }

    /// Adds other numbers, kind by kind.
    #[inline(always)]
    pub(crate) fn plus(self, others: &[u8; MAX_KINDS]) -> Self {
        self.with(Self::new(others), |one, other| one + other)
    }

    #[inline(always)]
    fn with(mut self, others: Self, number: impl Fn(u8, u8) -> u8) -> Self {
        for i in 0..HALF {
            self.first[i] = number(self.first[i], others.first[i]);
            self.last[i] = number(self.last[i], others.last[i]);
        }
        self
    }

    /// Writes the numbers at the beginning of `out`.
    #[inline(always)]
    pub(crate) fn write(self, out: &mut [u8]) {
        let out = &mut out[..K];
        out[..HALF].copy_from_slice(&self.first);
        out[K - HALF..].copy_from_slice(&self.last);
    }
}

/// Converts a flag to a byte: 0, or 255, which a cursor limits to the greatest value of the span.
#[inline(always)]
pub(crate) const fn yes(set: bool) -> u8 {
    if set { u8::MAX } else { 0 }
}

/// A cursor at the next feature. The slice must hold zeros, since features that are 0 may be skipped.
///
/// Features are always written as bytes, which takes a quarter of the stores of floats; one pass converts them all.
pub(crate) struct Cursor<'a> {
    out: &'a mut [u8],
    at: usize,
    high: u8,
}

impl<'a> Cursor<'a> {
    /// Makes a cursor at a feature of a span with this greatest value.
    #[inline(always)]
    pub(crate) const fn new(out: &'a mut [u8], at: usize, high: u8) -> Self {
        Self { out, at, high }
    }

    /// Returns a cursor for each of `len` groups of `EACH` features, and moves past them.
    #[inline(always)]
    pub(crate) fn each<const EACH: usize>(&mut self, len: usize) -> impl Iterator<Item = Cursor<'_>> {
        let (groups, _) = self.out[self.at..][..EACH * len].as_chunks_mut::<EACH>();
        self.at += EACH * len;
        let high = self.high;
        groups.iter_mut().map(move |group| Cursor::new(group, 0, high))
    }

    /// Skips features, which stay 0.
    #[inline(always)]
    pub(crate) const fn skip(&mut self, features: usize) {
        self.at += features;
    }

    /// Sets one of `len` features, or none.
    #[inline(always)]
    pub(crate) fn one_of(&mut self, len: usize, index: Option<usize>) {
        if let Some(index) = index {
            self.out[self.at + index] = self.high;
        }
        self.at += len;
    }

    /// Writes a count for each of the first `kinds` kinds, limited to `high`.
    #[inline(always)]
    pub(crate) fn counts(&mut self, counts: &[u8; MAX_KINDS], kinds: usize) {
        for (out, &count) in self.out[self.at..][..kinds].iter_mut().zip(counts) {
            *out = count.min(self.high);
        }
        self.at += kinds;
    }

    /// Writes the number of cards of each of the first `kinds` kinds, limited to `high`.
    pub(crate) fn cards(&mut self, cards: impl Iterator<Item = Card>, kinds: usize) {
        for card in cards {
            let count = &mut self.out[self.at + card.index()];
            *count = (*count + 1).min(self.high);
        }
        self.at += kinds;
    }

    /// Writes a flag for each of the first `kinds` kinds: true if the set contains it.
    #[inline(always)]
    pub(crate) fn card_set(&mut self, set: CardSet, kinds: usize) {
        // The bytes are 0 already, so that an empty set, as most are, needs nothing.
        if !set.is_empty() {
            let parts = self.out[self.at..][..kinds].chunks_mut(8);
            for (part, byte) in parts.zip(set.0.to_le_bytes()) {
                // One product sets eight bytes: each is 0 or 1, so that nothing is carried.
                let bits = u64::from_le_bytes(bits(byte)) * u64::from(self.high);
                part.copy_from_slice(&bits.to_le_bytes()[..part.len()]);
            }
        }
        self.at += kinds;
    }

    /// Sets the feature of one of `all` seats, or none.
    #[inline(always)]
    pub(crate) fn seat(&mut self, view: &View<'_>, all: usize, seat: Option<Seat>) {
        self.one_of(all, seat.map(|seat| relative(view, seat)));
    }

    /// Writes a number for each of `all` seats, limited to `high`; those of absent seats stay 0.
    #[inline(always)]
    pub(crate) fn by_seat(&mut self, view: &View<'_>, all: usize, number: impl Fn(Seat) -> u8) {
        let (players, high) = (view.players(), self.high);
        let mut seat = view.seat();
        for out in &mut self.out[self.at..][..usize::from(players)] {
            *out = number(seat).min(high);
            seat = seat.next(Direction::Clockwise, players);
        }
        self.at += all;
    }

    /// Writes a flag for each of `all` seats: true if the set contains it.
    #[inline(always)]
    pub(crate) fn seat_set(&mut self, view: &View<'_>, all: usize, set: SeatSet) {
        let (own, players) = (view.seat().0, view.players());
        // The bytes are 0 already, so that an empty set needs nothing.
        if set.0 > 0 {
            // The set is rotated so that the observer comes first.
            let set = u32::from(set.0);
            let turned = set >> own | set << (players - own);
            for (place, out) in self.out[self.at..][..usize::from(players)].iter_mut().enumerate() {
                *out = self.high * ((turned >> place) as u8 & 1);
            }
        }
        self.at += all;
    }

    /// Writes numbers, each limited to `high`.
    #[inline(always)]
    pub(crate) fn values<const N: usize>(&mut self, values: [u8; N]) {
        if let [value] = values[..] {
            self.out[self.at] = value.min(self.high);
        } else {
            let mut shown = [0; N];
            for i in 0..N {
                shown[i] = values[i].min(self.high);
            }
            self.out[self.at..][..N].copy_from_slice(&shown);
        }
        self.at += N;
    }

    /// Copies features that are already encoded as bytes.
    pub(crate) fn copy(&mut self, features: &[u8]) {
        self.out[self.at..][..features.len()].copy_from_slice(features);
        self.at += features.len();
    }

    /// Writes numbers by kind at a place of its own, without moving the cursor.
    #[inline(always)]
    pub(crate) fn by_kind<const K: usize>(&mut self, at: usize, numbers: ByKind<K>) {
        numbers.write(&mut self.out[at..]);
    }

    /// Returns the place of the next feature.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Writes a feature at a place of its own, limited to `high`, without moving the cursor.
    #[inline(always)]
    pub(crate) fn set(&mut self, at: usize, value: u8) {
        self.out[at] = value.min(self.high);
    }
}
