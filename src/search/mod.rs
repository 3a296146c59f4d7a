//! Search: players that try out many games to the end, in worlds that their seat cannot tell from the true one.
//!
//! Both methods are given [`Worlds`] that fit what the seat has seen, and nothing of the true position. *Flat Monte
//! Carlo* ([`Method::Flat`], `pimc`) plays each legal action equally often. *Information-set tree search*
//! ([`Method::Tree`], `ismcts`) keeps one tree for all worlds, whose nodes are the actions that came before, and plays
//! more often what has gone well: single-observer ISMCTS with availability counts (Cowling, Powley and Whitehouse 2012,
//! "Information Set Monte Carlo Tree Search", algorithm 1). Chance is not in the tree: it is sampled anew each time.

mod clock;
mod cores;
mod counts;
mod kept;
mod rollout;
mod searcher;
mod tree;

use std::time::Duration;

use crate::action::{Action, ActionSet};
use crate::belief::Worlds;
use crate::bot::{BotKind, Learned};
use crate::engine::{ChanceMode, State};
use crate::episode::Episode;
use crate::resample::ResampleError;
use crate::rng::{Rng, Stream, mix};
use crate::seat::Seat;
use crate::view::View;

use clock::Clock;
use cores::on_cores;
use counts::RootCounts;
use searcher::Searcher;
use tree::Tree;

pub use kept::Kept;

/// Method of search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Information-set tree search.
    Tree,
    /// Flat Monte Carlo: each legal action equally often.
    Flat,
}

/// Limit on the games that are played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Budget {
    /// Number of games played by each tree: the result follows from the seed.
    Iterations(u32),
    /// Time, not used up if only one action is legal: the result depends on the machine. If it does not suffice for one
    /// game, the action is that of the prior, or of `heuristic`.
    Time(Duration),
}

/// Options of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SearchOptions {
    /// The method.
    pub method: Method,
    /// The budget of each tree.
    pub budget: Budget,
    /// Maximum number of worlds drawn ahead, which are played in turn.
    pub worlds: u32,
    /// Number of trees, each grown on a thread of its own; their results are added.
    pub trees: u32,
    /// Bot that plays on from the end of the tree.
    pub rollout: BotKind,
    /// Bot that the other players are assumed to be, in the tree and after it: the result is then an answer to this bot.
    ///
    /// With `None` each player searches for itself in the tree, and plays as `rollout` after it.
    pub opponents: Option<BotKind>,
    /// Network whose policy weights the worlds, by the actions that the others took in them, and is combined with the
    /// results of the search.
    pub prior: Option<Learned>,
    /// Preference for actions that were seldom played, in units of the range of returns.
    pub exploration: f64,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            method: Method::Tree,
            budget: Budget::Iterations(1000),
            worlds: 100,
            trees: 1,
            rollout: BotKind::Heuristic,
            opponents: None,
            prior: None,
            exploration: 0.7,
        }
    }
}

/// Reason why a search has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// No player is to act.
    #[error("there is nothing to choose: nobody is to act in phase {phase}")]
    NobodyActs {
        /// Name of the phase.
        phase: &'static str,
    },
    /// An option is out of range.
    #[error("{name} = {given} is not in {possible}")]
    Option {
        /// Name of the option.
        name: &'static str,
        /// Value given.
        given: String,
        /// Values that are possible.
        possible: &'static str,
    },
    /// The search was stopped by its caller.
    #[error("the search was stopped")]
    Stopped,
    /// No world was found.
    #[error(transparent)]
    World(#[from] ResampleError),
}

/// Result of a search for one legal action.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// Number of times that the action was played.
    pub visits: u64,
    /// Mean return of the seat after the action; 0 if it was never played.
    pub value: f64,
}

/// Result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchResult {
    /// The legal actions in the order of their ids; games played earlier, in trees that were kept, count too.
    pub choices: Vec<Choice>,
    /// Number of games played in this search.
    pub iterations: u64,
    /// Number of worlds drawn.
    pub worlds: u32,
    /// The action to take: one that was played, or, if no game was, that of the prior or of `heuristic`.
    pub best: Action,
}

/// Searches for the seat to act; the result follows from what the seat has seen, the options and `seed`.
///
/// # Errors
/// See [`SearchError`].
///
/// # Examples
/// ```
/// use eights::{Episode, Game, Options, Ruleset};
/// use eights::search::search;
///
/// let game = Game::new(&Ruleset::builtin("uno")?, Options::new(2))?;
/// let episode = Episode::new(&game, 7);
/// let found = search(&episode, &eights::search::SearchOptions::default(), 1)?;
/// assert!(game.legal(episode.state()).contains(found.best));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(episode: &Episode, options: &SearchOptions, seed: u64) -> Result<SearchResult, SearchError> {
    search_on(episode, options, seed, &mut None, &|| true)
}

/// Searches as [`search`] does, but reuses trees that an earlier search has `kept`, if they apply, and keeps its own.
///
/// The search stops soon after `goes_on`, which is called often, has returned false.
///
/// # Errors
/// See [`SearchError`]; [`SearchError::Stopped`] if `goes_on` has returned false.
pub fn search_on(
    episode: &Episode,
    options: &SearchOptions,
    seed: u64,
    kept: &mut Option<Kept>,
    goes_on: KeepSearching<'_>,
) -> Result<SearchResult, SearchError> {
    check(options)?;
    let (clock, state) = (Clock::new(options.budget, goes_on), episode.state());
    let Some(seat) = state.actor() else {
        let phase = state.phase().name();
        return Err(SearchError::NobodyActs { phase });
    };
    let legal = episode.game().legal(state);
    let game = episode.game().with_chance(ChanceMode::Sampled);
    // A forced action needs no guess of the others' hands.
    let prior = options.prior.filter(|_| legal.len() > 1);
    let view = View::new(&game, state, seat);
    let guess = guess(prior, &view, legal, seed);
    let mut worlds = worlds(episode, seat, prior, seed, &clock);
    let drawn = draw(&mut worlds, legal, options, &clock)?;
    let held = kept.take().and_then(|kept| kept.below(episode, seat, options));
    let new = |_| Tree::new(options.exploration);
    let trees = held.unwrap_or_else(|| (0..options.trees).map(new).collect());
    let grow = |(number, tree): (u64, Tree)| {
        let mut searcher = Searcher {
            game: &game,
            worlds: &drawn,
            options,
            seat,
            legal,
            guess,
            clock,
            rng: Rng::new(mix(seed, number), Stream::Bot),
        };
        match options.method {
            Method::Flat => (searcher.flat(), tree),
            Method::Tree => searcher.tree(tree),
        }
    };
    let trees: Vec<(u64, Tree)> = (0..).zip(trees).collect();
    let grown: Vec<(RootCounts, Tree)> = match options.trees {
        1 => trees.into_iter().map(grow).collect(),
        _ => on_cores(trees, grow),
    };
    if !goes_on() {
        return Err(SearchError::Stopped);
    }
    let (counts, trees): (Vec<RootCounts>, Vec<Tree>) = grown.into_iter().unzip();
    *kept = Some(Kept::new(episode, seat, options, trees));
    let counts = counts.iter().fold(RootCounts::new(), RootCounts::merge);
    let best = match prior {
        None => counts.best(legal, options.method),
        Some(prior) => counts.advised(legal, &prior.judge(&view, legal).priors),
    };
    Ok(SearchResult {
        choices: legal.iter().map(|action| counts.choice(action)).collect(),
        iterations: counts.iterations,
        worlds: drawn.len() as u32,
        best: best.unwrap_or(guess),
    })
}

/// Returns the action that is played first in every tree, and taken where no game is played: that of the prior, or of
/// `heuristic`.
fn guess(prior: Option<Learned>, view: &View<'_>, legal: ActionSet, seed: u64) -> Action {
    let bot = prior.map_or(BotKind::Heuristic, |_| BotKind::Learned);
    bot.act(view, legal, &mut Rng::new(seed, Stream::Bot))
}

/// Callback that returns false to stop a search.
pub type KeepSearching<'a> = &'a (dyn Fn() -> bool + Sync);

fn check(options: &SearchOptions) -> Result<(), SearchError> {
    let refuse = |name, given: String, possible| {
        Err(SearchError::Option {
            name,
            given,
            possible,
        })
    };
    match options.budget {
        Budget::Iterations(0) => return refuse("iterations", "0".to_owned(), "1 … 4294967295"),
        Budget::Time(time) if time.is_zero() => return refuse("milliseconds", "0".to_owned(), "1 and more"),
        _ => {}
    }
    if options.worlds == 0 {
        return refuse("worlds", "0".to_owned(), "1 … 4294967295");
    }
    if !(1..=MOST_TREES).contains(&options.trees) {
        return refuse("trees", options.trees.to_string(), "1 … 1024");
    }
    if !(options.exploration.is_finite() && options.exploration >= 0.0) {
        return refuse("exploration", options.exploration.to_string(), "0 and more");
    }
    Ok(())
}

/// Maximum number of trees.
const MOST_TREES: u32 = 1024;

/// Returns the worlds of a seat, weighted by how probable a prior makes the others' actions, if there is one.
fn worlds(episode: &Episode, seat: Seat, prior: Option<Learned>, seed: u64, clock: &Clock<'_>) -> Worlds {
    let worlds = episode.worlds_while(seat, seed, &|| clock.allows(DRAWN_BY[0]));
    match prior {
        None => worlds,
        Some(prior) => worlds.by(Box::new(move |view, legal, action| {
            taken(prior, view, legal, action)
        })),
    }
}

/// Share of decisions in which the others are assumed to act by a prior; in the rest any legal action is equally likely.
const BELIEVED: f64 = 0.9;

/// Returns the logarithm of the probability of an action that a seat took.
fn taken(prior: Learned, view: &View<'_>, legal: ActionSet, action: Action) -> f64 {
    if legal.len() == 1 {
        return 0.0;
    }
    let by_prior = f64::from(prior.judge(view, legal).priors[action.id().index()]);
    libm::log(BELIEVED * by_prior + (1.0 - BELIEVED) / f64::from(legal.len()))
}

/// Shares of a budget in time by which the worlds must be drawn: with histories, and without any where no history was
/// found by then.
const DRAWN_BY: [f64; 2] = [0.25, 0.5];

/// Draws worlds ahead: as many as are asked for, at most one for each game, and as long as the clock allows.
///
/// Without a history worlds are drawn faster. If even so none is found in time, there is none.
fn draw(
    worlds: &mut Worlds,
    legal: ActionSet,
    options: &SearchOptions,
    clock: &Clock<'_>,
) -> Result<Vec<State>, SearchError> {
    let most = match options.budget {
        _ if legal.len() == 1 => 1,
        Budget::Iterations(iterations) => options.worlds.min(iterations),
        Budget::Time(_) => options.worlds,
    };
    let mut drawn = Vec::new();
    for share in DRAWN_BY {
        while drawn.len() < most as usize {
            match worlds.draw_while(&|| clock.allows(share)) {
                Ok(world) => drawn.push(world),
                Err(ResampleError::Stopped) => break,
                Err(error) => return Err(error.into()),
            }
        }
        if !drawn.is_empty() {
            break;
        }
    }
    Ok(drawn)
}

#[cfg(test)]
mod tests;
