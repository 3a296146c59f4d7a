//! What the games of a pairing came to: all that a report is made of, without the games.

use std::ops::ControlFlow;

use super::ArenaError;
use super::interval::{GoesOn, Interval, Moments, by_deal, wilson};
use super::p_value::p_value;
use super::ranking::Positions;
use super::report::{Pairing, SeatResult};

/// What one game brought the entrant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GameResult {
    /// The share of the win: 1 alone, 1/k among k winners, 0.
    pub won: f64,
    /// The return.
    pub returns: f64,
    /// Decisions of the game.
    pub decisions: u32,
    /// Whether the limit of decisions ended it.
    pub truncated: bool,
    /// The points on the game's own score sheet; not a number where they are unknown.
    pub points: f64,
    /// The place, from 1, as [`Game::places`](crate::engine::Game::places) says; 0 where it is unknown.
    pub place: u8,
    /// How many others share that place.
    pub tied: u8,
}

impl GameResult {
    /// Refuses what no game of so many players comes to.
    fn check(&self, game: usize, players: u8) -> Result<(), ArenaError> {
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
            Self { place, .. } if place > players => refuse(
                "place",
                place.into(),
                &format!("in 1 … {players}, or 0 where it is unknown"),
            ),
            Self { place, tied, .. } if place > 0 && tied > players - place => {
                let possible = format!("in 0 … {}, for {players} play", players - place);
                refuse("number of others on its place", tied.into(), &possible)
            }
            _ => Ok(()),
        }
    }

    /// The mean of the places that those who tie take; not a number where it is unknown.
    fn mean_place(&self) -> f64 {
        match self.place {
            0 => f64::NAN,
            place => f64::from(place) + f64::from(self.tied) / 2.0,
        }
    }
}

/// Shares of a win are counted in this fraction, so that those of up to ten who tie add up exactly.
const SHARE: f64 = 2520.0;

/// What the games of a pairing came to: sums over the games of each deal, of each seat, of all.
#[derive(Debug, Clone)]
pub struct Tally {
    /// The number of who sat on each seat in turn.
    pub(super) entrant: usize,
    /// The number of who sat on all the others.
    pub(super) field: usize,
    players: u8,
    /// The share of the win of each deal.
    won: Vec<f64>,
    /// Of deals: their mean return, points and place.
    returns: Moments,
    points: Moments,
    places: Moments,
    seats: Vec<SeatTally>,
    truncated: u64,
    decisions: u64,
    /// Wins in [`SHARE`]s.
    shares: f64,
    pub(super) positions: Positions,
}

/// Sums over the games on one seat.
#[derive(Debug, Clone, Copy, Default)]
struct SeatTally {
    won: f64,
    returns: Moments,
}

impl Tally {
    /// No game yet, with so many players, between two entrants of a report, told by their numbers.
    #[must_use]
    pub fn new(entrant: usize, field: usize, players: u8) -> Self {
        Self {
            entrant,
            field,
            players,
            won: Vec::new(),
            returns: Moments::default(),
            points: Moments::default(),
            places: Moments::default(),
            seats: vec![SeatTally::default(); usize::from(players)],
            truncated: 0,
            decisions: 0,
            shares: 0.0,
            positions: Positions::new(players),
        }
    }

    /// Adds games, deal by deal and within a deal seat by seat; those beyond the last whole deal are left out.
    ///
    /// # Errors
    /// [`ArenaError::Game`] where a game came to what none can: nothing is added.
    pub fn add(&mut self, games: &[GameResult]) -> Result<(), ArenaError> {
        for (at, game) in games.iter().enumerate() {
            game.check(at, self.players)?;
        }
        let deals = games.chunks_exact(usize::from(self.players).max(1));
        deals.for_each(|deal| self.push(deal));
        Ok(())
    }

    /// Who met in these games: with two players the same for both sides.
    pub(super) fn games_of(&self) -> (usize, usize) {
        let (one, other) = (self.entrant, self.field);
        if self.players == 2 {
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
        self.positions.push(deal);
        for (seat, game) in self.seats.iter_mut().zip(deal) {
            seat.won += game.won;
            seat.returns.push(game.returns);
            self.shares += (game.won * SHARE).round();
            self.truncated += u64::from(game.truncated);
            self.decisions += u64::from(game.decisions);
        }
    }

    /// The interval of the win rate.
    pub(super) fn win_rate_while<B>(&self, goes_on: GoesOn<'_, B>) -> ControlFlow<B, Interval> {
        if self.won.is_empty() {
            // Without a game there is no rate.
            return ControlFlow::Continue(Moments::default().interval());
        }
        by_deal(self.won.clone(), goes_on)
    }

    /// The pairing of these games.
    pub(super) fn pairing<B>(&self, entrants: &[String], goes_on: GoesOn<'_, B>) -> ControlFlow<B, Pairing> {
        let deals = self.won.len();
        let (players, games) = (f64::from(self.players), deals * usize::from(self.players));
        let fair_share = 1.0 / players;
        // A difference of whole numbers: exactly 0 where there is none.
        let over = self.shares * players - SHARE * games as f64;
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
            over_fair_share: over / (SHARE * players * games as f64),
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
