//! What every ruleset shows, by places worked out once.

use super::cursor::{ByKind, Feature};
use super::layout::{FEW, Layout, MANY, MOST, PHASES, SIZE_FEATURES, SOME};
use super::some_rulesets::relative;
use crate::action::bits;
use crate::card::{SUITED, Suit};
use crate::seat::{Direction, Seat};
use crate::view::View;

/// Which of four is set, by index; the last row is for none.
const ONE_OF_FOUR: [[u8; 4]; 5] = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
    [0, 0, 0, 0],
];

/// The first bytes, which nothing is made of: hand and upcard become features at once.
const UNUSED: usize = 96;

const _: () = assert!(UNUSED <= 2 * SUITED);

/// Room for what an observation shows as bytes, of a size that is a constant and a power of two, so that no place needs a check.
struct Cells<'a, const N: usize>(&'a mut [u8; N]);

impl<const N: usize> Cells<'_, N> {
    /// Sets a feature.
    #[inline(always)]
    fn set(&mut self, at: usize, value: u8) {
        debug_assert!(at < N, "{at} of {N}");
        self.0[at & (N - 1)] = value;
    }

    /// Sets some features.
    #[inline(always)]
    fn put<const K: usize>(&mut self, at: usize, values: [u8; K]) {
        self.0[at..at + K].copy_from_slice(&values);
    }
}

/// How many seats clockwise of the own a seat is, where there are `P` players, or any number if that is 0.
#[inline(always)]
fn place<const P: usize>(view: &View<'_>, seat: Seat) -> usize {
    if P.is_power_of_two() {
        usize::from(seat.0).wrapping_sub(view.seat().index()) % P
    } else {
        relative(view, seat)
    }
}

/// The seat so many places clockwise of the own.
#[inline(always)]
fn seat_at<const P: usize>(view: &View<'_>, place: usize) -> Seat {
    if P.is_power_of_two() {
        Seat(((view.seat().index() + place) % P) as u8)
    } else {
        view.relative(place as u8)
    }
}

impl Layout {
    /// Writes what every ruleset has: the own hand and the upcard as features, the others as bytes, of which
    /// [`Layout::encode`] makes features, over zeros.
    ///
    /// `out` is [`Layout::size`] long and `bytes` [`Layout::room`]; after the features that holds nothing of meaning. `K` is the
    /// number of kinds that are shown, and `P` that of players, or 0 for any.
    #[inline(always)]
    pub(crate) fn write_base<T: Feature, const K: usize, const P: usize>(
        &self,
        view: &View<'_>,
        bytes: &mut [u8],
        out: &mut [T],
    ) {
        let (hand, out) = out.split_at_mut(K);
        let (high, scale) = (self.highs[0], self.scales()[0]);
        let own = ByKind::<K>::new(view.hand().counts());
        own.map(|own| own.min(high)).write_features(scale, hand);
        let upcard = &mut out[..K];
        upcard.copy_from_slice(&[T::ZERO; K]);
        if let Some(card) = view.upcard() {
            upcard[card.index()] = T::of(1, 1.0);
        }
        if let Ok(cells) = <&mut [u8; FEW]>::try_from(&mut *bytes) {
            cells[UNUSED..].fill(0);
            return self.base_cells::<K, P, FEW>(view, &mut Cells(cells));
        }
        if let Ok(cells) = <&mut [u8; SOME]>::try_from(&mut *bytes) {
            cells[UNUSED..].fill(0);
            return self.base_cells::<K, P, SOME>(view, &mut Cells(cells));
        }
        bytes[UNUSED..self.size()].fill(0);
        if let Some(cells) = bytes.first_chunk_mut::<MOST>() {
            self.base_cells::<K, P, MOST>(view, &mut Cells(cells));
        } else if let Some(cells) = bytes.first_chunk_mut::<MANY>() {
            self.base_cells::<K, P, MANY>(view, &mut Cells(cells));
        }
    }

    /// Makes features of what [`Layout::write_base`] and [`Layout::write_rare`] have left as bytes, of one observation or of several,
    /// each [`Layout::stride`] after the other.
    #[inline(always)]
    pub(crate) fn encode<T: Feature>(&self, bytes: &[u8], out: &mut [T]) {
        let (from, size) = (2 * self.kinds(), self.size());
        let scales = &self.scales()[from..size];
        let rows = bytes.chunks(self.stride());
        for (bytes, out) in rows.zip(out.chunks_exact_mut(size)) {
            T::encode(&bytes[from..size], scales, &mut out[from..]);
        }
    }

    #[inline(always)]
    fn base_cells<const K: usize, const P: usize, const N: usize>(
        &self,
        view: &View<'_>,
        cells: &mut Cells<'_, N>,
    ) {
        if !self.sees_more {
            let (high, seen) = (self.highs[0], ByKind::<K>::new(view.hand().counts()));
            let seen = seen.plus(view.pile_counts()).map(|seen| seen.min(high));
            seen.write(&mut cells.0[self.places.seen..]);
        }
        cells.put(2 * K, ONE_OF_FOUR[view.suit().map_or(4, Suit::index)]);
        if self.nominates {
            cells.set(2 * K + 4, u8::from(view.nominated().is_some()));
        }
        self.base_turn::<P, N>(view, cells);
        self.base_seats::<P, N>(view, cells);
        self.base_table(view, cells);
    }

    /// What is pending, the turn, and what is to be decided by whom.
    #[inline(always)]
    fn base_turn<const P: usize, const N: usize>(&self, view: &View<'_>, cells: &mut Cells<'_, N>) {
        let places = &self.places;
        if let Some(kind) = view.pending_kind()
            && self.attacks > 0
        {
            let (kind, high) = (usize::from(kind).min(self.attacks - 1), self.highs[3]);
            cells.set(places.pending, view.pending().min(high));
            cells.set(places.pending + 1, high * u8::from(view.is_unanswerable()));
            cells.set(places.pending + 2 + kind, high);
        }
        let turn = view.collected();
        cells.set(places.turn, turn.passes.min(self.highs[4]));
        if self.draws {
            cells.set(places.turn + 1, turn.drawn.min(self.highs[4]));
        }
        let phase = view.phase().index();
        if (1..=PHASES).contains(&phase) {
            cells.set(places.phase + phase - 1, 1);
            let actor = view.actor().map_or(0, |actor| place::<P>(view, actor));
            cells.set(places.phase + PHASES + actor, 1);
        }
        let turn = place::<P>(view, view.turn());
        cells.set(places.phase + PHASES + self.seats() + turn, 1);
    }

    /// Sizes of hands, and calls.
    #[inline(always)]
    fn base_seats<const P: usize, const N: usize>(&self, view: &View<'_>, cells: &mut Cells<'_, N>) {
        let (places, players) = (&self.places, view.players());
        let seats = if P > 0 { P } else { usize::from(players) };
        let (sizes, _) = cells.0[places.sizes..][..seats * SIZE_FEATURES].as_chunks_mut();
        for (k, size) in sizes.iter_mut().enumerate() {
            *size = self.hand_sizes[usize::from(view.hand_size(seat_at::<P>(view, k)))];
        }
        if self.calls {
            // The own seat is the first: the set is turned round by as many places. What follows the last seat's is 0 yet.
            let (own, due) = (view.seat().0, u32::from(view.calls().0));
            let turned = (due >> own | due << (players - own)) & ((1 << players) - 1);
            cells.put(places.calls, bits(turned as u8));
            if P == 0 && players > 8 {
                let [ninth, tenth, ..] = bits((turned >> 8) as u8);
                cells.put(places.calls + 8, [ninth, tenth]);
            }
        }
    }

    /// The direction, the stock, and the decisions left.
    #[inline(always)]
    fn base_table<const N: usize>(&self, view: &View<'_>, cells: &mut Cells<'_, N>) {
        let (places, high) = (&self.places, self.highs[8]);
        cells.set(
            places.direction,
            u8::from(view.direction() == Direction::Anticlockwise),
        );
        cells.set(places.stock, view.stock_size().min(high));
        cells.set(places.stock + 1, high * u8::from(view.can_draw()));
        let left = view.decisions_left().min(u32::from(u16::MAX)) as u16;
        cells.put(places.left, left.to_be_bytes());
    }
}
