//! Weights of the games of a pool.

use serde_json::Value;

use super::error::PoolError;
use crate::rng::Rng;
use crate::ruleset::load::fnv1a;

/// A weight for each game of a pool.
#[derive(Debug, Clone)]
pub(super) struct Weights {
    given: Vec<f64>,
    /// Sums of the weights up to each game, in units of the greatest weight: so they never overflow.
    sums: Vec<f64>,
}

impl Weights {
    /// Creates the weights of this many games.
    ///
    /// # Errors
    /// Too few or too many weights, or one that is not a finite number above 0.
    pub(super) fn new(given: &[f64], games: usize) -> Result<Self, PoolError> {
        if given.len() != games {
            let given = given.len();
            return Err(PoolError::Weights { given, games });
        }
        if let Some(at) = given
            .iter()
            .position(|weight| !(weight.is_finite() && *weight > 0.0))
        {
            let given = given[at].to_string();
            return Err(PoolError::Weight { at, given });
        }
        let most = given.iter().copied().fold(0.0, f64::max);
        let sums = given.iter().scan(0.0, |sum, weight| {
            *sum += weight / most;
            Some(*sum)
        });
        Ok(Self {
            given: given.to_vec(),
            sums: sums.collect(),
        })
    }

    /// Returns the weights as they were given.
    pub(super) fn given(&self) -> &[f64] {
        &self.given
    }

    /// Draws the place of a game, each as likely as its share of all weights.
    pub(super) fn draw(&self, rng: &mut Rng) -> usize {
        let last = self.sums.len() - 1;
        // 53 bits: the precision of a float.
        let part = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let drawn = part * self.sums[last];
        self.sums.partition_point(|&sum| sum <= drawn).min(last)
    }

    /// Returns a value that is the same for equal weights.
    pub(super) fn identity(&self) -> Value {
        let bits = self.given.iter().map(|weight| weight.to_bits());
        let all: Vec<String> = bits.map(|bits| format!("{bits:016x}")).collect();
        Value::from(format!("{:016x}", fnv1a(&all.concat())))
    }
}

impl PartialEq for Weights {
    fn eq(&self, other: &Self) -> bool {
        self.given == other.given
    }
}

impl Eq for Weights {}
