//! The report of an arena, ready to be printed or written as JSON.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::Value;

use super::interval::KeepPlaying;
use super::p_value::holm;
use super::ranking::{Rating, ratings};
use super::{Interval, Stop, Tally};
use crate::engine::Game;
use crate::ruleset::Ruleset;

/// The report of an arena: its results, and the settings that are needed to play it again.
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
    /// Number of teams; that of the seats, where everybody plays alone. Each deal was played so often for each pairing.
    pub teams: u8,
    /// The whole ruleset, unless it is the built-in one of that id.
    pub rules: Option<Value>,
    /// `"round"` or `"match"`.
    pub episode: &'static str,
    /// `"win"` or `"points"`.
    pub reward: &'static str,
    /// Number of decisions after which a game was truncated.
    pub max_decisions: u32,
    /// The treatment of a truncated game: `"score"` or `"bootstrap"`.
    pub truncation: &'static str,
    /// The seed that all deals come from.
    pub seed: u64,
    /// Number of deals of each pairing.
    pub deals: u64,
    /// The reason for the number of deals.
    pub stopped: Stop,
    /// The methods by which intervals were computed.
    pub interval: &'static str,
    /// The methods by which p-values were computed and adjusted.
    pub p_value: &'static str,
    /// Names of the entrants.
    pub entrants: Vec<String>,
    /// The pairings of every entrant with a field of every other.
    pub pairings: Vec<Pairing>,
    /// The p-value of each pairing, adjusted for the number of pairings (Holm).
    pub adjusted_p_values: Vec<f64>,
    /// The method by which ratings were computed.
    pub rating: &'static str,
    /// The ratings of the entrants, the best first; none if the places of games are not known.
    pub ranking: Option<Vec<Rating>>,
}

impl Report {
    /// Makes the report of games, which may have been played elsewhere, from a tally for each pairing.
    ///
    /// # Panics
    /// If a tally has an entrant without a name.
    #[must_use]
    pub fn new(game: &Game, entrants: Vec<String>, deals: u64, seed: u64, tallies: &[Tally]) -> Self {
        let always = || ControlFlow::<Infallible>::Continue(());
        let ControlFlow::Continue(report) = Self::new_while(game, entrants, deals, seed, tallies, &always);
        report
    }

    /// Makes the report as [`Report::new`] does, while `goes_on`, which is called often, allows it.
    ///
    /// # Panics
    /// See [`Report::new`].
    pub fn new_while<B>(
        game: &Game,
        entrants: Vec<String>,
        deals: u64,
        seed: u64,
        tallies: &[Tally],
        goes_on: KeepPlaying<'_, B>,
    ) -> ControlFlow<B, Self> {
        let (options, ruleset) = (game.options(), game.ruleset());
        let mut pairings = Vec::with_capacity(tallies.len());
        for tally in tallies {
            pairings.push(tally.pairing(&entrants, goes_on)?);
        }
        let adjusted_p_values = adjusted(&pairings, tallies);
        let fingerprint = ruleset.fingerprint();
        let is_builtin = Ruleset::builtin(&ruleset.id).is_ok_and(|known| known.fingerprint() == fingerprint);
        let ranking = ratings(&entrants, tallies, goes_on)?;
        ControlFlow::Continue(Self {
            version: env!("CARGO_PKG_VERSION"),
            ruleset: ruleset.id.clone(),
            fingerprint,
            players: game.players(),
            teams: game.num_teams(),
            rules: (!is_builtin).then(|| ruleset.to_value()),
            episode: options.episode.as_str(),
            reward: options.reward.as_str(),
            max_decisions: game.max_decisions(),
            truncation: options.truncation.as_str(),
            seed,
            deals,
            stopped: Stop::all(deals),
            interval: "95 %, clustered by deal: win rates by a bootstrap, those of one seat by Wilson, returns, points and places \
                       by the normal approximation",
            p_value: "of the win rate against the fair share, by the same bootstrap; adjusted to all pairings by Holm",
            entrants,
            pairings,
            adjusted_p_values,
            rating: "Bradley-Terry-Luce over the winner of each game: 400 points are odds of ten to one to win, and not the other; 95 % by a \
                     bootstrap clustered by deal",
            ranking,
        })
    }

    /// Returns the pairing of an entrant with a field, by their names.
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
    /// Name of the entrant that sat on each seat in turn, or on all seats of each team.
    pub entrant: String,
    /// Name of the entrant that sat on all other seats.
    pub field: String,
    /// Number of games.
    pub games: u64,
    /// Number of deals; each was played once for each seat or team.
    pub deals: u64,
    /// The entrant's share of the wins.
    pub win_rate: Interval,
    /// The share of wins if all play alike: 1 / teams.
    pub fair_share: f64,
    /// The difference of the entrant's win rate from the fair share, exactly 0 if they are equal.
    pub over_fair_share: f64,
    /// The probability of a win rate at least as far from the fair share, if all play alike.
    pub p_value: f64,
    /// The entrant's mean return.
    pub mean_return: Interval,
    /// The entrant's mean points on the game's own score sheet; the ruleset decides whether many points are good.
    pub mean_points: Interval,
    /// The entrant's mean place, 1 being the best; tied seats share their places.
    pub mean_place: Interval,
    /// Number of games that the limit of decisions ended.
    pub truncated: u64,
    /// Mean number of decisions of a game.
    pub decisions_per_game: f64,
    /// The entrant's wins seat by seat, or team by team.
    pub seats: Vec<SeatResult>,
}

/// The entrant's results on one seat.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SeatResult {
    /// The seat, or the number of the team.
    pub seat: u8,
    /// The entrant's share of the wins on it.
    pub win_rate: Interval,
    /// The entrant's mean return on it.
    pub mean_return: Interval,
}

/// Adjusts the p-values to each other; games that are reported from both sides count as one question.
fn adjusted(pairings: &[Pairing], tallies: &[Tally]) -> Vec<f64> {
    let asked: BTreeMap<(usize, usize), f64> = tallies
        .iter()
        .zip(pairings)
        .map(|(tally, pairing)| (tally.games_of(), pairing.p_value))
        .collect();
    let p_values: Vec<f64> = asked.values().copied().collect();
    let found: BTreeMap<_, f64> = asked.into_keys().zip(holm(&p_values)).collect();
    tallies.iter().map(|tally| found[&tally.games_of()]).collect()
}
