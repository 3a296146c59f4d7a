//! The exceptions: `eights.Error` with one subclass for each error enum of the library.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::action::ParseActionError;
use crate::arena::ArenaError;
use crate::batch::BatchError;
use crate::bot::UnknownBotError;
use crate::card::ParseCardError;
use crate::engine::{ActionError, GameError};
use crate::episode::TensorError;
use crate::position::{PositionError, SerializedError};
use crate::record::RecordError;
use crate::ruleset::RulesetError as RulesetProblem;

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
    "A ruleset is unknown, malformed or contradicts itself; ``problems`` lists every reason."
);
create_exception!(eights, GameError_, Error, "A ruleset and options make no game.");
create_exception!(
    eights,
    ActionError_,
    Error,
    "An action or an outcome of chance is not possible here; nothing has changed."
);
create_exception!(
    eights,
    PositionError_,
    Error,
    "A position is malformed or impossible; every reason is listed."
);
create_exception!(
    eights,
    RecordError_,
    Error,
    "A record is malformed or does not replay."
);
create_exception!(
    eights,
    BatchError_,
    Error,
    "A batch, or what was given to it, is refused; no row has moved."
);
create_exception!(
    eights,
    BotError,
    Error,
    "There is no bot of this name, or an arena cannot be played."
);
create_exception!(
    eights,
    ArrayError,
    Error,
    "An array has the wrong dtype, shape or layout."
);

/// An error of the library that has an exception of its own.
pub(super) trait ToPy: std::fmt::Display {
    /// Makes the exception.
    fn exception(message: String) -> PyErr;

    /// Each problem by itself, for the exception's attribute `problems`; empty where it has none.
    fn problems(&self) -> Vec<String> {
        Vec::new()
    }
}

macro_rules! to_py {
    ($($error:ty => $exception:ty),* $(,)?) => {
        $(impl ToPy for $error {
            fn exception(message: String) -> PyErr {
                PyErr::new::<$exception, _>(message)
            }
        })*
    };
}

to_py! {
    GameError => GameError_,
    ActionError => ActionError_,
    ParseActionError => ActionError_,
    ParseCardError => PositionError_,
    PositionError => PositionError_,
    SerializedError => PositionError_,
    TensorError => GameError_,
    RecordError => RecordError_,
    BatchError => BatchError_,
    UnknownBotError => BotError,
    ArenaError => BotError,
}

impl ToPy for RulesetProblem {
    fn exception(message: String) -> PyErr {
        PyErr::new::<RulesetError, _>(message)
    }

    fn problems(&self) -> Vec<String> {
        match self {
            Self::Invalid(problems) => problems.iter().map(ToString::to_string).collect(),
            Self::Unknown { .. } | Self::Toml(_) => vec![self.to_string()],
        }
    }
}

/// Turns an error into its exception.
#[allow(clippy::needless_pass_by_value, reason = "it is used as `map_err(to_py)`")]
pub(super) fn to_py<E: ToPy>(error: E) -> PyErr {
    let exception = E::exception(error.to_string());
    let problems = error.problems();
    if !problems.is_empty() {
        let set = Python::attach(|py| exception.value(py).setattr("problems", problems));
        if let Err(error) = set {
            return error;
        }
    }
    exception
}

/// An id that names no action.
pub(super) fn no_action(given: i64) -> PyErr {
    PyErr::new::<ActionError_, _>(format!("{given} is not an action: ids are 0 … 99"))
}

/// A seat that is not at the table.
pub(super) fn no_seat(given: i64, players: u8) -> PyErr {
    PyErr::new::<ActionError_, _>(format!("{given} is not a seat: there are 0 … {}", players - 1))
}

/// An option whose value is not one of a list.
pub(super) fn no_option(name: &str, given: &str, possible: &[&str]) -> PyErr {
    PyErr::new::<GameError_, _>(format!(
        "{name} = {given:?} is unknown: there are {}",
        possible.join(", ")
    ))
}

/// An array that cannot be used.
pub(super) fn array(message: String) -> PyErr {
    PyErr::new::<ArrayError, _>(message)
}

/// Adds the exceptions to the module.
pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<Error>())?;
    module.add("RulesetError", py.get_type::<RulesetError>())?;
    module.add("GameError", py.get_type::<GameError_>())?;
    module.add("ActionError", py.get_type::<ActionError_>())?;
    module.add("PositionError", py.get_type::<PositionError_>())?;
    module.add("RecordError", py.get_type::<RecordError_>())?;
    module.add("BatchError", py.get_type::<BatchError_>())?;
    module.add("BotError", py.get_type::<BotError>())?;
    module.add("ArrayError", py.get_type::<ArrayError>())
}
