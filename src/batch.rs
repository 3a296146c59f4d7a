//! Many games at once: rows of environments stepped together, with observations and masks written in place.

use rayon::prelude::*;

use crate::action::{Action, ActionId, ActionSet, NUM_ACTIONS};
use crate::bot::BotKind;
use crate::engine::{Game, State};
use crate::observe::{Feature, Layout, Recent};
use crate::rng::{Rng, Stream, episode_seed, mix};
use crate::seat::{MAX_SEATS, Seat};
use crate::view::View;

/// What happens to a row when its episode ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Autoreset {
    /// It is reset in the same step.
    #[default]
    SameStep,
    /// It shows its end; the next step resets it and ignores its action.
    NextStep,
    /// It shows its end until it is reset from outside.
    Disabled,
}

/// Who decides for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Controller {
    /// The actions given to `step`.
    #[default]
    Outside,
    /// A bot.
    Bot(BotKind),
}

/// Why a batch was refused, or a call on it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// There are no rows, or too many.
    #[error("num_envs = {given} is not in 1 … {most}")]
    NumEnvs {
        /// What was asked for.
        given: usize,
        /// Most.
        most: usize,
    },
    /// Explicit chance has nobody to decide it here.
    #[error("a batch samples chance itself: make its game with chance = \"sampled\"")]
    ExplicitChance,
    /// A row would never ask for a decision.
    #[error("row {row} has no outside seat: leave at least one controller None")]
    NoOutsideSeat {
        /// The row.
        row: usize,
    },
    /// As many values as rows were expected.
    #[error("{what} has {given} values; the batch has {expected}")]
    Length {
        /// What was given.
        what: &'static str,
        /// How many values.
        given: usize,
        /// How many were expected.
        expected: usize,
    },
    /// An action that is not legal; no row has moved.
    #[error("row {row}: action {action} is not legal; legal: {legal}")]
    Action {
        /// The row.
        row: usize,
        /// What was given.
        action: i64,
        /// What is legal in that row.
        legal: String,
    },
    /// There is no such row.
    #[error("there is no row {row}: the batch has {rows}")]
    Row {
        /// What was asked for.
        row: usize,
        /// Number of rows.
        rows: usize,
    },
    /// States that come from another game or another number of rows.
    #[error("the saved batch does not fit: {why}")]
    Saved {
        /// What differs.
        why: &'static str,
    },
}

/// An integer that an array of actions may hold.
pub trait Index: Copy + From<u8> {}

impl Index for i32 {}
impl Index for i64 {}

/// Most rows of a batch.
pub const MAX_ENVS: usize = 1 << 24;

/// One environment of a batch, without its buffers.
#[derive(Clone)]
struct Row {
    state: State,
    recent: Recent,
    legal: ActionSet,
    controllers: [Controller; MAX_SEATS],
    /// For the next episode.
    next_controllers: [Controller; MAX_SEATS],
    bots: Rng,
    sample: Rng,
    seed: u64,
    episode: u64,
    skipped: u64,
    done: bool,
    has_bots: bool,
}

/// The buffers of one step, for some rows; each slice is as long as its rows need.
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

/// Many games at once.
///
/// The buffers belong to the caller, who hands them to each call: the batch keeps positions only.
#[derive(Clone)]
pub struct Batch {
    game: Game,
    layout: Layout,
    rows: Vec<Row>,
    autoreset: Autoreset,
    seed: u64,
}

/// Rows that a thread takes at least: fewer are not worth a hand-over.
const MIN_CHUNK: usize = 128;

impl Batch {
    /// Makes a batch; its rows are dealt by [`Batch::reset`].
    ///
    /// # Errors
    /// See [`BatchError`].
    pub fn new(game: &Game, num_envs: usize, seed: u64, autoreset: Autoreset) -> Result<Self, BatchError> {
        if !(1..=MAX_ENVS).contains(&num_envs) {
            return Err(BatchError::NumEnvs {
                given: num_envs,
                most: MAX_ENVS,
            });
        }
        if game.is_explicit() {
            return Err(BatchError::ExplicitChance);
        }
        let row = Row {
            state: game.new_initial_state(0),
            recent: Recent::new(game.options().history),
            legal: ActionSet::EMPTY,
            controllers: [Controller::Outside; MAX_SEATS],
            next_controllers: [Controller::Outside; MAX_SEATS],
            bots: Rng::new(0, Stream::Bot),
            sample: Rng::new(0, Stream::Sample),
            seed: 0,
            episode: 0,
            skipped: 0,
            done: false,
            has_bots: false,
        };
        let mut batch = Self {
            game: game.clone(),
            layout: Layout::new(game),
            rows: vec![row; num_envs],
            autoreset,
            seed,
        };
        batch.seed_rows(seed);
        Ok(batch)
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The layout of its observations.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Number of rows.
    #[must_use]
    pub const fn num_envs(&self) -> usize {
        self.rows.len()
    }

    /// The seed of the episode that a row is in.
    ///
    /// # Errors
    /// A row that there is not.
    pub fn episode_seed(&self, row: usize) -> Result<u64, BatchError> {
        self.row(row).map(|r| r.seed)
    }

    /// The position of a row.
    ///
    /// # Errors
    /// A row that there is not.
    pub fn state(&self, row: usize) -> Result<&State, BatchError> {
        self.row(row).map(|r| &r.state)
    }

    /// Episodes that bots finished without an outside decision, in all rows.
    #[must_use]
    pub fn skipped_episodes(&self) -> u64 {
        self.rows.iter().map(|row| row.skipped).sum()
    }

    fn row(&self, row: usize) -> Result<&Row, BatchError> {
        self.rows.get(row).ok_or(BatchError::Row {
            row,
            rows: self.rows.len(),
        })
    }

    fn seed_rows(&mut self, seed: u64) {
        self.seed = seed;
        for (env, row) in self.rows.iter_mut().enumerate() {
            row.episode = 0;
            row.sample = Rng::new(mix(seed, env as u64), Stream::Sample);
        }
    }

    /// Who decides for each seat from each row's next reset on: `[P]` for all rows, or `[N, P]`.
    ///
    /// # Errors
    /// A wrong number of values, or a row without an outside seat; nothing is then changed.
    pub fn set_controllers(&mut self, controllers: &[Controller]) -> Result<(), BatchError> {
        let players = usize::from(self.game.players());
        let (n, all) = (controllers.len(), players * self.rows.len());
        if n != players && n != all {
            return Err(BatchError::Length {
                what: "controllers",
                given: n,
                expected: all,
            });
        }
        let of_row = |row: usize| {
            if n == players {
                controllers
            } else {
                &controllers[row * players..][..players]
            }
        };
        if let Some(row) = (0..self.rows.len()).find(|&row| !of_row(row).contains(&Controller::Outside)) {
            return Err(BatchError::NoOutsideSeat { row });
        }
        for (i, row) in self.rows.iter_mut().enumerate() {
            row.next_controllers[..players].copy_from_slice(of_row(i));
        }
        Ok(())
    }

    /// Deals new episodes in all rows, or in those of a mask.
    ///
    /// With a seed, the streams of all rows begin anew.
    ///
    /// # Errors
    /// A mask that is not one value a row.
    pub fn reset<T: Feature + Send + Sync>(
        &mut self,
        mask: Option<&[bool]>,
        seed: Option<u64>,
        buffers: Buffers<'_, T>,
    ) -> Result<(), BatchError> {
        if let Some(mask) = mask.filter(|mask| mask.len() != self.rows.len()) {
            return Err(BatchError::Length {
                what: "mask",
                given: mask.len(),
                expected: self.rows.len(),
            });
        }
        if let Some(seed) = seed {
            self.seed_rows(seed);
        }
        let (game, layout, base) = (&self.game, &self.layout, self.seed);
        for (env, (row, mut out)) in self
            .rows
            .iter_mut()
            .zip(buffers.chunks(layout, game, 1))
            .enumerate()
        {
            if mask.is_some_and(|mask| !mask[env]) {
                continue;
            }
            out.clear_ends();
            row.deal(game, base, env as u64);
            row.write(game, layout, &mut out);
        }
        Ok(())
    }

    /// Applies one action a row, for the seat to act, and writes what comes of it.
    ///
    /// # Errors
    /// An action that is not legal: then no row has moved.
    pub fn step<T: Feature + Send + Sync>(
        &mut self,
        actions: &[i64],
        threads: Option<&rayon::ThreadPool>,
        buffers: Buffers<'_, T>,
    ) -> Result<(), BatchError> {
        self.check_actions(actions)?;
        let (game, layout, seed, autoreset) = (&self.game, &self.layout, self.seed, self.autoreset);
        let rows = self.rows.len();
        let step_chunk = |first: usize, rows: &mut [Row], mut out: Buffers<'_, T>, actions: &[i64]| {
            for (i, (row, action)) in rows.iter_mut().zip(actions).enumerate() {
                let mut out = out.row(i, layout, game);
                row.step(
                    game,
                    layout,
                    seed,
                    (first + i) as u64,
                    autoreset,
                    *action,
                    &mut out,
                );
            }
        };
        match threads.filter(|pool| pool.current_num_threads() > 1 && rows >= 2 * MIN_CHUNK) {
            None => step_chunk(0, &mut self.rows, buffers, actions),
            Some(pool) => {
                let size = rows.div_ceil(pool.current_num_threads()).max(MIN_CHUNK);
                let jobs: Vec<_> = self
                    .rows
                    .chunks_mut(size)
                    .zip(buffers.chunks(layout, game, size))
                    .zip(actions.chunks(size))
                    .enumerate()
                    .collect();
                pool.install(|| {
                    jobs.into_par_iter().for_each(|(i, ((rows, out), actions))| {
                        step_chunk(i * size, rows, out, actions);
                    });
                });
            }
        }
        Ok(())
    }

    fn check_actions(&self, actions: &[i64]) -> Result<(), BatchError> {
        if actions.len() != self.rows.len() {
            return Err(BatchError::Length {
                what: "actions",
                given: actions.len(),
                expected: self.rows.len(),
            });
        }
        let bad = self.rows.iter().zip(actions).position(|(row, &action)| {
            !row.done
                && !u8::try_from(action)
                    .ok()
                    .and_then(ActionId::new)
                    .is_some_and(|id| row.legal.contains_id(id))
        });
        bad.map_or(Ok(()), |row| {
            let legal: Vec<_> = self.rows[row]
                .legal
                .iter()
                .map(|a| format!("{} ({a})", a.id().index()))
                .collect();
            Err(BatchError::Action {
                row,
                action: actions[row],
                legal: legal.join(", "),
            })
        })
    }

    /// Chooses for each row an action uniformly over its mask.
    ///
    /// # Errors
    /// An array that is not one value a row.
    pub fn sample<A: Index>(&mut self, out: &mut [A]) -> Result<(), BatchError> {
        if out.len() != self.rows.len() {
            return Err(BatchError::Length {
                what: "out",
                given: out.len(),
                expected: self.rows.len(),
            });
        }
        for (row, out) in self.rows.iter_mut().zip(out) {
            let id = if row.done {
                Action::Pass.id()
            } else {
                row.legal.nth(row.sample.below(row.legal.len()))
            };
            *out = A::from(id.index() as u8);
        }
        Ok(())
    }

    /// Takes the positions of a saved batch of the same game and size, and writes their buffers.
    ///
    /// # Errors
    /// A batch of another game, size or way of resetting; nothing is then changed.
    pub fn restore<T: Feature>(
        &mut self,
        saved: &Self,
        mut buffers: Buffers<'_, T>,
    ) -> Result<(), BatchError> {
        let same_game =
            self.game.ruleset() == saved.game.ruleset() && self.game.options() == saved.game.options();
        for (fits, why) in [
            (same_game, "it is of another game"),
            (
                self.rows.len() == saved.rows.len(),
                "it has another number of rows",
            ),
            (self.autoreset == saved.autoreset, "it resets in another way"),
        ] {
            if !fits {
                return Err(BatchError::Saved { why });
            }
        }
        self.rows.clone_from(&saved.rows);
        self.seed = saved.seed;
        for (i, row) in self.rows.iter().enumerate() {
            let mut out = buffers.row(i, &self.layout, &self.game);
            out.clear_ends();
            row.write(&self.game, &self.layout, &mut out);
        }
        Ok(())
    }

    /// The last public events of a row.
    ///
    /// # Errors
    /// A row that there is not.
    pub fn recent(&self, row: usize) -> Result<&Recent, BatchError> {
        self.row(row).map(|r| &r.recent)
    }
}

impl Row {
    /// Deals the next episode and plays on to the first outside decision.
    fn deal(&mut self, game: &Game, base: u64, env: u64) {
        loop {
            self.seed = episode_seed(base, env, self.episode);
            self.episode += 1;
            self.controllers = self.next_controllers;
            self.has_bots = self.controllers.iter().any(|c| *c != Controller::Outside);
            self.done = false;
            self.bots = Rng::new(self.seed, Stream::Bot);
            self.recent.clear();
            if game.options().history > 0 {
                game.deal_into(&mut self.state, self.seed, &mut self.recent);
            } else {
                game.deal_into(&mut self.state, self.seed, &mut ());
            }
            self.legal = game.legal(&self.state);
            self.play_bots(game, &mut []);
            if !self.state.is_over() {
                return;
            }
            self.skipped += 1;
        }
    }

    /// Lets bots decide until an outside seat is to act or the game is over; adds what they win to `rewards`.
    fn play_bots(&mut self, game: &Game, rewards: &mut [f32]) {
        while self.has_bots && !self.state.is_over() {
            let Controller::Bot(bot) = self.controllers[self.state.actor.index()] else {
                return;
            };
            let view = View::new(game, &self.state, self.state.actor);
            let action = bot.act(&view, self.legal, &mut self.bots);
            self.apply(game, action, rewards);
        }
    }

    #[inline]
    fn apply(&mut self, game: &Game, action: Action, rewards: &mut [f32]) {
        if game.options().history > 0 {
            game.apply_unchecked(&mut self.state, action, &mut self.recent);
        } else {
            game.apply_unchecked(&mut self.state, action, &mut ());
        }
        self.legal = game.legal(&self.state);
        if !rewards.is_empty() && (self.state.is_over() || self.state.has_paid) {
            for (sum, won) in rewards.iter_mut().zip(game.rewards(&self.state)) {
                *sum += won as f32;
            }
        }
    }

    /// One step of this row.
    #[allow(
        clippy::too_many_arguments,
        reason = "what a row shares with the others is passed, not stored in each"
    )]
    fn step<T: Feature>(
        &mut self,
        game: &Game,
        layout: &Layout,
        base: u64,
        env: u64,
        autoreset: Autoreset,
        action: i64,
        out: &mut Buffers<'_, T>,
    ) {
        out.clear_ends();
        if self.done {
            if autoreset == Autoreset::NextStep {
                self.deal(game, base, env);
                self.write(game, layout, out);
            } else {
                // It still stands at its end.
                out.terminations[0] = !self.state.is_truncated();
                out.truncations[0] = self.state.is_truncated();
            }
            return;
        }
        let seat = self.state.actor;
        let id = u8::try_from(action).ok().and_then(ActionId::new);
        self.apply(game, id.map_or(Action::Pass, Action::from_id), out.rewards);
        self.play_bots(game, out.rewards);
        if self.state.is_over() {
            self.end(game, layout, seat, out);
            if autoreset == Autoreset::SameStep {
                self.deal(game, base, env);
            } else {
                self.done = true;
            }
        }
        self.write(game, layout, out);
    }

    /// The episode has ended: its last observation, as the seat that acted last sees it.
    fn end<T: Feature>(&self, game: &Game, layout: &Layout, seat: Seat, out: &mut Buffers<'_, T>) {
        out.terminations[0] = !self.state.is_truncated();
        out.truncations[0] = self.state.is_truncated();
        layout.observe(
            &View::new(game, &self.state, seat),
            &self.recent,
            out.final_observations,
        );
        out.final_players[0] = i32::from(seat.0);
    }

    /// Observation, mask and seat to act.
    fn write<T: Feature>(&self, game: &Game, layout: &Layout, out: &mut Buffers<'_, T>) {
        let actor = self.state.actor;
        layout.observe(
            &View::new(game, &self.state, actor),
            &self.recent,
            out.observations,
        );
        let legal = if self.done {
            ActionSet::EMPTY.with(Action::Pass)
        } else {
            self.legal
        };
        write_mask(legal, out.action_masks);
        out.players[0] = i32::from(actor.0);
    }
}

/// The eight bits of each byte, the lowest first.
const BITS: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = byte >> bit & 1 == 1;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Writes a set of actions as booleans, eight at a time.
#[inline]
pub(crate) fn write_mask(legal: ActionSet, out: &mut [bool]) {
    let bytes = legal.0.to_le_bytes();
    let (eights, rest) = out.as_chunks_mut::<8>();
    for (out, byte) in eights.iter_mut().zip(bytes) {
        *out = BITS[usize::from(byte)];
    }
    let last = &BITS[usize::from(bytes[eights.len().min(15)])];
    rest.copy_from_slice(&last[..rest.len()]);
}

impl<T: Feature> Buffers<'_, T> {
    /// The buffers of row `i` alone.
    fn row(&mut self, i: usize, layout: &Layout, game: &Game) -> Buffers<'_, T> {
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
    fn clear_ends(&mut self) {
        self.rewards.fill(0.0);
        self.terminations.fill(false);
        self.truncations.fill(false);
        self.final_players.fill(-1);
    }
}

impl<'a, T> Buffers<'a, T> {
    /// The buffers of rows in chunks of `size`.
    fn chunks(self, layout: &Layout, game: &Game, size: usize) -> impl Iterator<Item = Buffers<'a, T>> {
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
