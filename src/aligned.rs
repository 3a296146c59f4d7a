//! Buffers aligned to cache lines.

use std::ops::{Deref, DerefMut};

/// Bytes of a cache line.
pub(crate) const LINE: usize = 64;

/// Returns how many values to skip to the next one that begins a cache line; at most as many as a line holds.
pub(crate) fn to_line<T>(address: *const T) -> usize {
    // At an address from which no value ever begins a line, any place will do.
    address.align_offset(LINE).min(LINE / size_of::<T>())
}

/// A buffer aligned to a cache line, so that no vector store crosses two lines.
#[derive(Debug)]
pub(crate) struct Aligned<T> {
    /// The values, preceded by unused ones that align them.
    buffer: Vec<T>,
    first: usize,
}

impl<T: Copy + Default> Aligned<T> {
    /// Creates `len` values, the first of which begins a line.
    pub(crate) fn new(len: usize) -> Self {
        let mut buffer = vec![T::default(); len + LINE / size_of::<T>()];
        let first = to_line(buffer.as_ptr());
        buffer.truncate(first + len);
        Self { buffer, first }
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.buffer[self.first..]
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.buffer[self.first..]
    }
}

impl<T: Copy + Default> Clone for Aligned<T> {
    fn clone(&self) -> Self {
        let mut clone = Self::new(self.len());
        clone.copy_from_slice(self);
        clone
    }
}

impl<T: PartialEq> PartialEq for Aligned<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_value_begins_a_line() {
        for len in [1, 7, 100, 453] {
            let mut values = Aligned::<f32>::new(len);
            values[len - 1] = 1.5;
            for values in [&values, &values.clone()] {
                assert_eq!((values.len(), values[len - 1]), (len, 1.5));
                assert_eq!(values.as_ptr().align_offset(LINE), 0);
            }
            assert_eq!(values, values.clone());
        }
        assert_eq!(Aligned::<u8>::new(256).as_ptr().align_offset(LINE), 0);
    }
}
