//! Who decides for each seat of a batch, as Python says it.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::convert::{Any, describe, text};
use super::errors::{self, to_py};
use crate::batch::Controller;

/// Who decides for each seat: names of bots, or `None` for outside; `[P]` or `[N, P]`.
pub(super) fn read_controllers(
    py: Python<'_>,
    n: usize,
    p: usize,
    given: Option<&Any<'_>>,
) -> PyResult<Vec<Controller>> {
    let Some(given) = given else {
        return Ok(vec![Controller::Outside; p]);
    };
    let refused = || {
        errors::batch(format!(
            "controllers must be None or names of bots, of shape ({p},) or ({n}, {p}), not {}",
            describe(given)
        ))
    };
    let one = |item: &Any<'_>| -> PyResult<Option<Controller>> {
        if item.is_none() {
            return Ok(Some(Controller::Outside));
        }
        let Ok(name) = text("a bot's name", item) else {
            return Ok(None);
        };
        crate::bot::by_name(&name)
            .map(Controller::Bot)
            .map(Some)
            .map_err(to_py)
    };
    if one(given)?.is_some() {
        return Err(refused());
    }
    let items = few(given, n.max(p))?.ok_or_else(refused)?;
    let flat = items.iter().map(one).collect::<PyResult<Option<Vec<_>>>>()?;
    if let Some(flat) = flat {
        return if flat.len() == p { Ok(flat) } else { Err(refused()) };
    }
    if items.len() != n {
        return Err(refused());
    }
    let mut all = Vec::with_capacity(n * p);
    for (i, row) in items.iter().enumerate() {
        py.check_signals()?;
        let seats = if row.cast::<PyString>().is_ok() {
            None
        } else {
            few(row, p)?
        };
        let seats = seats.filter(|seats| seats.len() == p);
        let row = match seats {
            Some(seats) => seats.iter().map(one).collect::<PyResult<Option<Vec<_>>>>()?,
            None => None,
        };
        all.extend(row.ok_or_else(|| {
            errors::batch(format!(
                "controllers[{i}] must be None or names of bots for {p} seats"
            ))
        })?);
    }
    Ok(all)
}

/// The items of what can be iterated, if there are no more than so many.
fn few<'py>(given: &Any<'py>, most: usize) -> PyResult<Option<Vec<Any<'py>>>> {
    let Ok(iter) = given.try_iter() else {
        return Ok(None);
    };
    let items = iter.take(most + 1).collect::<PyResult<Vec<_>>>()?;
    Ok(Some(items).filter(|items| items.len() <= most))
}
