//! Many games at once: environments (envs) stepped together, with observations and masks written in place.

mod account;
mod buffers;
mod env;
mod error;
mod house_rules;
mod pieces;
mod policies;
mod pool;
mod saved;
mod shared;
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
use policies::Told;
use saved::{bytes_of, check_memory};
use shared::Shared;
use source::{Draws, check_outside_seats};
use step::{BLOCK, Chunk, FETCHED, Sample};
use watch::{Ask, Watch};

pub use buffers::{Buffers, Extras};
pub use error::{BatchError, PoolError};
pub use house_rules::HouseRules;
pub use policies::PolicyEpisodes;
pub(crate) use pool::Prepared;
pub use pool::{GamePool, KEPT, MOST_GAMES};
pub use source::Source;
pub use starts::Entry;
pub use threads::Threads;

/// What happens to an env when its episode ends.
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

    /// Its name in Gymnasium.
    #[must_use]
    pub const fn gymnasium(self) -> &'static str {
        match self {
            Self::SameStep => "SameStep",
            Self::NextStep => "NextStep",
            Self::Disabled => "Disabled",
        }
    }

    /// The choice of this name, ours or Gymnasium's.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let named = |choice: &Self| [choice.as_str(), choice.gymnasium()].contains(&name);
        Self::ALL.into_iter().find(named)
    }
}

/// What the seeds of the episodes come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seeds<'a> {
    /// One seed for all envs: episode k of env i has `episode_seed(seed, i, k)`.
    All(u64),
    /// A seed for each env, which is then env 0 of a batch of that seed.
    Each(&'a [u64]),
}

/// Who decides for a seat.
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
    /// What [`Controller::Policy`] is called where others are called by the names of bots.
    pub(crate) const POLICY: &'static str = "policy";
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

/// Most envs of a batch.
pub const MAX_ENVS: usize = 1 << 20;

/// Many games at once.
///
/// The buffers belong to the caller, who hands them to each call: the batch keeps positions only.
#[derive(Clone)]
pub struct Batch {
    /// The game; of a pool the first.
    pub(crate) first: Arc<Prepared>,
    /// What the next episodes are drawn from, where envs may play different games.
    draws: Option<Draws>,
    /// Seats that the arrays have room for: those of the game with the most players.
    seats: usize,
    envs: Vec<Env>,
    /// What is legal in each env; nothing in one that stands at its end.
    legal: Vec<ActionSet>,
    /// The stream of each env from which actions are sampled.
    samplers: Vec<Rng>,
    autoreset: Autoreset,
    /// Whether bots or policies decide, or have decided, for any seat of any env.
    any_bots: bool,
    /// The envs in which a policy has a seat, in this episode or the next.
    policies: Vec<usize>,
    /// What they have not been told yet.
    told: PolicyEpisodes,
    /// For each thread, room for observations as bytes.
    bytes: Vec<Aligned<u8>>,
    /// Whether the last step began with the last envs: every other does, since what was touched last is in the caches
    /// yet.
    backwards: bool,
    /// Whether a step was stopped in the middle: some envs have moved, others not.
    unfinished: bool,
}

/// Envs that a thread takes at least: fewer are not worth a hand-over.
const MIN_CHUNK: usize = 128;

/// The threads that share so many envs, if that is worth it, and how many each takes at most.
fn parts(threads: Option<&Threads>, envs: usize) -> (Option<&Threads>, usize) {
    let threads = threads.filter(|_| envs >= 2 * MIN_CHUNK);
    let size = threads.map_or(envs, |threads| envs.div_ceil(threads.count()).max(MIN_CHUNK));
    (threads, size)
}

/// Whether an action is refused; an env that stands at its end takes any.
fn is_refused<A: Index>(legal: ActionSet, action: A) -> bool {
    !(legal.is_empty() || legal.contains_index(action.id()))
}

/// Whether no action is refused; all are looked at before any is asked about, which takes no branch for each.
fn all_legal<A: Index>(legal: &[ActionSet], actions: &[A]) -> bool {
    let envs = legal.iter().zip(actions);
    !envs.fold(false, |any, (&legal, &action)| any | is_refused(legal, action))
}

impl Batch {
    /// Makes a batch; its envs are dealt by [`Batch::reset`].
    ///
    /// # Errors
    /// See [`BatchError`].
    pub fn new(
        source: impl Into<Source>,
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

    /// The game; where games are drawn the first of the pool, whose shape all have.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.first.game
    }

    /// The pool that games are drawn from, if they are.
    #[must_use]
    pub const fn pool(&self) -> Option<&GamePool> {
        match &self.draws {
            Some(Draws::Pool(pool)) => Some(pool),
            _ => None,
        }
    }

    /// Seats that the arrays have room for: those of the game with the most players.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.seats
    }

    /// The layout of the game's observations.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.first.layout
    }

    /// The game that an env plays.
    ///
    /// # Errors
    /// An env that there is not.
    pub fn game_of(&self, env: usize) -> Result<&Game, BatchError> {
        self.prepared_of(env).map(|prepared| &prepared.game)
    }

    pub(crate) fn prepared_of(&self, env: usize) -> Result<&Prepared, BatchError> {
        self.env(env).map(|env| self.prepared(env))
    }

    /// What an env plays.
    fn prepared<'a>(&'a self, env: &'a Env) -> &'a Prepared {
        env.own.as_deref().unwrap_or(&self.first)
    }

    /// What an env does when its episode ends.
    #[must_use]
    pub const fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    /// Number of envs.
    #[must_use]
    pub const fn num_envs(&self) -> usize {
        self.envs.len()
    }

    /// The seed that the episodes of all envs come from; none where envs have got seeds of their own.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        let (seed, _) = self.envs.first()?.origin;
        let mut envs = (0..).zip(&self.envs);
        envs.all(|(number, env)| env.origin == (seed, number))
            .then_some(seed)
    }

    /// The seed of the episode that an env is in.
    ///
    /// # Errors
    /// An env that there is not.
    pub fn episode_seed(&self, env: usize) -> Result<u64, BatchError> {
        self.env(env).map(|r| r.seed)
    }

    /// The position of an env.
    ///
    /// # Errors
    /// An env that there is not, or [`BatchError::Unfinished`].
    pub fn state(&self, env: usize) -> Result<&State, BatchError> {
        self.check_finished()?;
        self.env(env).map(|r| &r.state)
    }

    /// Episodes that bots finished without an outside decision, in all envs.
    #[must_use]
    pub fn skipped_episodes(&self) -> u64 {
        self.envs
            .iter()
            .fold(0, |sum, env| sum.saturating_add(env.skipped))
    }

    /// Decisions that bots have made, in all envs and episodes.
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

    /// Seeds envs anew: all from one seed, or those of a mask each from its own.
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

    /// One value an env is expected.
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

    /// Who decides for each seat from each env's next reset on: `[P]` for all envs, or `[N, P]`. Where games have fewer
    /// players, the first ones play.
    ///
    /// # Errors
    /// A wrong number of values, an env without an outside seat among those that every game has, or where games are drawn a
    /// bot that does not play all of them; nothing is then changed.
    pub fn set_controllers(&mut self, controllers: &[Controller]) -> Result<(), BatchError> {
        let players = self.seats;
        let source = self.source();
        if matches!(source, Source::Pool(_)) {
            for controller in controllers {
                if let Controller::Bot(bot) = controller {
                    source.bot(bot.name())?;
                }
            }
        }
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
    /// With a seed, the streams of all envs begin anew.
    ///
    /// # Errors
    /// A mask that is not one value an env; [`BatchError::Unfinished`] where there is one and a step was interrupted.
    pub fn reset<T: Feature + Send + Sync>(
        &mut self,
        mask: Option<&[bool]>,
        seed: Option<u64>,
        buffers: Buffers<'_, T>,
    ) -> Result<(), BatchError> {
        self.reset_while(mask, seed.map(Seeds::All), buffers, &|| ControlFlow::Continue(()))
    }

    /// Resets as [`Batch::reset`] does, for as long as `goes_on` says so; it is asked now and then, in this thread.
    ///
    /// # Errors
    /// As for [`Batch::reset`]; [`BatchError::Interrupted`] soon after `goes_on` has said [`ControlFlow::Break`].
    pub fn reset_while<T: Feature + Send + Sync>(
        &mut self,
        mask: Option<&[bool]>,
        seeds: Option<Seeds<'_>>,
        buffers: Buffers<'_, T>,
        goes_on: Ask<'_>,
    ) -> Result<(), BatchError> {
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
        self.settle();
        let shared = Shared::new(&self.first, self.draws.as_ref(), self.seats);
        let shared = Shared { watch, ..shared };
        let envs = self.envs.iter_mut().zip(&mut self.legal);
        let outs = buffers.chunks(shared.layout, shared.seats, 1);
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

    /// Applies one action an env, for the seat to act, and writes what comes of it.
    ///
    /// # Errors
    /// An action that is not legal: then no env has moved; [`BatchError::Unfinished`] where a step was interrupted.
    pub fn step<T: Feature + Send + Sync, A: Index>(
        &mut self,
        actions: &[A],
        threads: Option<&Threads>,
        buffers: Buffers<'_, T>,
    ) -> Result<(), BatchError> {
        self.step_while(actions, None, threads, buffers, &|| ControlFlow::Continue(()))
    }

    /// Steps as [`Batch::step`] does, for as long as `goes_on` says so; it is asked now and then, in this thread,
    /// where bots play. After it has said [`ControlFlow::Break`] some envs have moved and others have not: the batch
    /// takes nothing but [`Batch::reset`] of all envs, or [`Batch::restore`].
    ///
    /// With a mask only its envs move. The actions of the others are not looked at, and what they show stays.
    ///
    /// # Errors
    /// As for [`Batch::step`], a mask that is not one value an env, and [`BatchError::Interrupted`].
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

    /// Applies the actions of policies in the envs of a mask, those of [`Batch::waiting`], and goes on with the step or
    /// reset that left them waiting: what it has told of rewards and ends stays, and is added to.
    ///
    /// # Errors
    /// As for [`Batch::step_while`].
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
        self.check_finished()?;
        self.check_length("actions", actions.len())?;
        if let Some(mask) = mask {
            self.check_length("mask", mask.len())?;
        }
        self.check_actions(threads, actions, mask)?;
        self.settle();
        let watch = self.any_bots.then(|| Watch::new(goes_on));
        let envs = self.envs.len();
        let (threads, size) = parts(threads, envs);
        let told = Told::default();
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
        let room = (BLOCK - 1) * layout.stride() + layout.room();
        self.bytes.resize_with(envs.div_ceil(size), || Aligned::new(room));
        let chunks = self
            .envs
            .chunks_mut(size)
            .zip(self.legal.chunks_mut(size))
            .zip(actions.chunks(size))
            .zip(buffers.chunks(layout, shared.seats, size))
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
        // It takes a hundredth of a step: few envs are not worth a hand-over.
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

    /// Chooses for each env an action uniformly over its mask.
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

    /// The last public events of an env.
    ///
    /// # Errors
    /// An env that there is not.
    pub fn recent(&self, env: usize) -> Result<&Recent, BatchError> {
        self.env(env).map(|r| &r.recent)
    }
}
