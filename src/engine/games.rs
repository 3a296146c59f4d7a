//! Several games of a match scored at once; kept in a box, and only if the ruleset has them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::notation::{BySeat, by_seat};
use crate::ruleset::Match;
use crate::ruleset::schema::types::Whole;
use crate::seat::{MAX_SEATS, Seat};

/// Greatest number of games at once.
const MAX_GAMES: usize = Match::MOST_GAMES as usize;

/// Points and wins of a match of several games.
///
/// A seat's first win counts in the first game, its second in the first and second, and so on. A game is closed once a seat has
/// reached the target in it; nothing counts in it any more.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Games {
    /// Points of each seat in each of the games that a match scores at once.
    #[serde(rename = "games", with = "points")]
    #[schemars(with = "Vec<BySeat<Whole<0, MOST_POINTS>>>")]
    pub(crate) points: [[i32; MAX_SEATS]; MAX_GAMES],
    /// Number of rounds that each seat has won, up to the number of games.
    #[serde(deserialize_with = "by_seat")]
    #[schemars(with = "BySeat<Whole<0, { MAX_GAMES as i64 }>>")]
    pub(crate) wins: [u8; MAX_SEATS],
}

/// Greatest number of points of a seat in one game of a position.
const MOST_POINTS: i64 = 1_000_000;

/// Serialisation of the points in each game, by seat.
mod points {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{MAX_GAMES, MAX_SEATS, by_seat};

    #[derive(Deserialize, Default)]
    struct OfGame(#[serde(deserialize_with = "by_seat")] [i32; MAX_SEATS]);

    pub(super) fn serialize<S: Serializer>(
        points: &[[i32; MAX_SEATS]; MAX_GAMES],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        points.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[[i32; MAX_SEATS]; MAX_GAMES], D::Error> {
        let mut given = Vec::<OfGame>::deserialize(deserializer)?.into_iter();
        Ok(std::array::from_fn(|_| given.next().unwrap_or_default().0))
    }
}

impl Games {
    /// Returns true if a game is closed: a seat has reached the target in it.
    pub(crate) fn is_closed(&self, game: usize, target: i32) -> bool {
        self.points[game].iter().any(|&points| points >= target)
    }

    /// Returns true if the first `games` games are all closed.
    pub(crate) fn are_closed(&self, games: u8, target: i32) -> bool {
        (0..usize::from(games)).all(|game| self.is_closed(game, target))
    }

    /// Counts a round that this seat has won; returns the number of the given open games in which it counts.
    pub(crate) fn win(&mut self, seat: Seat, open: &[usize], games: u8) -> u8 {
        let wins = &mut self.wins[seat.index()];
        *wins = wins.saturating_add(1).min(games);
        open.iter().filter(|&&game| game < usize::from(*wins)).count() as u8
    }

    /// Adds the points of a round that this seat has won to each of the given open games in which it counts.
    pub(crate) fn add(&mut self, seat: Seat, open: &[usize], points: i32) {
        let wins = usize::from(self.wins[seat.index()]);
        for &game in open.iter().filter(|&&game| game < wins) {
            let own = &mut self.points[game][seat.index()];
            *own = own.saturating_add(points);
        }
    }

    /// Returns the number of games that a seat has won: closed games in which nobody has more points.
    pub(crate) fn won(&self, seat: Seat, games: u8, target: i32) -> u8 {
        let closed = (0..usize::from(games)).filter(|&game| self.is_closed(game, target));
        let won = closed.filter(|&game| {
            let points = &self.points[game];
            points.iter().all(|&other| other <= points[seat.index()])
        });
        won.count() as u8
    }

    /// Returns the points of a seat, summed over the games.
    pub(crate) fn total(&self, seat: Seat) -> i32 {
        self.points.iter().map(|game| game[seat.index()]).sum()
    }
}
