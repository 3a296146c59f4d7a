//! Writes observations: base parts env by env, then the optional parts for all envs together.

use super::cells::{Cells, FEW, MANY, MOST, SOME};
use super::cursor::Cursor;
use super::encoding::Feature;
use super::envs::{PartRows, Scene, Shown};
use super::layout::Layout;
use super::parts::{PartName, write_base};
use super::shape::ShownKinds;
use crate::card::{KINDS, MAX_KINDS, SUITED};
use crate::engine::{Game, State};
use crate::recent::Recent;
use crate::seat::Seat;
use crate::view::View;

impl Layout {
    /// Writes the observation of a seat.
    ///
    /// # Panics
    /// If `out` is not [`Layout::size`] long.
    pub fn observe<T: Feature>(&self, view: &View<'_>, recent: &Recent, out: &mut [T]) {
        assert_eq!(out.len(), self.size(), "an observation has a fixed size");
        with_bytes(self.buffer_size(), |bytes| {
            self.write(view, recent, bytes);
            self.encode(bytes, out);
        });
    }

    /// Writes all parts as bytes: a function that is not generic, so that it is compiled once.
    fn write(&self, view: &View<'_>, recent: &Recent, bytes: &mut [u8]) {
        match self.shown_kinds() {
            ShownKinds::Suited => self.write_base::<SUITED, 0>(view, bytes),
            ShownKinds::Usual => self.write_base::<KINDS, 0>(view, bytes),
            ShownKinds::All => self.write_base::<MAX_KINDS, 0>(view, bytes),
        }
        if self.has_optional() {
            self.write_optional(view.game(), std::iter::once((*view, recent)), bytes);
        }
    }

    /// Number of features of [`Layout::privileged`].
    #[must_use]
    pub fn privileged_size(&self) -> usize {
        self.size() + self.hidden_scales().len()
    }

    /// Writes the full position, for critics: the observation of `seat`, then the number of cards of each kind in each
    /// other hand, in relative order, then in the stock.
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
        self.hidden(game, state, seat, hidden);
    }

    /// Writes the cards that [`Layout::privileged`] adds to an observation: those that `seat` may not know.
    pub(crate) fn hidden<T: Feature>(&self, game: &Game, state: &State, seat: Seat, out: &mut [T]) {
        let (kinds, copies) = (self.shape.kinds, self.shape.copies);
        with_bytes(out.len(), |bytes| {
            let mut cursor = Cursor::new(bytes, 0, copies);
            for k in 1..self.seats() as u8 {
                if k < game.players() {
                    let owner = seat.clockwise_by(k, game.players());
                    cursor.counts(state.hand(owner).counts(), kinds);
                } else {
                    cursor.skip(kinds);
                }
            }
            cursor.counts(&state.stock.counts(), kinds);
            T::encode(bytes, self.hidden_scales(), out);
        });
    }

    /// Writes the base parts as bytes, which [`Layout::encode`] converts to features.
    ///
    /// `bytes` is [`Layout::buffer_size`] long. `K` is the number of kinds shown, `P` the number of players, or 0 for any
    /// number.
    #[inline(always)]
    pub(crate) fn write_base<const K: usize, const P: usize>(&self, view: &View<'_>, bytes: &mut [u8]) {
        if let Ok(cells) = <&mut [u8; FEW]>::try_from(&mut *bytes) {
            cells[K..].fill(0);
            return self.write_cells::<K, P, FEW>(view, &mut Cells(cells));
        }
        if let Ok(cells) = <&mut [u8; SOME]>::try_from(&mut *bytes) {
            cells[K..].fill(0);
            return self.write_cells::<K, P, SOME>(view, &mut Cells(cells));
        }
        bytes[K..self.size()].fill(0);
        if let Some(cells) = bytes.first_chunk_mut::<MOST>() {
            self.write_cells::<K, P, MOST>(view, &mut Cells(cells));
        } else if let Some(cells) = bytes.first_chunk_mut::<MANY>() {
            self.write_cells::<K, P, MANY>(view, &mut Cells(cells));
        }
    }

    /// Writes the base parts.
    #[inline(always)]
    fn write_cells<const K: usize, const P: usize, const N: usize>(
        &self,
        view: &View<'_>,
        cells: &mut Cells<'_, N>,
    ) {
        write_base::<K, P, N>(&self.scene(view.game()), |part| self.place(part), view, cells);
    }

    /// Returns the data that all envs share.
    #[inline(always)]
    fn scene<'a>(&'a self, game: &'a Game) -> Scene<'a> {
        Scene {
            shape: self.shape,
            game,
            ruleset: self.ruleset.as_deref(),
            seen: self.place(PartName::Seen),
            sees_elsewhere: self.sees_elsewhere,
            hand_sizes: &self.hand_sizes,
        }
    }

    /// Writes the optional parts over the output of [`Layout::write_base`]; needed only where [`Layout::has_optional`].
    ///
    /// `bytes` holds the observation of each env that is shown, one every [`Layout::stride`] bytes.
    #[inline(always)]
    pub(crate) fn write_optional<'v, R: Shown<'v>>(&self, game: &Game, shown: R, bytes: &mut [u8]) {
        let mut envs = PartRows::new(shown, bytes, self.stride());
        let scene = self.scene(game);
        for &part in self.optional() {
            envs.place = self.place(part);
            part.write(&scene, &mut envs);
        }
    }

    /// Converts the bytes of [`Layout::write_base`] and [`Layout::write_optional`] to features: of one observation, or
    /// of several, one every [`Layout::stride`] bytes.
    #[inline(always)]
    pub(crate) fn encode<T: Feature>(&self, bytes: &[u8], out: &mut [T]) {
        let scales = self.scales();
        let envs = bytes.chunks(self.stride());
        for (bytes, out) in envs.zip(out.chunks_exact_mut(scales.len())) {
            T::encode(&bytes[..scales.len()], scales, out);
        }
    }
}

/// Calls `work` with `len` zero bytes.
fn with_bytes(len: usize, work: impl FnOnce(&mut [u8])) {
    if len <= FEW {
        work(&mut [0; FEW][..len]);
    } else if len <= MANY {
        work(&mut [0; MANY][..len]);
    } else {
        work(&mut vec![0; len]);
    }
}
