//! Seats at the table, sets of seats, and the direction of play.

use serde::{Deserialize, Serialize};

/// Maximum number of seats at a table.
pub const MAX_SEATS: usize = 16;

/// Number of seats for which the layouts for all games and the first action ids have room; a game with more players has
/// room for [`MAX_SEATS`].
pub const USUAL_SEATS: usize = 10;

/// A seat, 0 … players − 1; numbers grow clockwise.
///
/// Serialised as its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(pub u8);

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if usize::from(number) < MAX_SEATS {
            Ok(Self(number))
        } else {
            Err(format!("no seat {number}: there are 0 … {}", MAX_SEATS - 1))
        }
    }
}

impl Seat {
    /// Returns the number of the seat.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the next seat in this direction at a table of `players`.
    #[must_use]
    #[inline]
    pub const fn next(self, direction: Direction, players: u8) -> Self {
        self.on(1, direction, players)
    }

    /// Returns the seat `steps` further in this direction; `steps` must be less than `players`.
    #[must_use]
    #[inline]
    pub const fn on(self, steps: u8, direction: Direction, players: u8) -> Self {
        let clockwise = match direction {
            Direction::Clockwise => steps,
            Direction::Anticlockwise => players - steps,
        };
        Self(modulo_players(self.0 + clockwise, players))
    }

    /// Returns how many seats clockwise `other` is from this one, 0 … players − 1.
    #[must_use]
    #[inline]
    pub const fn clockwise_to(self, other: Self, players: u8) -> u8 {
        modulo_players(other.0 + players - self.0, players)
    }

    /// Returns the seat `steps` clockwise of this one.
    #[must_use]
    #[inline]
    pub const fn clockwise_by(self, steps: u8, players: u8) -> Self {
        Self(modulo_players(self.0 + steps, players))
    }
}

/// Returns a number below twice the players, modulo the players.
///
/// For a number below `players` the difference wraps to something greater, so that the lesser of the two is the result. A
/// branch would often be mispredicted.
#[inline]
const fn modulo_players(number: u8, players: u8) -> u8 {
    debug_assert!(number < 2 * players);
    let past = number.wrapping_sub(players);
    if past < number { past } else { number }
}

/// The direction of play.
///
/// Serialised as its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "i8", into = "i8")]
#[repr(u8)]
pub enum Direction {
    /// Seat numbers grow.
    #[default]
    Clockwise,
    /// Seat numbers fall.
    Anticlockwise,
}

impl Direction {
    /// Returns the name of the direction.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clockwise => "clockwise",
            Self::Anticlockwise => "anticlockwise",
        }
    }

    /// Returns the other direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Clockwise => Self::Anticlockwise,
            Self::Anticlockwise => Self::Clockwise,
        }
    }

    /// Returns 1 for clockwise and −1 for anticlockwise, as in position notation.
    #[must_use]
    pub const fn sign(self) -> i8 {
        match self {
            Self::Clockwise => 1,
            Self::Anticlockwise => -1,
        }
    }

    /// Returns the direction of a sign.
    #[must_use]
    pub const fn from_sign(sign: i8) -> Option<Self> {
        match sign {
            1 => Some(Self::Clockwise),
            -1 => Some(Self::Anticlockwise),
            _ => None,
        }
    }
}

impl From<Direction> for i8 {
    fn from(direction: Direction) -> Self {
        direction.sign()
    }
}

impl TryFrom<i8> for Direction {
    type Error = String;

    fn try_from(sign: i8) -> Result<Self, String> {
        Self::from_sign(sign)
            .ok_or_else(|| format!("{sign} is not a direction: 1 is clockwise, -1 anticlockwise"))
    }
}

/// A set of seats, one bit each.
///
/// Serialised as the list of the seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
pub struct SeatSet(pub u16);

impl From<SeatSet> for Vec<Seat> {
    fn from(seats: SeatSet) -> Self {
        seats.iter().collect()
    }
}

impl From<Vec<Seat>> for SeatSet {
    fn from(seats: Vec<Seat>) -> Self {
        let mut set = Self::default();
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl SeatSet {
    /// Returns the first `players` seats.
    #[must_use]
    pub const fn first(players: u8) -> Self {
        Self(((1_u32 << players) - 1) as u16)
    }

    /// True if the seat is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Adds the seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Removes the seat.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Returns the number of seats in the set.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// True if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Counts the seats of the set clockwise after `from`, up to and including `to`.
    #[must_use]
    pub const fn steps(self, from: Seat, to: Seat) -> u8 {
        let (mut at, mut steps) = (from, 0);
        loop {
            at = at.clockwise_by(1, MAX_SEATS as u8);
            steps += self.contains(at) as u8;
            if at.0 == to.0 || at.0 == from.0 {
                return steps;
            }
        }
    }

    /// Returns the seat of the set that is `steps` away from `from`, as [`SeatSet::steps`] counts.
    #[must_use]
    pub fn at(self, from: Seat, steps: u8) -> Option<Seat> {
        self.iter().find(|&seat| self.steps(from, seat) == steps)
    }

    /// Returns the seat whose hand comes to this one when the hands of these seats move clockwise by `by` of them: a seat
    /// that is not among them keeps its own.
    #[inline]
    pub(crate) fn owner_before(self, seat: Seat, by: i8, players: u8) -> Seat {
        let shift = i32::from(by).rem_euclid(i32::from(self.len().max(1))) as u8;
        if self == Self::first(players) {
            return seat.on(shift, Direction::Anticlockwise, players);
        }
        let mut owner = seat;
        for _ in 0..if self.contains(seat) { shift } else { 0 } {
            owner = owner.next(Direction::Anticlockwise, players);
            while !self.contains(owner) {
                owner = owner.next(Direction::Anticlockwise, players);
            }
        }
        owner
    }

    /// Iterates over the seats in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut rest = self.0 & Self::first(MAX_SEATS as u8).0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let seat = Seat(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                seat
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_pass_over_seats_that_are_not_in_the_set() {
        let seats = SeatSet(0b1101);
        assert_eq!(seats.steps(Seat(2), Seat(0)), 2);
        assert_eq!(seats.steps(Seat(2), Seat(3)), 1);
        assert_eq!(seats.steps(Seat(0), Seat(2)), 1);
    }

    #[test]
    fn going_round_the_table_comes_back() {
        for players in 2..=MAX_SEATS as u8 {
            for direction in [Direction::Clockwise, Direction::Anticlockwise] {
                let mut seat = Seat(1);
                for _ in 0..players {
                    seat = seat.next(direction, players);
                }
                assert_eq!(seat, Seat(1));
            }
            assert_eq!(
                Seat(1).clockwise_by(Seat(1).clockwise_to(Seat(0), players), players),
                Seat(0)
            );
        }
    }
}
