//! The games of a tournament of bots: deals of all pairings on several threads.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::tournament::{Plan, Sides, Tournament};
use super::{ArenaError, GameResult, Report, deal_seed, play, sampled};
use crate::bot::Bot;
use crate::engine::{Game, Phase, State};
use crate::seat::{Seat, SeatSet};
use crate::workers::Workers;

/// Plays as [`super::arena`] does, until a precision is reached, or until `progress` returns [`ControlFlow::Break`].
///
/// The report covers the deals that every pairing has finished; [`Report::stopped`] gives the reason for their number.
/// Where a precision was reached, that number depends on the arguments alone, not on the number of threads.
///
/// # Errors
/// See [`ArenaError`]; [`ArenaError::Stopped`] if `progress` broke off before every pairing had finished a deal.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
///
/// use eights::{Game, Options, Ruleset};
/// use eights::arena::{Plan, tournament};
/// use eights::bot::BotKind;
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
    let mut tournament = Tournament::new(entrants.len(), game.num_teams(), *plan)?;
    let table = ArenaGame::new(game, plan.seed, progress);
    table.play_until(&workers(plan.threads)?, entrants, &mut tournament)?;
    let names = entrants.iter().map(|bot| bot.name().to_owned()).collect();
    tournament.report(game, names)
}

/// Plays some deals of a pairing of [`super::arena`], and returns the results of the entrant, ordered by deal and then
/// by seat; with two players those of the field follow, as the other side.
///
/// Parts that are played separately and joined in the order of their deals equal a whole [`super::arena`].
///
/// # Errors
/// See [`ArenaError`]; [`ArenaError::Stopped`] soon after `progress` has returned [`ControlFlow::Break`].
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
    let table = ArenaGame::new(game, seed, progress);
    let played = workers(threads)?.map_init(
        deals,
        || table.game.new_initial_state(seed),
        |state, deal| table.deal(state, deal, entrant, field),
    )?;
    Ok(sides(&played.iter().collect::<Vec<_>>()))
}

/// Starts this many threads; 0: as many as the machine has.
fn workers(threads: usize) -> Result<Workers, ArenaError> {
    Workers::new(threads).map_err(|error| ArenaError::Threads {
        threads,
        why: error.to_string(),
    })
}

/// The entrant's results of the games of a deal, seat by seat (or team by team), and with two of them those of the other
/// side.
struct DealResults {
    own: Vec<GameResult>,
    other: Vec<GameResult>,
}

/// Joins the deals of a pair: for each side its games.
fn sides(deals: &[&DealResults]) -> Sides {
    let of = |side: fn(&DealResults) -> &Vec<GameResult>| -> Vec<GameResult> {
        deals.iter().flat_map(|deal| side(deal)).copied().collect()
    };
    let both = [of(|deal| &deal.own), of(|deal| &deal.other)];
    both.into_iter().filter(|games| !games.is_empty()).collect()
}

/// The data that all games of an arena share.
struct ArenaGame<P> {
    game: Game,
    seed: u64,
    done: AtomicU64,
    progress: P,
}

/// Time that the threads play before their games are added up. Games that are not added up are lost when an arena is
/// stopped.
const TOGETHER: Duration = Duration::from_millis(50);

/// Most games played before they are added up.
const MOST_TOGETHER: u64 = 1 << 14;

impl<P: Fn(u64) -> ControlFlow<()> + Sync> ArenaGame<P> {
    fn new(game: &Game, seed: u64, progress: P) -> Self {
        Self {
            game: sampled(game),
            seed,
            done: AtomicU64::new(0),
            progress,
        }
    }

    /// Plays deals of all pairs until there are enough, or the caller stops.
    fn play_until<B: Bot>(
        &self,
        workers: &Workers,
        entrants: &[B],
        tournament: &mut Tournament,
    ) -> Result<(), ArenaError> {
        let pairs = tournament.pairs().to_vec();
        let a_deal = pairs.len() as u64 * u64::from(self.game.num_teams());
        let most = (MOST_TOGETHER / a_deal).max(1);
        let mut some = 1;
        while let Some(todo) = tournament.todo() {
            let begin = Instant::now();
            let last = todo.end.min(todo.start.saturating_add(some));
            match self.deals(workers, entrants, &pairs, todo.start..last) {
                Ok(played) => {
                    for (at, &pair) in pairs.iter().enumerate() {
                        let deals: Vec<&DealResults> = played.iter().skip(at).step_by(pairs.len()).collect();
                        tournament.add(pair, todo.start, sides(&deals))?;
                    }
                }
                Err(ArenaError::Stopped) => tournament.stop(),
                Err(error) => return Err(error),
            }
            if begin.elapsed() < TOGETHER {
                some = (2 * some).min(most);
            }
        }
        Ok(())
    }

    /// Plays some deals, each with all pairs in order.
    fn deals<B: Bot>(
        &self,
        workers: &Workers,
        entrants: &[B],
        pairs: &[(usize, usize)],
        deals: Range<u64>,
    ) -> Result<Vec<DealResults>, ArenaError> {
        let blank = || self.game.new_initial_state(self.seed);
        let count = (deals.end - deals.start) as usize * pairs.len();
        workers.map_init(0..count, blank, |state, at| {
            let (one, field) = pairs[at % pairs.len()];
            let deal = deals.start + (at / pairs.len()) as u64;
            self.deal(state, deal, &entrants[one], &entrants[field])
        })
    }

    /// Plays a deal with `one` on each seat in turn and `field` on the others; with teams, on all seats of each in turn.
    fn deal<B: Bot>(
        &self,
        state: &mut State,
        deal: u64,
        one: &B,
        field: &B,
    ) -> Result<DealResults, ArenaError> {
        let seed = deal_seed(self.seed, deal);
        let teams: Vec<SeatSet> = self.game.teams().collect();
        let mut own = Vec::with_capacity(teams.len());
        let mut other = Vec::new();
        for (k, team) in teams.iter().enumerate() {
            play(&self.game, state, seed, |seat| {
                if team.contains(seat) { one } else { field }
            })?;
            if (self.progress)(self.done.fetch_add(1, Ordering::Relaxed) + 1).is_break() {
                return Err(ArenaError::Stopped);
            }
            let [result, after] = self.results(state, &teams, [k, (k + 1) % teams.len()]);
            own.push(result);
            if teams.len() == 2 {
                // The field's seats come in the reverse order.
                other.insert(0, after);
            }
        }
        Ok(DealResults { own, other })
    }

    /// Returns the results of some teams in a finished game.
    fn results<const N: usize>(&self, state: &State, teams: &[SeatSet], of: [usize; N]) -> [GameResult; N] {
        let (winners, truncated) = match state.phase() {
            Phase::Over { winners, truncated } => (winners, truncated),
            _ => (SeatSet::default(), false),
        };
        let (returns, places) = (self.game.returns(state), self.game.places(state));
        let scores = state.scores(self.game.players());
        // The members of a team have the same result: its first seat stands for it.
        let leads: Vec<Seat> = teams.iter().filter_map(|team| team.iter().next()).collect();
        let count = |holds: &dyn Fn(Seat) -> bool| leads.iter().filter(|&&lead| holds(lead)).count() as u8;
        of.map(|team| {
            let seat = leads[team];
            let place = places[seat.index()];
            GameResult {
                won: if winners.contains(seat) {
                    1.0 / f64::from(count(&|lead| winners.contains(lead)))
                } else {
                    0.0
                },
                returns: returns[seat.index()],
                decisions: state.decisions(),
                truncated,
                points: f64::from(scores[seat.index()]),
                place: 1 + count(&|lead| places[lead.index()] < place),
                tied: count(&|lead| places[lead.index()] == place) - 1,
            }
        })
    }
}
