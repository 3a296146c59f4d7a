//! Values that lie as the lines of the cache do.

use std::ops::{Deref, DerefMut};

/// Bytes of a line of the cache.
pub(crate) const LINE: usize = 64;

/// Values of which one begins a line of the cache, so that vectors from there on lie in one line each.
#[derive(Debug)]
pub(crate) struct Lined<T> {
    /// With room for the values to be moved to where they lie well.
    room: Vec<T>,
    first: usize,
    len: usize,
    /// Which value begins a line.
    at: usize,
}

impl<T: Copy + Default> Lined<T> {
    /// So many values, of which that of this index begins a line.
    pub(crate) fn new(len: usize, at: usize) -> Self {
        let more = LINE / size_of::<T>();
        let room = vec![T::default(); len + more];
        // An address may lie nowhere at all, and is right for any value then.
        let first = room.as_ptr().wrapping_add(at).align_offset(LINE).min(more);
        Self { room, first, len, at }
    }
}

impl<T> Deref for Lined<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.room[self.first..][..self.len]
    }
}

impl<T> DerefMut for Lined<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.room[self.first..][..self.len]
    }
}

impl<T: Copy + Default> Clone for Lined<T> {
    fn clone(&self) -> Self {
        let mut clone = Self::new(self.len, self.at);
        clone.copy_from_slice(self);
        clone
    }
}

impl<T: PartialEq> PartialEq for Lined<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_that_is_asked_for_begins_a_line() {
        for (len, at) in [(1, 0), (7, 3), (100, 50), (453, 108)] {
            let mut values = Lined::<f32>::new(len, at);
            values[len - 1] = 1.5;
            for values in [&values, &values.clone()] {
                assert_eq!((values.len(), values[len - 1]), (len, 1.5));
                assert_eq!(values[at..].as_ptr().align_offset(LINE), 0);
            }
            assert_eq!(values, values.clone());
        }
        assert_eq!(Lined::<u8>::new(256, 0).as_ptr().align_offset(LINE), 0);
    }
}
