//! The arrays that a batch writes as slices, and their division into envs and chunks.

use std::ops::Range;

use crate::observation::Layout;

/// Observations that are written on request only: an empty slice requests none.
pub(super) struct ExtraSlices<'a, T> {
    /// `[N, P, D]`: the observation of each seat; zeros for seats that the env's game does not have.
    pub(super) seats: &'a mut [T],
    /// `[N, V]`: the full position for a critic, as [`Layout::privileged`] writes it.
    pub(super) privileged: &'a mut [T],
}

impl<T> Default for ExtraSlices<'_, T> {
    /// Requests nothing.
    fn default() -> Self {
        Self {
            seats: &mut [],
            privileged: &mut [],
        }
    }
}

impl<T> ExtraSlices<'_, T> {
    /// True if any are requested.
    pub(super) const fn are_asked(&self) -> bool {
        !(self.seats.is_empty() && self.privileged.is_empty())
    }

    /// Splits off the observations of the first `envs` envs.
    fn take(&mut self, envs: usize, layout: &Layout, p: usize) -> Self {
        let d = layout.size();
        Self {
            seats: take(&mut self.seats, envs * p * d),
            privileged: take(&mut self.privileged, envs * layout.privileged_size()),
        }
    }

    /// Returns the observations of some envs.
    pub(super) fn of(&mut self, envs: Range<usize>, layout: &Layout, seats: usize) -> ExtraSlices<'_, T> {
        let mut all = ExtraSlices {
            seats: &mut *self.seats,
            privileged: &mut *self.privileged,
        };
        all.take(envs.start, layout, seats);
        all.take(envs.len(), layout, seats)
    }
}

/// Splits off the first `len` values, or all if there are fewer.
#[expect(clippy::mut_mut, reason = "a slice is cut from its front")]
fn take<'a, T>(all: &mut &'a mut [T], len: usize) -> &'a mut [T] {
    let len = len.min(all.len());
    all.split_off_mut(..len).unwrap_or_default()
}

/// The values of [`Buffers`](super::Buffers) for some envs; each slice is as long as its envs need.
pub(super) struct Slices<'a, T> {
    /// `[N, D]`: the observation of the seat to act.
    pub(super) observations: &'a mut [T],
    /// `[N, A]`: the action mask of the seat to act.
    pub(super) action_masks: &'a mut [bool],
    /// `[N]`: the seat to act.
    pub(super) players: &'a mut [i32],
    /// `[N, P]`: rewards since the previous outside decision; 0 for seats that the env's game does not have.
    pub(super) rewards: &'a mut [f32],
    /// `[N]`: true where an episode ended by the rules.
    pub(super) terminations: &'a mut [bool],
    /// `[N]`: true where the limit of decisions ended an episode.
    pub(super) truncations: &'a mut [bool],
    /// `[N, D]`: the last observation of the episodes that ended.
    pub(super) final_observations: &'a mut [T],
    /// `[N]`: the seat of that observation; −1 where no episode ended.
    pub(super) final_players: &'a mut [i32],
    /// Further observations of the positions.
    pub(super) extras: ExtraSlices<'a, T>,
    /// Further observations of the last positions of the episodes that ended.
    pub(super) final_extras: ExtraSlices<'a, T>,
}

impl<T> Slices<'_, T> {
    /// Returns the buffers of env `i` alone.
    pub(super) fn env(&mut self, i: usize, layout: &Layout, seats: usize) -> Slices<'_, T> {
        let (d, p, a) = (layout.size(), seats, layout.num_actions());
        Slices {
            observations: &mut self.observations[i * d..][..d],
            action_masks: &mut self.action_masks[i * a..][..a],
            players: &mut self.players[i..=i],
            rewards: &mut self.rewards[i * p..][..p],
            terminations: &mut self.terminations[i..=i],
            truncations: &mut self.truncations[i..=i],
            final_observations: &mut self.final_observations[i * d..][..d],
            final_players: &mut self.final_players[i..=i],
            extras: self.extras.of(i..i + 1, layout, seats),
            final_extras: self.final_extras.of(i..i + 1, layout, seats),
        }
    }

    /// Clears the rewards and the ends of episodes, as every step and reset does first.
    pub(super) fn clear_ends(&mut self) {
        self.rewards.fill(0.0);
        self.terminations.fill(false);
        self.truncations.fill(false);
        self.final_players.fill(-1);
    }

    /// Clears the rewards and the ends of episodes of the envs that move; those of the others are kept.
    pub(super) fn clear_ends_of(&mut self, moves: &[bool], seats: usize) {
        for (i, _) in moves.iter().enumerate().filter(|&(_, &moves)| moves) {
            self.rewards[i * seats..][..seats].fill(0.0);
            self.terminations[i] = false;
            self.truncations[i] = false;
            self.final_players[i] = -1;
        }
    }
}

impl<'a, T> Slices<'a, T> {
    /// Splits the buffers into chunks of `size` envs.
    pub(super) fn chunks(
        mut self,
        layout: &Layout,
        seats: usize,
        size: usize,
    ) -> impl Iterator<Item = Slices<'a, T>> {
        let (d, p, a) = (layout.size(), seats, layout.num_actions());
        std::iter::from_fn(move || {
            let envs = size.min(self.players.len());
            (envs > 0).then(|| Slices {
                observations: take(&mut self.observations, envs * d),
                action_masks: take(&mut self.action_masks, envs * a),
                players: take(&mut self.players, envs),
                rewards: take(&mut self.rewards, envs * p),
                terminations: take(&mut self.terminations, envs),
                truncations: take(&mut self.truncations, envs),
                final_observations: take(&mut self.final_observations, envs * d),
                final_players: take(&mut self.final_players, envs),
                extras: self.extras.take(envs, layout, seats),
                final_extras: self.final_extras.take(envs, layout, seats),
            })
        })
    }
}
