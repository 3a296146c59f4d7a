//! The tally of a pairing: the sums that a report is computed from, without the games.

use std::ops::ControlFlow;

use super::ArenaError;
use super::interval::{Interval, KeepPlaying, Moments, by_deal, wilson};
use super::p_value::p_value;
use super::ranking::Wins;
use super::report::{Pairing, SeatResult};
use crate::engine::notation;

/// The entrant's result of one game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GameResult {
    /// The share of the win: 1 for a sole winner, 1/k for one of k winners, otherwise 0.
    pub won: f64,
    /// The return.
    pub returns: f64,
    /// Number of decisions of the game.
    pub decisions: u32,
    /// True if the limit of decisions ended the game.
    pub truncated: bool,
    /// The points on the game's own score sheet; not a number if they are unknown.
    pub points: f64,
    /// The place, from 1, as [`Game::places`](crate::engine::Game::places) returns it; 0 if it is unknown.
    pub place: u8,
    /// Number of other seats that share the place.
    pub tied: u8,
}

impl GameResult {
    /// Checks that a game of this many teams (without teams, players) can have this result.
    fn check(&self, game: usize, teams: u8) -> Result<(), ArenaError> {
        let refuse = |what, given, possible: &str| {
            Err(ArenaError::Game {
                game,
                what,
                given,
                possible: possible.to_owned(),
            })
        };
        match *self {
            Self { won, .. } if !(0.0..=1.0).contains(&won) => refuse("share", won, "in 0 … 1"),
            Self { returns, .. } if !returns.is_finite() => refuse("return", returns, "a finite number"),
            Self { points, .. } if points.is_infinite() => refuse(
                "number of points",
                points,
                "finite, or not a number where it is unknown",
            ),
            Self { place, .. } if place > teams => refuse(
                "place",
                place.into(),
                &format!("in 1 … {teams}, or 0 where it is unknown"),
            ),
            Self { place, tied, .. } if place > 0 && tied > teams - place => {
                let possible = format!("in 0 … {}, for {teams} play", teams - place);
                refuse("number of others on its place", tied.into(), &possible)
            }
            _ => Ok(()),
        }
    }

    /// Returns the mean of the places that those who tie take; not a number if the place is unknown.
    fn mean_place(&self) -> f64 {
        match self.place {
            0 => f64::NAN,
            place => f64::from(place) + f64::from(self.tied) / 2.0,
        }
    }
}

/// The fraction in which shares of a win are counted, so that those of several winners add up exactly.
const SHARE: f64 = notation::SHARE as f64;

/// The tally of a pairing: sums over the games of each deal, of each seat, and of all.
#[derive(Debug, Clone)]
pub struct Tally {
    /// Number of the entrant that sat on each seat in turn.
    pub(super) entrant: usize,
    /// Number of the entrant that sat on all other seats.
    pub(super) field: usize,
    teams: u8,
    /// The share of the win of each deal.
    won: Vec<f64>,
    /// Moments over deals: the mean return, points and place of each.
    returns: Moments,
    points: Moments,
    places: Moments,
    seats: Vec<SeatTally>,
    truncated: u64,
    decisions: u64,
    /// Wins in [`SHARE`]s.
    shares: f64,
    pub(super) wins: Wins,
}

/// Sums over the games on one seat.
#[derive(Debug, Clone, Copy, Default)]
struct SeatTally {
    won: f64,
    returns: Moments,
}

impl Tally {
    /// Makes an empty tally of two entrants of a report, given by their numbers.
    #[must_use]
    pub fn new(entrant: usize, field: usize, teams: u8) -> Self {
        Self {
            entrant,
            field,
            teams,
            won: Vec::new(),
            returns: Moments::default(),
            points: Moments::default(),
            places: Moments::default(),
            seats: vec![SeatTally::default(); usize::from(teams)],
            truncated: 0,
            decisions: 0,
            shares: 0.0,
            wins: Wins::new(teams),
        }
    }

    /// Adds games, ordered by deal and then by seat; those beyond the last whole deal are ignored.
    ///
    /// # Errors
    /// [`ArenaError::Game`] if a game has an impossible result; nothing is added then.
    pub fn add(&mut self, games: &[GameResult]) -> Result<(), ArenaError> {
        for (at, game) in games.iter().enumerate() {
            game.check(at, self.teams)?;
        }
        let deals = games.chunks_exact(usize::from(self.teams).max(1));
        deals.for_each(|deal| self.push(deal));
        Ok(())
    }

    /// Returns the numbers of the entrants that met; with two teams both have the same pair.
    pub(super) fn games_of(&self) -> (usize, usize) {
        let (one, other) = (self.entrant, self.field);
        if self.teams == 2 {
            (one.min(other), one.max(other))
        } else {
            (one, other)
        }
    }

    /// Adds the games of one deal, seat by seat.
    fn push(&mut self, deal: &[GameResult]) {
        let mean = |of: fn(&GameResult) -> f64| deal.iter().map(of).sum::<f64>() / deal.len() as f64;
        self.won.push(mean(|game| game.won));
        self.returns.push(mean(|game| game.returns));
        self.points.push(mean(|game| game.points));
        self.places.push(mean(GameResult::mean_place));
        self.wins.push(deal);
        for (seat, game) in self.seats.iter_mut().zip(deal) {
            seat.won += game.won;
            seat.returns.push(game.returns);
            self.shares += (game.won * SHARE).round();
            self.truncated += u64::from(game.truncated);
            self.decisions += u64::from(game.decisions);
        }
    }

    /// Returns the win rate and its interval.
    pub(super) fn win_rate_while<B>(&self, goes_on: KeepPlaying<'_, B>) -> ControlFlow<B, Interval> {
        if self.won.is_empty() {
            // There is no rate without a game.
            return ControlFlow::Continue(Moments::default().interval());
        }
        by_deal(self.won.clone(), goes_on)
    }

    /// Returns the results of these games as a pairing.
    pub(super) fn pairing<B>(
        &self,
        entrants: &[String],
        goes_on: KeepPlaying<'_, B>,
    ) -> ControlFlow<B, Pairing> {
        let deals = self.won.len();
        let (teams, games) = (f64::from(self.teams), deals * usize::from(self.teams));
        let fair_share = 1.0 / teams;
        // A difference of whole numbers is exactly 0 if they are equal.
        let over = self.shares * teams - SHARE * games as f64;
        let seat = |(seat, sums): (u8, &SeatTally)| SeatResult {
            seat,
            win_rate: match deals {
                0 => Moments::default().interval(),
                _ => wilson(sums.won / deals as f64, deals),
            },
            mean_return: sums.returns.interval(),
        };
        ControlFlow::Continue(Pairing {
            entrant: entrants[self.entrant].clone(),
            field: entrants[self.field].clone(),
            games: games as u64,
            deals: deals as u64,
            win_rate: self.win_rate_while(goes_on)?,
            fair_share,
            over_fair_share: over / (SHARE * teams * games as f64),
            p_value: p_value(&self.won, fair_share, goes_on)?,
            mean_return: self.returns.interval(),
            mean_points: self.points.interval(),
            mean_place: self.places.interval(),
            truncated: self.truncated,
            decisions_per_game: self.decisions as f64 / games as f64,
            seats: (0..).zip(&self.seats).map(seat).collect(),
        })
    }
}
