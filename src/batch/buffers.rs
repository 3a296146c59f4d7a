//! The arrays that a batch writes: views of those that a caller owns, and arrays to own.

use ndarray::{Array1, Array2, ArrayViewMut, ArrayViewMut1, ArrayViewMut2, ArrayViewMut3, Dimension};

use super::slices::{ExtraSlices, Slices};
use super::{Batch, BatchError};
use crate::observation::Feature;

/// Views of the arrays that a reset or a step writes, in standard layout.
///
/// N is the number of envs, D the length of an observation, V that of a privileged one, and P the number of seats
/// ([`Batch::seats`]).
pub struct Buffers<'a, T> {
    /// `[N, D]`: observations of the seats to act.
    pub observations: ArrayViewMut2<'a, T>,
    /// `[N, 100]`: legal actions of the seats to act.
    pub action_masks: ArrayViewMut2<'a, bool>,
    /// `[N]`: the seats to act.
    pub players: ArrayViewMut1<'a, i32>,
    /// `[N, P]`: rewards since the previous outside decision; 0 for seats that a game does not have.
    pub rewards: ArrayViewMut2<'a, f32>,
    /// `[N]`: true where an episode ended by the rules.
    pub terminations: ArrayViewMut1<'a, bool>,
    /// `[N]`: true where the limit of decisions ended an episode.
    pub truncations: ArrayViewMut1<'a, bool>,
    /// `[N, D]`: last observations of the episodes that ended.
    pub final_observations: ArrayViewMut2<'a, T>,
    /// `[N]`: the seats of those observations; −1 where no episode ended.
    pub final_players: ArrayViewMut1<'a, i32>,
    /// Further observations of the positions.
    pub extras: Extras<'a, T>,
    /// Further observations of the ends of episodes.
    pub final_extras: Extras<'a, T>,
}

/// Observations that are written only if there is an array for them.
pub struct Extras<'a, T> {
    /// `[N, P, D]`: observations of all seats; zeros for seats that a game does not have.
    pub seats: Option<ArrayViewMut3<'a, T>>,
    /// `[N, V]`: full positions for a critic, as [`Layout::privileged`](crate::observation::Layout::privileged) writes them.
    pub privileged: Option<ArrayViewMut2<'a, T>>,
}

impl<T> Default for Extras<'_, T> {
    fn default() -> Self {
        Self {
            seats: None,
            privileged: None,
        }
    }
}

/// Arrays for the results of one batch, beginning with zeros.
///
/// # Examples
/// ```
/// use eights::{Game, Options, Ruleset};
/// use eights::batch::{Arrays, Autoreset, Batch};
///
/// let game = Game::new(&Ruleset::builtin("crazy_eights")?, Options::new(2))?;
/// let mut batch = Batch::new(&game, 64, 0, Autoreset::SameStep)?;
/// let mut arrays = Arrays::<f32>::new(&batch);
/// batch.reset(None, None, arrays.buffers())?;
/// assert_eq!(arrays.observations.dim(), (64, batch.layout().size()));
/// assert!(arrays.action_masks.rows().into_iter().all(|mask| mask.iter().any(|&legal| legal)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Arrays<T> {
    /// `[N, D]`, as [`Buffers::observations`].
    pub observations: Array2<T>,
    /// `[N, 100]`, as [`Buffers::action_masks`].
    pub action_masks: Array2<bool>,
    /// `[N]`, as [`Buffers::players`].
    pub players: Array1<i32>,
    /// `[N, P]`, as [`Buffers::rewards`].
    pub rewards: Array2<f32>,
    /// `[N]`, as [`Buffers::terminations`].
    pub terminations: Array1<bool>,
    /// `[N]`, as [`Buffers::truncations`].
    pub truncations: Array1<bool>,
    /// `[N, D]`, as [`Buffers::final_observations`].
    pub final_observations: Array2<T>,
    /// `[N]`, as [`Buffers::final_players`].
    pub final_players: Array1<i32>,
}

impl<T: Feature> Arrays<T> {
    /// Arrays of the shapes that the batch writes.
    #[must_use]
    pub fn new(batch: &Batch) -> Self {
        let (envs, size) = (batch.num_envs(), batch.layout().size());
        Self {
            observations: Array2::from_elem((envs, size), T::ZERO),
            action_masks: Array2::from_elem((envs, batch.layout().num_actions()), false),
            players: Array1::zeros(envs),
            rewards: Array2::zeros((envs, batch.seats())),
            terminations: Array1::from_elem(envs, false),
            truncations: Array1::from_elem(envs, false),
            final_observations: Array2::from_elem((envs, size), T::ZERO),
            final_players: Array1::zeros(envs),
        }
    }

    /// Views of the arrays, without extras.
    pub fn buffers(&mut self) -> Buffers<'_, T> {
        Buffers {
            observations: self.observations.view_mut(),
            action_masks: self.action_masks.view_mut(),
            players: self.players.view_mut(),
            rewards: self.rewards.view_mut(),
            terminations: self.terminations.view_mut(),
            truncations: self.truncations.view_mut(),
            final_observations: self.final_observations.view_mut(),
            final_players: self.final_players.view_mut(),
            extras: Extras::default(),
            final_extras: Extras::default(),
        }
    }
}

impl<'a, T> Buffers<'a, T> {
    /// Checks the shapes and returns the values as slices.
    pub(super) fn into_slices(self, batch: &Batch) -> Result<Slices<'a, T>, BatchError> {
        let n = batch.num_envs();
        let observed = [n, batch.layout().size()];
        Ok(Slices {
            observations: slice(self.observations, "observations", &observed)?,
            action_masks: slice(
                self.action_masks,
                "action_masks",
                &[n, batch.layout().num_actions()],
            )?,
            players: slice(self.players, "players", &[n])?,
            rewards: slice(self.rewards, "rewards", &[n, batch.seats()])?,
            terminations: slice(self.terminations, "terminations", &[n])?,
            truncations: slice(self.truncations, "truncations", &[n])?,
            final_observations: slice(self.final_observations, "final_observations", &observed)?,
            final_players: slice(self.final_players, "final_players", &[n])?,
            extras: self
                .extras
                .into_slices(batch, ["extras.seats", "extras.privileged"])?,
            final_extras: self
                .final_extras
                .into_slices(batch, ["final_extras.seats", "final_extras.privileged"])?,
        })
    }
}

impl<'a, T> Extras<'a, T> {
    fn into_slices(self, batch: &Batch, names: [&'static str; 2]) -> Result<ExtraSlices<'a, T>, BatchError> {
        let (n, layout) = (batch.num_envs(), batch.layout());
        Ok(ExtraSlices {
            seats: match self.seats {
                Some(seats) => slice(seats, names[0], &[n, batch.seats(), layout.size()])?,
                None => &mut [],
            },
            privileged: match self.privileged {
                Some(privileged) => slice(privileged, names[1], &[n, layout.privileged_size()])?,
                None => &mut [],
            },
        })
    }
}

/// Returns the values of an array that has the expected shape and standard layout.
fn slice<'a, T, D: Dimension>(
    array: ArrayViewMut<'a, T, D>,
    name: &'static str,
    expected: &[usize],
) -> Result<&'a mut [T], BatchError> {
    let given = array.raw_dim();
    array
        .into_slice()
        .filter(|_| given.slice() == expected)
        .ok_or_else(|| BatchError::Buffer {
            name,
            expected: expected.to_vec(),
            given: given.slice().to_vec(),
        })
}
