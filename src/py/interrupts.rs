//! Long work without the GIL, which ends soon after Ctrl-C.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyBool;

use super::convert::{Any, describe, optional};
use super::ending::call;
use super::errors;
use crate::workers::usable;

/// Interval at which the caller's thread checks for Ctrl-C and reports progress while work runs on another thread.
const TICK: Duration = Duration::from_millis(100);

/// Least interval between two checks for Ctrl-C by work on the caller's own thread.
const PAUSE: Duration = Duration::from_millis(10);

/// A function that decides whether work continues.
pub(super) type InterruptCheck<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

/// True for the value that `progress` returns to stop work: `False` itself. Other falsy values, such as `None`, let it
/// continue.
pub(super) fn is_false(told: &Any<'_>) -> PyResult<bool> {
    Ok(told.is_exact_instance_of::<PyBool>() && !told.is_truthy()?)
}

/// Reads the argument `progress`, so that what cannot be called is refused before the work begins.
pub(super) fn progress<'py>(given: &Any<'py>) -> PyResult<Option<Any<'py>>> {
    optional(given, |given| {
        if given.is_callable() {
            return Ok(given.clone());
        }
        Err(errors::argument(
            given.py(),
            format!(
                "progress must be a function of one number, not {}",
                describe(given)
            ),
        ))
    })
}

/// Runs `work` on the caller's thread, the only one in which Python reports Ctrl-C; `work` must ask often whether to
/// continue.
pub(super) fn attended<R: Send>(
    py: Python<'_>,
    work: impl FnOnce(InterruptCheck<'_>) -> PyResult<R> + Send,
) -> PyResult<R> {
    reporting(py, None, |goes_on| work(&|| goes_on(0)))?
}

/// State of work on the caller's thread.
struct Attended {
    checked: Instant,
    reported: Instant,
    ending: Option<PyResult<()>>,
}

/// Does as [`attended`], and calls `progress` with the number that `work` gives when it asks.
pub(super) fn reporting<R: Send>(
    py: Python<'_>,
    progress: Option<&Any<'_>>,
    work: impl FnOnce(&(dyn Fn(u64) -> ControlFlow<()> + Sync)) -> R + Send,
) -> PyResult<R> {
    let progress = progress.map(|progress| progress.clone().unbind());
    let now = Instant::now();
    let state = Mutex::new(Attended {
        checked: now,
        reported: now,
        ending: None,
    });
    let done = AtomicU64::new(0);
    let report = |py: Python<'_>| match &progress {
        Some(progress) => is_false(&call(progress.bind(py), (done.load(Ordering::Relaxed),))?),
        None => Ok(false),
    };
    let goes_on = |count| {
        done.fetch_max(count, Ordering::Relaxed);
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.ending.is_none() && state.checked.elapsed() > PAUSE {
            state.checked = Instant::now();
            let is_due = progress.is_some() && state.reported.elapsed() > TICK;
            if is_due {
                state.reported = state.checked;
            }
            state.ending = Python::attach(|py| match py.check_signals() {
                Ok(()) if is_due => report(py).map(|stops| stops.then_some(())).transpose(),
                Ok(()) => None,
                Err(raised) => Some(Err(raised)),
            });
        }
        match state.ending {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    };
    let result = py.detach(|| work(&goes_on));
    match state.into_inner().unwrap_or_else(PoisonError::into_inner).ending {
        Some(Err(raised)) => Err(raised),
        Some(Ok(())) => Ok(result),
        None => report(py).map(|_| result),
    }
}

/// Runs `work`, which uses so many threads (0: as many as the machine has) and asks whether to continue. One thread is
/// the caller's; several run beside it, since Python reports Ctrl-C in the caller's thread only.
pub(super) fn watched<R: Send, E: Send>(
    py: Python<'_>,
    threads: usize,
    progress: Option<&Any<'_>>,
    work: impl FnOnce(&(dyn Fn(u64) -> ControlFlow<()> + Sync)) -> Result<R, E> + Send,
) -> PyResult<Result<R, E>> {
    if usable(threads) == 1 {
        return reporting(py, progress, work);
    }
    let (done, stop, finished) = (AtomicU64::new(0), AtomicBool::new(false), AtomicBool::new(false));
    let goes_on = |games| {
        done.fetch_max(games, Ordering::Relaxed);
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let caller = std::thread::current();
    std::thread::scope(|scope| {
        let playing = std::thread::Builder::new().spawn_scoped(scope, || {
            let report = work(&goes_on);
            finished.store(true, Ordering::Release);
            caller.unpark();
            report
        });
        let playing = playing.map_err(|why| errors::bot(format!("a thread could not be started: {why}")))?;
        let watched = loop {
            if finished.load(Ordering::Acquire) || playing.is_finished() {
                break Ok(());
            }
            py.detach(|| std::thread::park_timeout(TICK));
            let told = py.check_signals().and_then(|()| match progress {
                Some(progress) => call(progress, (done.load(Ordering::Relaxed),)).map(Some),
                None => Ok(None),
            });
            match told {
                Ok(Some(told)) if is_false(&told)? => {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok(_) => {}
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    break Err(error);
                }
            }
        };
        let report = py.detach(|| playing.join());
        let report = report.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        watched.map(|()| report)
    })
}
