//! Calls of Python code that may still run in a daemon thread when the interpreter ends.

use pyo3::BoundObject;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::convert::Any;

/// Calls a function as `call1` does; if the interpreter ends meanwhile, the call never returns in a daemon thread.
///
/// Before 3.14 Python ends a daemon thread that would run code after the interpreter's end by `pthread_exit`, which
/// unwinds its stack. Unwinding that reaches frames of Rust aborts the process. So it is stopped here, and the thread
/// waits until the process has ended, as every such thread does from Python 3.14 on.
#[cfg(unix)]
#[allow(
    unsafe_code,
    reason = "PyO3 declares the function as one that never unwinds, as which nothing can hold it up"
)]
pub(super) fn call<'py>(
    function: &Any<'py>,
    arguments: impl IntoPyObject<'py, Target = PyTuple>,
) -> PyResult<Any<'py>> {
    let py = function.py();
    let arguments = arguments.into_pyobject(py).map_err(Into::into)?.into_bound();
    let waits = WaitsForEver;
    // The pointer is opaque to the compiler. Otherwise PyO3's own declaration of the function, which says that it never
    // unwinds, would apply to this one, too.
    let object_call = std::hint::black_box(
        raw::PyObject_Call as unsafe extern "C-unwind" fn(*mut _, *mut _, *mut _) -> *mut pyo3::ffi::PyObject,
    );
    // Safety: both are objects of the interpreter that this thread is attached to; no keyword arguments are given.
    let returned = unsafe { object_call(function.as_ptr(), arguments.as_ptr(), std::ptr::null_mut()) };
    std::mem::forget(waits);
    // Safety: the function returns a new reference, or null with an exception set.
    unsafe { Bound::from_owned_ptr_or_err(py, returned) }
}

/// Calls a function as `call1` does; on other systems a thread is ended without unwinding.
#[cfg(not(unix))]
pub(super) fn call<'py>(
    function: &Any<'py>,
    arguments: impl IntoPyObject<'py, Target = PyTuple>,
) -> PyResult<Any<'py>> {
    let arguments = arguments.into_pyobject(function.py()).map_err(Into::into)?;
    function.call1(arguments.into_bound())
}

#[cfg(unix)]
mod raw {
    use pyo3::ffi::PyObject;

    #[allow(unsafe_code, reason = "see `call`")]
    unsafe extern "C-unwind" {
        pub(super) fn PyObject_Call(
            function: *mut PyObject,
            arguments: *mut PyObject,
            keywords: *mut PyObject,
        ) -> *mut PyObject;
    }
}

/// A guard that is dropped only if the stack is unwound.
#[cfg(unix)]
struct WaitsForEver;

#[cfg(unix)]
impl Drop for WaitsForEver {
    fn drop(&mut self) {
        loop {
            std::thread::park();
        }
    }
}
