//! Trees that are kept from one decision of a seat to its next.

use super::tree::Tree;
use super::{Budget, SearchOptions};
use crate::engine::Move;
use crate::episode::{Begun, Episode};
use crate::seat::Seat;

/// The trees of a search, for reuse at the next decision of the seat.
///
/// The games below the actions taken since were played in worlds that the seat still cannot tell from the true one,
/// unless it has seen a card that chance has brought.
pub struct Kept {
    seat: Seat,
    options: SearchOptions,
    began: Begun,
    moves: Vec<Move>,
    trees: Vec<Tree>,
}

impl Kept {
    pub(super) fn new(episode: &Episode, seat: Seat, options: &SearchOptions, trees: Vec<Tree>) -> Self {
        Self {
            seat,
            options: *options,
            began: episode.begun(),
            moves: episode.moves().collect(),
            trees,
        }
    }

    /// Returns the seat that searched.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the parts of the trees below the position that was reached since; `None` if the trees do not apply there.
    pub(super) fn below(&self, episode: &Episode, seat: Seat, options: &SearchOptions) -> Option<Vec<Tree>> {
        let alike = |options: &SearchOptions| SearchOptions {
            budget: Budget::Iterations(1),
            ..*options
        };
        let goes_on = self.seat == seat
            && alike(&self.options) == alike(options)
            && self.began == episode.begun()
            && self.moves.len() < episode.moves().len()
            && self
                .moves
                .iter()
                .copied()
                .eq(episode.moves().take(self.moves.len()));
        if !goes_on {
            return None;
        }
        let path = episode.actions_since(self.moves.len(), seat)?;
        self.trees.iter().map(|tree| tree.below(&path, seat)).collect()
    }
}
