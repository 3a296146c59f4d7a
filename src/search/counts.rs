//! Visits and returns of the actions at the root, and the choice among them.

use std::cmp::Ordering;

use super::{Choice, Method};
use crate::action::{Action, ActionSet, MAX_ACTIONS};

/// Visits and returns of each action at the root.
pub(super) struct RootCounts {
    pub(super) visits: [u64; MAX_ACTIONS],
    pub(super) returns: [f64; MAX_ACTIONS],
    pub(super) iterations: u64,
}

impl RootCounts {
    pub(super) const fn new() -> Self {
        Self {
            visits: [0; MAX_ACTIONS],
            returns: [0.0; MAX_ACTIONS],
            iterations: 0,
        }
    }

    pub(super) fn add(&mut self, action: Action, value: f64) {
        self.visits[action.id().index()] += 1;
        self.returns[action.id().index()] += value;
    }

    /// Returns the result for an action.
    pub(super) fn choice(&self, action: Action) -> Choice {
        let at = action.id().index();
        let (visits, returns) = (self.visits[at], self.returns[at]);
        Choice {
            action,
            visits,
            value: if visits == 0 { 0.0 } else { returns / visits as f64 },
        }
    }

    pub(super) fn merge(mut self, other: &Self) -> Self {
        for at in 0..MAX_ACTIONS {
            self.visits[at] += other.visits[at];
            self.returns[at] += other.returns[at];
        }
        self.iterations += other.iterations;
        self
    }

    /// Iterates over the results of the legal actions that were played.
    fn played(&self, legal: ActionSet) -> impl Iterator<Item = Choice> {
        let choices = legal.iter().map(|action| self.choice(action));
        choices.filter(|choice| choice.visits > 0)
    }

    /// Returns the action to take, if any was played: in a tree the one played most, among equals the one with the
    /// greatest mean return.
    ///
    /// Flat Monte Carlo takes the greatest mean return: it may have ended within a round, so that its visits mean
    /// nothing.
    pub(super) fn best(&self, legal: ActionSet, method: Method) -> Option<Action> {
        let rank = |choice: &Choice| match method {
            Method::Tree => (choice.visits, choice.value),
            Method::Flat => (0, choice.value),
        };
        let order = |a: &Choice, b: &Choice| rank(a).partial_cmp(&rank(b)).unwrap_or(Ordering::Equal);
        self.played(legal).max_by(order).map(|choice| choice.action)
    }

    /// Returns the action to take with a policy, if any was played: the one with the greatest mean return, less a penalty
    /// for being improbable (Jacob et al. 2022, "Modeling strong and human-like gameplay with KL-regularized search").
    ///
    /// The fewer games were played, the more the policy counts.
    pub(super) fn advised(&self, legal: ActionSet, priors: &[f32; MAX_ACTIONS]) -> Option<Action> {
        let visits = self.visits.iter().sum::<u64>().max(1) as f64;
        let weight = TRUST / visits.sqrt();
        let worth = |choice: &Choice| {
            let prior = f64::from(priors[choice.action.id().index()]);
            choice.value + weight * libm::log(prior.max(LEAST))
        };
        let best = self.played(legal).max_by(|a, b| worth(a).total_cmp(&worth(b)));
        best.map(|choice| choice.action)
    }
}

/// Weight of a prior after one game, in returns for a unit of the logarithm of its probability.
///
/// After N games it is divided by the root of N, as the mean return of N games is less uncertain.
const TRUST: f64 = 1.5;

/// Lower bound on a prior, so that an action that is sure to win is not ruled out.
const LEAST: f64 = 1e-6;
