//! The bytes of one observation, in a room of constant size, so that the parts of every game are written unchecked.

use super::envs::Place;

/// Room for the features of most layouts, with the few that are written past the last call and then overwritten.
pub(crate) const FEW: usize = 256;

/// The same for most of the others.
pub(crate) const SOME: usize = 512;

/// Room for the features that every game has in nearly all layouts.
pub(crate) const MANY: usize = 2048;

/// Room for them where the public order of a stock of 255 equal cards lies before them, which takes less than 14,000.
pub(crate) const MOST: usize = 1 << 15;

/// Room for what an observation shows as bytes. Its size is a constant and a power of two, so that no place needs a
/// check.
pub(crate) struct Cells<'a, const N: usize>(pub(crate) &'a mut [u8; N]);

impl<const N: usize> Cells<'_, N> {
    /// Sets a feature of a part.
    #[inline(always)]
    pub(crate) fn set(&mut self, place: Place, feature: usize, value: u8) {
        let at = place.at + feature;
        debug_assert!(at < N && feature < place.len, "{feature} of {place:?} in {N}");
        self.0[at & (N - 1)] = value;
    }

    /// Sets some features of a part; they may reach beyond it.
    #[inline(always)]
    pub(crate) fn put<const K: usize>(&mut self, place: Place, feature: usize, values: [u8; K]) {
        self.0[place.at + feature..][..K].copy_from_slice(&values);
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
