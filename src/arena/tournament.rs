//! The loop of an arena: deals of all pairings on several threads, until there are enough.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::{
    ArenaError, GameResult, Report, Stop, Tally, deal_seed, is_possible, is_precise, looks, play, sampled,
};
use crate::bot::Bot;
use crate::engine::{Game, Phase, State};
use crate::seat::{Seat, SeatSet};

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

/// Plays as [`super::arena`] does, until a precision is reached, or until `progress` says [`ControlFlow::Break`].
///
/// The report then is of the deals that every pairing has finished; [`Report::stopped`] says why they were as many. Where a
/// precision was reached, their number depends on the arguments alone, not on the number of threads.
///
/// # Errors
/// See [`ArenaError`]; [`ArenaError::Stopped`] if `progress` broke off before every pairing had finished a deal.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
///
/// use eights::arena::{Plan, tournament};
/// use eights::bot::BotKind;
/// use eights::engine::{Game, Options};
/// use eights::ruleset::Ruleset;
///
/// let game = Game::new(&Ruleset::builtin("kings_reverse")?, Options::new(2))?;
/// let plan = Plan { deals: 100_000, seed: 7, threads: 2, precision: Some(0.03) };
/// let report = tournament(&game, &[BotKind::Greedy, BotKind::Random], &plan, |_| ControlFlow::Continue(()))?;
/// assert_eq!(report.stopped.by, "precision");
/// assert!(report.pairings[0].win_rate.high - report.pairings[0].win_rate.low <= 0.06);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tournament<B: Bot>(
    game: &Game,
    entrants: &[B],
    plan: &Plan,
    progress: impl Fn(u64) -> ControlFlow<()> + Sync,
) -> Result<Report, ArenaError> {
    plan.check(entrants.len())?;
    let table = Table::new(game, plan.seed, progress);
    let mut sides = Sides::new(entrants.len(), game.players());
    let by = pool(plan.threads)?.install(|| table.play_until(entrants, plan, &mut sides))?;
    let names = entrants.iter().map(|bot| bot.name().to_owned()).collect();
    let mut report = Report::new(game, names, sides.deals, plan.seed, &sides.tallies);
    report.stopped = Stop {
        by,
        precision: plan.precision,
        most_deals: plan.deals,
    };
    Ok(report)
}

/// Plays some deals of a pairing of [`super::arena`]: what the games brought the entrant, deal by deal and within a deal
/// seat by seat; with two players also what they brought the field, which is the other side.
///
/// Parts of an arena that are played apart and put together in the order of their deals are what [`super::arena`] plays.
///
/// # Errors
/// See [`ArenaError`]; [`ArenaError::Stopped`] soon after `progress` has said [`ControlFlow::Break`].
pub fn games_while<B: Bot>(
    game: &Game,
    [entrant, field]: [&B; 2],
    deals: Range<u64>,
    seed: u64,
    threads: usize,
    progress: impl Fn(u64) -> ControlFlow<()> + Sync,
) -> Result<Vec<Vec<GameResult>>, ArenaError> {
    if deals.is_empty() {
        return Err(ArenaError::Deals);
    }
    let table = Table::new(game, seed, progress);
    let played = pool(threads)?.install(|| {
        let blank = || table.game.new_initial_state(seed);
        let deals = deals.into_par_iter();
        let games = deals.map_init(blank, |state, deal| table.deal(state, deal, entrant, field));
        games.collect::<Result<Vec<_>, ArenaError>>()
    })?;
    let of = |side: fn(&Deal) -> &Vec<GameResult>| played.iter().flat_map(side).copied().collect();
    let mut sides = vec![of(|deal| &deal.own)];
    if game.players() == 2 {
        sides.push(of(|deal| &deal.other));
    }
    Ok(sides)
}

/// So many threads; 0: as many as the machine has.
fn pool(threads: usize) -> Result<rayon::ThreadPool, ArenaError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| ArenaError::Threads {
        threads,
        why: error.to_string(),
    })
}

/// What the games of a deal brought the entrant, seat by seat, and with two players the other side.
struct Deal {
    own: Vec<GameResult>,
    other: Vec<GameResult>,
}

/// What has been played of all pairings.
struct Sides {
    /// Who meets, as often as it is played.
    pairs: Vec<(usize, usize)>,
    /// For each pair its tally; with two players also that of the other side.
    tallies: Vec<Tally>,
    /// Deals that all of them have finished.
    deals: u64,
}

impl Sides {
    /// Every ordered pair of entrants; with two players a pair is played once.
    fn new(entrants: usize, players: u8) -> Self {
        let all = (0..entrants).flat_map(|one| (0..entrants).map(move |field| (one, field)));
        let pairs: Vec<_> = all
            .filter(|(one, field)| if players == 2 { one < field } else { one != field })
            .collect();
        let told = pairs.iter().flat_map(|&(one, field)| match players {
            2 => vec![(one, field), (field, one)],
            _ => vec![(one, field)],
        });
        Self {
            tallies: told.map(|(one, field)| Tally::new(one, field, players)).collect(),
            pairs,
            deals: 0,
        }
    }

    /// Adds deals, each with all pairs in order.
    fn add(&mut self, played: &[Deal]) -> Result<(), ArenaError> {
        let sides = self.tallies.len() / self.pairs.len();
        for deal in played.chunks(self.pairs.len()) {
            for (tallies, deal) in self.tallies.chunks_mut(sides).zip(deal) {
                for (tally, games) in tallies.iter_mut().zip([&deal.own, &deal.other]) {
                    tally.add(games)?;
                }
            }
            self.deals += 1;
        }
        Ok(())
    }

    /// Whether every win rate is told so precisely.
    fn are_precise(&self, precision: f64) -> bool {
        self.tallies
            .iter()
            .all(|tally| is_precise(tally.win_rate(), precision))
    }
}

/// What all games of an arena share.
struct Table<P> {
    game: Game,
    seed: u64,
    done: AtomicU64,
    progress: P,
}

/// How long the threads play before their games are added up. What is not added up is lost where an arena is stopped.
const TOGETHER: Duration = Duration::from_millis(50);

/// Most games that are played before they are added up.
const MOST_TOGETHER: u64 = 1 << 14;

impl<P: Fn(u64) -> ControlFlow<()> + Sync> Table<P> {
    fn new(game: &Game, seed: u64, progress: P) -> Self {
        Self {
            game: sampled(game),
            seed,
            done: AtomicU64::new(0),
            progress,
        }
    }

    /// Plays deals of all pairs until there are enough; why there were.
    fn play_until<B: Bot>(
        &self,
        entrants: &[B],
        plan: &Plan,
        sides: &mut Sides,
    ) -> Result<&'static str, ArenaError> {
        let a_deal = sides.pairs.len() as u64 * u64::from(self.game.players());
        let most = (MOST_TOGETHER / a_deal).max(1);
        let mut some = 1;
        for look in looks(plan.deals).filter(|&look| plan.precision.is_some() || look == plan.deals) {
            while sides.deals < look {
                let begin = Instant::now();
                let last = look.min(sides.deals.saturating_add(some));
                match self.deals(entrants, &sides.pairs, sides.deals..last) {
                    Ok(played) => sides.add(&played)?,
                    Err(ArenaError::Stopped) if sides.deals > 0 => return Ok("interrupt"),
                    Err(error) => return Err(error),
                }
                if begin.elapsed() < TOGETHER {
                    some = (2 * some).min(most);
                }
            }
            if plan
                .precision
                .is_some_and(|precision| sides.are_precise(precision))
            {
                return Ok("precision");
            }
        }
        Ok("deals")
    }

    /// Some deals, each of all pairs in order.
    fn deals<B: Bot>(
        &self,
        entrants: &[B],
        pairs: &[(usize, usize)],
        deals: Range<u64>,
    ) -> Result<Vec<Deal>, ArenaError> {
        let blank = || self.game.new_initial_state(self.seed);
        let count = (deals.end - deals.start) as usize * pairs.len();
        let games = (0..count).into_par_iter().map_init(blank, |state, at| {
            let (one, field) = pairs[at % pairs.len()];
            let deal = deals.start + (at / pairs.len()) as u64;
            self.deal(state, deal, &entrants[one], &entrants[field])
        });
        games.collect()
    }

    /// A deal with `one` on each seat and `field` on the others.
    fn deal<B: Bot>(&self, state: &mut State, deal: u64, one: &B, field: &B) -> Result<Deal, ArenaError> {
        let (players, seed) = (self.game.players(), deal_seed(self.seed, deal));
        let mut own = Vec::with_capacity(usize::from(players));
        let mut other = Vec::new();
        for k in 0..players {
            play(
                &self.game,
                state,
                seed,
                |seat| if seat.0 == k { one } else { field },
            )?;
            if (self.progress)(self.done.fetch_add(1, Ordering::Relaxed) + 1).is_break() {
                return Err(ArenaError::Stopped);
            }
            let [result, after] = self.results(state, [Seat(k), Seat(k).clockwise_by(1, players)]);
            own.push(result);
            if players == 2 {
                // The other side's seats come in the other order.
                other.insert(0, after);
            }
        }
        Ok(Deal { own, other })
    }

    /// What a finished game brought some seats.
    fn results<const N: usize>(&self, state: &State, seats: [Seat; N]) -> [GameResult; N] {
        let (winners, truncated) = match state.phase() {
            Phase::Over { winners, truncated } => (winners, truncated),
            _ => (SeatSet::default(), false),
        };
        let (returns, places) = (self.game.returns(state), self.game.places(state));
        let players = self.game.players();
        let scores = state.scores(players);
        seats.map(|seat| {
            let place = places[seat.index()];
            let same = places[..usize::from(players)]
                .iter()
                .filter(|&&other| other == place);
            GameResult {
                won: if winners.contains(seat) {
                    1.0 / f64::from(winners.len())
                } else {
                    0.0
                },
                returns: returns[seat.index()],
                decisions: state.decisions(),
                truncated,
                points: f64::from(scores[seat.index()]),
                place,
                tied: same.count() as u8 - 1,
            }
        })
    }
}
