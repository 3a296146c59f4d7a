//! The tensors made of what a seat may know: named spans of small integers, in two encodings.
//!
//! Every feature is an integer of 0 … `high` (at most 255). `u8` holds it as it is; `f32` holds value × (1/`high`). A flag is
//! 0 or `high`, so that it is 1.0 as a float in every span. Seats are relative: self first, then clockwise.

mod beside;
mod features;
mod layout;
mod write;

pub use layout::{Layout, SPAN_FEATURES, SPAN_NAMES, Span};
pub use write::Feature;

use crate::engine::{Game, State};
use crate::recent::Recent;
use crate::seat::Seat;
use crate::view::View;
use write::Cursor;

impl Layout {
    /// Writes what a seat may know.
    ///
    /// # Panics
    /// If `out` is not [`Layout::size`] long.
    pub fn observe<T: Feature>(&self, view: &View<'_>, recent: &Recent, out: &mut [T]) {
        assert_eq!(out.len(), self.size(), "an observation has a fixed size");
        out.fill(T::ZERO);
        self.write(view, recent, &mut Cursor::new(out));
    }

    /// Number of features of [`Layout::privileged`].
    #[must_use]
    pub fn privileged_size(&self) -> usize {
        self.size() + self.kinds() * self.seats()
    }

    /// Writes the full position, for critics: what `seat` may know, then how many of each kind each other seat holds,
    /// in relative order, then how many of each kind are in the stock.
    ///
    /// # Panics
    /// If `out` is not [`Layout::privileged_size`] long.
    pub fn privileged<T: Feature>(
        &self,
        game: &Game,
        state: &State,
        seat: Seat,
        recent: &Recent,
        out: &mut [T],
    ) {
        assert_eq!(
            out.len(),
            self.privileged_size(),
            "a privileged tensor has a fixed size"
        );
        let (open, hidden) = out.split_at_mut(self.size());
        self.observe(&View::new(game, state, seat), recent, open);
        hidden.fill(T::ZERO);
        let mut cursor = Cursor::new(hidden);
        cursor.high(self.copies());
        for k in 1..self.seats() as u8 {
            if k < game.players() {
                let owner = seat.clockwise_by(k, game.players());
                cursor.counts(&state.hand(owner).counts()[..self.kinds()]);
            } else {
                cursor.skip(self.kinds());
            }
        }
        cursor.counts(&state.stock.counts()[..self.kinds()]);
    }
}
