//! Interruption of steps, which may take long if bots play.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use super::error::BatchError;

/// Callback that decides whether to continue.
pub(super) type Ask<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

/// Minimum time between two calls of the callback.
pub(super) const PAUSE: Duration = Duration::from_millis(20);

/// Calls the callback now and then, in the thread that created the watch; a break stops all threads.
pub(super) struct Watch<'a> {
    ask: Ask<'a>,
    caller: ThreadId,
    begun: Instant,
    /// Time of the last call, in microseconds since `begun`.
    asked: AtomicU64,
    stopped: AtomicBool,
    given_up: AtomicBool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(ask: Ask<'a>) -> Self {
        Self {
            ask,
            caller: std::thread::current().id(),
            begun: Instant::now(),
            asked: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            given_up: AtomicBool::new(false),
        }
    }

    /// Stops, since no env will ever ask for a decision.
    pub(super) fn give_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Returns the reason for the stop.
    pub(super) fn reason(&self) -> BatchError {
        if self.given_up.load(Ordering::Relaxed) {
            BatchError::NoDecision
        } else {
            BatchError::Interrupted
        }
    }

    /// True if a stop was decided.
    #[inline]
    pub(super) fn has_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// True if work is to stop; calls the callback if it is time and this is the thread for it.
    pub(super) fn stops(&self) -> bool {
        if self.has_stopped() || std::thread::current().id() != self.caller {
            return self.has_stopped();
        }
        let now = self.begun.elapsed().as_micros() as u64;
        if now.saturating_sub(self.asked.load(Ordering::Relaxed)) >= PAUSE.as_micros() as u64 {
            self.asked.store(now, Ordering::Relaxed);
            if (self.ask)().is_break() {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        self.has_stopped()
    }
}
