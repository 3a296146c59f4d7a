//! Outside policies that decide within a step: the envs that wait for one, and the results of their episodes.

use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};

use super::{Batch, BatchError, Controller};
use crate::seat::Seat;

/// Episodes that ended and began in the envs in which policies have seats.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PolicyEpisodes {
    /// Results of policies in episodes that ended and were paid, in the order of the steps and then of the envs: the env,
    /// the policy's seat, and the share of the outside seats that won more than the policy; one that won as much counts
    /// half.
    pub ended: Vec<(usize, Seat, f64)>,
    /// Envs that have begun the next episode, in the same order.
    pub dealt: Vec<usize>,
}

impl PolicyEpisodes {
    /// Appends later episodes.
    pub(super) fn extend(&mut self, later: Self) {
        self.ended.extend(later.ended);
        self.dealt.extend(later.dealt);
    }
}

/// Collector of these episodes from the envs of a step, on any thread.
#[derive(Default)]
pub(super) struct EpisodeCollector(Mutex<PolicyEpisodes>);

impl EpisodeCollector {
    /// Records that the episode of an env has ended, with the return of each seat.
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

    /// Records that an env has begun an episode.
    pub(super) fn dealt(&self, env: usize) {
        self.with(|told| told.dealt.push(env));
    }

    fn with(&self, tell: impl FnOnce(&mut PolicyEpisodes)) {
        tell(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns all episodes recorded, in the order of the envs.
    pub(super) fn take(self) -> PolicyEpisodes {
        let mut told = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        told.ended.sort_by_key(|&(env, ..)| env);
        told.dealt.sort_unstable();
        told
    }
}

impl Batch {
    /// Iterates over the envs in which a policy is to decide, in order, with the policy's seat.
    ///
    /// # Errors
    /// [`BatchError::Unfinished`].
    pub fn waiting(&self) -> Result<impl Iterator<Item = (usize, Seat)>, BatchError> {
        self.check_finished()?;
        let envs = self.policies.iter().map(|&at| (at, &self.envs[at]));
        let waiting = envs.filter(|(_, env)| env.waits_for_policy());
        Ok(waiting.map(|(at, env)| (at, env.state.asked())))
    }

    /// Returns the episodes of policies since the last call, without those that `reset` dealt.
    pub fn policy_episodes(&mut self) -> PolicyEpisodes {
        std::mem::take(&mut self.told)
    }

    /// Updates the list of envs in which a policy has a seat, in this episode or the next.
    pub(super) fn note_policies(&mut self) {
        let policy = Controller::Policy;
        let envs = self.envs.iter().enumerate();
        let asking = envs.filter(|(_, env)| env.has_policies() || env.next_controllers.contains(&policy));
        self.policies = asking.map(|(at, _)| at).collect();
    }
}
