//! The tensors made of what a seat may know: named spans of small integers, in two encodings.
//!
//! Every feature is an integer of 0 … `high` (at most 255). `u8` holds it as it is; `f32` holds value × (1/`high`), never more than
//! 1.0. A flag is 0 or `high`, so that it is 1.0 as a float in every span (or the float below: for a few `high`, such as 55, no
//! factor makes 1.0). Seats are relative: self first, then clockwise.

mod cursor;
mod every_ruleset;
mod features;
mod layout;
mod rows;
mod side;
mod some_rulesets;

pub use cursor::Feature;
pub use layout::{Layout, SPAN_FEATURES, SPAN_NAMES, Span};

use crate::card::{KINDS, SUITED};
use crate::engine::{Game, State};
use crate::recent::Recent;
use crate::seat::Seat;
use crate::view::View;
use cursor::Cursor;
use layout::{FEW, MANY};

impl Layout {
    /// Writes what a seat may know.
    ///
    /// # Panics
    /// If `out` is not [`Layout::size`] long.
    pub fn observe<T: Feature>(&self, view: &View<'_>, recent: &Recent, out: &mut [T]) {
        assert_eq!(out.len(), self.size(), "an observation has a fixed size");
        with_bytes(self.room(), |bytes| {
            if self.has_jokers() {
                self.write_base::<T, KINDS, 0>(view, bytes, out);
            } else {
                self.write_base::<T, SUITED, 0>(view, bytes, out);
            }
            if self.is_rare() {
                self.write_rare(view.game(), std::iter::once((*view, recent)), bytes);
            }
            self.encode(bytes, out);
        });
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
        let scales = vec![cursor::scale(self.copies()); hidden.len()];
        with_bytes(hidden.len(), |bytes| {
            let mut cursor = Cursor::new(bytes, 0, self.copies());
            for k in 1..self.seats() as u8 {
                if k < game.players() {
                    let owner = seat.clockwise_by(k, game.players());
                    cursor.counts(state.hand(owner).counts(), self.kinds());
                } else {
                    cursor.skip(self.kinds());
                }
            }
            cursor.counts(&state.stock.counts(), self.kinds());
            T::encode(bytes, &scales, hidden);
        });
    }
}

/// Lends so many zeros.
fn with_bytes(len: usize, work: impl FnOnce(&mut [u8])) {
    if len <= FEW {
        work(&mut [0; FEW][..len]);
    } else if len <= MANY {
        work(&mut [0; MANY][..len]);
    } else {
        work(&mut vec![0; len]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::ruleset::Ruleset;
    use serde_json::json;

    /// So many equal cards with a public order that what every ruleset shows begins beyond the usual room.
    #[test]
    fn the_longest_layouts_have_room() {
        let deck = json!({ "2": 40, "3 4 5 6 7 8 9 T J Q K A": 1, "*": 2 });
        let settings = json!({ "stock.empty": "turn-over", "deck.copies": deck });
        let ruleset = Ruleset::builtin("uno").expect("uno");
        let ruleset = ruleset
            .with(settings.as_object().expect("a mapping"))
            .expect("valid");
        let game = Game::new(&ruleset, Options::new(10)).expect("a game");
        let layout = Layout::new(&game);
        assert!(layout.places.left > MANY);
        let mut state = game.new_initial_state(3);
        for _ in 0..20 {
            let view = View::new(&game, &state, state.actor().expect("somebody"));
            let mut out = vec![0_u8; layout.size()];
            layout.observe(&view, &Recent::new(0), &mut out);
            let span = |name: &str| {
                let span = layout.spans().iter().find(|span| span.name == name).expect(name);
                &out[span.start..][..span.len]
            };
            let left = u16::try_from(view.decisions_left()).expect("two bytes");
            assert_eq!(span("match"), left.to_be_bytes());
            let phase = span("phase");
            assert_eq!((phase[view.phase().index() - 1], phase[layout::PHASES]), (1, 1));
            assert_eq!(span("stock_size")[0], view.stock_size());
            let action = view.legal().iter().next().expect("something to do");
            game.apply(&mut state, action, &mut ()).expect("legal");
        }
    }
}
