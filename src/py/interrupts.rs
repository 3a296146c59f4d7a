//! Long work without the GIL, which ends soon after Ctrl-C.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyBool;

use super::convert::Any;
use super::ending::call;
use super::errors;

/// How often work on another thread is looked after: for Ctrl-C, and to tell its progress.
const TICK: Duration = Duration::from_millis(100);

/// How long work on the caller's own thread does not look after the last time.
const PAUSE: Duration = Duration::from_millis(10);

/// Says whether to go on.
pub(super) type Ask<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

/// Runs `work` on the caller's thread, which has to ask often whether to go on: only there does Python tell of Ctrl-C.
pub(super) fn attended<R: Send>(
    py: Python<'_>,
    work: impl FnOnce(Ask<'_>) -> PyResult<R> + Send,
) -> PyResult<R> {
    let looked = Mutex::new((Instant::now(), None));
    let look = |py: Python<'_>| py.check_signals();
    let goes_on = || {
        let mut looked = looked.lock().unwrap_or_else(PoisonError::into_inner);
        if looked.1.is_none() && looked.0.elapsed() > PAUSE {
            *looked = (Instant::now(), Python::attach(look).err());
        }
        match looked.1 {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    };
    let done = py.detach(|| work(&goes_on));
    match looked.into_inner().unwrap_or_else(PoisonError::into_inner).1 {
        Some(raised) => Err(raised),
        None => done,
    }
}

/// True for what a `progress` returns to stop: `False` itself. What is only falsy, such as `None`, lets it go on.
pub(super) fn is_false(told: &Any<'_>) -> PyResult<bool> {
    Ok(told.is_exact_instance_of::<PyBool>() && !told.is_truthy()?)
}

/// Runs `work` elsewhere, since Python tells of Ctrl-C in the caller's thread only; the work asks whether it is to go on.
pub(super) fn watched<R: Send, E: Send>(
    py: Python<'_>,
    progress: Option<&Any<'_>>,
    work: impl FnOnce(&(dyn Fn(u64) -> ControlFlow<()> + Sync)) -> Result<R, E> + Send,
) -> PyResult<Result<R, E>> {
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
