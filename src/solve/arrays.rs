//! Arrays of the solver: a row for each information state, a column for each action that is legal anywhere.

use ndarray::{Array1, Array2, ArrayView2};

use super::{Policy, SolveError, Tabular};
use crate::action::{Action, ActionId, MAX_ACTIONS};
use crate::seat::Seat;

impl Tabular {
    /// Returns the number of rows and columns of a policy's array.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        (self.num_infostates(), self.actions().len() as usize)
    }

    /// Returns the ids of the actions of the columns, in order.
    #[must_use]
    pub fn action_ids(&self) -> Array1<ActionId> {
        self.actions().iter().map(Action::id).collect()
    }

    /// Returns the seat that decides in each information state.
    #[must_use]
    pub fn players(&self) -> Array1<Seat> {
        let seats = [Seat(0), Seat(1)].into_iter();
        seats
            .flat_map(|seat| std::iter::repeat_n(seat, self.num_infostates_of(seat)))
            .collect()
    }

    /// Returns the legal actions of each information state.
    #[must_use]
    pub fn legal_actions_mask(&self) -> Array2<bool> {
        let mut mask = Array2::default(self.shape());
        self.each_legal(|_, _, row, column| mask[(row, column)] = true);
        mask
    }

    /// Returns the probability of each action in each information state.
    #[must_use]
    pub fn array_of(&self, policy: &Policy) -> Array2<f64> {
        let mut array = Array2::zeros(self.shape());
        self.each_legal(|seat, at, row, column| array[(row, column)] = policy.0[seat][at]);
        array
    }

    /// Returns the policy with these probabilities.
    ///
    /// # Errors
    /// An array of another shape than [`Tabular::shape`], probabilities that are negative or do not add up to 1 (to 1e-6;
    /// they are then divided by their sum), and an action with a probability that is not legal.
    pub fn policy_of(&self, array: &ArrayView2<'_, f64>) -> Result<Policy, SolveError> {
        if array.dim() != self.shape() {
            return Err(SolveError::Shape {
                given: array.dim(),
                needed: self.shape(),
            });
        }
        let mut policy = self.uniform();
        // Nonzero values at legal actions of each row, to be compared with those of the whole row.
        let mut legal = vec![0; self.num_infostates()];
        self.each_legal(|seat, at, row, column| {
            let p = array[(row, column)];
            legal[row] += usize::from(p != 0.0);
            policy.0[seat][at] = p;
        });
        let mut rows = 0..;
        for (side, values) in self.sides.iter().zip(&mut policy.0) {
            for (infostate, row) in (0..side.len()).zip(&mut rows) {
                normalize(&mut values[side.range(infostate)], row)?;
            }
        }
        for (row, values) in array.rows().into_iter().enumerate() {
            if values.iter().filter(|&&p| p != 0.0).count() != legal[row] {
                return Err(SolveError::Policy {
                    infostate: row,
                    why: "an action that is not legal has a probability".to_owned(),
                });
            }
        }
        Ok(policy)
    }

    /// Calls `visit` for each legal action: with the seat, the place in its sequences, the row and the column.
    fn each_legal(&self, mut visit: impl FnMut(usize, usize, usize, usize)) {
        let mut columns = [0; MAX_ACTIONS];
        for (column, action) in self.actions().iter().enumerate() {
            columns[action.id().index()] = column;
        }
        let mut rows = 0..;
        for (seat, side) in self.sides.iter().enumerate() {
            for (infostate, row) in (0..side.len()).zip(&mut rows) {
                for at in side.range(infostate) {
                    visit(seat, at, row, columns[usize::from(side.actions[at])]);
                }
            }
        }
    }
}

/// Checks probabilities, and divides them by their sum.
fn normalize(values: &mut [f64], infostate: usize) -> Result<(), SolveError> {
    let refuse = |why: String| SolveError::Policy { infostate, why };
    if let Some(value) = values.iter().find(|value| !(0.0..=1.0 + 1e-6).contains(*value)) {
        return Err(refuse(format!("{value} is not in 0 … 1")));
    }
    let sum: f64 = values.iter().sum();
    if (sum - 1.0).abs() > 1e-6 {
        return Err(refuse(format!("{sum} is not 1")));
    }
    for value in values {
        *value /= sum;
    }
    Ok(())
}
