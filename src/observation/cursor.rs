//! Writing features as bytes: the cursor that parts are written with, and numbers by kind of card.

use super::seats::relative;
use crate::action::bits;
use crate::card::{Card, CardSet, KINDS};
use crate::seat::{Direction, Seat, SeatSet};
use crate::view::View;

/// Kinds in each half of [`ByKind`]: what one vector holds.
const HALF: usize = 32;

/// A number for each of the first `K` kinds: the first 32 and the last 32, of which some are the same.
///
/// Two vectors are fewer instructions than one and what is left of the kinds.
#[derive(Clone, Copy)]
pub(crate) struct ByKind<const K: usize> {
    first: [u8; HALF],
    last: [u8; HALF],
}

impl<const K: usize> ByKind<K> {
    /// These numbers.
    #[inline(always)]
    pub(crate) fn new(numbers: &[u8; KINDS]) -> Self {
        let (mut first, mut last) = ([0; HALF], [0; HALF]);
        first.copy_from_slice(&numbers[..HALF]);
        last.copy_from_slice(&numbers[K - HALF..K]);
        Self { first, last }
    }

    /// Each as it becomes.
    #[inline(always)]
    pub(crate) fn map(self, number: impl Fn(u8) -> u8) -> Self {
        self.with(self, |one, _| number(one))
    }

    /// The sum of each and its other.
    #[inline(always)]
    pub(crate) fn plus(self, others: &[u8; KINDS]) -> Self {
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

    /// Writes them.
    #[inline(always)]
    pub(crate) fn write(self, out: &mut [u8]) {
        let out = &mut out[..K];
        out[..HALF].copy_from_slice(&self.first);
        out[K - HALF..].copy_from_slice(&self.last);
    }
}

/// A flag as a number: the greatest, of which a cursor makes that of the span, or 0.
#[inline(always)]
pub(crate) const fn yes(set: bool) -> u8 {
    if set { u8::MAX } else { 0 }
}

/// Where the next feature goes. The slice must hold zeros, which are skipped, not written.
///
/// Features are written as bytes, whatever they become: that is a quarter of the stores, and one pass makes floats of
/// them all.
pub(crate) struct Cursor<'a> {
    out: &'a mut [u8],
    at: usize,
    high: u8,
}

impl<'a> Cursor<'a> {
    /// At a feature of a span of this greatest value.
    #[inline(always)]
    pub(crate) const fn new(out: &'a mut [u8], at: usize, high: u8) -> Self {
        Self { out, at, high }
    }

    /// Returns a cursor for each of `len` groups of `EACH` features, and goes on after them.
    #[inline(always)]
    pub(crate) fn each<const EACH: usize>(&mut self, len: usize) -> impl Iterator<Item = Cursor<'_>> {
        let (groups, _) = self.out[self.at..][..EACH * len].as_chunks_mut::<EACH>();
        self.at += EACH * len;
        let high = self.high;
        groups.iter_mut().map(move |group| Cursor::new(group, 0, high))
    }

    /// Leaves features 0.
    #[inline(always)]
    pub(crate) const fn skip(&mut self, features: usize) {
        self.at += features;
    }

    /// One of `len`, or none.
    #[inline(always)]
    pub(crate) fn one_of(&mut self, len: usize, index: Option<usize>) {
        if let Some(index) = index {
            self.out[self.at + index] = self.high;
        }
        self.at += len;
    }

    /// A count for each of the first `kinds` kinds; one above `high` is written as `high`.
    #[inline(always)]
    pub(crate) fn counts(&mut self, counts: &[u8; KINDS], kinds: usize) {
        for (out, &count) in self.out[self.at..][..kinds].iter_mut().zip(counts) {
            *out = count.min(self.high);
        }
        self.at += kinds;
    }

    /// How many of some cards are of each of the first `kinds` kinds.
    pub(crate) fn cards(&mut self, cards: impl Iterator<Item = Card>, kinds: usize) {
        for card in cards {
            let count = &mut self.out[self.at + card.index()];
            *count = (*count + 1).min(self.high);
        }
        self.at += kinds;
    }

    /// For each of the first `kinds` kinds whether it is in a set.
    #[inline(always)]
    pub(crate) fn card_set(&mut self, set: CardSet, kinds: usize) {
        // Over zeros, so that an empty set needs nothing; and most sets are.
        if !set.is_empty() {
            let parts = self.out[self.at..][..kinds].chunks_mut(8);
            for (part, byte) in parts.zip(set.0.to_le_bytes()) {
                // Eight bytes in one product: each is 0 or 1, so that nothing is carried.
                let bits = u64::from_le_bytes(bits(byte)) * u64::from(self.high);
                part.copy_from_slice(&bits.to_le_bytes()[..part.len()]);
            }
        }
        self.at += kinds;
    }

    /// One of `all` seats, or none.
    #[inline(always)]
    pub(crate) fn seat(&mut self, view: &View<'_>, all: usize, seat: Option<Seat>) {
        self.one_of(all, seat.map(|seat| relative(view, seat)));
    }

    /// A number for each of `all` seats; those of seats that there are not stay 0.
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

    /// For each of `all` seats whether it is in a set.
    #[inline(always)]
    pub(crate) fn seat_set(&mut self, view: &View<'_>, all: usize, set: SeatSet) {
        let (own, players) = (view.seat().0, view.players());
        // Over zeros, so that an empty set needs nothing.
        if set.0 > 0 {
            // The own seat is the first: the set is turned round by as many places.
            let set = u32::from(set.0);
            let turned = set >> own | set << (players - own);
            for (place, out) in self.out[self.at..][..usize::from(players)].iter_mut().enumerate() {
                *out = self.high * ((turned >> place) as u8 & 1);
            }
        }
        self.at += all;
    }

    /// Numbers; each above `high` is written as `high`.
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

    /// Features that have been written before.
    pub(crate) fn copy(&mut self, features: &[u8]) {
        self.out[self.at..][..features.len()].copy_from_slice(features);
        self.at += features.len();
    }

    /// Sets the features of numbers by kind, wherever they are.
    #[inline(always)]
    pub(crate) fn by_kind<const K: usize>(&mut self, at: usize, numbers: ByKind<K>) {
        numbers.write(&mut self.out[at..]);
    }

    /// The place of the next feature.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Sets a feature of the span elsewhere.
    #[inline(always)]
    pub(crate) fn set(&mut self, at: usize, value: u8) {
        self.out[at] = value.min(self.high);
    }
}
