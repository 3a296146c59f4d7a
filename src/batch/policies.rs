//! Policies from outside that decide within a step: which envs wait for one, and what they are told of their episodes.

use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};

use super::{Batch, BatchError, Controller};
use crate::seat::Seat;

/// What has happened in the envs in which policies have seats.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PolicyEpisodes {
    /// How policies fared in episodes that ended and were paid, in the order of the steps and then of the envs: the env, the
    /// policy's seat, and the share of the seats from outside that won more than it did; one that won as much counts half.
    pub ended: Vec<(usize, Seat, f64)>,
    /// Envs that have begun the next episode, in the same order.
    pub dealt: Vec<usize>,
}

impl PolicyEpisodes {
    /// Adds what has happened since.
    pub(super) fn extend(&mut self, later: Self) {
        self.ended.extend(later.ended);
        self.dealt.extend(later.dealt);
    }
}

/// Where the envs of a step, on whichever thread, tell it.
#[derive(Default)]
pub(super) struct Told(Mutex<PolicyEpisodes>);

impl Told {
    /// The episode of an env has ended, with what each seat has won in it.
    pub(super) fn ended(&self, env: usize, controllers: &[Controller], returns: &[f64]) {
        let of = |controller| (0..).zip(controllers).filter(move |&(_, own)| *own == controller);
        let won = |seat: u8| returns[usize::from(seat)];
        let outside = of(Controller::Outside).count() as f64;
        for (policy, _) in of(Controller::Policy) {
            let against = |(seat, _)| match won(seat).partial_cmp(&won(policy)) {
                Some(Ordering::Greater) => 1.0,
                Some(Ordering::Less) => 0.0,
                _ => 0.5,
            };
            let beaten: f64 = of(Controller::Outside).map(against).sum();
            self.with(|told| told.ended.push((env, Seat(policy), beaten / outside)));
        }
    }

    /// An env has begun an episode.
    pub(super) fn dealt(&self, env: usize) {
        self.with(|told| told.dealt.push(env));
    }

    fn with(&self, tell: impl FnOnce(&mut PolicyEpisodes)) {
        tell(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// All that was told, in the order of the envs.
    pub(super) fn take(self) -> PolicyEpisodes {
        let mut told = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        told.ended.sort_by_key(|&(env, ..)| env);
        told.dealt.sort_unstable();
        told
    }
}

impl Batch {
    /// The envs in which a policy is to decide, in order, and the seat that it has there.
    ///
    /// # Errors
    /// [`BatchError::Unfinished`].
    pub fn waiting(&self) -> Result<impl Iterator<Item = (usize, Seat)>, BatchError> {
        self.check_finished()?;
        let envs = self.policies.iter().map(|&at| (at, &self.envs[at]));
        let waiting = envs.filter(|(_, env)| env.waits_for_policy());
        Ok(waiting.map(|(at, env)| (at, env.state.asked())))
    }

    /// What has happened since it was asked last in the envs in which policies have seats. What `reset` deals is not among it.
    pub fn policy_episodes(&mut self) -> PolicyEpisodes {
        std::mem::take(&mut self.told)
    }

    /// Notes in which envs a policy has a seat, in this episode or the next.
    pub(super) fn note_policies(&mut self) {
        let policy = Controller::Policy;
        let envs = self.envs.iter().enumerate();
        let asking = envs.filter(|(_, env)| env.has_policies() || env.next_controllers.contains(&policy));
        self.policies = asking.map(|(at, _)| at).collect();
    }
}
