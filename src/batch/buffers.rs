//! The arrays that a batch writes, and how they are cut into envs and chunks.

use crate::action::NUM_ACTIONS;
use crate::engine::Game;
use crate::observation::Layout;

/// The buffers of one step, for some envs; each slice is as long as its envs need.
pub struct Buffers<'a, T> {
    /// `[N, D]`: what the seat to act may know.
    pub observations: &'a mut [T],
    /// `[N, 100]`: what it may do.
    pub action_masks: &'a mut [bool],
    /// `[N]`: the seat to act.
    pub players: &'a mut [i32],
    /// `[N, P]`: rewards since the previous outside decision.
    pub rewards: &'a mut [f32],
    /// `[N]`: whether an episode ended by the rules.
    pub terminations: &'a mut [bool],
    /// `[N]`: whether the limit of decisions ended one.
    pub truncations: &'a mut [bool],
    /// `[N, D]`: the last observation of the episodes that ended.
    pub final_observations: &'a mut [T],
    /// `[N]`: the seat of that observation; −1 where none ended.
    pub final_players: &'a mut [i32],
}

impl<T> Buffers<'_, T> {
    /// The buffers of env `i` alone.
    pub(super) fn env(&mut self, i: usize, layout: &Layout, game: &Game) -> Buffers<'_, T> {
        let (d, p) = (layout.size(), usize::from(game.players()));
        Buffers {
            observations: &mut self.observations[i * d..][..d],
            action_masks: &mut self.action_masks[i * NUM_ACTIONS..][..NUM_ACTIONS],
            players: &mut self.players[i..=i],
            rewards: &mut self.rewards[i * p..][..p],
            terminations: &mut self.terminations[i..=i],
            truncations: &mut self.truncations[i..=i],
            final_observations: &mut self.final_observations[i * d..][..d],
            final_players: &mut self.final_players[i..=i],
        }
    }

    /// What a step or reset tells of ends and rewards begins empty.
    pub(super) fn clear_ends(&mut self) {
        self.rewards.fill(0.0);
        self.terminations.fill(false);
        self.truncations.fill(false);
        self.final_players.fill(-1);
    }

    /// The same for the envs that move; what the others were told stays.
    pub(super) fn clear_ends_of(&mut self, moves: &[bool], game: &Game) {
        let players = usize::from(game.players());
        for (i, _) in moves.iter().enumerate().filter(|&(_, &moves)| moves) {
            self.rewards[i * players..][..players].fill(0.0);
            self.terminations[i] = false;
            self.truncations[i] = false;
            self.final_players[i] = -1;
        }
    }
}

impl<'a, T> Buffers<'a, T> {
    /// The buffers of envs in chunks of `size`.
    pub(super) fn chunks(
        self,
        layout: &Layout,
        game: &Game,
        size: usize,
    ) -> impl Iterator<Item = Buffers<'a, T>> {
        let (d, p) = (layout.size() * size, usize::from(game.players()) * size);
        let mut parts = (
            self.observations.chunks_mut(d),
            self.action_masks.chunks_mut(NUM_ACTIONS * size),
            self.players.chunks_mut(size),
            self.rewards.chunks_mut(p),
            self.terminations.chunks_mut(size),
            self.truncations.chunks_mut(size),
            self.final_observations.chunks_mut(d),
            self.final_players.chunks_mut(size),
        );
        std::iter::from_fn(move || {
            Some(Buffers {
                observations: parts.0.next()?,
                action_masks: parts.1.next()?,
                players: parts.2.next()?,
                rewards: parts.3.next()?,
                terminations: parts.4.next()?,
                truncations: parts.5.next()?,
                final_observations: parts.6.next()?,
                final_players: parts.7.next()?,
            })
        })
    }
}
