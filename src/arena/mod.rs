//! Bots against bots on duplicate deals: every deal is played with the seats exchanged.

mod interval;
mod report;

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::action::Action;
use crate::bot::Bot;
use crate::engine::{ChanceMode, Game, Options, Phase, State};
use crate::rng::{Rng, Stream, mix};
use crate::seat::Seat;
use crate::view::View;

pub use interval::{Interval, IntervalError, interval, win_rate_interval};
pub use report::{GameResult, Pairing, Report, SeatResult};

/// Why an arena was not played, or was given up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// Nobody to play against.
    #[error("an arena needs at least 2 entrants: there are {given}")]
    Entrants {
        /// How many there are.
        given: usize,
    },
    /// No deal to play.
    #[error("an arena needs at least 1 deal")]
    Deals,
    /// The threads could not be started.
    #[error("{threads} threads could not be started: {why}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        why: String,
    },
    /// A bot chose what it may not.
    #[error("{bot} chose {action}, which is not legal, in the episode of seed {seed}")]
    Illegal {
        /// Who.
        bot: String,
        /// What.
        action: Action,
        /// The episode.
        seed: u64,
    },
    /// The caller wanted no more of it.
    #[error("the arena was stopped")]
    Stopped,
}

/// The seed of a deal of an arena: `mix(seed, deal)`, the same for all entrants and seats.
#[must_use]
pub const fn deal_seed(seed: u64, deal: u64) -> u64 {
    mix(seed, deal)
}

/// Plays every entrant against a field of every other one, on the same deals.
///
/// For each ordered pair, on each of the deals `0 … deals − 1` (see [`deal_seed`]) the entrant sits on each seat in turn
/// with the field's bot on all the others. With two players a pair is played once and told from both sides. Chance is
/// always sampled from the deal's seed, bots share the stream [`Stream::Bot`] of it; so the report is the same whatever
/// the number of threads (0: as many as the machine has).
///
/// `progress` is told, from any of the threads, how many games have been finished, of [`total_games`].
///
/// # Errors
/// See [`ArenaError`].
///
/// # Examples
/// ```
/// use eights::arena::arena;
/// use eights::bot::BotKind;
/// use eights::engine::{Game, Options};
/// use eights::ruleset::Ruleset;
///
/// let ruleset = Ruleset::builtin("crazy_eights_special")?;
/// let game = Game::new(&ruleset, Options::new(2))?;
/// let report = arena(&game, &[BotKind::Heuristic, BotKind::Random], 100, 7, 1, |_| ())?;
/// assert!(report.pairings[0].win_rate.low > 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn arena<B: Bot>(
    game: &Game,
    entrants: &[B],
    deals: u64,
    seed: u64,
    threads: usize,
    progress: impl Fn(u64) + Sync,
) -> Result<Report, ArenaError> {
    arena_while(game, entrants, deals, seed, threads, |done| {
        progress(done);
        ControlFlow::Continue(())
    })
}

/// Plays as [`arena`] does, for as long as `progress` wants it to go on.
///
/// # Errors
/// See [`ArenaError`]; [`ArenaError::Stopped`] soon after `progress` has said [`ControlFlow::Break`].
pub fn arena_while<B: Bot>(
    game: &Game,
    entrants: &[B],
    deals: u64,
    seed: u64,
    threads: usize,
    progress: impl Fn(u64) -> ControlFlow<()> + Sync,
) -> Result<Report, ArenaError> {
    if entrants.len() < 2 {
        return Err(ArenaError::Entrants {
            given: entrants.len(),
        });
    }
    let table = Table::new(game, 0..deals, seed, progress)?;
    let pairs = pool(threads)?.install(|| table.pairs(entrants))?;
    let names = entrants.iter().map(|bot| bot.name().to_owned()).collect();
    Ok(Report::new(game, names, deals, seed, pairs))
}

/// Plays some deals of a pairing of [`arena`]: what the games brought the entrant, deal by deal and within a deal seat by
/// seat; with two players also what they brought the field, which is the other side.
///
/// Parts of an arena that are played apart and put together in the order of their deals are what [`arena`] plays.
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
    let table = Table::new(game, deals, seed, progress)?;
    pool(threads)?.install(|| table.sides(entrant, field))
}

/// So many threads; 0: as many as the machine has.
fn pool(threads: usize) -> Result<rayon::ThreadPool, ArenaError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| ArenaError::Threads {
        threads,
        why: error.to_string(),
    })
}

/// How many games [`arena`] plays.
#[must_use]
pub const fn total_games(players: u8, entrants: u64, deals: u64) -> u64 {
    let pairs = entrants * entrants.saturating_sub(1);
    let pairs = if players == 2 { pairs / 2 } else { pairs };
    pairs * deals * players as u64
}

/// Plays the episode of a seed to its end, `at` telling who plays which seat.
///
/// The game must be one of sampled chance.
///
/// # Errors
/// A bot that chose what it may not.
pub fn play<'b, B: Bot + ?Sized + 'b>(
    game: &Game,
    state: &mut State,
    seed: u64,
    at: impl Fn(Seat) -> &'b B,
) -> Result<(), ArenaError> {
    let mut rng = Rng::new(seed, Stream::Bot);
    game.deal_into(state, seed, &mut ());
    while let Some(seat) = state.actor() {
        let legal = game.legal(state);
        let bot = at(seat);
        let action = bot.act(&View::new(game, state, seat), legal, &mut rng);
        if !legal.contains(action) {
            return Err(ArenaError::Illegal {
                bot: bot.name().to_owned(),
                action,
                seed,
            });
        }
        game.apply_unchecked(state, action, &mut ());
    }
    Ok(())
}

/// The same game with chance decided by the state's own generator.
fn sampled(game: &Game) -> Game {
    if !game.is_explicit() {
        return game.clone();
    }
    let options = Options {
        chance: ChanceMode::Sampled,
        ..game.options().clone()
    };
    // The options were valid, and how chance is decided makes no difference to that.
    Game::new(game.ruleset(), options).unwrap_or_else(|_| game.clone())
}

/// What all games of an arena share.
struct Table<P> {
    game: Game,
    deals: Range<u64>,
    seed: u64,
    done: AtomicU64,
    progress: P,
}

impl<P: Fn(u64) -> ControlFlow<()> + Sync> Table<P> {
    fn new(game: &Game, deals: Range<u64>, seed: u64, progress: P) -> Result<Self, ArenaError> {
        if deals.is_empty() {
            return Err(ArenaError::Deals);
        }
        Ok(Self {
            game: sampled(game),
            deals,
            seed,
            done: AtomicU64::new(0),
            progress,
        })
    }

    /// Every ordered pair of entrants.
    fn pairs<B: Bot>(&self, entrants: &[B]) -> Result<Vec<Pairing>, ArenaError> {
        let players = self.game.players();
        let mut pairs = Vec::new();
        for (i, one) in entrants.iter().enumerate() {
            for (k, field) in entrants.iter().enumerate().filter(|&(k, _)| k != i) {
                if players == 2 && k < i {
                    continue;
                }
                let names = [(one, field), (field, one)].map(|(one, field)| (one.name(), field.name()));
                for ((one, field), games) in names.into_iter().zip(self.sides(one, field)?) {
                    pairs.push(Pairing::new(one, field, players, &games));
                }
            }
        }
        Ok(pairs)
    }

    /// What the games of a pairing brought the entrant; with two players also what they brought the field.
    fn sides<B: Bot>(&self, one: &B, field: &B) -> Result<Vec<Vec<GameResult>>, ArenaError> {
        let games = self.games(one, field)?;
        let mut sides = vec![games.iter().map(|game| game[0]).collect()];
        if self.game.players() == 2 {
            // Of two games of a deal, the other side's seats come in the other order.
            let others = games.chunks(2).flat_map(|deal| [deal[1][1], deal[0][1]]);
            sides.push(others.collect());
        }
        Ok(sides)
    }

    /// Every deal with `one` on each seat and `field` on the others: what it brought `one`, and the seat after.
    fn games<B: Bot>(&self, one: &B, field: &B) -> Result<Vec<[GameResult; 2]>, ArenaError> {
        let players = self.game.players();
        let blank = || self.game.new_initial_state(self.seed);
        let deals = self.deals.clone().into_par_iter().map_init(blank, |state, deal| {
            let seed = deal_seed(self.seed, deal);
            (0..players)
                .map(|k| {
                    play(
                        &self.game,
                        state,
                        seed,
                        |seat| if seat.0 == k { one } else { field },
                    )?;
                    if (self.progress)(self.done.fetch_add(1, Ordering::Relaxed) + 1).is_break() {
                        return Err(ArenaError::Stopped);
                    }
                    let after = Seat(k).clockwise_by(1, players);
                    Ok([self.result(state, Seat(k)), self.result(state, after)])
                })
                .collect::<Result<Vec<_>, ArenaError>>()
        });
        let deals: Vec<Vec<_>> = deals.collect::<Result<_, ArenaError>>()?;
        Ok(deals.into_iter().flatten().collect())
    }

    /// What a finished game brought a seat.
    fn result(&self, state: &State, seat: Seat) -> GameResult {
        let (won, truncated) = match state.phase() {
            Phase::Over { winners, truncated } if winners.contains(seat) => {
                (1.0 / f64::from(winners.len()), truncated)
            }
            Phase::Over { truncated, .. } => (0.0, truncated),
            _ => (0.0, false),
        };
        GameResult {
            won,
            returns: self.game.returns(state)[seat.index()],
            decisions: state.decisions(),
            truncated,
        }
    }
}
