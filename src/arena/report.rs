//! What an arena found, ready to be printed or written as JSON.

use serde::Serialize;

use super::{Interval, interval, win_rate_interval};
use crate::engine::{EpisodeKind, Game, Reward};

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
}

/// What an arena found, and all that is needed to play it again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The version of this crate.
    pub version: &'static str,
    /// The ruleset's id.
    pub ruleset: String,
    /// The ruleset's fingerprint.
    pub fingerprint: String,
    /// Number of seats.
    pub players: u8,
    /// `"round"` or `"match"`.
    pub episode: &'static str,
    /// `"win"` or `"points"`.
    pub reward: &'static str,
    /// Decisions after which a game was ended.
    pub max_decisions: u32,
    /// The seed that all deals come from.
    pub seed: u64,
    /// Number of deals of each pairing.
    pub deals: u64,
    /// How intervals were made.
    pub interval: &'static str,
    /// Who took part.
    pub entrants: Vec<String>,
    /// Every entrant against a field of every other.
    pub pairings: Vec<Pairing>,
}

impl Report {
    /// The report of these pairings, which may have been played elsewhere.
    #[must_use]
    pub fn new(game: &Game, entrants: Vec<String>, deals: u64, seed: u64, pairings: Vec<Pairing>) -> Self {
        let options = game.options();
        Self {
            version: env!("CARGO_PKG_VERSION"),
            ruleset: game.ruleset().id.clone(),
            fingerprint: game.ruleset().fingerprint(),
            players: game.players(),
            episode: match options.episode {
                EpisodeKind::Round => "round",
                EpisodeKind::Match => "match",
            },
            reward: match options.reward {
                Reward::Win => "win",
                Reward::Points => "points",
            },
            max_decisions: game.max_decisions(),
            seed,
            deals,
            interval: "95 %, clustered by deal: win rates by a bootstrap, those of one seat by Wilson, returns by the normal \
                       approximation",
            entrants,
            pairings,
        }
    }

    /// The pairing of an entrant against a field, by the order of entrants.
    #[must_use]
    pub fn pairing(&self, entrant: &str, field: &str) -> Option<&Pairing> {
        self.pairings
            .iter()
            .find(|pair| pair.entrant == entrant && pair.field == field)
    }
}

/// One entrant against a field of another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pairing {
    /// Who sat on each seat in turn.
    pub entrant: String,
    /// Who sat on all the others.
    pub field: String,
    /// Number of games.
    pub games: u64,
    /// Number of deals; each was played once for each seat.
    pub deals: u64,
    /// The entrant's share of the wins.
    pub win_rate: Interval,
    /// The share of wins if all play alike: 1 / players.
    pub fair_share: f64,
    /// The entrant's mean return.
    pub mean_return: Interval,
    /// Games that the limit of decisions ended.
    pub truncated: u64,
    /// Decisions of a game, on average.
    pub decisions_per_game: f64,
    /// The entrant's wins seat by seat.
    pub seats: Vec<SeatResult>,
}

/// What one seat brought the entrant.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SeatResult {
    /// The seat.
    pub seat: u8,
    /// The entrant's share of the wins on it.
    pub win_rate: Interval,
    /// Its mean return on it.
    pub mean_return: Interval,
}

impl Pairing {
    /// The pairing of these games, deal by deal and within a deal seat by seat.
    ///
    /// Games beyond the last whole deal are left out.
    #[must_use]
    pub fn new(entrant: &str, field: &str, players: u8, games: &[GameResult]) -> Self {
        let seats = usize::from(players).max(1);
        let deals = games.len() / seats;
        let games = &games[..deals * seats];
        let win_rate = |games: &[&GameResult], per_deal: usize| {
            let shares: Vec<f64> = games.iter().map(|game| game.won).collect();
            // Without a game there is no rate.
            win_rate_interval(&shares, per_deal).unwrap_or_else(|_| interval(&[]))
        };
        let mean_return = |games: &[&GameResult], per_deal: usize| {
            let of_deal = |deal: &[&GameResult]| deal.iter().map(|game| game.returns).sum::<f64>();
            let means = games.chunks(per_deal).map(of_deal);
            interval(&means.map(|sum| sum / per_deal as f64).collect::<Vec<_>>())
        };
        let all: Vec<&GameResult> = games.iter().collect();
        let on_seat = |seat: usize| -> Vec<&GameResult> { games.iter().skip(seat).step_by(seats).collect() };
        let decisions: u64 = games.iter().map(|game| u64::from(game.decisions)).sum();
        Self {
            entrant: entrant.to_owned(),
            field: field.to_owned(),
            games: games.len() as u64,
            deals: deals as u64,
            win_rate: win_rate(&all, seats),
            fair_share: 1.0 / seats as f64,
            mean_return: mean_return(&all, seats),
            truncated: games.iter().filter(|game| game.truncated).count() as u64,
            decisions_per_game: decisions as f64 / games.len() as f64,
            seats: (0..seats)
                .map(|seat| SeatResult {
                    seat: seat as u8,
                    win_rate: win_rate(&on_seat(seat), 1),
                    mean_return: mean_return(&on_seat(seat), 1),
                })
                .collect(),
        }
    }
}
