//! Payoffs by chance and the rules, for each pair of sequences that ends a game.

use rayon::prelude::*;

use crate::workers::Workers;

/// An end of a game: the last sequence of each seat, and the probability of chance times the return of each seat.
#[derive(Debug, Clone, Copy)]
pub(super) struct EndReturns {
    pub(super) sequences: [u32; 2],
    pub(super) values: [f64; 2],
}

/// A sparse matrix by rows.
#[derive(Debug)]
struct Rows {
    /// Place where each row begins, and the end.
    start: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
}

impl Rows {
    /// Builds the matrix of a seat from ends that are ordered by their sequences.
    fn of(ends: &[EndReturns], seat: usize, rows: usize) -> Self {
        let other = 1 - seat;
        let mut start = vec![0; rows + 1];
        for end in ends {
            start[end.sequences[seat] as usize + 1] += 1;
        }
        for row in 0..rows {
            start[row + 1] += start[row];
        }
        let mut next = start.clone();
        let (mut columns, mut values) = (vec![0; ends.len()], vec![0.0; ends.len()]);
        for end in ends {
            let at = &mut next[end.sequences[seat] as usize];
            columns[*at] = end.sequences[other];
            values[*at] = end.values[seat];
            *at += 1;
        }
        Self {
            start,
            columns,
            values,
        }
    }

    /// Multiplies a row by a vector.
    fn row(&self, row: usize, vector: &[f64]) -> f64 {
        let range = self.start[row]..self.start[row + 1];
        let entries = self.columns[range.clone()].iter().zip(&self.values[range]);
        entries
            .map(|(&column, value)| value * vector[column as usize])
            .sum()
    }

    /// Multiplies the matrix by a vector; each row is added up in order, so that the result is the same for any number of
    /// threads.
    fn product(&self, threads: &Workers, vector: &[f64], out: &mut [f64]) {
        /// Number of entries from which on more threads are worthwhile.
        const ENTRIES: usize = 1 << 15;
        let pool = (self.columns.len() >= ENTRIES).then(|| threads.pool());
        let Some(pool) = pool.flatten() else {
            for (at, out) in out.iter_mut().enumerate() {
                *out = self.row(at, vector);
            }
            return;
        };
        let rows = (out.len() / 64).max(16);
        pool.install(|| {
            out.par_chunks_mut(rows).enumerate().for_each(|(chunk, out)| {
                for (at, out) in out.iter_mut().enumerate() {
                    *out = self.row(chunk * rows + at, vector);
                }
            });
        });
    }
}

/// The returns of both seats, weighted by chance: for each seat a matrix whose rows are its own sequences.
#[derive(Debug)]
pub(super) struct Payoffs {
    rows: [Rows; 2],
    zero_sum: bool,
}

impl Payoffs {
    pub(super) fn new(
        threads: &Workers,
        mut ends: Vec<EndReturns>,
        sequences: [usize; 2],
        zero_sum: bool,
    ) -> Self {
        // The sorts are stable, so that equal pairs are added up in the order of the walk.
        match threads.pool() {
            Some(pool) => pool.install(|| ends.par_sort_by_key(|end| end.sequences)),
            None => ends.sort_by_key(|end| end.sequences),
        }
        ends.dedup_by(|end, sum| {
            let same = end.sequences == sum.sequences;
            if same {
                for (sum, value) in sum.values.iter_mut().zip(end.values) {
                    *sum += value;
                }
            }
            same
        });
        let rows = [0, 1].map(|seat| Rows::of(&ends, seat, sequences[seat]));
        Self { rows, zero_sum }
    }

    pub(super) fn len(&self) -> usize {
        self.rows[0].columns.len()
    }

    pub(super) const fn is_zero_sum(&self) -> bool {
        self.zero_sum
    }

    pub(super) fn memory(&self) -> usize {
        let of = |rows: &Rows| 8 * rows.start.len() + 12 * rows.columns.len();
        self.rows.iter().map(of).sum()
    }

    /// Computes the earnings of each sequence of a seat at ends of the game, given the reach of the other seat.
    pub(super) fn earned(&self, threads: &Workers, seat: usize, reach_of_other: &[f64], out: &mut [f64]) {
        self.rows[seat].product(threads, reach_of_other, out);
    }
}
