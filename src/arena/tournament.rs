//! The progress of an arena, whoever plays it: the deals to be played next, the results so far, and the end.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::{ControlFlow, Range};

use super::interval::KeepPlaying;
use super::{ArenaError, GameResult, Report, Stop, Tally, checkpoints, is_possible, is_precise};
use crate::engine::Game;

/// The settings of an arena.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// Number of deals of each pairing; with a precision, the greatest number.
    pub deals: u64,
    /// The seed that all deals come from.
    pub seed: u64,
    /// Number of threads; 0: as many as the machine has.
    pub threads: usize,
    /// The arena stops as soon as half the width of the 95 % interval of every win rate is at most this, when it is
    /// checked: see [`checkpoints`].
    pub precision: Option<f64>,
}

impl Plan {
    fn check(&self, entrants: usize) -> Result<(), ArenaError> {
        if entrants < 2 {
            return Err(ArenaError::Entrants { given: entrants });
        }
        match self.precision {
            Some(given) if !is_possible(given) => Err(ArenaError::Precision { given }),
            _ if self.deals == 0 => Err(ArenaError::Deals),
            _ => Ok(()),
        }
    }
}

/// The entrant's results of some deals of a pair, ordered by deal and then by seat; with two teams those of the field
/// follow.
pub type Sides = Vec<Vec<GameResult>>;

/// Returns the pairs that an arena plays: entrant and field, by their numbers.
///
/// With two teams a pair is played once and reported from both sides.
#[must_use]
pub fn pairs(entrants: usize, teams: u8) -> Vec<(usize, usize)> {
    let all = (0..entrants).flat_map(|one| (0..entrants).map(move |field| (one, field)));
    all.filter(|(one, field)| if teams == 2 { one < field } else { one != field })
        .collect()
}

/// An arena in progress. Bots and policies are counted alike, whoever plays the games and in whatever order.
///
/// [`Tournament::todo`] returns the deals to be played. Their games are [added](Self::add) in parts, and a part is
/// counted as soon as every pair has finished it and all parts before it.
#[derive(Debug, Clone)]
pub struct Tournament {
    plan: Plan,
    teams: u8,
    pairs: Vec<(usize, usize)>,
    /// The tally of each pair, followed by that of the other side with two teams.
    tallies: Vec<Tally>,
    /// Number of deals that are counted.
    deals: u64,
    /// Parts that are not counted yet, by their first deal: the games of each pair that has finished it.
    waiting: BTreeMap<u64, BTreeMap<(usize, usize), Sides>>,
    /// The reason why nothing more is to be played.
    by: Option<&'static str>,
}

impl Tournament {
    /// Begins an arena of games with this many teams; where everybody plays alone, each seat is one.
    ///
    /// # Errors
    /// See [`ArenaError`].
    pub fn new(entrants: usize, teams: u8, plan: Plan) -> Result<Self, ArenaError> {
        plan.check(entrants)?;
        let pairs = pairs(entrants, teams);
        let told = pairs.iter().flat_map(|&(one, field)| match teams {
            2 => vec![(one, field), (field, one)],
            _ => vec![(one, field)],
        });
        Ok(Self {
            plan,
            teams,
            tallies: told.map(|(one, field)| Tally::new(one, field, teams)).collect(),
            pairs,
            deals: 0,
            waiting: BTreeMap::new(),
            by: None,
        })
    }

    /// Returns the pairs that meet: see [`pairs`].
    #[must_use]
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// Returns the deals that all pairs are to play next, up to the next check of precision; none if nothing more is to
    /// be played.
    pub fn todo(&mut self) -> Option<Range<u64>> {
        let ControlFlow::Continue(todo) = self.todo_while(&|| ControlFlow::<Infallible>::Continue(()));
        todo
    }

    /// Returns the same as [`Tournament::todo`], while `goes_on`, which is called often, allows it.
    pub fn todo_while<B>(&mut self, goes_on: KeepPlaying<'_, B>) -> ControlFlow<B, Option<Range<u64>>> {
        if self.by.is_none() {
            if self.is_precise(goes_on)? {
                self.by = Some("precision");
            } else if self.deals == self.plan.deals {
                self.by = Some("deals");
            }
        }
        let next = match self.plan.precision {
            Some(_) => checkpoints(self.plan.deals).find(|&look| look > self.deals),
            None => Some(self.plan.deals),
        };
        let next = next.filter(|_| self.by.is_none());
        ControlFlow::Continue(next.map(|look| self.deals..look))
    }

    /// True when the precision is checked after this number of deals, and every win rate has reached it.
    fn is_precise<B>(&self, goes_on: KeepPlaying<'_, B>) -> ControlFlow<B, bool> {
        let Some(precision) = self.plan.precision else {
            return ControlFlow::Continue(false);
        };
        if !checkpoints(self.plan.deals).any(|look| look == self.deals) {
            return ControlFlow::Continue(false);
        }
        for tally in &self.tallies {
            if !is_precise(tally.win_rate_while(goes_on)?, precision) {
                return ControlFlow::Continue(false);
            }
        }
        ControlFlow::Continue(true)
    }

    /// Adds a part: deals of a pair from `first` on. The parts of all pairs must be cut at the same deals, and come in
    /// any order.
    ///
    /// # Errors
    /// [`ArenaError::Part`] if the arena expects no such part, [`ArenaError::Game`] if a game has an impossible result.
    pub fn add(&mut self, pair: (usize, usize), first: u64, sides: Sides) -> Result<(), ArenaError> {
        let waiting = self.waiting.get(&first);
        let size = sides.first().map_or(0, Vec::len);
        let is_part = self.pairs.contains(&pair)
            && first >= self.deals
            && size > 0
            && size.is_multiple_of(self.teams.into())
            && sides.len() == self.tallies.len() / self.pairs.len()
            && sides.iter().all(|games| games.len() == size)
            && waiting.is_none_or(|part| {
                !part.contains_key(&pair) && part.values().all(|other| other[0].len() == size)
            });
        if !is_part {
            return Err(ArenaError::Part { pair, first });
        }
        self.waiting.entry(first).or_default().insert(pair, sides);
        self.count()
    }

    /// Counts the parts that every pair has finished.
    fn count(&mut self) -> Result<(), ArenaError> {
        while let Some(part) = self.waiting.first_entry()
            && *part.key() == self.deals
            && part.get().len() == self.pairs.len()
        {
            let part = part.remove();
            self.deals += part[&self.pairs[0]][0].len() as u64 / u64::from(self.teams);
            let games = self.pairs.iter().flat_map(|pair| &part[pair]);
            for (tally, games) in self.tallies.iter_mut().zip(games) {
                tally.add(games)?;
            }
        }
        Ok(())
    }

    /// Stops the arena before all deals have been played.
    pub fn stop(&mut self) {
        let is_whole = self.deals == self.plan.deals;
        self.by
            .get_or_insert(if is_whole { "deals" } else { "interrupt" });
    }

    /// Returns the report of the deals that are counted.
    ///
    /// # Errors
    /// [`ArenaError::Stopped`] if there are none.
    pub fn report(&self, game: &Game, entrants: Vec<String>) -> Result<Report, ArenaError> {
        let always = || ControlFlow::<Infallible>::Continue(());
        let ControlFlow::Continue(report) = self.report_while(game, entrants, &always);
        report
    }

    /// Returns the same as [`Tournament::report`], while `goes_on`, which is called often, allows it.
    ///
    /// # Errors
    /// See [`Tournament::report`].
    pub fn report_while<B>(
        &self,
        game: &Game,
        entrants: Vec<String>,
        goes_on: KeepPlaying<'_, B>,
    ) -> ControlFlow<B, Result<Report, ArenaError>> {
        if self.deals == 0 {
            return ControlFlow::Continue(Err(ArenaError::Stopped));
        }
        let mut report =
            Report::new_while(game, entrants, self.deals, self.plan.seed, &self.tallies, goes_on)?;
        report.stopped = Stop {
            by: self.by.unwrap_or("interrupt"),
            precision: self.plan.precision,
            most_deals: self.plan.deals,
        };
        ControlFlow::Continue(Ok(report))
    }
}
