//! Policies from outside that decide within a step: which envs wait for one, and what they are told of their episodes.

use std::sync::{Mutex, PoisonError};

use super::{Batch, BatchError, Controller};
use crate::seat::MAX_SEATS;

/// What has happened in the envs in which policies have seats.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PolicyEpisodes {
    /// Envs whose episode ended and was paid, in the order of the steps and then of the envs, each with what every seat
    /// has won in it.
    pub ended: Vec<(usize, [f64; MAX_SEATS])>,
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
    /// The episode of an env has ended.
    pub(super) fn ended(&self, env: usize, returns: [f64; MAX_SEATS]) {
        self.with(|told| told.ended.push((env, returns)));
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
        told.ended.sort_by_key(|&(env, _)| env);
        told.dealt.sort_unstable();
        told
    }
}

impl Batch {
    /// The envs in which a policy is to decide, in order.
    ///
    /// # Errors
    /// [`BatchError::Unfinished`].
    pub fn waiting(&self) -> Result<Vec<usize>, BatchError> {
        self.check_finished()?;
        let envs = self.policies.iter().copied();
        Ok(envs.filter(|&env| self.envs[env].waits_for_policy()).collect())
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
