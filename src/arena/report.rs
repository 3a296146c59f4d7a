//! What an arena found, ready to be printed or written as JSON.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::Value;

use super::interval::GoesOn;
use super::p_value::holm;
use super::ranking::{Rating, ratings};
use super::{Interval, Stop, Tally};
use crate::engine::Game;
use crate::ruleset::Ruleset;

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
    /// The whole ruleset, where it is not the built-in one of that id.
    pub rules: Option<Value>,
    /// `"round"` or `"match"`.
    pub episode: &'static str,
    /// `"win"` or `"points"`.
    pub reward: &'static str,
    /// Decisions after which a game was ended.
    pub max_decisions: u32,
    /// What became of such a game: `"score"` or `"bootstrap"`.
    pub truncation: &'static str,
    /// The seed that all deals come from.
    pub seed: u64,
    /// Number of deals of each pairing.
    pub deals: u64,
    /// Why they were as many.
    pub stopped: Stop,
    /// How intervals were made.
    pub interval: &'static str,
    /// How p-values were made, and adjusted to each other.
    pub p_value: &'static str,
    /// Who took part.
    pub entrants: Vec<String>,
    /// Every entrant against a field of every other.
    pub pairings: Vec<Pairing>,
    /// The p-value of each pairing, where one asks it of all of them (Holm).
    pub adjusted_p_values: Vec<f64>,
    /// How ratings were made.
    pub rating: &'static str,
    /// The entrants, the best first; nothing where the places of games are not known.
    pub ranking: Option<Vec<Rating>>,
}

impl Report {
    /// The report of these games, which may have been played elsewhere: a tally for each pairing.
    ///
    /// # Panics
    /// If a tally is of an entrant that has no name.
    #[must_use]
    pub fn new(game: &Game, entrants: Vec<String>, deals: u64, seed: u64, tallies: &[Tally]) -> Self {
        let always = || ControlFlow::<Infallible>::Continue(());
        let ControlFlow::Continue(report) = Self::new_while(game, entrants, deals, seed, tallies, &always);
        report
    }

    /// As [`Report::new`], for as long as `goes_on` says so, which is asked all the time.
    ///
    /// # Panics
    /// As [`Report::new`].
    pub fn new_while<B>(
        game: &Game,
        entrants: Vec<String>,
        deals: u64,
        seed: u64,
        tallies: &[Tally],
        goes_on: GoesOn<'_, B>,
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
            rating: "Plackett-Luce over the order in which each game ended: 400 points are odds of ten to one to come in before the other; 95 % \
                     by a bootstrap clustered by deal",
            ranking,
        })
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
    /// How much more than its fair share the entrant won, exactly 0 where that is what it won.
    pub over_fair_share: f64,
    /// How likely a win rate as far from the fair share would be, if all played alike.
    pub p_value: f64,
    /// The entrant's mean return.
    pub mean_return: Interval,
    /// The entrant's mean points on the game's own score sheet; whether many are good is the ruleset's.
    pub mean_points: Interval,
    /// The entrant's mean place, 1 being the best; those who tie share their places.
    pub mean_place: Interval,
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

/// P-values adjusted to each other; what is told from both sides is asked once.
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
