//! Values of policies, and best responses to them.

use super::{Policy, Tabular};
use crate::seat::Seat;

impl Tabular {
    /// Returns the mean return of each seat when both play this policy.
    #[must_use]
    pub fn expected_value(&self, policy: &Policy) -> [f64; 2] {
        let reach = [0, 1].map(|seat| self.reach(policy, seat));
        [0, 1].map(|seat| {
            let earned = self.earned(seat, &reach[1 - seat]);
            let terms = earned.iter().zip(&reach[seat]);
            terms.map(|(earned, reach)| earned * reach).sum()
        })
    }

    /// Returns a best response of a seat to the other's policy, and its value for the seat.
    ///
    /// The response is the given policy, but at each of its information states the seat plays a best action: the first of
    /// equally good ones, also where the other's policy never lets the seat come.
    #[must_use]
    pub fn best_response(&self, policy: &Policy, seat: Seat) -> (Policy, f64) {
        let (own, side) = (seat.index(), &self.sides[seat.index()]);
        let mut values = self.earned(own, &self.reach(policy, 1 - own));
        let mut response = policy.clone();
        for infostate in (0..side.len()).rev() {
            let range = side.range(infostate);
            let mut best = range.start;
            for at in range.clone() {
                if values[at] > values[best] {
                    best = at;
                }
            }
            response.0[own][range].fill(0.0);
            response.0[own][best] = 1.0;
            values[side.parent[infostate] as usize] += values[best];
        }
        (response, values[0])
    }

    /// Returns the total gain of both seats if each changed to a best response (`NashConv`).
    #[must_use]
    pub fn nash_conv(&self, policy: &Policy) -> f64 {
        let values = self.expected_value(policy);
        let gains = [0, 1].map(|seat| self.best_response(policy, Seat(seat)).1 - values[usize::from(seat)]);
        gains[0] + gains[1]
    }

    /// Returns the distance of a policy from equilibrium: the mean gain of a seat by a best response, half of
    /// [`Tabular::nash_conv`].
    ///
    /// Only an equilibrium has distance 0.
    #[must_use]
    pub fn exploitability(&self, policy: &Policy) -> f64 {
        self.nash_conv(policy) / 2.0
    }

    fn reach(&self, policy: &Policy, seat: usize) -> Vec<f64> {
        let side = &self.sides[seat];
        let mut reach = vec![0.0; side.sequences()];
        side.reach(&policy.0[seat], &mut reach);
        reach
    }

    fn earned(&self, seat: usize, reach_of_other: &[f64]) -> Vec<f64> {
        let mut earned = vec![0.0; self.sides[seat].sequences()];
        self.payoffs
            .earned(&self.threads, seat, reach_of_other, &mut earned);
        earned
    }
}
