//! Counterfactual regret minimization: both players learn from the regrets of all actions that they did not take.

use super::infostate::Side;
use super::{Policy, Tabular};

/// Rule by which regrets become a policy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Variant {
    /// Regret matching (Zinkevich et al. 2007).
    Cfr,
    /// Regret matching+: regrets never fall below 0 (Tammelin 2014).
    CfrPlus,
    /// Discounted CFR (Brown and Sandholm 2019): in iteration t, after the regrets were added, positive ones are multiplied by
    /// `t^alpha / (t^alpha + 1)`, others by `t^beta / (t^beta + 1)`.
    Dcfr {
        /// Exponent for positive regrets; 3/2 in that paper.
        alpha: f64,
        /// Exponent for other regrets; 0 in that paper.
        beta: f64,
    },
    /// Predictive CFR+ (Farina, Kroer and Sandholm 2021): regret matching+ with the last regrets counted once more, as a
    /// prediction.
    PredictiveCfrPlus,
}

/// Weight of iteration t in the average policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Averaging {
    /// The same weight for all.
    Uniform,
    /// Weight t.
    Linear,
    /// Weight t².
    Quadratic,
    /// No average: the policy is that of the last iteration.
    Last,
}

impl Averaging {
    fn weight(self, iteration: u64) -> f64 {
        let t = iteration as f64;
        match self {
            Self::Uniform => 1.0,
            Self::Linear => t,
            Self::Quadratic => t * t,
            Self::Last => 0.0,
        }
    }
}

/// Settings of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Rule by which regrets become a policy.
    pub variant: Variant,
    /// True if the second player learns against the first one's new policy; false if both learn at once.
    pub alternating: bool,
    /// Averaging of the iterations.
    pub averaging: Averaging,
}

impl Settings {
    /// Returns the published settings of a variant, with alternation.
    #[must_use]
    pub const fn of(variant: Variant) -> Self {
        let averaging = match variant {
            Variant::Cfr => Averaging::Uniform,
            Variant::CfrPlus => Averaging::Linear,
            Variant::Dcfr { .. } | Variant::PredictiveCfrPlus => Averaging::Quadratic,
        };
        Self {
            variant,
            alternating: true,
            averaging,
        }
    }
}

/// State of one player: numbers for each of its sequences.
#[derive(Debug, Clone)]
struct Learner {
    regrets: Vec<f64>,
    /// Regrets of the last iteration, if the variant predicts the next ones by them.
    last: Vec<f64>,
    /// Reach of each sequence, added up over all iterations by their weights.
    sums: Vec<f64>,
    reach: Vec<f64>,
    /// Earnings of each sequence, later with those of what follows it.
    values: Vec<f64>,
}

/// A run of CFR, which can be continued and inspected between any two iterations.
#[derive(Debug, Clone)]
pub struct Cfr {
    settings: Settings,
    iteration: u64,
    policy: Policy,
    learners: [Learner; 2],
}

impl Cfr {
    /// Begins a run with the uniform policy.
    #[must_use]
    pub fn new(solver: &Tabular, settings: Settings) -> Self {
        Self::from_policy(solver, settings, solver.uniform())
    }

    /// Begins a run with a policy of this solver.
    #[must_use]
    pub fn from_policy(solver: &Tabular, settings: Settings, policy: Policy) -> Self {
        let learners = [0, 1].map(|seat| {
            let side: &Side = &solver.sides[seat];
            let zeros = || vec![0.0; side.sequences()];
            let predicts = settings.variant == Variant::PredictiveCfrPlus;
            Learner {
                regrets: zeros(),
                last: if predicts { zeros() } else { Vec::new() },
                sums: zeros(),
                reach: zeros(),
                values: zeros(),
            }
        });
        Self {
            settings,
            iteration: 0,
            policy,
            learners,
        }
    }

    /// Returns the settings.
    #[must_use]
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// Returns all numbers of a run beside its settings and [`Cfr::iteration`], for [`Cfr::restore`].
    #[must_use]
    pub fn numbers(&self) -> Vec<&Vec<f64>> {
        let learnt = self.learners.iter().flat_map(Learner::numbers);
        self.policy.0.iter().chain(learnt).collect()
    }

    /// Restores the numbers that [`Cfr::numbers`] gave; returns false, and changes nothing, if they do not fit.
    pub fn restore(&mut self, iteration: u64, numbers: Vec<Vec<f64>>) -> bool {
        let learnt = self.learners.iter_mut().flat_map(Learner::numbers_mut);
        let places: Vec<&mut Vec<f64>> = self.policy.0.iter_mut().chain(learnt).collect();
        let lengths = places.iter().map(|place| place.len());
        if !lengths.eq(numbers.iter().map(Vec::len)) {
            return false;
        }
        for (place, values) in places.into_iter().zip(numbers) {
            *place = values;
        }
        self.iteration = iteration;
        true
    }

    /// Returns the number of iterations made.
    #[must_use]
    pub const fn iteration(&self) -> u64 {
        self.iteration
    }

    /// Returns the policy that the next iteration begins with.
    #[must_use]
    pub const fn current_policy(&self) -> &Policy {
        &self.policy
    }

    /// Returns the average of the policies so far, weighted by [`Settings::averaging`]; uniform where none of them leads.
    #[must_use]
    pub fn average_policy(&self, solver: &Tabular) -> Policy {
        if self.settings.averaging == Averaging::Last {
            return self.policy.clone();
        }
        let mut average = solver.uniform();
        for ((side, learner), values) in solver.sides.iter().zip(&self.learners).zip(&mut average.0) {
            for infostate in 0..side.len() {
                proportional(&learner.sums, side.range(infostate), values);
            }
        }
        average
    }

    /// Makes one iteration for both players; the solver must be the one that the run began with.
    pub fn iterate(&mut self, solver: &Tabular) {
        self.iteration += 1;
        if self.settings.alternating {
            for seat in 0..2 {
                self.learn(solver, seat);
                self.improve(solver, seat);
            }
        } else {
            for seat in 0..2 {
                self.learn(solver, seat);
            }
            for seat in 0..2 {
                self.improve(solver, seat);
            }
        }
    }

    /// Updates a player's regrets and average by the current policies.
    fn learn(&mut self, solver: &Tabular, seat: usize) {
        for (seat, learner) in self.learners.iter_mut().enumerate() {
            solver.sides[seat].reach(&self.policy.0[seat], &mut learner.reach);
        }
        let [first, second] = &mut self.learners;
        let (own, other) = if seat == 0 {
            (first, second)
        } else {
            (second, first)
        };
        let payoffs = &solver.payoffs;
        payoffs.earned(&solver.threads, seat, &other.reach, &mut own.values);
        let weight = self.settings.averaging.weight(self.iteration);
        if weight > 0.0 {
            for (sum, reach) in own.sums.iter_mut().zip(&own.reach) {
                *sum += weight * reach;
            }
        }
        own.regret(&solver.sides[seat], &self.policy.0[seat]);
        own.discount(self.settings.variant, self.iteration);
    }

    /// Computes a player's policy from its regrets.
    fn improve(&mut self, solver: &Tabular, seat: usize) {
        let (side, learner) = (&solver.sides[seat], &mut self.learners[seat]);
        let regrets = if self.settings.variant == Variant::PredictiveCfrPlus {
            for ((guess, regret), last) in learner.values.iter_mut().zip(&learner.regrets).zip(&learner.last)
            {
                *guess = regret + last;
            }
            &learner.values
        } else {
            &learner.regrets
        };
        for infostate in 0..side.len() {
            proportional(regrets, side.range(infostate), &mut self.policy.0[seat]);
        }
    }
}

impl Learner {
    const fn numbers(&self) -> [&Vec<f64>; 5] {
        let Self {
            regrets,
            last,
            sums,
            reach,
            values,
        } = self;
        [regrets, last, sums, reach, values]
    }

    const fn numbers_mut(&mut self) -> [&mut Vec<f64>; 5] {
        let Self {
            regrets,
            last,
            sums,
            reach,
            values,
        } = self;
        [regrets, last, sums, reach, values]
    }

    /// Adds to the regrets what each action would have earned less what the policy earns, whatever the player itself did
    /// before.
    fn regret(&mut self, side: &Side, policy: &[f64]) {
        for infostate in (0..side.len()).rev() {
            let range = side.range(infostate);
            let value: f64 = range.clone().map(|at| policy[at] * self.values[at]).sum();
            for at in range {
                let regret = self.values[at] - value;
                self.regrets[at] += regret;
                if let Some(last) = self.last.get_mut(at) {
                    *last = regret;
                }
            }
            self.values[side.parent[infostate] as usize] += value;
        }
    }

    fn discount(&mut self, variant: Variant, iteration: u64) {
        match variant {
            Variant::Cfr => {}
            Variant::CfrPlus | Variant::PredictiveCfrPlus => {
                for regret in &mut self.regrets {
                    *regret = regret.max(0.0);
                }
            }
            Variant::Dcfr { alpha, beta } => {
                let factor = |power: f64| {
                    let t = (iteration as f64).powf(power);
                    t / (t + 1.0)
                };
                let (up, down) = (factor(alpha), factor(beta));
                for regret in &mut self.regrets {
                    *regret *= if *regret >= 0.0 { up } else { down };
                }
            }
        }
    }
}

/// Writes probabilities in proportion to the positive parts of these numbers; equal ones if none is positive.
fn proportional(of: &[f64], range: std::ops::Range<usize>, out: &mut [f64]) {
    let sum: f64 = of[range.clone()].iter().map(|value| value.max(0.0)).sum();
    let equal = 1.0 / range.len() as f64;
    for at in range {
        out[at] = if sum > 0.0 { of[at].max(0.0) / sum } else { equal };
    }
}
