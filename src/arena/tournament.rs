//! An arena as it goes on, whoever plays it: what is to be played next, what came of it, and when that is enough.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::{ControlFlow, Range};

use super::interval::GoesOn;
use super::{ArenaError, GameResult, Report, Stop, Tally, is_possible, is_precise, looks};
use crate::engine::Game;

/// What an arena is to play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// Number of deals of each pairing; with a precision, the most there may be.
    pub deals: u64,
    /// The seed that all deals come from.
    pub seed: u64,
    /// Number of threads; 0: as many as the machine has.
    pub threads: usize,
    /// Stop as soon as half the 95 % interval of every win rate is at most so wide, if a look finds it so: see [`looks`].
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

/// What some deals of a pair brought the entrant, deal by deal and within a deal seat by seat; with two players then what
/// they brought the field.
pub type Sides = Vec<Vec<GameResult>>;

/// Who meets in an arena, as often as it is played: entrant and field, by their numbers.
///
/// With two players a pair is played once and told from both sides.
#[must_use]
pub fn pairs(entrants: usize, players: u8) -> Vec<(usize, usize)> {
    let all = (0..entrants).flat_map(|one| (0..entrants).map(move |field| (one, field)));
    all.filter(|(one, field)| if players == 2 { one < field } else { one != field })
        .collect()
}

/// An arena as it goes on. Bots and policies are counted here alike, whoever plays the games and in whatever order.
///
/// It says which deals are [to be played](Self::todo). Their games are [added](Self::add) in parts, and counted as soon as
/// every pair has finished a part and all before it.
#[derive(Debug, Clone)]
pub struct Tournament {
    plan: Plan,
    players: u8,
    pairs: Vec<(usize, usize)>,
    /// For each pair its tally; with two players then that of the other side.
    tallies: Vec<Tally>,
    /// Deals that are counted.
    deals: u64,
    /// By its first deal each part that not every pair has finished, or not the one before it: the games of each pair.
    waiting: BTreeMap<u64, BTreeMap<(usize, usize), Sides>>,
    /// Why nothing more is to be played.
    by: Option<&'static str>,
}

impl Tournament {
    /// Nothing has been played yet.
    ///
    /// # Errors
    /// [`ArenaError`], if it cannot be played.
    pub fn new(entrants: usize, players: u8, plan: Plan) -> Result<Self, ArenaError> {
        plan.check(entrants)?;
        let pairs = pairs(entrants, players);
        let told = pairs.iter().flat_map(|&(one, field)| match players {
            2 => vec![(one, field), (field, one)],
            _ => vec![(one, field)],
        });
        Ok(Self {
            plan,
            players,
            tallies: told.map(|(one, field)| Tally::new(one, field, players)).collect(),
            pairs,
            deals: 0,
            waiting: BTreeMap::new(),
            by: None,
        })
    }

    /// Who meets: see [`pairs`].
    #[must_use]
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// The deals that all pairs are to play next: up to the next look whether that is precise enough. None, if nothing
    /// more is to be played.
    pub fn todo(&mut self) -> Option<Range<u64>> {
        let ControlFlow::Continue(todo) = self.todo_while(&|| ControlFlow::<Infallible>::Continue(()));
        todo
    }

    /// As [`Tournament::todo`], for as long as `goes_on` says so, which is asked all the time.
    pub fn todo_while<B>(&mut self, goes_on: GoesOn<'_, B>) -> ControlFlow<B, Option<Range<u64>>> {
        if self.by.is_none() {
            if self.is_precise(goes_on)? {
                self.by = Some("precision");
            } else if self.deals == self.plan.deals {
                self.by = Some("deals");
            }
        }
        let next = match self.plan.precision {
            Some(_) => looks(self.plan.deals).find(|&look| look > self.deals),
            None => Some(self.plan.deals),
        };
        let next = next.filter(|_| self.by.is_none());
        ControlFlow::Continue(next.map(|look| self.deals..look))
    }

    /// True when this is a look, and every win rate is as precise as was wanted.
    fn is_precise<B>(&self, goes_on: GoesOn<'_, B>) -> ControlFlow<B, bool> {
        let Some(precision) = self.plan.precision else {
            return ControlFlow::Continue(false);
        };
        if !looks(self.plan.deals).any(|look| look == self.deals) {
            return ControlFlow::Continue(false);
        }
        for tally in &self.tallies {
            if !is_precise(tally.win_rate_while(goes_on)?, precision) {
                return ControlFlow::Continue(false);
            }
        }
        ControlFlow::Continue(true)
    }

    /// Adds a part: deals of a pair from this one on. Parts of all pairs are cut at the same deals, and come in any order.
    ///
    /// # Errors
    /// [`ArenaError::Part`] where it is no such part, [`ArenaError::Game`] where a game came to what none can.
    pub fn add(&mut self, pair: (usize, usize), first: u64, sides: Sides) -> Result<(), ArenaError> {
        let waiting = self.waiting.get(&first);
        let size = sides.first().map_or(0, Vec::len);
        let is_part = self.pairs.contains(&pair)
            && first >= self.deals
            && size > 0
            && size.is_multiple_of(self.players.into())
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

    /// Counts what every pair has finished.
    fn count(&mut self) -> Result<(), ArenaError> {
        while let Some(part) = self.waiting.first_entry()
            && *part.key() == self.deals
            && part.get().len() == self.pairs.len()
        {
            let part = part.remove();
            self.deals += part[&self.pairs[0]][0].len() as u64 / u64::from(self.players);
            let games = self.pairs.iter().flat_map(|pair| &part[pair]);
            for (tally, games) in self.tallies.iter_mut().zip(games) {
                tally.add(games)?;
            }
        }
        Ok(())
    }

    /// Nothing more is to be played, though not all has been.
    pub fn stop(&mut self) {
        let is_whole = self.deals == self.plan.deals;
        self.by
            .get_or_insert(if is_whole { "deals" } else { "interrupt" });
    }

    /// The report of the deals that are counted.
    ///
    /// # Errors
    /// [`ArenaError::Stopped`] if there are none.
    pub fn report(&self, game: &Game, entrants: Vec<String>) -> Result<Report, ArenaError> {
        let always = || ControlFlow::<Infallible>::Continue(());
        let ControlFlow::Continue(report) = self.report_while(game, entrants, &always);
        report
    }

    /// As [`Tournament::report`], for as long as `goes_on` says so, which is asked all the time.
    ///
    /// # Errors
    /// As [`Tournament::report`].
    pub fn report_while<B>(
        &self,
        game: &Game,
        entrants: Vec<String>,
        goes_on: GoesOn<'_, B>,
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
