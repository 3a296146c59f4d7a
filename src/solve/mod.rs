//! Solver of small games for two: exact values, best responses, exploitability, and the family of CFR.
//!
//! Every history of a game is walked once, and the game is kept in *sequence form*. A sequence of a player is the list of
//! the player's actions on the way to an information state, with one action more; by perfect recall there is one way to
//! each. All of chance and of the rules is then one sparse matrix: for each pair of sequences that end a game together,
//! the probability of chance times the return. Every question about a policy, and every iteration of CFR, is a product
//! with that matrix and a pass over the information states.
//!
//! Information states are told apart as
//! [`Episode::information_state_string`](crate::episode::Episode::information_state_string) tells them apart. Histories
//! of chance that no seat can ever tell apart, such as orders of the cards within a hand, are walked once.
//!
//! # Memory
//! The walk takes 24 bytes for each end of a game, half as much again while they are sorted, and some 4 KB for each deal
//! that can be told apart. After it the game takes 24 bytes for each pair of sequences that ends a game, about 20 for
//! each sequence, and some 100 for each information state. CFR takes 40 more for each sequence, predictive CFR+ 48.

mod arrays;
mod cfr;
mod infostate;
mod payoff;
mod response;
mod walk;

use std::ops::ControlFlow;

use crate::action::ActionSet;
use crate::engine::{ChanceMode, Game, Reward};
use crate::episode::Episode;
use crate::seat::Seat;
use crate::workers::Workers;

pub use cfr::{Averaging, Cfr, Settings, Variant};
pub use walk::MAX_DEALS;

use infostate::Side;
use payoff::Payoffs;

/// Reason why a game is not solved, or a call is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// A number of players other than two.
    #[error("{players} players cannot be solved for: exactly 2 can")]
    Players {
        /// Number of players.
        players: u8,
    },
    /// More nodes than are allowed.
    #[error("{id} has more than max_nodes = {most} nodes: deal fewer cards, or allow more nodes")]
    Nodes {
        /// Id of the ruleset.
        id: String,
        /// Maximum number of nodes.
        most: u64,
    },
    /// More deals than are held in memory at once.
    #[error("{id} has more than {MAX_DEALS} different deals: deal fewer cards, or take a smaller deck")]
    Deals {
        /// Id of the ruleset.
        id: String,
    },
    /// A player that forgets: one information state was met behind two sequences.
    ///
    /// Information states hold all that a player has seen and done, so that no ruleset leads to this. The walk checks it
    /// all the same, since values would be silently wrong if two keys of 128 bits were ever equal.
    #[error("{id} lets seat {seat} forget what it has seen")]
    Recall {
        /// Id of the ruleset.
        id: String,
        /// Seat of the player.
        seat: u8,
    },
    /// Threads that could not be started.
    #[error("{threads} threads could not be started: {why}")]
    Threads {
        /// Number of threads.
        threads: usize,
        /// The system's reason.
        why: String,
    },
    /// A policy that is not a distribution over legal actions.
    #[error(
        "the policy of information state {infostate} is not a distribution over its legal actions: {why}"
    )]
    Policy {
        /// The information state.
        infostate: usize,
        /// Description of the fault.
        why: String,
    },
    /// A policy's array of another shape.
    #[error("a policy has {} rows and {} columns, not {} and {}", needed.0, needed.1, given.0, given.1)]
    Shape {
        /// Rows and columns of the array.
        given: (usize, usize),
        /// Rows and columns of policies of this game.
        needed: (usize, usize),
    },
    /// An information state that does not exist.
    #[error("{infostate} is not an information state: there are 0 … {}", count - 1)]
    Infostate {
        /// Number given.
        infostate: usize,
        /// Number of information states.
        count: usize,
    },
    /// A stop by the caller.
    #[error("the solver was stopped")]
    Stopped,
}

/// Limit on the size of a game, and the number of threads that work on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of nodes that are walked.
    pub max_nodes: u64,
    /// Number of threads, which does not affect results; 0 is as many as the machine has.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_nodes: 50_000_000,
            threads: 0,
        }
    }
}

/// Decisions of both players at each information state: a probability for each legal action.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy(pub(crate) [Vec<f64>; 2]);

/// A game for two players in sequence form.
///
/// Information states are numbered from 0: those of seat 0 first, each seat's in the order in which the walk meets them,
/// so that an earlier decision of a seat has a lower number.
///
/// # Examples
/// ```
/// use std::ops::ControlFlow;
///
/// use eights::{Game, Options, Ruleset};
/// use eights::solve::{Cfr, Limits, Settings, Tabular, Variant};
///
/// let game = Game::new(&Ruleset::builtin("tiny_eights_a")?, Options::new(2))?;
/// let solver = Tabular::new(&game, Limits::default(), &|_| ControlFlow::Continue(()))?;
/// let before = solver.exploitability(&solver.uniform());
/// let mut cfr = Cfr::new(&solver, Settings::of(Variant::CfrPlus));
/// for _ in 0..100 {
///     cfr.iterate(&solver);
/// }
/// assert!(solver.exploitability(&cfr.average_policy(&solver)) < before / 10.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tabular {
    game: Game,
    sides: [Side; 2],
    payoffs: Payoffs,
    histories: u64,
    nodes: u64,
    threads: Workers,
}

impl Tabular {
    /// Walks every history of a game; chance is explicit, whatever the game's options say.
    ///
    /// `progress` is called from time to time, on any of the threads, with the number of nodes walked so far.
    ///
    /// # Errors
    /// A game that is not for two or too large; [`SolveError::Stopped`] once `progress` has returned
    /// [`ControlFlow::Break`].
    pub fn new(
        game: &Game,
        limits: Limits,
        progress: &(dyn Fn(u64) -> ControlFlow<()> + Sync),
    ) -> Result<Self, SolveError> {
        if game.players() != 2 {
            return Err(SolveError::Players {
                players: game.players(),
            });
        }
        let game = game.with_chance(ChanceMode::Explicit);
        let threads = Workers::new(limits.threads).map_err(|error| SolveError::Threads {
            threads: limits.threads,
            why: error.to_string(),
        })?;
        let walked = walk::walk(&game, limits.max_nodes, &threads, progress)?;
        let zero_sum = game.options().reward == Reward::Win;
        let sequences = [0, 1].map(|seat| walked.sides[seat].sequences());
        let payoffs = Payoffs::new(&threads, walked.ends, sequences, zero_sum);
        Ok(Self {
            game,
            sides: walked.sides,
            payoffs,
            histories: walked.histories,
            nodes: walked.nodes,
            threads,
        })
    }

    /// Returns the game, with explicit chance.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the number of information states of both players.
    #[must_use]
    pub fn num_infostates(&self) -> usize {
        self.sides.iter().map(Side::len).sum()
    }

    /// Returns the number of information states of a seat.
    #[must_use]
    pub fn num_infostates_of(&self, seat: Seat) -> usize {
        self.sides[seat.index()].len()
    }

    /// Returns the number of histories: chance nodes, decisions and ends, each order of chance counted, as `OpenSpiel`
    /// counts.
    #[must_use]
    pub const fn num_histories(&self) -> u64 {
        self.histories
    }

    /// Returns the number of nodes walked: histories that nobody can tell apart count as one.
    #[must_use]
    pub const fn num_nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the number of pairs of sequences that end a game.
    #[must_use]
    pub fn num_ends(&self) -> usize {
        self.payoffs.len()
    }

    /// True if the returns of both seats add up to zero.
    #[must_use]
    pub const fn is_zero_sum(&self) -> bool {
        self.payoffs.is_zero_sum()
    }

    /// Returns the number of bytes that the solver holds.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.payoffs.memory() + self.sides.iter().map(Side::memory).sum::<usize>()
    }

    /// Returns the seat of an information state, and its number among those of the seat.
    fn place(&self, infostate: usize) -> Result<(usize, usize), SolveError> {
        let first = self.sides[0].len();
        if infostate >= self.num_infostates() {
            return Err(SolveError::Infostate {
                infostate,
                count: self.num_infostates(),
            });
        }
        Ok(if infostate < first {
            (0, infostate)
        } else {
            (1, infostate - first)
        })
    }

    /// Returns the actions that are legal anywhere: in order of their ids, the columns of arrays.
    #[must_use]
    pub fn actions(&self) -> ActionSet {
        let ids = self.sides.iter().flat_map(|side| side.actions.iter().skip(1));
        ActionSet(ids.fold(0, |set, &id| set | 1 << id))
    }

    /// Returns an episode that leads to an information state: one of those that its player cannot tell apart.
    ///
    /// # Errors
    /// An information state that does not exist.
    pub fn episode(&self, infostate: usize) -> Result<Episode, SolveError> {
        let (seat, infostate) = self.place(infostate)?;
        Ok(walk::replay(&self.game, self.sides[seat].history(infostate)))
    }

    /// Returns the number of the information state in which the player to act is; `None` if nobody acts, or if this game
    /// does not come to it.
    ///
    /// The chance of the episode may be sampled or explicit.
    #[must_use]
    pub fn infostate_of(&self, episode: &Episode) -> Option<usize> {
        let (seat, key) = episode.recalled_key()?;
        let found = self.sides.get(seat.index())?.find(key)?;
        Some(found + if seat.index() == 1 { self.sides[0].len() } else { 0 })
    }

    /// Returns the policy that plays every legal action equally often.
    #[must_use]
    pub fn uniform(&self) -> Policy {
        Policy([0, 1].map(|seat| {
            let side: &Side = &self.sides[seat];
            let mut policy = vec![0.0; side.sequences()];
            for infostate in 0..side.len() {
                let range = side.range(infostate);
                let p = 1.0 / range.len() as f64;
                policy[range].fill(p);
            }
            policy
        }))
    }
}
