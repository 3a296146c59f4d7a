//! The network: its weights, and the passes from an observation to the state and from there to the actions.

use super::encoded::Encoded;
use super::related::{Pools, RELATED};
use crate::action::{Action, NUM_ACTIONS};
use crate::card::{KINDS, RANKS, Rank, SUITS, Suit};
use crate::vector::{self, Work};

/// Units of the hidden layer between the rules of a card and its vector.
pub(super) const CARD: usize = 64;

/// Numbers of the vector of a card.
pub(super) const VECTOR: usize = 32;

/// Units that stand for the rules of the table.
pub(super) const TABLE: usize = 32;

/// Units of the first hidden layer.
pub(super) const FIRST: usize = 256;

/// Units of the second hidden layer, which is the state.
pub(super) const SECOND: usize = 128;

/// Units between the state with a card and the card's logit.
pub(super) const PAIR: usize = 64;

/// Actions that play no card.
pub(super) const PLAIN: usize = NUM_ACTIONS - KINDS;

/// The state that a position is reduced to.
pub(super) type Hidden = [f32; SECOND];

/// A layer: a row of weights from each input, and the bias.
#[derive(Debug)]
pub(super) struct Dense<const N: usize> {
    pub(super) rows: Vec<[f32; N]>,
    pub(super) bias: [f32; N],
}

impl<const N: usize> Dense<N> {
    /// Computes the layer.
    #[inline(always)]
    pub(super) fn of(&self, inputs: &[f32]) -> [f32; N] {
        let mut sum = self.bias;
        add_all(&mut sum, &self.rows, inputs);
        sum
    }
}

/// The weights.
#[derive(Debug)]
pub(super) struct Network {
    pub(super) card: Dense<CARD>,
    /// The names of the features of a card that it reads, in order.
    pub(super) card_features: Vec<String>,
    pub(super) vector: Dense<VECTOR>,
    pub(super) table: Dense<TABLE>,
    /// From the units of the table to the first layer, with the bias of that.
    pub(super) first: Dense<FIRST>,
    /// From the sums of vectors, group by group, to the first layer.
    pub(super) sums: Vec<[f32; FIRST]>,
    /// From the facts to the first layer.
    pub(super) facts: Vec<[f32; FIRST]>,
    pub(super) second: Dense<SECOND>,
    /// From the state to the units of a pair.
    pub(super) pair: Dense<PAIR>,
    pub(super) pair_vector: Vec<[f32; PAIR]>,
    pub(super) pair_related: Vec<[f32; PAIR]>,
    pub(super) pair_logit: [f32; PAIR],
    /// To each action that plays no card.
    pub(super) plain: Vec<Hidden>,
    pub(super) plain_bias: [f32; PLAIN],
    pub(super) value: Hidden,
    pub(super) value_bias: f32,
}

/// The inputs of the first layer that are not 0.
pub(super) struct Inputs {
    /// The sums of the vectors of each group of cards; `None` for a group without cards.
    pub(super) sums: Vec<Option<[f32; VECTOR]>>,
    /// The place and the value of each fact.
    pub(super) facts: Vec<(u16, f32)>,
}

/// The units that all cards of a position share.
pub(super) struct Shared(pub(super) [f32; PAIR]);

impl Network {
    /// Computes the state of a position.
    pub(super) fn state(&self, encoded: &Encoded, inputs: &Inputs) -> Hidden {
        let mut state = self.second.bias;
        vector::run(Forward {
            network: self,
            encoded,
            inputs,
            state: &mut state,
        });
        state
    }

    /// Computes the part of each card's logit that is the same for all.
    pub(super) fn shared(&self, state: &Hidden) -> Shared {
        Shared(self.pair.of(state))
    }

    /// Returns the logit of playing a card whose vector is `own`.
    pub(super) fn card_logit(&self, shared: &Shared, own: &[f32; VECTOR], related: &[f32; RELATED]) -> f32 {
        let mut units = shared.0;
        add_all(&mut units, &self.pair_vector, own);
        add_all(&mut units, &self.pair_related, related);
        dot(&units.map(|unit| unit.max(0.0)), &self.pair_logit)
    }

    /// Returns the logit of an action.
    pub(super) fn logit(&self, state: &Hidden, shared: &Shared, cards: &Pools<'_>, action: Action) -> f32 {
        match action {
            Action::Play(card) => self.card_logit(shared, cards.vector(card), &cards.related(card)),
            other => {
                let at = alike(other).id().index() - KINDS;
                dot(state, &self.plain[at]) + self.plain_bias[at]
            }
        }
    }

    /// Returns the expected return of the viewing seat, which is from -1 to 1 where wins count.
    pub(super) fn value(&self, state: &Hidden) -> f32 {
        (dot(state, &self.value) + self.value_bias).clamp(-1.0, 1.0)
    }

    /// Computes the vector of a card by the features of its rules.
    pub(super) fn vector(&self, rules: &[f32]) -> [f32; VECTOR] {
        self.vector.of(&self.card.of(rules).map(|unit| unit.max(0.0)))
    }
}

/// The pass to the state.
///
/// Each unit is a sum of products in the same order whatever the vectors of the machine, so that it is the same to the
/// last bit.
struct Forward<'a> {
    network: &'a Network,
    encoded: &'a Encoded,
    inputs: &'a Inputs,
    /// The second bias at first, then the state.
    state: &'a mut Hidden,
}

impl Work for Forward<'_> {
    const WRITES: bool = true;

    /// Leaves out zeros: most facts and groups of cards, and about half of the units.
    #[inline(always)]
    fn run(self, _: impl Fn(u64, u32) -> u32, _: impl Fn(u32) -> [bool; 32]) {
        let (network, mut first) = (self.network, self.encoded.table);
        for (sum, rows) in self.inputs.sums.iter().zip(network.sums.chunks_exact(VECTOR)) {
            if let Some(sum) = sum {
                for (row, &number) in rows.iter().zip(sum) {
                    add(&mut first, row, number);
                }
            }
        }
        for &(at, value) in &self.inputs.facts {
            add(&mut first, &network.facts[usize::from(at)], value);
        }
        let mut state = *self.state;
        for (row, &unit) in network.second.rows.iter().zip(&first) {
            if unit > 0.0 {
                add(&mut state, row, unit);
            }
        }
        for (unit, sum) in self.state.iter_mut().zip(state) {
            *unit = sum.max(0.0);
        }
    }
}

/// Returns an action, or one like it where it came after the training: of another suit, rank or seat.
fn alike(action: Action) -> Action {
    match action {
        Action::Suit(suit) => Action::Suit(Suit::USUAL[suit.index() % SUITS]),
        Action::Rank(rank) if rank > Rank::JOKER => {
            Rank::from_index((rank.index() % RANKS) as u8).map_or(action, Action::Rank)
        }
        Action::Seat(seat) => Action::Seat(seat.min(9)),
        _ => action,
    }
}

/// Adds the row of each input that is not 0, multiplied by it.
#[inline(always)]
fn add_all<const N: usize>(to: &mut [f32; N], rows: &[[f32; N]], inputs: &[f32]) {
    for (row, &input) in rows.iter().zip(inputs) {
        if input != 0.0 {
            add(to, row, input);
        }
    }
}

/// Adds the weights, each multiplied by a number.
#[inline(always)]
fn add<const N: usize>(to: &mut [f32; N], weights: &[f32; N], times: f32) {
    for (to, weight) in to.iter_mut().zip(weights) {
        *to += weight * times;
    }
}

/// Returns the sum of all products; eight sums are kept apart, so that vector instructions can add to them.
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    const APART: usize = 8;
    let mut sums = [0.0; APART];
    for (a, b) in a.as_chunks::<APART>().0.iter().zip(b.as_chunks::<APART>().0) {
        for n in 0..APART {
            sums[n] += a[n] * b[n];
        }
    }
    sums.iter().sum()
}
