//! Whether a step is to go on: with bots at the table one may take long.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use super::error::BatchError;

/// What is asked whether to go on.
pub(super) type Ask<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

/// How long nobody is asked after the last time.
pub(super) const PAUSE: Duration = Duration::from_millis(20);

/// Asks now and then, in the thread that it was made in, whether to go on; tells all threads.
pub(super) struct Watch<'a> {
    ask: Ask<'a>,
    caller: ThreadId,
    begun: Instant,
    /// When it was asked last, in microseconds since then.
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

    /// Why it was stopped.
    pub(super) fn reason(&self) -> BatchError {
        if self.given_up.load(Ordering::Relaxed) {
            BatchError::NoDecision
        } else {
            BatchError::Interrupted
        }
    }

    /// Whether somebody has said to stop.
    #[inline]
    pub(super) fn has_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether to stop; asks, if it is time and this is the thread to ask in.
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
