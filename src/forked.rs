//! What lives in one process, such as threads: a process that was forked from it makes its own.

use std::process;
use std::sync::{Arc, OnceLock};

/// A value of the process that made it, and one of each process that was forked from that, made when it is first asked for.
///
/// No lock is held while one is made: another thread might fork in that moment, and the lock would be held for ever in the
/// process that is forked.
#[derive(Debug)]
pub(crate) struct PerProcess<T> {
    process: u32,
    value: Arc<T>,
    /// That of a process that was forked from this one.
    forked: OnceLock<Box<Self>>,
}

impl<T> PerProcess<T> {
    /// Holds a value of this process.
    pub(crate) fn new(value: T) -> Self {
        Self {
            process: process::id(),
            value: Arc::new(value),
            forked: OnceLock::new(),
        }
    }

    /// The value of this process, made where there is none.
    ///
    /// # Errors
    /// Those of `make`.
    pub(crate) fn get<E>(&self, make: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
        if self.process == process::id() {
            return Ok(&self.value);
        }
        if let Some(forked) = self.forked.get() {
            return forked.get(make);
        }
        let own = Box::new(Self::new(make()?));
        // Where another thread was faster its value stays, and this one is dropped.
        Ok(&self.forked.get_or_init(|| own).value)
    }
}

impl<T> Drop for PerProcess<T> {
    fn drop(&mut self) {
        // What belongs to another process is left alone: nobody is there to be told, and a lock may be held for ever.
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
        // Those of the two other processes are still there.
        assert_eq!(Arc::strong_count(&given), 3);
    }
}
