//! A network of two hidden layers, with a head for the policy and one for the value.

use crate::action::Action;
use crate::vector::{self, Work};

/// Number of units of a hidden layer.
pub(super) const HIDDEN: usize = 128;

/// Maximum number of features of a table for which there is a network.
pub(super) const MOST_FEATURES: usize = 512;

/// The units of a hidden layer, or the weights to or from them.
pub(super) type Layer = [f32; HIDDEN];

/// The network of one table.
#[derive(Debug)]
pub(super) struct Network {
    /// Weights from each feature, whose value is a byte.
    pub(super) first: Vec<Layer>,
    pub(super) first_bias: Layer,
    /// Weights from each unit of the first hidden layer.
    pub(super) second: Vec<Layer>,
    pub(super) second_bias: Layer,
    /// Weights to each action by its id; `None` for one that was never legal in training.
    pub(super) policy: Vec<Option<Layer>>,
    pub(super) value: Layer,
}

impl Network {
    /// Computes the second hidden layer.
    pub(super) fn hidden(&self, features: &[u8]) -> Layer {
        let mut units = self.second_bias;
        vector::run(Forward {
            network: self,
            features,
            units: &mut units,
        });
        units
    }

    /// Returns the logit of an action; the lowest possible one if the policy has no weights for it.
    pub(super) fn logit(&self, hidden: &Layer, action: Action) -> f32 {
        let weights = self.policy[action.id().index()].as_ref();
        weights.map_or(f32::MIN, |weights| dot(hidden, weights))
    }

    /// Returns the expected return of the viewing seat, from -1 to 1.
    pub(super) fn value(&self, hidden: &Layer) -> f32 {
        libm::tanhf(dot(hidden, &self.value))
    }
}

/// The pass from the features to the second hidden layer.
///
/// Each unit is a sum of products in the same order whatever the vectors of the machine, so that it is the same to the
/// last bit.
struct Forward<'a> {
    network: &'a Network,
    features: &'a [u8],
    /// The second bias at first, then the units.
    units: &'a mut Layer,
}

impl Work for Forward<'_> {
    const WRITES: bool = true;

    /// Leaves out zeros: most features, and about half of the units.
    #[inline(always)]
    fn run(self, _: impl Fn(u64, u32) -> u32, _: impl Fn(u32) -> [bool; 32]) {
        let mut places = [0; MOST_FEATURES];
        let mut first = self.network.first_bias;
        for &at in which(self.features, |&feature| feature != 0, &mut places) {
            let at = usize::from(at);
            add(&mut first, &self.network.first[at], f32::from(self.features[at]));
        }
        let mut second = *self.units;
        for &at in which(&first, |&unit| unit > 0.0, &mut places) {
            let at = usize::from(at);
            add(&mut second, &self.network.second[at], first[at]);
        }
        for (unit, sum) in self.units.iter_mut().zip(second) {
            *unit = sum.max(0.0);
        }
    }
}

/// Returns the places of the values that count, found without a branch: each that counts would be mispredicted.
#[inline(always)]
fn which<'a, T>(of: &[T], counts: impl Fn(&T) -> bool, places: &'a mut [u16; MOST_FEATURES]) -> &'a [u16] {
    let mut found = 0;
    for (at, each) in of.iter().enumerate() {
        places[found] = at as u16;
        found += usize::from(counts(each));
    }
    &places[..found]
}

/// Adds the weights, each multiplied by a number.
#[inline(always)]
fn add(to: &mut Layer, weights: &Layer, times: f32) {
    for (to, weight) in to.iter_mut().zip(weights) {
        *to += weight * times;
    }
}

/// Returns the sum of all products; eight sums are kept apart, so that vector instructions can add to them.
fn dot(a: &Layer, b: &Layer) -> f32 {
    const APART: usize = 8;
    let mut sums = [0.0; APART];
    for (a, b) in a.as_chunks::<APART>().0.iter().zip(b.as_chunks::<APART>().0) {
        for n in 0..APART {
            sums[n] += a[n] * b[n];
        }
    }
    sums.iter().sum()
}
