//! Measurement of the time that a bot takes for a decision.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{ArenaError, deal_seed, play, sampled};
use crate::action::{Action, ActionSet};
use crate::bot::Bot;
use crate::engine::Game;
use crate::rng::Rng;
use crate::view::View;

/// The time that a bot took for a decision, and the number of decisions measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DecisionTime {
    /// Microseconds for a decision, on average.
    pub microseconds: f64,
    /// Number of decisions measured.
    pub decisions: u64,
}

/// Time after which no game is begun.
const ENOUGH: Duration = Duration::from_millis(100);

/// A bot whose decisions are timed.
struct Timed<B> {
    bot: B,
    nanoseconds: AtomicU64,
    decisions: AtomicU64,
}

impl<B: Bot> Bot for Timed<B> {
    fn name(&self) -> &str {
        self.bot.name()
    }

    fn act(&self, view: &View<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        let begin = Instant::now();
        let action = self.bot.act(view, legal, rng);
        let took = begin.elapsed().as_nanos() as u64;
        self.nanoseconds.fetch_add(took, Ordering::Relaxed);
        self.decisions.fetch_add(1, Ordering::Relaxed);
        action
    }
}

/// Measures the time that a bot takes for a decision, on one thread, alone on all seats of the first deals of an arena.
///
/// Games are played for a tenth of a second, at least one. The time of reading the clock is subtracted. The result
/// depends on the machine as much as on the bot: two calls agree roughly, never exactly.
///
/// # Errors
/// See [`ArenaError`]; [`ArenaError::Stopped`] before the next game after `goes_on` has returned
/// [`ControlFlow::Break`].
pub fn decision_time<B: Bot>(
    game: &Game,
    bot: &B,
    seed: u64,
    goes_on: impl Fn() -> ControlFlow<()>,
) -> Result<DecisionTime, ArenaError> {
    let game = sampled(game);
    let mut state = game.new_initial_state(seed);
    let timed = Timed {
        bot,
        nanoseconds: AtomicU64::new(0),
        decisions: AtomicU64::new(0),
    };
    let begin = Instant::now();
    let mut deals = 0..;
    while let Some(deal) = deals.next().filter(|&deal| deal == 0 || begin.elapsed() < ENOUGH) {
        if goes_on().is_break() {
            return Err(ArenaError::Stopped);
        }
        play(&game, &mut state, deal_seed(seed, deal), |_| &timed)?;
    }
    let decisions = timed.decisions.into_inner();
    let nanoseconds = timed.nanoseconds.into_inner() as f64 / decisions as f64;
    Ok(DecisionTime {
        microseconds: (nanoseconds - clock_nanoseconds()).max(0.0) / 1e3,
        decisions,
    })
}

/// Returns the time that reading the clock adds to a measurement, in nanoseconds.
fn clock_nanoseconds() -> f64 {
    const LOOKS: u32 = 1_000;
    let nothing = (0..LOOKS).map(|_| Instant::now().elapsed());
    nothing.sum::<Duration>().as_nanos() as f64 / f64::from(LOOKS)
}
