//! What one thread does in a step: some rows, a few at a time.

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
pub(super) const BLOCK: usize = 8;

impl<T: Feature, A: Index> Chunk<'_, T, A> {
    /// Steps the rows.
    pub(super) fn step(self) {
        wide::run(self);
    }

    /// Steps the rows from `start` up to `end`, and writes their observations as bytes, masks and seats to act.
    #[inline(always)]
    fn step_block(&mut self, start: usize, end: usize, bytes: &mut [u8]) {
        let Shared { game, layout, .. } = self.shared;
        bytes.fill(0);
        for (i, bytes) in (start..end).zip(bytes.chunks_exact_mut(layout.size())) {
            let (row, legal) = (&mut self.rows[i], &mut self.legal[i]);
            let env = (self.first + i) as u64;
            row.step(&self.shared, env, self.actions[i].id(), legal, &mut self.out, i);
            row.write_bytes(game, layout, bytes);
            let (masks, _) = self.out.action_masks.as_chunks_mut::<NUM_ACTIONS>();
            shown(*legal).write_mask(&mut masks[i]);
            self.out.players[i] = i32::from(row.actor());
        }
    }
}

impl<T: Feature, A: Index> Work for Chunk<'_, T, A> {
    #[inline(always)]
    fn run(mut self) {
        self.out.clear_ends();
        let layout = self.shared.layout;
        let size = layout.size();
        let observations = std::mem::take(&mut self.out.observations);
        let room = std::mem::take(&mut self.bytes);
        for (n, out) in observations.chunks_mut(BLOCK * size).enumerate() {
            let (start, end) = (n * BLOCK, n * BLOCK + out.len() / size);
            if let Some(bytes) = T::as_bytes(out) {
                self.step_block(start, end, bytes);
                continue;
            }
            let bytes = &mut room[..out.len()];
            self.step_block(start, end, bytes);
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
