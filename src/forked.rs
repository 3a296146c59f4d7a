//! Values that live in one process, such as threads: a forked process makes its own.

use std::process;
use std::sync::{Arc, OnceLock};

/// A value of the process that made it, and one of each process forked from that, made on first use.
///
/// No lock is held while a value is made: another thread might fork in that moment, and the lock would then be held for
/// ever in the forked process.
#[derive(Debug)]
pub(crate) struct PerProcess<T> {
    process: u32,
    value: Arc<T>,
    /// The value of a process forked from this one.
    forked: OnceLock<Box<Self>>,
}

impl<T> PerProcess<T> {
    /// Creates a holder of the value of this process.
    pub(crate) fn new(value: T) -> Self {
        Self {
            process: process::id(),
            value: Arc::new(value),
            forked: OnceLock::new(),
        }
    }

    /// Returns the value of this process, and makes it if there is none.
    ///
    /// # Errors
    /// The errors of `make`.
    pub(crate) fn get<E>(&self, make: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
        if self.process == process::id() {
            return Ok(&self.value);
        }
        if let Some(forked) = self.forked.get() {
            return forked.get(make);
        }
        let own = Box::new(Self::new(make()?));
        // If another thread was faster, its value stays and this one is dropped.
        Ok(&self.forked.get_or_init(|| own).value)
    }
}

impl<T> Drop for PerProcess<T> {
    fn drop(&mut self) {
        // The value of another process is leaked: its threads do not run here, and its locks may be held for ever.
        if self.process != process::id() {
            std::mem::forget(Arc::clone(&self.value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    #[test]
    fn a_forked_process_makes_its_own_once_and_leaves_the_other_alone() {
        let given = Arc::new(());
        let value = |number: u8| (number, Arc::clone(&given));
        let mut held = PerProcess::new(value(1));
        let get = |held: &PerProcess<(u8, Arc<()>)>, number| {
            held.get(|| Ok::<_, Infallible>(value(number)))
                .map(|found| found.0)
        };
        assert_eq!(get(&held, 2), Ok(1));
        held.process += 1;
        assert_eq!(held.get(|| Err("no threads")).err(), Some("no threads"));
        assert_eq!([get(&held, 3), get(&held, 4)], [Ok(3), Ok(3)]);
        if let Some(forked) = held.forked.get_mut() {
            forked.process += 1;
        }
        assert_eq!([get(&held, 5), get(&held, 6)], [Ok(5), Ok(5)]);
        drop(held);
        // The values of the two other processes are still alive.
        assert_eq!(Arc::strong_count(&given), 3);
    }
}
