//! Many games at once: environments (envs) stepped together, with observations and masks written in place.

mod account;
mod advice;
mod buffers;
mod env;
mod error;
mod house_rules;
mod pieces;
mod policies;
mod pool;
mod saved;
mod shared;
mod slices;
mod source;
mod starts;
mod step;
mod threads;
mod watch;
mod weights;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::action::ActionSet;
use crate::aligned::Aligned;
use crate::bot::BotKind;
use crate::engine::{Game, State};
use crate::observation::{Feature, Layout};
use crate::recent::Recent;
use crate::rng::{Rng, Stream, mix};
use crate::vector;
use env::Env;
use policies::EpisodeCollector;
use saved::{bytes_of, check_memory};
use shared::Shared;
use source::{Draws, check_outside_seats};
use step::{BLOCK, Chunk, FETCHED, Sample};
use watch::{Ask, Watch};

pub use buffers::{Arrays, Buffers, Extras};
pub use error::{BatchError, PoolError};
pub use house_rules::HouseRules;
pub use policies::PolicyEpisodes;
pub(crate) use pool::Prepared;
pub use pool::{GamePool, KEPT, MOST_GAMES};
pub use source::GameSource;
pub use starts::StartEntry;
pub use threads::Threads;

/// Mode of resetting an env whose episode has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Autoreset {
    /// The env is reset in the same step.
    #[default]
    SameStep,
    /// The env shows its end; the next step resets it and ignores its action.
    NextStep,
    /// The env shows its end until it is reset from outside.
    Disabled,
}

impl Autoreset {
    /// Every mode.
    pub const ALL: [Self; 3] = [Self::SameStep, Self::NextStep, Self::Disabled];

    /// Returns the name of the mode.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SameStep => "same-step",
            Self::NextStep => "next-step",
            Self::Disabled => "disabled",
        }
    }

    /// Returns the name of the mode in Gymnasium.
    #[must_use]
    pub const fn gymnasium(self) -> &'static str {
        match self {
            Self::SameStep => "SameStep",
            Self::NextStep => "NextStep",
            Self::Disabled => "Disabled",
        }
    }

    /// Returns the mode of this name, ours or Gymnasium's.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let named = |choice: &Self| [choice.as_str(), choice.gymnasium()].contains(&name);
        Self::ALL.into_iter().find(named)
    }
}

/// Source of the seeds of the episodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seeds<'a> {
    /// One seed for all envs: episode k of env i has `episode_seed(seed, i, k)`.
    All(u64),
    /// A seed for each env, which then plays like env 0 of a batch with that seed.
    Each(&'a [u64]),
}

/// The source of a seat's decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Controller {
    /// The actions given to `step`.
    #[default]
    Outside,
    /// A bot.
    Bot(BotKind),
    /// A policy: its actions are given to [`Batch::policies_decide`], as part of the step.
    Policy,
}

impl Controller {
    /// Name of [`Controller::Policy`] where bots are named.
    pub(crate) const POLICY: &'static str = "policy";
}

/// An integer that an array of actions may hold.
pub trait Index: Copy + From<u8> + Into<i64> + Send + Sync {
    /// Returns the integer as an action id; one that no action has if it is out of range.
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
        // A negative number becomes one that is too great.
        usize::try_from(self as u64).unwrap_or(usize::MAX)
    }
}

/// Maximum number of envs of a batch.
pub const MAX_ENVS: usize = 1 << 20;

/// Many games at once.
///
/// The buffers belong to the caller and are passed to each call; the batch keeps positions only.
#[derive(Clone)]
pub struct Batch {
    /// The game; the first one of a pool.
    pub(crate) first: Arc<Prepared>,
    /// Source of the games of the next episodes, if envs may play different games.
    draws: Option<Draws>,
    /// Number of seats in the arrays: that of the game with the most players.
    seats: usize,
    envs: Vec<Env>,
    /// Legal actions of each env; none in one that stands at the end of its episode.
    legal: Vec<ActionSet>,
    /// Stream of each env from which actions are sampled.
    samplers: Vec<Rng>,
    autoreset: Autoreset,
    /// True if bots or policies decide, or have decided, for any seat of any env.
    any_bots: bool,
    /// Envs in which a policy has a seat, in this episode or the next.
    policies: Vec<usize>,
    /// Episodes of policies that [`Batch::policy_episodes`] has not returned yet.
    told: PolicyEpisodes,
    /// Space for observations as bytes, for each thread.
    bytes: Vec<Aligned<u8>>,
    /// True if the last step began with the last envs; the direction alternates, since the envs stepped last are still in
    /// the caches.
    backwards: bool,
    /// True if a step or reset was interrupted: some envs have moved, others not.
    unfinished: bool,
}

/// Minimum number of envs for a thread: fewer are not worth a hand-over.
const MIN_CHUNK: usize = 128;

/// Returns the threads, if sharing this many envs is worth it, and the maximum number of envs of each.
fn parts(threads: Option<&Threads>, envs: usize) -> (Option<&Threads>, usize) {
    let threads = threads.filter(|_| envs >= 2 * MIN_CHUNK);
    let size = threads.map_or(envs, |threads| envs.div_ceil(threads.count()).max(MIN_CHUNK));
    (threads, size)
}

/// True if an action is refused; an env at the end of its episode accepts any.
fn is_refused<A: Index>(legal: ActionSet, action: A) -> bool {
    !(legal.is_empty() || legal.contains_index(action.id()))
}

/// True if no action is refused; there is one branch for all of them, instead of one for each.
fn all_legal<A: Index>(legal: &[ActionSet], actions: &[A]) -> bool {
    let envs = legal.iter().zip(actions);
    !envs.fold(false, |any, (&legal, &action)| any | is_refused(legal, action))
}

impl Batch {
    /// Creates a batch; [`Batch::reset`] deals its envs.
    ///
    /// # Errors
    /// See [`BatchError`].
    pub fn new(
        source: impl Into<GameSource>,
        num_envs: usize,
        seed: u64,
        autoreset: Autoreset,
    ) -> Result<Self, BatchError> {
        if !(1..=MAX_ENVS).contains(&num_envs) {
            return Err(BatchError::NumEnvs {
                given: num_envs,
                most: MAX_ENVS,
            });
        }
        let source = source.into();
        if source.first().is_explicit() {
            return Err(BatchError::ExplicitChance);
        }
        let seats = usize::from(source.players().1);
        let (first, draws) = source.prepare();
        let (env, draws) = match draws {
            Draws::Game(_) => (Env::new(&first.game, None), None),
            Draws::Pool(_) => (Env::drawn(&draws), Some(draws)),
        };
        check_memory(bytes_of(&env, num_envs))?;
        let mut batch = Self {
            first,
            draws,
            seats,
            envs: vec![env; num_envs],
            legal: vec![ActionSet::EMPTY; num_envs],
            samplers: vec![Rng::new(0, Stream::Sample); num_envs],
            autoreset,
            any_bots: false,
            policies: Vec::new(),
            told: PolicyEpisodes::default(),
            bytes: Vec::new(),
            backwards: false,
            unfinished: false,
        };
        batch.seed_all(seed);
        Ok(batch)
    }

    /// Returns the game; of a pool the first, whose shape all have.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.first.game
    }

    /// Returns the pool that games are drawn from, if any.
    #[must_use]
    pub const fn pool(&self) -> Option<&GamePool> {
        match &self.draws {
            Some(Draws::Pool(pool)) => Some(pool),
            _ => None,
        }
    }

    /// Returns the number of seats in the arrays: that of the game with the most players.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.seats
    }

    /// Returns the layout of the game's observations.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.first.layout
    }

    /// Returns the game that an env plays.
    ///
    /// # Errors
    /// An env that does not exist.
    pub fn game_of(&self, env: usize) -> Result<&Game, BatchError> {
        self.prepared_of(env).map(|prepared| &prepared.game)
    }

    pub(crate) fn prepared_of(&self, env: usize) -> Result<&Prepared, BatchError> {
        self.env(env).map(|env| self.prepared(env))
    }

    /// Returns the place of an env's game in the pool; none if it is in no pool, or no longer.
    ///
    /// # Errors
    /// An env that does not exist.
    pub fn place_of(&self, env: usize) -> Result<Option<u32>, BatchError> {
        let env = self.env(env)?;
        Ok(match self.source() {
            GameSource::Pool(pool) if !env.is_earlier => pool.place(env.seed),
            _ => None,
        })
    }

    /// Returns the game that an env plays, with its layout.
    fn prepared<'a>(&'a self, env: &'a Env) -> &'a Prepared {
        env.own.as_deref().unwrap_or(&self.first)
    }

    /// Returns the mode of resetting an env whose episode has ended.
    #[must_use]
    pub const fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    /// Returns the number of envs.
    #[must_use]
    pub const fn num_envs(&self) -> usize {
        self.envs.len()
    }

    /// Returns the seed that the episodes of all envs derive from; `None` if envs have got seeds of their own.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        let (seed, _) = self.envs.first()?.origin;
        let mut envs = (0..).zip(&self.envs);
        envs.all(|(number, env)| env.origin == (seed, number))
            .then_some(seed)
    }

    /// Returns the seed of the episode that an env is in.
    ///
    /// # Errors
    /// An env that does not exist.
    pub fn episode_seed(&self, env: usize) -> Result<u64, BatchError> {
        self.env(env).map(|r| r.seed)
    }

    /// Returns the position of an env.
    ///
    /// # Errors
    /// An env that does not exist, or [`BatchError::Unfinished`].
    pub fn state(&self, env: usize) -> Result<&State, BatchError> {
        self.check_finished()?;
        self.env(env).map(|r| &r.state)
    }

    /// Returns the number of episodes that bots finished without an outside decision, in all envs.
    #[must_use]
    pub fn skipped_episodes(&self) -> u64 {
        self.envs
            .iter()
            .fold(0, |sum, env| sum.saturating_add(env.skipped))
    }

    /// Returns the number of decisions that bots have made, in all envs and episodes.
    #[must_use]
    pub fn bot_decisions(&self) -> u64 {
        self.envs
            .iter()
            .fold(0, |sum, env| sum.saturating_add(env.bot_decisions))
    }

    fn env(&self, env: usize) -> Result<&Env, BatchError> {
        self.envs.get(env).ok_or(BatchError::Env {
            env,
            envs: self.envs.len(),
        })
    }

    fn check_finished(&self) -> Result<(), BatchError> {
        if self.unfinished {
            return Err(BatchError::Unfinished);
        }
        Ok(())
    }

    fn seed_all(&mut self, seed: u64) {
        for env in 0..self.envs.len() {
            self.seed_env(env, (seed, env as u64));
        }
    }

    fn seed_env(&mut self, env: usize, origin: (u64, u64)) {
        (self.envs[env].origin, self.envs[env].episode) = (origin, 0);
        self.samplers[env] = Rng::new(mix(origin.0, origin.1), Stream::Sample);
    }

    /// Seeds all envs anew from one seed, or those of a mask each from its own.
    fn seed_envs(&mut self, seeds: Seeds<'_>, mask: Option<&[bool]>) -> Result<(), BatchError> {
        match seeds {
            Seeds::All(seed) => self.seed_all(seed),
            Seeds::Each(seeds) => {
                self.check_length("seed", seeds.len())?;
                for (env, &seed) in seeds.iter().enumerate() {
                    if mask.is_none_or(|mask| mask[env]) {
                        self.seed_env(env, (seed, 0));
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that there is one value for each env.
    fn check_length(&self, what: &'static str, given: usize) -> Result<(), BatchError> {
        let expected = self.envs.len();
        if given == expected {
            return Ok(());
        }
        Err(BatchError::Length {
            what,
            given,
            expected,
        })
    }

    /// Sets the controller of each seat from each env's next reset on: `[P]` for all envs, or `[N, P]`.
    ///
    /// A game with fewer players uses the first ones.
    ///
    /// # Errors
    /// A wrong number of values; an env without an outside seat among those that every game has; or, if games are drawn,
    /// a bot that does not play all of them. Nothing is then changed.
    pub fn set_controllers(&mut self, controllers: &[Controller]) -> Result<(), BatchError> {
        let players = self.seats;
        let source = self.source();
        let (n, all) = (controllers.len(), players * self.envs.len());
        if n != players && n != all {
            return Err(BatchError::Length {
                what: "controllers",
                given: n,
                expected: all,
            });
        }
        let of_env = |env: usize| {
            if n == players {
                controllers
            } else {
                &controllers[env * players..][..players]
            }
        };
        let fewest = usize::from(source.players().0);
        check_outside_seats(self.envs.len(), fewest, of_env)?;
        self.any_bots |= controllers
            .iter()
            .any(|controller| *controller != Controller::Outside);
        for (i, env) in self.envs.iter_mut().enumerate() {
            env.next_controllers[..players].copy_from_slice(of_env(i));
        }
        self.note_policies();
        Ok(())
    }

    /// Deals new episodes in all envs, or in those of a mask.
    ///
    /// A seed restarts the streams of all envs.
    ///
    /// # Errors
    /// A mask that is not one value an env; [`BatchError::Unfinished`] if there is a mask and a step was interrupted.
    pub fn reset<T: Feature + Send + Sync>(
        &mut self,
        mask: Option<&[bool]>,
        seed: Option<u64>,
        buffers: Buffers<'_, T>,
    ) -> Result<(), BatchError> {
        self.reset_while(mask, seed.map(Seeds::All), buffers, &|| ControlFlow::Continue(()))
    }

    /// Resets as [`Batch::reset`] does while `goes_on` allows it; it is called now and then, in this thread, if bots
    /// play.
    ///
    /// # Errors
    /// Those of [`Batch::reset`]; [`BatchError::Interrupted`] soon after `goes_on` has returned [`ControlFlow::Break`].
    pub fn reset_while<T: Feature + Send + Sync>(
        &mut self,
        mask: Option<&[bool]>,
        seeds: Option<Seeds<'_>>,
        buffers: Buffers<'_, T>,
        goes_on: Ask<'_>,
    ) -> Result<(), BatchError> {
        let slices = buffers.into_slices(self)?;
        if let Some(mask) = mask {
            self.check_length("mask", mask.len())?;
            self.check_finished()?;
        } else {
            self.told = PolicyEpisodes::default();
        }
        if let Some(seeds) = seeds {
            self.seed_envs(seeds, mask)?;
        }
        let watch = self.any_bots.then(|| Watch::new(goes_on));
        let watch = watch.as_ref();
        self.unfinished = watch.is_some();
        self.drop_drawn_games();
        let shared = Shared::new(&self.first, self.draws.as_ref(), self.seats);
        let shared = Shared { watch, ..shared };
        let envs = self.envs.iter_mut().zip(&mut self.legal);
        let outs = slices.chunks(shared.layout, shared.seats, 1);
        for (index, ((env, legal), mut out)) in envs.zip(outs).enumerate() {
            if mask.is_some_and(|mask| !mask[index]) {
                continue;
            }
            out.clear_ends();
            *legal = env.by_its_game(&shared, Env::deal);
            if let Some(watch) = watch.filter(|watch| watch.has_stopped()) {
                return Err(watch.reason());
            }
            env.write(&shared, *legal, &mut out);
        }
        self.unfinished = false;
        Ok(())
    }

    /// Applies one action in each env, for the seat to act, and writes the results.
    ///
    /// # Errors
    /// An illegal action: then no env has moved; [`BatchError::Unfinished`] if a step was interrupted.
    pub fn step<T: Feature + Send + Sync, A: Index>(
        &mut self,
        actions: &[A],
        threads: Option<&Threads>,
        buffers: Buffers<'_, T>,
    ) -> Result<(), BatchError> {
        self.step_while(actions, None, threads, buffers, &|| ControlFlow::Continue(()))
    }

    /// Steps as [`Batch::step`] does while `goes_on` allows it; it is called now and then, in this thread, if bots play.
    ///
    /// After it has returned [`ControlFlow::Break`] some envs have moved and others have not: the batch then accepts only
    /// [`Batch::reset`] of all envs, or [`Batch::restore`].
    ///
    /// With a mask only its envs move. The actions of the others are ignored, and the contents of their buffers stay.
    ///
    /// # Errors
    /// Those of [`Batch::step`], a mask that is not one value an env, and [`BatchError::Interrupted`].
    pub fn step_while<T: Feature + Send + Sync, A: Index>(
        &mut self,
        actions: &[A],
        mask: Option<&[bool]>,
        threads: Option<&Threads>,
        buffers: Buffers<'_, T>,
        goes_on: Ask<'_>,
    ) -> Result<(), BatchError> {
        self.step_of(false, actions, mask, threads, buffers, goes_on)
    }

    /// Applies the actions of policies in the envs of a mask, those of [`Batch::waiting`], and resumes the step or reset
    /// that left them waiting.
    ///
    /// Rewards and ends already written are kept, and new ones added.
    ///
    /// # Errors
    /// Those of [`Batch::step_while`].
    pub fn policies_decide<T: Feature + Send + Sync, A: Index>(
        &mut self,
        actions: &[A],
        mask: &[bool],
        threads: Option<&Threads>,
        buffers: Buffers<'_, T>,
        goes_on: Ask<'_>,
    ) -> Result<(), BatchError> {
        self.step_of(true, actions, Some(mask), threads, buffers, goes_on)
    }

    fn step_of<T: Feature + Send + Sync, A: Index>(
        &mut self,
        continues: bool,
        actions: &[A],
        mask: Option<&[bool]>,
        threads: Option<&Threads>,
        buffers: Buffers<'_, T>,
        goes_on: Ask<'_>,
    ) -> Result<(), BatchError> {
        let slices = buffers.into_slices(self)?;
        self.check_finished()?;
        self.check_length("actions", actions.len())?;
        if let Some(mask) = mask {
            self.check_length("mask", mask.len())?;
        }
        self.check_actions(threads, actions, mask)?;
        self.drop_drawn_games();
        let watch = self.any_bots.then(|| Watch::new(goes_on));
        let envs = self.envs.len();
        let (threads, size) = parts(threads, envs);
        let told = EpisodeCollector::default();
        let shared = Shared {
            autoreset: self.autoreset,
            any_bots: self.any_bots,
            watch: watch.as_ref(),
            told: (!self.policies.is_empty()).then_some(&told),
            ..Shared::new(&self.first, self.draws.as_ref(), self.seats)
        };
        let layout = shared.layout;
        self.backwards = !self.backwards;
        let backwards = self.backwards;
        let room = (BLOCK - 1) * layout.stride() + layout.buffer_size();
        self.bytes.resize_with(envs.div_ceil(size), || Aligned::new(room));
        let chunks = self
            .envs
            .chunks_mut(size)
            .zip(self.legal.chunks_mut(size))
            .zip(actions.chunks(size))
            .zip(slices.chunks(layout, shared.seats, size))
            .zip(&mut self.bytes)
            .enumerate();
        let chunks = chunks.map(|(n, ((((envs, legal), actions), out), bytes))| Chunk {
            shared: Shared {
                first: n * size,
                ..shared
            },
            continues,
            envs,
            legal,
            actions,
            moves: mask.map(|mask| &mask[n * size..][..actions.len()]),
            out,
            bytes,
            fetches: size >= FETCHED,
            backwards,
        });
        match threads {
            None => chunks.for_each(Chunk::step),
            Some(threads) => threads.share(chunks, Chunk::step, watch.as_ref()),
        }
        self.told.extend(told.take());
        match watch.filter(Watch::has_stopped) {
            None => Ok(()),
            Some(watch) => {
                self.unfinished = true;
                Err(watch.reason())
            }
        }
    }

    fn check_actions<A: Index>(
        &self,
        threads: Option<&Threads>,
        actions: &[A],
        mask: Option<&[bool]>,
    ) -> Result<(), BatchError> {
        let envs = self.envs.len();
        // The check takes a hundredth of a step: few envs are not worth a hand-over.
        let threads = threads.filter(|_| envs >= 32 * MIN_CHUNK);
        let size = parts(threads, envs).1;
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
        let moves = |env: usize| mask.is_none_or(|mask| mask[env]);
        let refused = |&env: &usize| moves(env) && is_refused(self.legal[env], actions[env]);
        let Some(env) = (0..envs).find(refused) else {
            return Ok(());
        };
        let legal: Vec<_> = self.legal[env]
            .iter()
            .map(|a| format!("{} ({a})", a.id().index()))
            .collect();
        Err(BatchError::Action {
            env,
            action: actions[env].into(),
            legal: legal.join(", "),
        })
    }

    /// Samples an action for each env, uniformly over its mask.
    ///
    /// # Errors
    /// An array that is not one value an env, or [`BatchError::Unfinished`].
    pub fn sample<A: Index>(&mut self, threads: Option<&Threads>, out: &mut [A]) -> Result<(), BatchError> {
        self.check_finished()?;
        self.check_length("out", out.len())?;
        let (threads, size) = parts(threads, self.envs.len());
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

    /// Returns the last public events of an env.
    ///
    /// # Errors
    /// An env that does not exist.
    pub fn recent(&self, env: usize) -> Result<&Recent, BatchError> {
        self.env(env).map(|r| &r.recent)
    }
}
