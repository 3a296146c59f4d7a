//! `eights.State` as tensors and text: what a seat sees, and what it remembers.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::convert::{Any, writable};
use super::errors::{self, to_py};
use super::state::PyState;
use crate::view::View;

/// The dtypes of observations.
const BOTH: &str = "float32 or uint8";

#[pymethods]
impl PyState {
    /// What a seat may know, as numbers: see ``Game.observation_layout``.
    ///
    /// Args:
    ///     player: a seat, or ``None``.
    ///     out: ``float32`` or ``uint8`` array of shape (D,) to write into and return.
    ///
    /// Returns:
    ///     ``out``, or a new ``float32`` array of shape (D,), D = ``game.observation_tensor_size()``.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    ///     ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.
    ///
    /// >>> import eights, numpy as np
    /// >>> game = eights.Game("crazy_eights", players=2)
    /// >>> out = np.empty(game.observation_tensor_size(), dtype=np.uint8)
    /// >>> game.new_initial_state(seed=7).observation_tensor(player=1, out=out) is out
    /// True
    #[pyo3(signature = (player=None, out=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Any<'py>>,
        out: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        let (seat, layout) = (self.seat(player)?, self.layout());
        let view = View::new(self.episode.game(), self.episode.state(), seat);
        let recent = self.episode.recent();
        if is_bytes(out.as_ref()) {
            return fill::<u8>(py, BOTH, layout.size(), out, |slice| {
                layout.observe(&view, recent, slice);
            });
        }
        fill::<f32>(py, BOTH, layout.size(), out, |slice| {
            layout.observe(&view, recent, slice);
        })
    }

    /// The full position as numbers, for critics: the observation of a seat, then how many of each kind of card each other seat
    /// holds, clockwise, then how many of each kind are in the stock.
    ///
    /// Args:
    ///     player: the seat that comes first, or ``None``.
    ///     out: ``float32`` or ``uint8`` array of shape (S,) to write into and return.
    ///
    /// Returns:
    ///     ``out``, or a new ``float32`` array of shape (S,), S = ``game.privileged_tensor_size()``.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    ///     ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.
    #[pyo3(signature = (player=None, out=None))]
    fn privileged_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Any<'py>>,
        out: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        let (seat, layout) = (self.seat(player)?, self.layout());
        let recent = self.episode.recent();
        let (game, state) = (self.episode.game(), self.episode.state());
        let size = layout.privileged_size();
        if is_bytes(out.as_ref()) {
            return fill::<u8>(py, BOTH, size, out, |slice| {
                layout.privileged(game, state, seat, recent, slice);
            });
        }
        fill::<f32>(py, BOTH, size, out, |slice| {
            layout.privileged(game, state, seat, recent, slice);
        })
    }

    /// What a seat may know now, as text for people.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    #[pyo3(signature = (player=None))]
    fn observation_string(&self, player: Option<&Any<'_>>) -> PyResult<String> {
        let view = View::new(self.episode.game(), self.episode.state(), self.seat(player)?);
        Ok(crate::render::render(
            &view,
            crate::render::Style {
                color: false,
                unicode: true,
            },
        ))
    }

    /// The position as a person may like to see it, at most 80 columns wide.
    ///
    /// Args:
    ///     player: from this seat's view; here ``None`` means the full table, all hands open.
    ///     color: with ANSI colours.
    ///     unicode: with suits as symbols and boxes; otherwise ASCII.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    #[pyo3(signature = (player=None, color=false, unicode=true))]
    fn render(&self, player: Option<&Any<'_>>, color: bool, unicode: bool) -> PyResult<String> {
        let style = crate::render::Style { color, unicode };
        let (game, state) = (self.episode.game(), self.episode.state());
        if player.is_none() {
            return Ok(crate::render::render_table(game, state, style));
        }
        Ok(crate::render::render(
            &View::new(game, state, self.seat(player)?),
            style,
        ))
    }

    /// All that a seat has seen since the beginning (perfect recall), as text.
    ///
    /// Two states that this seat cannot tell apart have the same one.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<&Any<'_>>) -> PyResult<String> {
        Ok(self.episode.information_state_string(self.seat(player)?))
    }

    /// All that a seat has seen since the beginning (perfect recall), as numbers.
    ///
    /// Args:
    ///     player: a seat, or ``None``.
    ///     out: ``float32`` array of shape (I,) to write into and return.
    ///
    /// Returns:
    ///     ``out``, or a new ``float32`` array of shape (I,), I = ``game.information_state_tensor_size()``.
    ///
    /// Raises:
    ///     ActionError: there is no such seat.
    ///     GameError: the game was made without an explicit ``max_decisions``, from which the size follows.
    ///     ArrayError: ``out`` has another dtype or shape, is not contiguous, or is read-only.
    #[pyo3(signature = (player=None, out=None))]
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Any<'py>>,
        out: Option<Any<'py>>,
    ) -> PyResult<Any<'py>> {
        let seat = self.seat(player)?;
        let tensor = self.episode.information_state_tensor(seat).map_err(to_py)?;
        fill::<f32>(py, "float32", tensor.len(), out, |slice| {
            slice.copy_from_slice(&tensor);
        })
    }
}

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
        None => PyArray1::<T>::zeros(py, len, false).into_any(),
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
