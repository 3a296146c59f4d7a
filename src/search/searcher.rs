//! Games played in worlds: the growth of one tree, or a share of flat Monte Carlo.

use super::clock::Clock;
use super::counts::RootCounts;
use super::rollout::{self, Players};
use super::tree::Tree;
use super::{Budget, SearchOptions};
use crate::action::{Action, ActionSet};
use crate::engine::{Game, State};
use crate::rng::{Rng, Stream};
use crate::seat::{MAX_SEATS, Seat};
use crate::view::View;

/// Number of games between two questions to the caller whether the search goes on.
const ASKED: u64 = 16;

/// One tree, or one share of flat Monte Carlo.
pub(super) struct Searcher<'a> {
    pub(super) game: &'a Game,
    pub(super) worlds: &'a [State],
    pub(super) options: &'a SearchOptions,
    pub(super) seat: Seat,
    pub(super) legal: ActionSet,
    /// The action that is played first.
    pub(super) guess: Action,
    pub(super) clock: Clock<'a>,
    pub(super) rng: Rng,
}

impl Searcher<'_> {
    /// True if another game is to be played after this many.
    fn goes_on(&self, iterations: u64) -> bool {
        if self.worlds.is_empty() || iterations.is_multiple_of(ASKED) && !self.clock.allows(1.0) {
            return false;
        }
        match self.options.budget {
            Budget::Iterations(most) => iterations < u64::from(most),
            // A forced action is played in one game only.
            Budget::Time(_) if self.legal.len() == 1 => iterations == 0,
            Budget::Time(_) => self.clock.is_before(1.0),
        }
    }

    /// Makes `state` the world of a game, with chance of its own.
    fn enter(&self, iteration: u64, chance: u64, state: &mut State) {
        state.clone_from(&self.worlds[(iteration % self.worlds.len() as u64) as usize]);
        state.rng = Rng::new(chance, Stream::Chance);
    }

    /// Plays on to the end and gives the return of each seat; none if the clock stops the game.
    fn play_out(&mut self, state: &mut State) -> Option<[f64; MAX_SEATS]> {
        let SearchOptions {
            rollout, opponents, ..
        } = *self.options;
        let players = Players {
            seat: self.seat,
            own: rollout,
            others: opponents.unwrap_or(rollout),
        };
        let ended = rollout::play_out(self.game, state, players, &self.clock, &mut self.rng);
        ended.then(|| self.game.returns(state))
    }

    /// Plays each action in every world with the same chance, so that the actions are compared on equal terms.
    pub(super) fn flat(&mut self) -> RootCounts {
        let mut counts = RootCounts::new();
        let Some(mut state) = self.worlds.first().cloned() else {
            return counts;
        };
        let (guess, legal) = (self.guess, self.legal);
        for round in 0.. {
            let chance = self.rng.next_u64();
            let others = legal.iter().filter(|&action| action != guess);
            for action in std::iter::once(guess).chain(others) {
                if !self.goes_on(counts.iterations) {
                    return counts;
                }
                self.enter(round, chance, &mut state);
                self.game.apply_unchecked(&mut state, action, &mut ());
                let Some(returns) = self.play_out(&mut state) else {
                    return counts;
                };
                counts.add(action, returns[self.seat.index()]);
                counts.iterations += 1;
            }
        }
        counts
    }

    /// Grows a tree.
    pub(super) fn tree(&mut self, mut tree: Tree) -> (RootCounts, Tree) {
        let mut state = self.worlds.first().cloned();
        let mut iterations = 0;
        while let Some(state) = &mut state
            && self.goes_on(iterations)
        {
            let chance = self.rng.next_u64();
            self.enter(iterations, chance, state);
            tree.begin();
            let returns = self.descend(&mut tree, state).and_then(|()| self.play_out(state));
            let Some(returns) = returns else {
                tree.abandon();
                break;
            };
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

    /// Plays down the tree and one step beyond it; none if the clock stops the game.
    fn descend(&mut self, tree: &mut Tree, state: &mut State) -> Option<()> {
        let mut decided = 0_u32;
        while let Some(seat) = state.actor() {
            decided += 1;
            if decided.is_multiple_of(rollout::ASKED) && !self.clock.allows(1.0) {
                return None;
            }
            let legal = self.game.legal(state);
            let (action, is_new) = match self.options.opponents {
                Some(bot) if seat != self.seat => {
                    let action = bot.act(&View::new(self.game, state, seat), legal, &mut self.rng);
                    tree.follow(seat, action);
                    (action, false)
                }
                _ => {
                    let first = (decided == 1).then_some(self.guess);
                    tree.descend(seat, legal, first, &mut self.rng)
                }
            };
            self.game.apply_unchecked(state, action, &mut ());
            if is_new {
                break;
            }
        }
        Some(())
    }
}
