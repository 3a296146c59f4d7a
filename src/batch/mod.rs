//! Many games at once: rows of environments stepped together, with observations and masks written in place.

mod buffers;
mod error;
mod row;
mod saved;
mod step;
mod threads;
mod vector;
mod watch;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::action::ActionSet;
use crate::aligned::Aligned;
use crate::bot::BotKind;
use crate::engine::{Game, State};
use crate::observation::{Feature, Layout};
use crate::recent::Recent;
use crate::rng::{Rng, Stream, mix};
use row::Row;
use saved::{bytes_of, check_memory};
use step::{BLOCK, Chunk, FETCHED, Sample, Shared};
use watch::{Ask, Watch};

pub use buffers::Buffers;
pub use error::BatchError;
pub use threads::Threads;

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

impl Autoreset {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::SameStep, Self::NextStep, Self::Disabled];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SameStep => "same-step",
            Self::NextStep => "next-step",
            Self::Disabled => "disabled",
        }
    }

    /// The choice of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.as_str() == name)
    }
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

/// An integer that an array of actions may hold.
pub trait Index: Copy + From<u8> + Into<i64> + Send + Sync {
    /// The id that it is; one that no action has if it is out of range.
    fn id(self) -> usize;
}

impl Index for i32 {
    #[inline]
    fn id(self) -> usize {
        self as usize
    }
}

impl Index for i64 {
    #[inline]
    fn id(self) -> usize {
        // A negative one becomes one that is too great.
        usize::try_from(self as u64).unwrap_or(usize::MAX)
    }
}

/// Most rows of a batch.
pub const MAX_ENVS: usize = 1 << 20;

/// Many games at once.
///
/// The buffers belong to the caller, who hands them to each call: the batch keeps positions only.
#[derive(Clone)]
pub struct Batch {
    game: Game,
    layout: Layout,
    rows: Vec<Row>,
    /// What is legal in each row; nothing in one that stands at its end.
    legal: Vec<ActionSet>,
    /// The stream of each row from which actions are sampled.
    samplers: Vec<Rng>,
    autoreset: Autoreset,
    /// Whether bots decide, or have decided, for any seat of any row.
    any_bots: bool,
    seed: u64,
    /// For each thread, room for observations as bytes.
    bytes: Vec<Aligned<u8>>,
    /// Whether the last step began with the last rows: every other does, since what was touched last is in the caches yet.
    backwards: bool,
    /// Whether a step was stopped in the middle: some rows have moved, others not.
    unfinished: bool,
}

/// Rows that a thread takes at least: fewer are not worth a hand-over.
const MIN_CHUNK: usize = 128;

/// The threads that share so many rows, if that is worth it, and how many each takes at most.
fn parts(threads: Option<&Threads>, rows: usize) -> (Option<&Threads>, usize) {
    let threads = threads.filter(|_| rows >= 2 * MIN_CHUNK);
    let size = threads.map_or(rows, |threads| rows.div_ceil(threads.count()).max(MIN_CHUNK));
    (threads, size)
}

/// Whether an action is refused; a row that stands at its end takes any.
fn is_refused<A: Index>(legal: ActionSet, action: A) -> bool {
    !(legal.is_empty() || legal.contains_index(action.id()))
}

/// Whether no action is refused; all are looked at before any is asked about, which takes no branch for each.
fn all_legal<A: Index>(legal: &[ActionSet], actions: &[A]) -> bool {
    let rows = legal.iter().zip(actions);
    !rows.fold(false, |any, (&legal, &action)| any | is_refused(legal, action))
}

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
        let row = Row::new(game);
        check_memory(bytes_of(&row, num_envs))?;
        let mut batch = Self {
            game: game.clone(),
            layout: Layout::new(game),
            rows: vec![row; num_envs],
            legal: vec![ActionSet::EMPTY; num_envs],
            samplers: vec![Rng::new(0, Stream::Sample); num_envs],
            autoreset,
            any_bots: false,
            seed,
            bytes: Vec::new(),
            backwards: false,
            unfinished: false,
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

    /// What a row does when its episode ends.
    #[must_use]
    pub const fn autoreset(&self) -> Autoreset {
        self.autoreset
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
    /// A row that there is not, or [`BatchError::Unfinished`].
    pub fn state(&self, row: usize) -> Result<&State, BatchError> {
        self.check_finished()?;
        self.row(row).map(|r| &r.state)
    }

    /// Episodes that bots finished without an outside decision, in all rows.
    #[must_use]
    pub fn skipped_episodes(&self) -> u64 {
        self.rows
            .iter()
            .fold(0, |sum, row| sum.saturating_add(row.skipped))
    }

    /// Decisions that bots have made, in all rows and episodes.
    #[must_use]
    pub fn bot_decisions(&self) -> u64 {
        self.rows
            .iter()
            .fold(0, |sum, row| sum.saturating_add(row.bot_decisions))
    }

    fn row(&self, row: usize) -> Result<&Row, BatchError> {
        self.rows.get(row).ok_or(BatchError::Row {
            row,
            rows: self.rows.len(),
        })
    }

    fn check_finished(&self) -> Result<(), BatchError> {
        if self.unfinished {
            return Err(BatchError::Unfinished);
        }
        Ok(())
    }

    fn seed_rows(&mut self, seed: u64) {
        self.seed = seed;
        for (env, (row, sampler)) in self.rows.iter_mut().zip(&mut self.samplers).enumerate() {
            row.episode = 0;
            *sampler = Rng::new(mix(seed, env as u64), Stream::Sample);
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
        self.any_bots |= controllers
            .iter()
            .any(|controller| *controller != Controller::Outside);
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
    /// A mask that is not one value a row; [`BatchError::Unfinished`] where there is one and a step was interrupted.
    pub fn reset<T: Feature + Send + Sync>(
        &mut self,
        mask: Option<&[bool]>,
        seed: Option<u64>,
        buffers: Buffers<'_, T>,
    ) -> Result<(), BatchError> {
        self.reset_while(mask, seed, buffers, &|| ControlFlow::Continue(()))
    }

    /// Resets as [`Batch::reset`] does, for as long as `goes_on` says so; it is asked now and then, in this thread.
    ///
    /// # Errors
    /// As for [`Batch::reset`]; [`BatchError::Interrupted`] soon after `goes_on` has said [`ControlFlow::Break`].
    pub fn reset_while<T: Feature + Send + Sync>(
        &mut self,
        mask: Option<&[bool]>,
        seed: Option<u64>,
        buffers: Buffers<'_, T>,
        goes_on: Ask<'_>,
    ) -> Result<(), BatchError> {
        if let Some(mask) = mask.filter(|mask| mask.len() != self.rows.len()) {
            return Err(BatchError::Length {
                what: "mask",
                given: mask.len(),
                expected: self.rows.len(),
            });
        }
        if mask.is_some() {
            self.check_finished()?;
        }
        if let Some(seed) = seed {
            self.seed_rows(seed);
        }
        let watch = self.any_bots.then(|| Watch::new(goes_on));
        let watch = watch.as_ref();
        self.unfinished = watch.is_some();
        let (game, layout, base) = (&self.game, &self.layout, self.seed);
        let rows = self.rows.iter_mut().zip(&mut self.legal);
        for (env, ((row, legal), mut out)) in rows.zip(buffers.chunks(layout, game, 1)).enumerate() {
            if mask.is_some_and(|mask| !mask[env]) {
                continue;
            }
            out.clear_ends();
            *legal = row.deal(game, base, env as u64, watch);
            if watch.is_some_and(Watch::has_stopped) {
                return Err(BatchError::Interrupted);
            }
            row.write(game, layout, *legal, &mut out);
        }
        self.unfinished = false;
        Ok(())
    }

    /// Applies one action a row, for the seat to act, and writes what comes of it.
    ///
    /// # Errors
    /// An action that is not legal: then no row has moved; [`BatchError::Unfinished`] where a step was interrupted.
    pub fn step<T: Feature + Send + Sync, A: Index>(
        &mut self,
        actions: &[A],
        threads: Option<&Threads>,
        buffers: Buffers<'_, T>,
    ) -> Result<(), BatchError> {
        self.step_while(actions, threads, buffers, &|| ControlFlow::Continue(()))
    }

    /// Steps as [`Batch::step`] does, for as long as `goes_on` says so; it is asked now and then, in this thread, where bots
    /// play. After it has said [`ControlFlow::Break`] some rows have moved and others have not: the batch takes nothing but
    /// [`Batch::reset`] of all rows, or [`Batch::restore`].
    ///
    /// # Errors
    /// As for [`Batch::step`], and [`BatchError::Interrupted`].
    pub fn step_while<T: Feature + Send + Sync, A: Index>(
        &mut self,
        actions: &[A],
        threads: Option<&Threads>,
        buffers: Buffers<'_, T>,
        goes_on: Ask<'_>,
    ) -> Result<(), BatchError> {
        self.check_finished()?;
        self.check_actions(threads, actions)?;
        let watch = self.any_bots.then(|| Watch::new(goes_on));
        let rows = self.rows.len();
        let (threads, size) = parts(threads, rows);
        let shared = Shared {
            history: self.game.options().history > 0,
            game: &self.game,
            layout: &self.layout,
            seed: self.seed,
            autoreset: self.autoreset,
            any_bots: self.any_bots,
            watch: watch.as_ref(),
        };
        self.backwards = !self.backwards;
        let backwards = self.backwards;
        let room = (BLOCK - 1) * self.layout.stride() + self.layout.room();
        self.bytes
            .resize_with(rows.div_ceil(size), || Aligned::new(room, 0));
        let chunks = self
            .rows
            .chunks_mut(size)
            .zip(self.legal.chunks_mut(size))
            .zip(actions.chunks(size))
            .zip(buffers.chunks(&self.layout, &self.game, size))
            .zip(&mut self.bytes)
            .enumerate();
        let chunks = chunks.map(|(n, ((((rows, legal), actions), out), bytes))| Chunk {
            shared,
            first: n * size,
            rows,
            legal,
            actions,
            out,
            bytes,
            fetches: size >= FETCHED,
            backwards,
        });
        match threads {
            None => chunks.for_each(Chunk::step),
            Some(threads) => threads.share(chunks, Chunk::step, watch.as_ref()),
        }
        self.unfinished = watch.is_some_and(|watch| watch.has_stopped());
        if self.unfinished {
            return Err(BatchError::Interrupted);
        }
        Ok(())
    }

    fn check_actions<A: Index>(&self, threads: Option<&Threads>, actions: &[A]) -> Result<(), BatchError> {
        let rows = self.rows.len();
        if actions.len() != rows {
            return Err(BatchError::Length {
                what: "actions",
                given: actions.len(),
                expected: rows,
            });
        }
        // It takes a hundredth of a step: few rows are not worth a hand-over.
        let threads = threads.filter(|_| rows >= 32 * MIN_CHUNK);
        let size = parts(threads, rows).1;
        let checked = AtomicBool::new(true);
        let check = |(legal, actions): (&[ActionSet], &[A])| {
            if !all_legal(legal, actions) {
                checked.store(false, Ordering::Relaxed);
            }
        };
        let all = self.legal.chunks(size).zip(actions.chunks(size));
        match threads {
            None => all.for_each(check),
            Some(threads) => threads.share(all, check, None),
        }
        if checked.into_inner() {
            return Ok(());
        }
        let mut each = self.legal.iter().zip(actions);
        let Some(row) = each.position(|(&legal, &action)| is_refused(legal, action)) else {
            return Ok(());
        };
        let legal: Vec<_> = self.legal[row]
            .iter()
            .map(|a| format!("{} ({a})", a.id().index()))
            .collect();
        Err(BatchError::Action {
            row,
            action: actions[row].into(),
            legal: legal.join(", "),
        })
    }

    /// Chooses for each row an action uniformly over its mask.
    ///
    /// # Errors
    /// An array that is not one value a row, or [`BatchError::Unfinished`].
    pub fn sample<A: Index>(&mut self, threads: Option<&Threads>, out: &mut [A]) -> Result<(), BatchError> {
        self.check_finished()?;
        if out.len() != self.rows.len() {
            return Err(BatchError::Length {
                what: "out",
                given: out.len(),
                expected: self.rows.len(),
            });
        }
        let (threads, size) = parts(threads, self.rows.len());
        let parts = self
            .legal
            .chunks(size)
            .zip(self.samplers.chunks_mut(size))
            .zip(out.chunks_mut(size))
            .map(|((legal, samplers), out)| Sample { legal, samplers, out });
        match threads {
            None => parts.for_each(vector::run),
            Some(threads) => threads.share(parts, vector::run, None),
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
