//! The tensors of a state, in the caller's arrays or in new ones.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::PyState;
use super::arguments::SeatNumber;
use crate::py::convert::{Any, writable, zeros};
use crate::py::errors::{self, to_py};
use crate::view::View;

impl PyState {
    /// Returns the observation of a seat.
    pub(super) fn observe<'py>(
        &self,
        py: Python<'py>,
        player: Option<SeatNumber>,
        out: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        let (seat, layout) = (self.seat(player)?, &self.game.get().layout);
        let episode = self.read()?;
        let view = View::new(episode.game(), episode.state(), seat);
        let (recent, size) = (episode.recent(), layout.size());
        if is_bytes(out.as_ref()) {
            return fill::<u8>(py, BOTH, size, out, |slice| layout.observe(&view, recent, slice));
        }
        fill::<f32>(py, BOTH, size, out, |slice| layout.observe(&view, recent, slice))
    }

    /// Returns the tensor of the full position.
    pub(super) fn privileged<'py>(
        &self,
        py: Python<'py>,
        player: Option<SeatNumber>,
        out: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        let (seat, layout) = (self.seat(player)?, &self.game.get().layout);
        let episode = self.read()?;
        let (game, state) = (episode.game(), episode.state());
        let (recent, size) = (episode.recent(), layout.privileged_size());
        if is_bytes(out.as_ref()) {
            return fill::<u8>(py, BOTH, size, out, |slice| {
                layout.privileged(game, state, seat, recent, slice);
            });
        }
        fill::<f32>(py, BOTH, size, out, |slice| {
            layout.privileged(game, state, seat, recent, slice);
        })
    }

    /// Returns the tensor of everything that a seat has seen.
    pub(super) fn information<'py>(
        &self,
        py: Python<'py>,
        player: Option<SeatNumber>,
        out: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        let seat = self.seat(player)?;
        let tensor = self.read()?.information_state_tensor(seat).map_err(to_py)?;
        fill::<f32>(py, "float32", tensor.len(), out, |slice| {
            slice.copy_from_slice(&tensor);
        })
    }
}

/// The dtypes that an observation may be written into.
const BOTH: &str = "float32 or uint8";

fn is_bytes(out: Option<&Any<'_>>) -> bool {
    out.is_some_and(|out| out.cast::<PyArray1<u8>>().is_ok())
}

/// Writes into the caller's array `out`, or into a new one.
pub(super) fn fill<'py, T: numpy::Element + Copy>(
    py: Python<'py>,
    dtype: &str,
    len: usize,
    out: Option<Any<'py>>,
    write: impl FnOnce(&mut [T]),
) -> PyResult<Any<'py>> {
    let out = match out {
        Some(out) => out,
        None => zeros::<T>(py, len)?,
    };
    let mut array = writable::<T>("out", &out, len, dtype)?;
    write(
        array
            .as_slice_mut()
            .map_err(|e| errors::array(format!("out: {e}")))?,
    );
    drop(array);
    Ok(out)
}
