//! `eights.State`.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::convert::{from_json, writable};
use super::errors::{self, to_py};
use super::game::PyGame;
use crate::action::{Action, ActionId, NUM_ACTIONS};
use crate::engine::{Outcome, Phase};
use crate::episode::Episode;
use crate::record::Record;
use crate::seat::Seat;
use crate::view::View;

/// A position of a game, with the events that led to it.
#[pyclass(name = "State", module = "eights")]
pub(super) struct PyState {
    game: Py<PyGame>,
    episode: Episode,
}

/// An action's id or its text.
#[derive(FromPyObject)]
pub(super) enum ActionArg {
    Id(i64),
    Text(String),
}

impl PyState {
    pub(super) const fn of(game: Py<PyGame>, episode: Episode) -> Self {
        Self { game, episode }
    }

    fn seat(&self, player: Option<i64>) -> PyResult<Seat> {
        let players = self.episode.game().players();
        match player {
            // Where nobody is to act, the seat whose turn it is or was looks.
            None => Ok(self
                .episode
                .state()
                .actor()
                .unwrap_or(self.episode.state().seat())),
            Some(seat) => u8::try_from(seat)
                .ok()
                .filter(|seat| *seat < players)
                .map(Seat)
                .ok_or_else(|| errors::no_seat(seat, players)),
        }
    }

    fn action(arg: ActionArg) -> PyResult<Action> {
        match arg {
            ActionArg::Id(id) => u8::try_from(id)
                .ok()
                .and_then(ActionId::new)
                .map(Action::from_id)
                .ok_or_else(|| errors::no_action(id)),
            ActionArg::Text(text) => text.parse().map_err(to_py),
        }
    }

    /// The outcome that an id or text means at this chance node.
    fn outcome(&self, arg: &ActionArg) -> PyResult<Outcome> {
        let outcomes = self.episode.game().chance_outcomes(self.episode.state());
        let found = outcomes
            .iter()
            .map(|(outcome, _)| *outcome)
            .find(|outcome| match arg {
                ActionArg::Id(id) => i64::from(outcome.id()) == *id,
                ActionArg::Text(text) => outcome.to_string() == *text,
            });
        found.ok_or_else(|| {
            let outcome = match arg {
                ActionArg::Id(id) => format!("outcome {id}"),
                ActionArg::Text(text) => format!("{text:?}"),
            };
            let possible = outcomes
                .iter()
                .map(|(o, _)| o.to_string())
                .collect::<Vec<_>>()
                .join(", ");
            to_py(crate::engine::ActionError::Outcome { outcome, possible })
        })
    }

    fn layout(&self) -> std::sync::Arc<crate::observe::Layout> {
        self.game.get().layout.clone()
    }
}

#[pymethods]
impl PyState {
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    fn current_player(&self) -> i32 {
        let state = self.episode.state();
        match state.phase() {
            Phase::Chance(_) => -1,
            Phase::Over { .. } => -4,
            _ => state.actor().map_or(-4, |seat| i32::from(seat.0)),
        }
    }

    fn is_terminal(&self) -> bool {
        self.episode.state().is_over()
    }

    fn is_truncated(&self) -> bool {
        self.episode.state().is_truncated()
    }

    fn is_chance_node(&self) -> bool {
        self.episode.state().is_chance()
    }

    fn legal_actions(&self) -> Vec<usize> {
        let (game, state) = (self.episode.game(), self.episode.state());
        if state.is_chance() {
            return game
                .chance_outcomes(state)
                .iter()
                .map(|(outcome, _)| usize::from(outcome.id()))
                .collect();
        }
        game.legal(state)
            .iter()
            .map(|action| action.id().index())
            .collect()
    }

    #[pyo3(signature = (out=None))]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let legal = self.episode.game().legal(self.episode.state());
        fill::<bool>(py, "out", "bool", NUM_ACTIONS, out, |slice| {
            legal.write_mask(slice)
        })
    }

    #[allow(clippy::needless_pass_by_value, reason = "extracted from Python")]
    fn apply_action(&mut self, action: ActionArg) -> PyResult<()> {
        if self.episode.state().is_chance() {
            let outcome = self.outcome(&action)?;
            return self.episode.apply_outcome(outcome).map_err(to_py);
        }
        self.episode.apply(Self::action(action)?).map_err(to_py)
    }

    fn action_to_string(&self, action: i64) -> PyResult<String> {
        if self.episode.state().is_chance() {
            return self
                .outcome(&ActionArg::Id(action))
                .map(|outcome| outcome.to_string());
        }
        Self::action(ActionArg::Id(action)).map(|action| action.to_string())
    }

    fn string_to_action(&self, text: &str) -> PyResult<usize> {
        if self.episode.state().is_chance() {
            return self
                .outcome(&ActionArg::Text(text.to_owned()))
                .map(|outcome| usize::from(outcome.id()));
        }
        Self::action(ActionArg::Text(text.to_owned())).map(|action| action.id().index())
    }

    /// What an action means here, in words.
    fn describe_action(&self, action: ActionArg) -> PyResult<String> {
        let action = Self::action(action)?;
        Ok(crate::words::describe_action(
            self.episode.game(),
            self.episode.state(),
            action,
        ))
    }

    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        let outcomes = self.episode.game().chance_outcomes(self.episode.state());
        outcomes
            .iter()
            .map(|(outcome, p)| (usize::from(outcome.id()), *p))
            .collect()
    }

    fn rewards(&self) -> Vec<f64> {
        let players = usize::from(self.episode.game().players());
        self.episode.game().rewards(self.episode.state())[..players].to_vec()
    }

    fn returns(&self) -> Vec<f64> {
        let players = usize::from(self.episode.game().players());
        self.episode.game().returns(self.episode.state())[..players].to_vec()
    }

    /// Seats that have won; empty before the end.
    fn winners(&self) -> Vec<u8> {
        match self.episode.state().phase() {
            Phase::Over { winners, .. } => winners.iter().map(|seat| seat.0).collect(),
            _ => Vec::new(),
        }
    }

    fn history(&self) -> Vec<usize> {
        self.episode.history()
    }

    #[pyo3(signature = (player=None, out=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (seat, layout) = (self.seat(player)?, self.layout());
        let view = View::new(self.episode.game(), self.episode.state(), seat);
        let recent = self.episode.recent();
        if out.as_ref().is_some_and(|out| out.cast::<PyArray1<u8>>().is_ok()) {
            return fill::<u8>(py, "out", "uint8", layout.size(), out, |slice| {
                layout.observe(&view, &recent, slice)
            });
        }
        fill::<f32>(py, "out", "float32 or uint8", layout.size(), out, |slice| {
            layout.observe(&view, &recent, slice)
        })
    }

    #[pyo3(signature = (player=None, out=None))]
    fn privileged_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (seat, layout) = (self.seat(player)?, self.layout());
        let recent = self.episode.recent();
        fill::<f32>(py, "out", "float32", layout.privileged_size(), out, |slice| {
            layout.privileged(self.episode.game(), self.episode.state(), seat, &recent, slice);
        })
    }

    #[pyo3(signature = (player=None))]
    fn observation_string(&self, player: Option<i64>) -> PyResult<String> {
        let view = View::new(self.episode.game(), self.episode.state(), self.seat(player)?);
        Ok(crate::render::render(
            &view,
            crate::render::Style {
                color: false,
                unicode: true,
            },
        ))
    }

    /// The position as a person may like to see it: from a seat's view, or with ``player=None`` the full table.
    #[pyo3(signature = (player=None, color=false, unicode=true))]
    fn render(&self, player: Option<i64>, color: bool, unicode: bool) -> PyResult<String> {
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

    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<i64>) -> PyResult<String> {
        Ok(self.episode.information_state_string(self.seat(player)?))
    }

    #[pyo3(signature = (player=None, out=None))]
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(player)?;
        let tensor = self.episode.information_state_tensor(seat).map_err(to_py)?;
        fill::<f32>(py, "out", "float32", tensor.len(), out, |slice| {
            slice.copy_from_slice(&tensor)
        })
    }

    /// What happened since the beginning, in words, as a seat may know it (``None``: everything).
    #[pyo3(signature = (player=None))]
    fn events(&self, player: Option<i64>) -> PyResult<Vec<String>> {
        let viewer = player.map(|_| self.seat(player)).transpose()?;
        Ok(self
            .episode
            .events()
            .iter()
            .map(|event| crate::words::describe_event(event, viewer))
            .collect())
    }

    /// The action that a built-in bot would choose here.
    #[pyo3(signature = (name, seed=0))]
    fn bot_action(&self, name: &str, seed: u64) -> PyResult<usize> {
        let bot = crate::bot::by_name(name).map_err(to_py)?;
        let state = self.episode.state();
        let Some(seat) = state.actor() else {
            return Err(to_py(crate::engine::ActionError::Over { action: Action::Pass }));
        };
        let view = View::new(self.episode.game(), state, seat);
        let mut rng = crate::rng::Rng::new(seed, crate::rng::Stream::Bot);
        Ok(bot.act(&view, view.legal(), &mut rng).id().index())
    }

    fn clone(&self, py: Python<'_>) -> Self {
        Self {
            game: self.game.clone_ref(py),
            episode: self.episode.clone(),
        }
    }

    fn serialize<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.episode.serialize())
    }

    fn resample(&self, py: Python<'_>, player: i64, seed: u64) -> PyResult<Self> {
        let seat = self.seat(Some(player))?;
        Ok(Self {
            game: self.game.clone_ref(py),
            episode: self.episode.resample(seat, seed),
        })
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &self.episode.game().to_value(self.episode.state()))
    }

    fn record(&self) -> String {
        self.episode.record()
    }

    fn __str__(&self) -> String {
        let style = crate::render::Style {
            color: false,
            unicode: true,
        };
        crate::render::render_table(self.episode.game(), self.episode.state(), style)
    }

    fn __repr__(&self) -> String {
        let state = self.episode.state();
        format!(
            "State({:?}, players={}, phase={:?}, player={})",
            self.episode.game().ruleset().id,
            self.episode.game().players(),
            state.phase().name(),
            self.current_player()
        )
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.clone(py)
    }

    #[allow(clippy::needless_pass_by_value, reason = "Python's protocol")]
    fn __deepcopy__(&self, py: Python<'_>, _memo: Bound<'_, PyAny>) -> Self {
        self.clone(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((
            self.game.bind(py).getattr("deserialize_state")?,
            (self.serialize(py),),
        ))
    }
}

/// Replays a record; returns the state that it leads to.
#[pyfunction]
pub(super) fn replay(py: Python<'_>, record: &str) -> PyResult<PyState> {
    let episode = Record::parse(record)
        .and_then(|record| record.replay())
        .map_err(to_py)?;
    Ok(PyState::of(
        Py::new(py, PyGame::of(episode.game().clone()))?,
        episode,
    ))
}

/// Writes into the caller's array, or into a new one.
fn fill<'py, T: numpy::Element + Copy>(
    py: Python<'py>,
    name: &str,
    dtype: &str,
    len: usize,
    out: Option<Bound<'py, PyAny>>,
    write: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyAny>> {
    let out = match out {
        Some(out) => out,
        None => PyArray1::<T>::zeros(py, len, false).into_any(),
    };
    let mut array = writable::<T>(name, &out, len, dtype)?;
    write(
        array
            .as_slice_mut()
            .map_err(|e| errors::array(format!("{name}: {e}")))?,
    );
    drop(array);
    Ok(out)
}
