//! The exceptions: `eights.Error`, with a subclass for each kind of refusal.

use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use crate::action::ParseActionError;
use crate::arena::{ArenaError, IntervalError};
use crate::batch::{BatchError as BatchProblem, PoolError};
use crate::bot::BotError as BotProblem;
use crate::card_text::ParseCardError;
use crate::engine::{ActionError as ActionProblem, GameError as GameProblem};
use crate::episode::TensorError;
use crate::observation::ExplainError;
use crate::position::{PositionError as PositionProblem, SerializedError};
use crate::record::RecordError as RecordProblem;
use crate::resample::ResampleError as ResampleProblem;
use crate::ruleset::RulesetError as RulesetProblem;
use crate::search::SearchError;
use crate::solve::SolveError;
use crate::table::SetupError;

/// The exception types, in a module so that their Python names may equal those of the library's errors.
mod types {
    use pyo3::create_exception;
    use pyo3::exceptions::PyValueError;

    create_exception!(
        eights,
        Error,
        PyValueError,
        "Base of every error that eights raises."
    );
    create_exception!(
        eights,
        RulesetError,
        Error,
        "A ruleset is unknown, cannot be read, or contradicts itself; ``problems`` lists every reason."
    );
    create_exception!(eights, GameError, Error, "A ruleset and options make no game.");
    create_exception!(
        eights,
        ActionError,
        Error,
        "An action, an outcome of chance or a seat is not possible here; nothing has changed."
    );
    create_exception!(
        eights,
        PositionError,
        Error,
        "A position or serialized state is malformed or impossible; every reason is listed."
    );
    create_exception!(
        eights,
        RecordError,
        Error,
        "A record is malformed or does not replay."
    );
    create_exception!(
        eights,
        ResampleError,
        Error,
        "No other state was found that a player could not tell from this one."
    );
    create_exception!(
        eights,
        BatchError,
        Error,
        "A batch, or what was given to it, is refused; no env has moved."
    );
    create_exception!(
        eights,
        BotError,
        Error,
        "There is no bot of this name, or an arena cannot be played or judged."
    );
    create_exception!(
        eights,
        ArrayError,
        Error,
        "An array has the wrong dtype, shape or layout, or cannot be written."
    );
}

/// The type `eights.ArgumentError`, whose two bases `create_exception!` cannot declare.
static ARGUMENT_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn argument_error(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    let make = || -> PyResult<Py<PyType>> {
        let dict = PyDict::new(py);
        dict.set_item("__module__", "eights")?;
        dict.set_item(
            "__doc__",
            "An argument is of a type that cannot be used here; also a `TypeError`.",
        )?;
        let bases = (py.get_type::<types::Error>(), py.get_type::<PyTypeError>());
        let made = py.get_type::<PyType>().call1(("ArgumentError", bases, dict))?;
        Ok(made.cast_into::<PyType>()?.unbind())
    };
    ARGUMENT_ERROR.get_or_try_init(py, make).map(|made| made.bind(py))
}

/// An error of the library that has an exception of its own.
pub(super) trait ToPy: std::fmt::Display {
    /// Makes the exception.
    fn exception(&self, message: String) -> PyErr;

    /// True for a lack of memory, which raises Python's own `MemoryError`.
    fn is_memory(&self) -> bool {
        false
    }

    /// Returns each problem separately, for the exception's attribute `problems`; empty if it has none.
    fn problems(&self) -> Vec<String> {
        Vec::new()
    }
}

macro_rules! to_py {
    ($($error:ty => $exception:ident),* $(,)?) => {
        $(impl ToPy for $error {
            fn exception(&self, message: String) -> PyErr {
                PyErr::new::<types::$exception, _>(message)
            }
        })*
    };
}

impl ToPy for RulesetProblem {
    fn exception(&self, message: String) -> PyErr {
        PyErr::new::<types::RulesetError, _>(message)
    }

    fn problems(&self) -> Vec<String> {
        match self {
            Self::Invalid(problems) => problems.iter().map(ToString::to_string).collect(),
            Self::Unknown { .. } | Self::Toml { .. } | Self::TooLarge => vec![self.to_string()],
        }
    }
}

impl ToPy for SearchError {
    fn exception(&self, message: String) -> PyErr {
        match self {
            Self::NobodyActs { .. } => action(message),
            Self::Option { .. } | Self::Stopped => bot(message),
            Self::World(error) => error.exception(message),
        }
    }
}

impl ToPy for SolveError {
    fn exception(&self, message: String) -> PyErr {
        match self {
            Self::Policy { .. } => array(message),
            _ => game(message),
        }
    }
}

impl ToPy for BatchProblem {
    fn exception(&self, message: String) -> PyErr {
        match self {
            Self::Bot(error) => error.exception(message),
            _ => batch(message),
        }
    }

    fn is_memory(&self) -> bool {
        matches!(self, Self::Memory { .. })
    }
}

impl ToPy for TensorError {
    fn exception(&self, message: String) -> PyErr {
        game(message)
    }

    fn is_memory(&self) -> bool {
        matches!(self, Self::Memory { .. })
    }
}

impl ToPy for SerializedError {
    fn exception(&self, message: String) -> PyErr {
        PyErr::new::<types::PositionError, _>(message)
    }

    fn is_memory(&self) -> bool {
        matches!(self, Self::Memory { .. })
    }
}

impl ToPy for RecordProblem {
    fn exception(&self, message: String) -> PyErr {
        PyErr::new::<types::RecordError, _>(message)
    }

    fn is_memory(&self) -> bool {
        matches!(self, Self::Memory { .. })
    }
}

to_py! {
    GameProblem => GameError,
    SetupError => GameError,
    PoolError => GameError,
    ActionProblem => ActionError,
    ParseActionError => ActionError,
    ParseCardError => PositionError,
    PositionProblem => PositionError,
    ResampleProblem => ResampleError,
    BotProblem => BotError,
    ArenaError => BotError,
    IntervalError => BotError,
    ExplainError => ArrayError,
}

/// Turns an error into its exception.
#[allow(clippy::needless_pass_by_value, reason = "it is used as `map_err(to_py)`")]
pub(super) fn to_py<E: ToPy>(error: E) -> PyErr {
    if error.is_memory() {
        return memory(error.to_string());
    }
    with_problems(error.exception(error.to_string()), error.problems())
}

/// Sets the attribute `problems` of an exception, if there are any.
fn with_problems(exception: PyErr, problems: Vec<String>) -> PyErr {
    if !problems.is_empty() {
        let set = Python::attach(|py| exception.value(py).setattr("problems", problems));
        if let Err(error) = set {
            return error;
        }
    }
    exception
}

/// Makes the exception for an argument of an unusable type.
pub(super) fn argument(py: Python<'_>, message: String) -> PyErr {
    match argument_error(py) {
        Ok(class) => PyErr::from_type(class.clone(), message),
        Err(error) => error,
    }
}

/// Makes the exception for a lack of memory.
pub(super) fn memory(message: String) -> PyErr {
    PyMemoryError::new_err(message)
}

/// Makes the exception for a seat or an action.
pub(super) fn action(message: String) -> PyErr {
    PyErr::new::<types::ActionError, _>(message)
}

/// Makes the exception for an option of a game, or a request to a game.
pub(super) fn game(message: String) -> PyErr {
    PyErr::new::<types::GameError, _>(message)
}

/// Makes the exception for a ruleset that cannot be read.
pub(super) fn ruleset(message: String) -> PyErr {
    with_problems(
        PyErr::new::<types::RulesetError, _>(message.clone()),
        vec![message],
    )
}

/// Makes the exception for an option of a batch, or a request to a batch.
pub(super) fn batch(message: String) -> PyErr {
    PyErr::new::<types::BatchError, _>(message)
}

/// Makes the exception for an option of an arena.
pub(super) fn bot(message: String) -> PyErr {
    PyErr::new::<types::BotError, _>(message)
}

/// Makes the exception for an array that cannot be used.
pub(super) fn array(message: String) -> PyErr {
    PyErr::new::<types::ArrayError, _>(message)
}

/// Adds the exceptions to the module.
pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<types::Error>())?;
    module.add("ArgumentError", argument_error(py)?)?;
    module.add("RulesetError", py.get_type::<types::RulesetError>())?;
    module.add("GameError", py.get_type::<types::GameError>())?;
    module.add("ActionError", py.get_type::<types::ActionError>())?;
    module.add("PositionError", py.get_type::<types::PositionError>())?;
    module.add("RecordError", py.get_type::<types::RecordError>())?;
    module.add("ResampleError", py.get_type::<types::ResampleError>())?;
    module.add("BatchError", py.get_type::<types::BatchError>())?;
    module.add("BotError", py.get_type::<types::BotError>())?;
    module.add("ArrayError", py.get_type::<types::ArrayError>())
}
