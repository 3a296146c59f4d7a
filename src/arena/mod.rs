//! Tournaments of bots on duplicate deals: every deal is played with the seats exchanged.

mod interval;
mod p_value;
mod playing;
mod ranking;
mod report;
mod stop;
mod tally;
mod timing;
mod tournament;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::action::Action;
use crate::bot::Bot;
use crate::engine::{ChanceMode, Game, Options, State};
use crate::rng::{Rng, Stream, mix};
use crate::seat::Seat;
use crate::view::View;

pub use interval::{Interval, IntervalError, interval, win_rate_interval, win_rate_interval_while};
pub use playing::{games_while, tournament};
pub use ranking::Rating;
pub use report::{Pairing, Report, SeatResult};
pub use stop::{Stop, checkpoints, is_possible, is_precise};
pub use tally::{GameResult, Tally};
pub use timing::{DecisionTime, decision_time};
pub use tournament::{Plan, Sides, Tournament, pairs};

/// The reason why an arena was not played, or was given up.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ArenaError {
    /// Fewer than two entrants.
    #[error("an arena needs at least 2 entrants: there are {given}")]
    Entrants {
        /// Number of entrants.
        given: usize,
    },
    /// A precision that no interval of a rate can have, or that every interval has.
    #[error("the precision is {given}: it must be above 0 and at most 0.5")]
    Precision {
        /// The precision that was given.
        given: f64,
    },
    /// No deals.
    #[error("an arena needs at least 1 deal")]
    Deals,
    /// The threads could not be started.
    #[error("{threads} threads could not be started: {why}")]
    Threads {
        /// Number of threads that were requested.
        threads: usize,
        /// The system's message.
        why: String,
    },
    /// A game that was played elsewhere has an impossible result.
    #[error("the {what} of game {game} is {given}: it must be {possible}")]
    Game {
        /// Index of the game within the pairing.
        game: usize,
        /// Name of the quantity.
        what: &'static str,
        /// The value that was given.
        given: f64,
        /// The possible values.
        possible: String,
    },
    /// Deals that are not part of the arena, or were added before.
    #[error("deals of entrant {} against {} from deal {first} on are not part of the arena, or are there already", pair.0, pair.1)]
    Part {
        /// The numbers of the entrant and the field.
        pair: (usize, usize),
        /// The first of the deals.
        first: u64,
    },
    /// A bot chose an illegal action.
    #[error("{bot} chose {action}, which is not legal, in the episode of seed {seed}")]
    Illegal {
        /// Name of the bot.
        bot: String,
        /// The action.
        action: Action,
        /// Seed of the episode.
        seed: u64,
    },
    /// The caller stopped the arena.
    #[error("the arena was stopped")]
    Stopped,
}

/// Returns the seed of a deal of an arena: `mix(seed, deal)`, the same for all entrants and seats.
#[must_use]
pub const fn deal_seed(seed: u64, deal: u64) -> u64 {
    mix(seed, deal)
}

/// Plays every entrant against a field of every other one, on the same deals.
///
/// For each ordered pair, on each of the deals `0 … deals − 1` (see [`deal_seed`]), the entrant sits on each seat in
/// turn, and the field's bot on all the others; where seats play in teams, on all seats of each team in turn. With two
/// sides a pair is played once and reported from both.
/// Chance is always sampled from the deal's seed, and bots share its stream [`Stream::Bot`], so the report is the same
/// for any number of threads (0: as many as the machine has).
///
/// `progress` is called, from any of the threads, with the number of games that have been finished, of [`total_games`].
///
/// # Errors
/// See [`ArenaError`].
///
/// # Examples
/// ```
/// use eights::{Game, Options, Ruleset};
/// use eights::arena::arena;
/// use eights::bot::BotKind;
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

/// Plays as [`arena`] does, until `progress` breaks off.
///
/// # Errors
/// See [`ArenaError`]; [`ArenaError::Stopped`] soon after `progress` has returned [`ControlFlow::Break`].
pub fn arena_while<B: Bot>(
    game: &Game,
    entrants: &[B],
    deals: u64,
    seed: u64,
    threads: usize,
    progress: impl Fn(u64) -> ControlFlow<()> + Sync,
) -> Result<Report, ArenaError> {
    let plan = Plan {
        deals,
        seed,
        threads,
        precision: None,
    };
    let stopped = AtomicBool::new(false);
    let report = tournament(game, entrants, &plan, |done| {
        let told = progress(done);
        stopped.fetch_or(told.is_break(), Ordering::Relaxed);
        told
    })?;
    if stopped.into_inner() {
        return Err(ArenaError::Stopped);
    }
    Ok(report)
}

/// Returns the number of games that [`arena`] plays where this many teams, or single players, meet.
#[must_use]
pub const fn total_games(teams: u8, entrants: u64, deals: u64) -> u64 {
    let pairs = entrants * entrants.saturating_sub(1);
    let pairs = if teams == 2 { pairs / 2 } else { pairs };
    pairs * deals * teams as u64
}

/// Plays the episode of a seed to its end; `at` returns the bot of each seat.
///
/// The game must have sampled chance.
///
/// # Errors
/// [`ArenaError::Illegal`] if a bot chose an illegal action.
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

/// Returns the same game with sampled chance.
fn sampled(game: &Game) -> Game {
    if !game.is_explicit() {
        return game.clone();
    }
    let options = Options {
        chance: ChanceMode::Sampled,
        ..game.options().clone()
    };
    // The options were valid, and remain so with sampled chance.
    Game::new(game.ruleset(), options).unwrap_or_else(|_| game.clone())
}
