//! What one thread does in a step: some rows, a few at a time.

#![allow(
    clippy::inline_always,
    reason = "what is compiled for wide vectors must be compiled where it is called"
)]

use super::buffers::Buffers;
use super::row::Row;
use super::wide::{self, Work};
use super::{Autoreset, Index};
use crate::action::{Action, ActionSet, NUM_ACTIONS};
use crate::engine::Game;
use crate::observe::{Feature, Layout};
use crate::rng::Rng;

/// What all rows share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) game: &'a Game,
    pub(super) layout: &'a Layout,
    pub(super) seed: u64,
    pub(super) autoreset: Autoreset,
}

/// Some rows that one thread steps.
pub(super) struct Chunk<'a, T, A> {
    pub(super) shared: Shared<'a>,
    /// The number of the first row.
    pub(super) first: usize,
    pub(super) rows: &'a mut [Row],
    pub(super) legal: &'a mut [ActionSet],
    pub(super) actions: &'a [A],
    pub(super) out: Buffers<'a, T>,
    /// Room for observations of [`BLOCK`] rows as bytes.
    pub(super) bytes: &'a mut [u8],
}

/// Rows whose observations are encoded together: when the last is written as bytes, the first has reached the cache.
pub(super) const BLOCK: usize = 4;

impl<T: Feature, A: Index> Chunk<'_, T, A> {
    /// Steps the rows.
    pub(super) fn step(self) {
        wide::run(self);
    }

    /// Steps the rows from `start` on, one for each of the masks, and writes their masks and seats to act, and observations as bytes.
    #[inline(always)]
    fn step_block(
        &mut self,
        start: usize,
        bytes: &mut [u8],
        masks: &mut [[bool; NUM_ACTIONS]],
        players: &mut [i32],
    ) {
        let shared = self.shared;
        bytes.fill(0);
        let end = start + masks.len();
        let rows = self.rows[start..end].iter_mut().zip(&mut self.legal[start..end]);
        let outs = bytes
            .chunks_exact_mut(shared.layout.size())
            .zip(masks)
            .zip(players);
        let all = rows.zip(&self.actions[start..end]).zip(outs).enumerate();
        for (i, (((row, legal), action), ((bytes, mask), player))) in all {
            let i = start + i;
            let env = (self.first + i) as u64;
            row.step(&shared, env, action.id(), legal, &mut self.out, i);
            row.write_bytes(shared.game, shared.layout, bytes);
            shown(*legal).write_mask(mask);
            *player = i32::from(row.actor());
        }
    }
}

impl<T: Feature, A: Index> Work for Chunk<'_, T, A> {
    #[inline(always)]
    fn run(mut self) {
        self.out.clear_ends();
        let layout = self.shared.layout;
        let size = layout.size();
        let (masks, _) = std::mem::take(&mut self.out.action_masks).as_chunks_mut();
        let players = std::mem::take(&mut self.out.players);
        let observations = std::mem::take(&mut self.out.observations);
        let room = std::mem::take(&mut self.bytes);
        let blocks = observations
            .chunks_mut(BLOCK * size)
            .zip(masks.chunks_mut(BLOCK))
            .zip(players.chunks_mut(BLOCK));
        for (n, ((out, masks), players)) in blocks.enumerate() {
            if let Some(bytes) = T::as_bytes(out) {
                self.step_block(n * BLOCK, bytes, masks, players);
                continue;
            }
            let bytes = &mut room[..out.len()];
            self.step_block(n * BLOCK, bytes, masks, players);
            for (bytes, out) in bytes.chunks_exact(size).zip(out.chunks_exact_mut(size)) {
                T::encode(bytes, layout.scales(), out);
            }
        }
    }
}

/// What a mask shows: a row that stands at its end has no legal action, and shows `pass`.
#[inline]
pub(super) fn shown(legal: ActionSet) -> ActionSet {
    if legal.is_empty() {
        ActionSet::EMPTY.with(Action::Pass)
    } else {
        legal
    }
}

/// Actions to be chosen, each uniformly over what is legal.
pub(super) struct Sample<'a, A> {
    pub(super) legal: &'a [ActionSet],
    pub(super) samplers: &'a mut [Rng],
    pub(super) out: &'a mut [A],
}

impl<A: Index> Work for Sample<'_, A> {
    #[inline(always)]
    fn run(self) {
        for ((legal, rng), out) in self.legal.iter().zip(self.samplers).zip(self.out) {
            let id = if legal.is_empty() {
                Action::Pass.id()
            } else {
                legal.nth(rng.below(legal.len()))
            };
            *out = A::from(id.index() as u8);
        }
    }
}
