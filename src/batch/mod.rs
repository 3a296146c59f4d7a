//! Many games at once: rows of environments stepped together, with observations and masks written in place.

mod buffers;
mod row;
mod step;
mod threads;
mod wide;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::action::ActionSet;
use crate::bot::BotKind;
use crate::engine::{Game, State};
use crate::lines::Lined;
use crate::observe::{Feature, Layout};
use crate::recent::Recent;
use crate::rng::{Rng, Stream, mix};
use row::Row;
use step::{BLOCK, Chunk, FETCHED, Sample, Shared};

pub use buffers::Buffers;
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
    bytes: Vec<Lined<u8>>,
    /// Whether the last step began with the last rows: every other does, since what was touched last is in the caches yet.
    backwards: bool,
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

    /// Decisions that bots have made, in all rows and episodes.
    #[must_use]
    pub fn bot_decisions(&self) -> u64 {
        self.rows.iter().map(|row| row.bot_decisions).sum()
    }

    fn row(&self, row: usize) -> Result<&Row, BatchError> {
        self.rows.get(row).ok_or(BatchError::Row {
            row,
            rows: self.rows.len(),
        })
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
        let rows = self.rows.iter_mut().zip(&mut self.legal);
        for (env, ((row, legal), mut out)) in rows.zip(buffers.chunks(layout, game, 1)).enumerate() {
            if mask.is_some_and(|mask| !mask[env]) {
                continue;
            }
            out.clear_ends();
            *legal = row.deal(game, base, env as u64);
            row.write(game, layout, *legal, &mut out);
        }
        Ok(())
    }

    /// Applies one action a row, for the seat to act, and writes what comes of it.
    ///
    /// # Errors
    /// An action that is not legal: then no row has moved.
    pub fn step<T: Feature + Send + Sync, A: Index>(
        &mut self,
        actions: &[A],
        threads: Option<&Threads>,
        buffers: Buffers<'_, T>,
    ) -> Result<(), BatchError> {
        self.check_actions(threads, actions)?;
        let rows = self.rows.len();
        let (threads, size) = parts(threads, rows);
        let shared = Shared {
            game: &self.game,
            layout: &self.layout,
            seed: self.seed,
            autoreset: self.autoreset,
            any_bots: self.any_bots,
        };
        self.backwards = !self.backwards;
        let backwards = self.backwards;
        let room = (BLOCK - 1) * self.layout.stride() + self.layout.room();
        self.bytes
            .resize_with(rows.div_ceil(size), || Lined::new(room, 0));
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
            Some(threads) => threads.share(chunks, Chunk::step),
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
            Some(threads) => threads.share(all, check),
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
    /// An array that is not one value a row.
    pub fn sample<A: Index>(&mut self, threads: Option<&Threads>, out: &mut [A]) -> Result<(), BatchError> {
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
            None => parts.for_each(wide::run),
            Some(threads) => threads.share(parts, wide::run),
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
        self.any_bots |= saved.any_bots;
        self.rows.clone_from(&saved.rows);
        self.legal.clone_from(&saved.legal);
        self.samplers.clone_from(&saved.samplers);
        self.seed = saved.seed;
        for (i, (row, &legal)) in self.rows.iter().zip(&self.legal).enumerate() {
            let mut out = buffers.row(i, &self.layout, &self.game);
            out.clear_ends();
            if legal.is_empty() {
                row.show_end(&mut out, 0);
            }
            row.write(&self.game, &self.layout, legal, &mut out);
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
