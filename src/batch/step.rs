//! The work of one thread in a step: some envs, a few at a time.

use std::ops::Range;

use super::Index;
use super::env::{Ends, Env};
use super::shared::{Shared, mask_of};
use super::slices::Slices;
use super::watch::Watch;
use crate::action::{Action, ActionSet, MAX_ACTIONS, NUM_ACTIONS, OWN_PACK_ACTIONS};
use crate::card::{KINDS, MAX_KINDS, SUITED};
use crate::engine::profile::with_profile;
use crate::observation::shape::ShownKinds;
use crate::observation::{Feature, Layout};
use crate::recent::Recent;
use crate::rng::Rng;
use crate::rules::Features;
use crate::seat::{MAX_SEATS, Seat};
use crate::vector::{self, Work};
use crate::view::View;

/// Some envs that one thread steps.
pub(super) struct Chunk<'a, T, A> {
    pub(super) shared: Shared<'a>,
    /// True when a step that waited for policies resumes; rewards and ends already written are kept.
    pub(super) continues: bool,
    pub(super) envs: &'a mut [Env],
    pub(super) legal: &'a mut [ActionSet],
    pub(super) actions: &'a [A],
    /// Flags of the envs that move; `None` moves all.
    pub(super) moves: Option<&'a [bool]>,
    pub(super) out: Slices<'a, T>,
    /// Space for observations of [`BLOCK`] envs as bytes.
    pub(super) bytes: &'a mut [u8],
    /// True if there are more envs than the nearer caches hold, so that positions are prefetched.
    pub(super) fetches: bool,
    /// True if the last envs come first.
    pub(super) backwards: bool,
}

/// Number of envs from which on positions are prefetched; fewer are still in the cache from the last step.
pub(super) const FETCHED: usize = 1024;

/// Number of envs that go through each stage of a step together, so that a stage finds in the first-level cache what the
/// one before it wrote.
pub(super) const BLOCK: usize = 16;

/// The id of the action to draw.
const DRAW: usize = Action::Draw.id().index();

impl<T: Feature, A: Index> Chunk<'_, T, A> {
    /// Steps the envs.
    pub(super) fn step(mut self) {
        match self.moves {
            _ if self.continues => {}
            None => self.out.clear_ends(),
            Some(moves) => self.out.clear_ends_of(moves, self.shared.seats),
        }
        let blocks = self.envs.len().div_ceil(BLOCK);
        for block in 0..blocks {
            if self.shared.watch.is_some_and(Watch::has_stopped) {
                return;
            }
            self.step_block(if self.backwards { blocks - 1 - block } else { block });
        }
    }

    /// Returns a bit for each env of a block, set if it moves.
    fn moving(&self, start: usize, end: usize) -> u32 {
        match self.moves {
            None => u32::MAX >> (u32::BITS - (end - start) as u32),
            Some(moves) => {
                let bits = moves[start..end].iter().enumerate();
                bits.fold(0, |all, (i, &moves)| all | u32::from(moves) << i)
            }
        }
    }

    /// Steps the envs of one block.
    fn step_block(&mut self, block: usize) {
        let (shared, size) = (self.shared, self.shared.layout.size());
        let start = block * BLOCK;
        let end = (start + BLOCK).min(self.envs.len());
        let moving = self.moving(start, end);
        if moving == 0 {
            return;
        }
        if shared.draws.is_none() {
            self.decide(shared, start..end, moving);
            self.show(shared, start..end, 0);
        } else {
            self.step_drawn(start..end, moving);
        }
        vector::run(Encode {
            layout: shared.layout,
            bytes: self.bytes,
            out: &mut self.out.observations[start * size..end * size],
        });
        if self.out.extras.are_asked() {
            if shared.draws.is_none() {
                self.show_extras(shared, start..end);
            } else {
                for env in start..end {
                    self.by_its_game(env, |all, shared| all.show_extras(shared, env..env + 1));
                }
            }
        }
    }

    /// Steps and shows the envs of one block if games are drawn: each env may have its own game and is handled alone.
    #[inline(never)]
    fn step_drawn(&mut self, envs: Range<usize>, moving: u32) {
        let stride = self.shared.layout.stride();
        for (at, env) in envs.enumerate() {
            if moving >> at & 1 == 1 {
                self.by_its_game(env, |all, shared| all.decide(shared, env..env + 1, 1));
            }
            // Bytes written behind its features are overwritten by the next env.
            self.by_its_game(env, |all, shared| all.show(shared, env..env + 1, at * stride));
        }
    }

    /// Does `work` with an env by the game that it plays; afterwards the env may play another.
    fn by_its_game(&mut self, env: usize, work: impl FnOnce(&mut Self, Shared<'_>)) {
        let own = self.envs[env].own.take();
        work(self, self.shared.of(own.as_deref()));
        let dealt = &mut self.envs[env].own;
        *dealt = dealt.take().or(own);
    }

    /// Applies the actions in some envs of one game; `moving` has a bit for each that moves.
    fn decide(&mut self, shared: Shared<'_>, of: Range<usize>, moving: u32) {
        let (before, rest) = self.envs.split_at_mut(of.start);
        let (envs, after) = rest.split_at_mut(of.len());
        let mut ids = [0; BLOCK];
        for (id, action) in ids.iter_mut().zip(&self.actions[of.clone()]) {
            *id = action.id() as u8;
        }
        let decide = Decide {
            shared,
            start: of.start,
            moving,
            envs,
            ahead: match (self.fetches, self.backwards) {
                (false, _) => &[],
                (true, false) => after,
                (true, true) => &before[of.start.saturating_sub(BLOCK)..],
            },
            legal: &mut self.legal[of.clone()],
            ids: &ids[..of.len()],
            ends: &mut self.out,
        };
        decide.apply();
    }

    /// Shows some envs of one game: observations as bytes from `at` on, masks and seats.
    fn show(&mut self, shared: Shared<'_>, of: Range<usize>, at: usize) {
        let (envs, actions) = (&self.envs[of.clone()], shared.layout.num_actions());
        let bytes = &mut self.bytes[at..];
        let show = Show {
            shared,
            envs,
            legal: &self.legal[of.clone()],
            bytes,
            masks: &mut self.out.action_masks[of.start * actions..of.end * actions],
            players: &mut self.out.players[of.clone()],
        };
        show.write();
        if shared.layout.has_optional() {
            let show = ShowOptional {
                shared,
                envs,
                legal: &self.legal[of],
                bytes,
            };
            show.write();
        }
    }

    /// Writes the further observations of some envs of one game.
    fn show_extras(&mut self, shared: Shared<'_>, envs: Range<usize>) {
        let Shared {
            game, layout, seats, ..
        } = shared;
        let size = layout.size();
        let observations = self.out.observations[envs.start * size..].chunks_exact(size);
        let extras = self.out.extras.of(envs.clone(), layout, seats);
        let envs = &self.envs[envs];
        let privileged = extras.privileged.chunks_exact_mut(layout.privileged_size());
        for ((env, open), out) in envs.iter().zip(observations).zip(privileged) {
            let (shown, hidden) = out.split_at_mut(size);
            shown.copy_from_slice(open);
            layout.hidden(game, &env.state, env.state.asked(), hidden);
        }
        if !extras.seats.is_empty() {
            let players = usize::from(game.players());
            // Envs whose game has fewer players than the arrays have seats are shown one at a time.
            let together = if players == seats { BLOCK / players } else { 1 };
            let outs = extras.seats.chunks_mut(together * seats * size);
            for (envs, out) in envs.chunks(together).zip(outs) {
                let show = ShowSeats {
                    shared,
                    envs,
                    bytes: self.bytes,
                };
                show.write();
                let (out, absent) = out.split_at_mut(envs.len() * players * size);
                vector::run(Encode {
                    layout,
                    bytes: self.bytes,
                    out,
                });
                absent.fill(T::ZERO);
            }
        }
    }
}

// The stages that play and show are compiled for each set of features or layout, and again for wide vectors, which takes minutes.
// So the functions that choose among those forms are not generic: they are compiled with this crate, not with each that plays.

/// The first stage: applies the actions of a block of envs.
struct Decide<'a> {
    shared: Shared<'a>,
    /// Place of the first env in the buffers.
    start: usize,
    /// One bit for each env, set if it moves.
    moving: u32,
    envs: &'a mut [Env],
    /// The envs that are stepped next, if it helps to prefetch them.
    ahead: &'a [Env],
    legal: &'a mut [ActionSet],
    ids: &'a [u8],
    ends: &'a mut dyn Ends,
}

impl Decide<'_> {
    /// Applies the actions, in the form for the features of the game.
    fn apply(self) {
        with_profile!(self.shared.game, F => vector::run(DecideBy::<F>(self)));
    }

    /// Steps the envs at these places, whose actions are of one kind: play, draw or another.
    ///
    /// Grouping lowers branch mispredictions: in most games a branch for each env in turn would go wrong half of the
    /// time. `known` narrows the id to the kind, for the compiler.
    #[inline(always)]
    fn step_envs<const F: Features>(&mut self, mut places: u32, known: impl Fn(usize) -> usize) {
        while places != 0 {
            let i = places.trailing_zeros() as usize;
            places &= places - 1;
            if let Some(env) = self.ahead.get(i) {
                env.state
                    .each_cache_line::<F>(self.shared.game.players(), vector::fetch);
            }
            let id = known(usize::from(self.ids[i]));
            let legal = &mut self.legal[i];
            self.envs[i].step::<F>(&self.shared, id, legal, &mut *self.ends, self.start + i);
        }
    }
}

/// The first stage for games of these features.
struct DecideBy<'a, const F: Features>(Decide<'a>);

impl<const F: Features> Work for DecideBy<'_, F> {
    #[inline(always)]
    fn run(self, _: impl Fn(u64, u32) -> u32, _: impl Fn(u32) -> [bool; 32]) {
        let Self(mut stage) = self;
        let (mut plays, mut draws) = (0, 0);
        for (i, &id) in stage.ids.iter().enumerate() {
            plays |= u32::from(usize::from(id) < KINDS) << i;
            draws |= u32::from(usize::from(id) == DRAW) << i;
        }
        let moving = stage.moving;
        stage.step_envs::<F>(moving & plays, |id| id.min(KINDS - 1));
        stage.step_envs::<F>(moving & draws, |_| DRAW);
        stage.step_envs::<F>(moving & !(plays | draws), |id| id.max(DRAW + 1));
    }
}

const _: () = assert!(BLOCK <= u32::BITS as usize, "a bit for each env of a block");

/// The second stage: writes observations, masks and seats of the seats to act.
struct Show<'a> {
    shared: Shared<'a>,
    envs: &'a [Env],
    legal: &'a [ActionSet],
    bytes: &'a mut [u8],
    masks: &'a mut [bool],
    players: &'a mut [i32],
}

impl Show<'_> {
    fn write(self) {
        vector::run(self);
    }

    /// Writes the masks of `A` actions, and the seats.
    #[inline(always)]
    fn write_masks<const A: usize>(&mut self, flags: impl Fn(u32) -> [bool; 32]) {
        let masks = self.masks.as_chunks_mut::<A>().0.iter_mut();
        let shown = self.legal.iter().zip(masks);
        for ((legal, mask), (env, player)) in shown.zip(self.envs.iter().zip(self.players.iter_mut())) {
            mask_of(*legal).write_mask_by(mask, &flags);
            *player = i32::from(env.actor());
        }
    }

    #[inline(always)]
    fn write_base<const K: usize, const P: usize>(self) {
        let Shared { game, layout, .. } = self.shared;
        let (stride, room) = (layout.stride(), layout.buffer_size());
        for (i, env) in self.envs.iter().enumerate() {
            // The bytes may reach into those of the next env, which are written afterwards.
            let bytes = &mut self.bytes[i * stride..][..room];
            layout.write_base::<K, P>(&env.view(game), bytes);
        }
    }
}

impl Work for Show<'_> {
    #[inline(always)]
    fn run(mut self, _: impl Fn(u64, u32) -> u32, flags: impl Fn(u32) -> [bool; 32]) {
        match self.shared.layout.num_actions() {
            NUM_ACTIONS => self.write_masks::<NUM_ACTIONS>(flags),
            OWN_PACK_ACTIONS => self.write_masks::<OWN_PACK_ACTIONS>(flags),
            _ => self.write_masks::<MAX_ACTIONS>(flags),
        }
        // The usual numbers of kinds and players are constants, so that neither is tested for each env. Debug builds have only
        // one such form, since each takes seconds to compile.
        match (self.shared.layout.shown_kinds(), self.shared.layout.seats()) {
            (ShownKinds::Suited, 2) => self.write_base::<SUITED, 2>(),
            #[cfg(any(not(debug_assertions), fuzzing))]
            (ShownKinds::Suited, 4) => self.write_base::<SUITED, 4>(),
            (ShownKinds::Suited, _) => self.write_base::<SUITED, 0>(),
            #[cfg(any(not(debug_assertions), fuzzing))]
            (ShownKinds::Usual, 2) => self.write_base::<KINDS, 2>(),
            #[cfg(any(not(debug_assertions), fuzzing))]
            (ShownKinds::Usual, 4) => self.write_base::<KINDS, 4>(),
            (ShownKinds::Usual, _) => self.write_base::<KINDS, 0>(),
            (ShownKinds::All, _) => self.write_base::<MAX_KINDS, 0>(),
        }
    }
}

/// The third stage: writes the parts that only some games show, apart from the others so that those stay small.
struct ShowOptional<'a> {
    shared: Shared<'a>,
    envs: &'a [Env],
    legal: &'a [ActionSet],
    bytes: &'a mut [u8],
}

impl ShowOptional<'_> {
    fn write(self) {
        vector::run(self);
    }
}

impl Work for ShowOptional<'_> {
    #[inline(always)]
    fn run(self, _: impl Fn(u64, u32) -> u32, _: impl Fn(u32) -> [bool; 32]) {
        let Shared { game, layout, .. } = self.shared;
        let envs = self.envs.iter().zip(self.legal);
        let shown = envs.map(|(env, legal)| (env.view(game).with_legal(*legal), &env.recent));
        layout.write_optional(game, shown, self.bytes);
    }
}

/// The last stage: converts the bytes into the type of the observations.
struct Encode<'a, T> {
    layout: &'a Layout,
    bytes: &'a [u8],
    out: &'a mut [T],
}

impl<T: Feature> Work for Encode<'_, T> {
    const WRITES: bool = true;

    #[inline(always)]
    fn run(self, _: impl Fn(u64, u32) -> u32, _: impl Fn(u32) -> [bool; 32]) {
        self.layout.encode(self.bytes, self.out);
    }
}

/// Writes what every seat may know, on request, for as many envs as there is space for all their seats.
struct ShowSeats<'a> {
    shared: Shared<'a>,
    envs: &'a [Env],
    /// An observation for each seat of each env.
    bytes: &'a mut [u8],
}

impl<'a> ShowSeats<'a> {
    fn write(self) {
        vector::run(self);
    }

    /// Returns the view of each seat of each env, with the last public actions. One range over all seats, since nested ones
    /// would be compiled to several times the code.
    #[inline(always)]
    fn seen(&self) -> impl Iterator<Item = (View<'a>, &'a Recent)> + Clone + use<'a> {
        let (game, envs, players) = (
            self.shared.game,
            self.envs,
            usize::from(self.shared.game.players()),
        );
        (0..envs.len() * players).map(move |at| {
            let (env, seat) = (&envs[at / players], Seat((at % players) as u8));
            (View::new(game, &env.state, seat), &env.recent)
        })
    }

    #[inline(always)]
    fn write_base<const K: usize>(&mut self) {
        let layout = self.shared.layout;
        let (stride, room) = (layout.stride(), layout.buffer_size());
        for (i, (view, _)) in self.seen().enumerate() {
            layout.write_base::<K, 0>(&view, &mut self.bytes[i * stride..][..room]);
        }
    }
}

const _: () = assert!(MAX_SEATS <= BLOCK, "room for every seat of an env");

impl Work for ShowSeats<'_> {
    #[inline(always)]
    fn run(mut self, _: impl Fn(u64, u32) -> u32, _: impl Fn(u32) -> [bool; 32]) {
        match self.shared.layout.shown_kinds() {
            ShownKinds::Suited => self.write_base::<SUITED>(),
            ShownKinds::Usual => self.write_base::<KINDS>(),
            ShownKinds::All => self.write_base::<MAX_KINDS>(),
        }
        let Shared { game, layout, .. } = self.shared;
        if layout.has_optional() {
            layout.write_optional(game, self.seen(), self.bytes);
        }
    }
}

/// Samples actions, each uniformly over the legal ones.
pub(super) struct Sample<'a, A> {
    pub(super) legal: &'a [ActionSet],
    pub(super) samplers: &'a mut [Rng],
    pub(super) out: &'a mut [A],
}

impl<A: Index> Work for Sample<'_, A> {
    #[inline(always)]
    fn run(self, nth_bit: impl Fn(u64, u32) -> u32, _: impl Fn(u32) -> [bool; 32]) {
        for ((legal, rng), out) in self.legal.iter().zip(self.samplers).zip(self.out) {
            let id = if legal.is_empty() {
                Action::Pass.id()
            } else {
                legal.nth_by(rng.below(legal.len()), &nth_bit)
            };
            *out = A::from(id.index() as u8);
        }
    }
}
