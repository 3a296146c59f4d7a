//! Search: players that try out many games to the end, in worlds that their seat cannot tell from the true one.
//!
//! Both methods are given [`Worlds`] that fit what the seat has seen, and nothing of the true position. *Flat Monte
//! Carlo* ([`Method::Flat`], `pimc`) plays each legal action equally often. *Information-set tree search*
//! ([`Method::Tree`], `ismcts`) keeps one tree for all worlds, whose nodes are the actions that came before, and plays
//! more often what has gone well: single-observer ISMCTS with availability counts (Cowling, Powley and Whitehouse 2012,
//! "Information Set Monte Carlo Tree Search", algorithm 1). Chance is not in the tree: it is sampled anew each time.

mod cores;
mod kept;
mod rollout;
mod tree;

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use crate::action::{Action, ActionSet, NUM_ACTIONS};
use crate::belief::Worlds;
use crate::bot::{BotKind, Learned};
use crate::engine::{ChanceMode, Game, State};
use crate::episode::Episode;
use crate::resample::ResampleError;
use crate::rng::{Rng, Stream, mix};
use crate::seat::{MAX_SEATS, Seat};
use crate::view::View;

use cores::on_cores;
use rollout::Players;
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
    /// Time, not used up if only one action is legal: the result depends on the machine.
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
    /// The action to take.
    pub best: Action,
}

/// Visits and returns of each action at the root.
struct RootCounts {
    visits: [u64; NUM_ACTIONS],
    returns: [f64; NUM_ACTIONS],
    iterations: u64,
}

impl RootCounts {
    const fn new() -> Self {
        Self {
            visits: [0; NUM_ACTIONS],
            returns: [0.0; NUM_ACTIONS],
            iterations: 0,
        }
    }

    fn add(&mut self, action: Action, value: f64) {
        self.visits[action.id().index()] += 1;
        self.returns[action.id().index()] += value;
    }

    /// Returns the result for an action.
    fn choice(&self, action: Action) -> Choice {
        let at = action.id().index();
        let (visits, returns) = (self.visits[at], self.returns[at]);
        Choice {
            action,
            visits,
            value: if visits == 0 { 0.0 } else { returns / visits as f64 },
        }
    }

    fn merge(mut self, other: &Self) -> Self {
        for at in 0..NUM_ACTIONS {
            self.visits[at] += other.visits[at];
            self.returns[at] += other.returns[at];
        }
        self.iterations += other.iterations;
        self
    }

    /// Returns the action to take: in a tree the one played most, among equals the one with the greatest mean return.
    ///
    /// Flat Monte Carlo takes the greatest mean return: it may have ended within a round, so that its visits mean
    /// nothing.
    fn best(&self, legal: ActionSet, method: Method) -> Action {
        let rank = |choice: &Choice| match method {
            Method::Tree => (choice.visits, choice.value),
            Method::Flat => (u64::from(choice.visits > 0), choice.value),
        };
        let order = |a: &Choice, b: &Choice| rank(a).partial_cmp(&rank(b)).unwrap_or(Ordering::Equal);
        let best = legal.iter().map(|action| self.choice(action)).max_by(order);
        best.map_or(Action::Pass, |choice| choice.action)
    }

    /// Returns the action to take with a policy: the one with the greatest mean return, less a penalty for being
    /// improbable (Jacob et al. 2022, "Modeling strong and human-like gameplay with KL-regularized search").
    ///
    /// The fewer games were played, the more the policy counts. An action that was not played is assumed to bring the
    /// mean of all games.
    fn advised(&self, legal: ActionSet, priors: &[f32; NUM_ACTIONS]) -> Action {
        let visits = self.visits.iter().sum::<u64>().max(1) as f64;
        let rest = self.returns.iter().sum::<f64>() / visits;
        let weight = TRUST / visits.sqrt();
        let worth = |action: &Action| {
            let choice = self.choice(*action);
            let mean = if choice.visits == 0 { rest } else { choice.value };
            mean + weight * libm::log(f64::from(priors[action.id().index()]).max(LEAST))
        };
        let best = legal.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
        best.unwrap_or(Action::Pass)
    }
}

/// Weight of a prior after one game, in returns for a unit of the logarithm of its probability.
///
/// After N games it is divided by the root of N, as the mean return of N games is less uncertain.
const TRUST: f64 = 1.5;

/// Lower bound on a prior, so that an action that is sure to win is not ruled out.
const LEAST: f64 = 1e-6;

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
    let (begin, state) = (Instant::now(), episode.state());
    let Some(seat) = state.actor() else {
        let phase = state.phase().name();
        return Err(SearchError::NobodyActs { phase });
    };
    let legal = episode.game().legal(state);
    let game = episode.game().with_chance(ChanceMode::Sampled);
    // A forced action needs no guess of the others' hands.
    let prior = options.prior.filter(|_| legal.len() > 1);
    let mut worlds = worlds(episode, seat, prior, seed);
    let drawn = draw(&mut worlds, legal, options, begin, goes_on)?;
    let until = match options.budget {
        Budget::Time(time) => Some(begin + time),
        Budget::Iterations(_) => None,
    };
    let held = kept.take().and_then(|kept| kept.below(episode, seat, options));
    let new = || {
        (0..options.trees)
            .map(|_| Tree::new(options.exploration))
            .collect()
    };
    let grow = |(number, tree): (u64, Tree)| {
        let mut searcher = Searcher {
            game: &game,
            worlds: &drawn,
            options,
            seat,
            legal,
            until,
            goes_on,
            rng: Rng::new(mix(seed, number), Stream::Bot),
        };
        match options.method {
            Method::Flat => (searcher.flat(), tree),
            Method::Tree => searcher.tree(tree),
        }
    };
    let trees: Vec<(u64, Tree)> = (0..).zip(held.unwrap_or_else(new)).collect();
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
        Some(prior) => counts.advised(legal, &prior.judge(&View::new(&game, state, seat), legal).priors),
    };
    Ok(SearchResult {
        choices: legal.iter().map(|action| counts.choice(action)).collect(),
        iterations: counts.iterations,
        worlds: drawn.len() as u32,
        best,
    })
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
fn worlds(episode: &Episode, seat: Seat, prior: Option<Learned>, seed: u64) -> Worlds {
    let worlds = episode.worlds(seat, seed);
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

/// Number of games between two calls of `goes_on`.
const ASKED: u64 = 16;

/// Draws worlds ahead: as many as are asked for, at most one for each game; with a budget in time, for a quarter of it.
fn draw(
    worlds: &mut Worlds,
    legal: ActionSet,
    options: &SearchOptions,
    begin: Instant,
    goes_on: KeepSearching<'_>,
) -> Result<Vec<State>, SearchError> {
    let most = match options.budget {
        _ if legal.len() == 1 => 1,
        Budget::Iterations(iterations) => options.worlds.min(iterations),
        Budget::Time(_) => options.worlds,
    };
    let mut drawn = Vec::with_capacity(most as usize);
    for _ in 0..most {
        if !goes_on() {
            return Err(SearchError::Stopped);
        }
        drawn.push(worlds.draw()?);
        if let Budget::Time(time) = options.budget
            && begin.elapsed() > time / 4
        {
            break;
        }
    }
    Ok(drawn)
}

/// One tree, or one share of flat Monte Carlo.
struct Searcher<'a> {
    game: &'a Game,
    worlds: &'a [State],
    options: &'a SearchOptions,
    seat: Seat,
    legal: ActionSet,
    until: Option<Instant>,
    goes_on: KeepSearching<'a>,
    rng: Rng,
}

impl Searcher<'_> {
    /// True if another game is to be played after this many.
    fn goes_on(&self, iterations: u64) -> bool {
        if iterations.is_multiple_of(ASKED) && !(self.goes_on)() {
            return false;
        }
        match (self.options.budget, self.until) {
            (Budget::Iterations(most), _) => iterations < u64::from(most),
            // A forced action is played in one game only.
            (_, Some(_)) if self.legal.len() == 1 => iterations == 0,
            (_, Some(until)) => Instant::now() < until,
            (Budget::Time(_), None) => false,
        }
    }

    /// Sets `state` to the world of a game, with chance of its own.
    fn world(&self, iteration: u64, chance: u64, state: &mut State) {
        state.clone_from(&self.worlds[(iteration % self.worlds.len() as u64) as usize]);
        state.rng = Rng::new(chance, Stream::Chance);
    }

    /// Plays on to the end and gives the return of each seat.
    fn play_out(&mut self, state: &mut State) -> [f64; MAX_SEATS] {
        let SearchOptions {
            rollout, opponents, ..
        } = *self.options;
        let players = Players {
            seat: self.seat,
            own: rollout,
            others: opponents.unwrap_or(rollout),
        };
        rollout::play_out(self.game, state, players, &mut self.rng);
        self.game.returns(state)
    }

    /// Plays each action in every world with the same chance, so that the actions are compared on equal terms.
    fn flat(&mut self) -> RootCounts {
        let mut counts = RootCounts::new();
        let mut state = self.worlds[0].clone();
        for round in 0.. {
            let chance = self.rng.next_u64();
            for action in self.legal.iter() {
                if !self.goes_on(counts.iterations) {
                    return counts;
                }
                self.world(round, chance, &mut state);
                self.game.apply_unchecked(&mut state, action, &mut ());
                let returns = self.play_out(&mut state);
                counts.add(action, returns[self.seat.index()]);
                counts.iterations += 1;
            }
        }
        counts
    }

    fn tree(&mut self, mut tree: Tree) -> (RootCounts, Tree) {
        let mut state = self.worlds[0].clone();
        let mut iterations = 0;
        while self.goes_on(iterations) {
            let chance = self.rng.next_u64();
            self.world(iterations, chance, &mut state);
            tree.begin();
            self.descend(&mut tree, &mut state);
            let returns = self.play_out(&mut state);
            tree.end(&returns);
            iterations += 1;
        }
        let mut counts = RootCounts::new();
        for (action, visits, value) in tree.root() {
            counts.visits[action.id().index()] = visits;
            counts.returns[action.id().index()] = value;
        }
        counts.iterations = iterations;
        (counts, tree)
    }

    /// Plays down the tree and one step beyond it.
    fn descend(&mut self, tree: &mut Tree, state: &mut State) {
        while let Some(seat) = state.actor() {
            let legal = self.game.legal(state);
            let (action, is_new) = match self.options.opponents {
                Some(bot) if seat != self.seat => {
                    let action = bot.act(&View::new(self.game, state, seat), legal, &mut self.rng);
                    tree.follow(seat, action);
                    (action, false)
                }
                _ => tree.descend(seat, legal, &mut self.rng),
            };
            self.game.apply_unchecked(state, action, &mut ());
            if is_new {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests;
