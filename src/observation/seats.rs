//! Relative seats: the observer's first, then the others clockwise.

use crate::seat::{Direction, Seat};
use crate::view::View;

/// Returns the number of places from the observer's seat clockwise to `seat`.
#[inline(always)]
pub(crate) fn relative(view: &View<'_>, seat: Seat) -> usize {
    usize::from(view.seat().clockwise_to(seat, view.players()))
}

/// Returns the same as [`relative`]. `P` is the number of players, or 0 for any number.
#[inline(always)]
pub(crate) fn relative_of<const P: usize>(view: &View<'_>, seat: Seat) -> usize {
    if P.is_power_of_two() {
        usize::from(seat.0).wrapping_sub(view.seat().index()) % P
    } else {
        relative(view, seat)
    }
}

/// Returns the seat `place` places clockwise of the observer's. `P` is the number of players, or 0 for any number.
#[inline(always)]
pub(crate) fn seat_at<const P: usize>(view: &View<'_>, place: usize) -> Seat {
    if P.is_power_of_two() {
        Seat(((view.seat().index() + place) % P) as u8)
    } else {
        view.relative(place as u8)
    }
}

/// Returns every seat, the observer's first, then the others clockwise.
#[inline(always)]
pub(crate) fn clockwise(view: &View<'_>) -> impl Iterator<Item = Seat> {
    let (players, mut next) = (view.players(), view.seat());
    (0..players).map(move |_| {
        let seat = next;
        next = seat.next(Direction::Clockwise, players);
        seat
    })
}
