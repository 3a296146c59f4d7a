//! One tree for all worlds: its nodes are the actions of all seats so far.

use crate::action::{Action, ActionSet};
use crate::rng::Rng;
use crate::seat::{MAX_SEATS, Seat};

/// Statistics of an action after those that led to it.
struct Node {
    action: Action,
    /// Seat that acted.
    seat: Seat,
    visits: u32,
    /// Number of times that the action was legal: in other worlds it is not.
    available: u32,
    /// Sum of the returns of its seat.
    returns: f64,
    first_child: u32,
    next: u32,
}

/// Stands for no node.
const NONE: u32 = u32::MAX;

/// A tree that grows by one node a game, and by new actions of seats whose bot is given.
pub(super) struct Tree {
    nodes: Vec<Node>,
    path: Vec<u32>,
    exploration: f64,
    /// The least and the greatest return seen.
    range: (f64, f64),
}

impl Tree {
    pub(super) fn new(exploration: f64) -> Self {
        let root = Node {
            action: Action::Pass,
            seat: Seat(0),
            visits: 0,
            available: 0,
            returns: 0.0,
            first_child: NONE,
            next: NONE,
        };
        Self {
            nodes: vec![root],
            path: Vec::new(),
            exploration,
            range: (f64::INFINITY, f64::NEG_INFINITY),
        }
    }

    /// Returns the tree below a path at a decision of `seat`; `None` if there is nothing below.
    pub(super) fn below(&self, path: &[(Seat, Action)], seat: Seat) -> Option<Self> {
        let from = path
            .iter()
            .try_fold(0, |at, &(seat, action)| self.child(at, seat, action))?;
        let mut tree = Self {
            range: self.range,
            ..Self::new(self.exploration)
        };
        let mut todo = vec![(from, 0)];
        while let Some((from, to)) = todo.pop() {
            for child in self.children(from) {
                let node = &self.nodes[child as usize];
                // Worlds in which another seat was to act are no longer possible.
                if to == 0 && node.seat != seat {
                    continue;
                }
                let new = tree.grow(to, node.seat, node.action);
                let copy = &mut tree.nodes[new as usize];
                (copy.visits, copy.available, copy.returns) = (node.visits, node.available, node.returns);
                todo.push((child, new));
            }
        }
        (tree.nodes.len() > 1).then_some(tree)
    }

    /// Begins a game at the root.
    pub(super) fn begin(&mut self) {
        self.path.clear();
        self.path.push(0);
    }

    fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.nodes[node as usize].first_child;
        std::iter::successors((first != NONE).then_some(first), |&child| {
            let next = self.nodes[child as usize].next;
            (next != NONE).then_some(next)
        })
    }

    fn child(&self, node: u32, seat: Seat, action: Action) -> Option<u32> {
        self.children(node).find(|&child| {
            let node = &self.nodes[child as usize];
            node.action == action && node.seat == seat
        })
    }

    /// Chooses the next action, `first` before all others that are new; the flag is true if it is new to the tree.
    pub(super) fn descend(
        &mut self,
        seat: Seat,
        legal: ActionSet,
        first: Option<Action>,
        rng: &mut Rng,
    ) -> (Action, bool) {
        let at = self.path.last().copied().unwrap_or(0);
        let mut tried = ActionSet::EMPTY;
        let mut best = (f64::NEG_INFINITY, NONE);
        let spread = self.spread();
        let mut child = self.nodes[at as usize].first_child;
        while child != NONE {
            let node = &mut self.nodes[child as usize];
            if legal.contains(node.action) && node.seat == seat {
                tried = tried.with(node.action);
                node.available += 1;
                let visits = f64::from(node.visits);
                let bonus = spread * (f64::from(node.available).ln() / visits).sqrt();
                let value = node.returns / visits + bonus;
                if value > best.0 {
                    best = (value, child);
                }
            }
            child = node.next;
        }
        let untried = legal.iter().fold(ActionSet::EMPTY, |set, action| {
            set.with_if(!tried.contains(action), action)
        });
        if untried.is_empty() {
            self.path.push(best.1);
            return (self.nodes[best.1 as usize].action, false);
        }
        let drawn = Action::from_id(untried.nth(rng.below(untried.len())));
        let action = first.filter(|&first| untried.contains(first)).unwrap_or(drawn);
        let new = self.grow(at, seat, action);
        self.path.push(new);
        (action, true)
    }

    /// Follows an action of a seat whose bot is given.
    pub(super) fn follow(&mut self, seat: Seat, action: Action) {
        let at = self.path.last().copied().unwrap_or(0);
        let next = self.child(at, seat, action);
        let next = next.unwrap_or_else(|| self.grow(at, seat, action));
        self.path.push(next);
    }

    /// Returns the preference for actions that were seldom played.
    fn spread(&self) -> f64 {
        self.exploration * (self.range.1 - self.range.0).max(f64::MIN_POSITIVE)
    }

    /// Adds a node.
    fn grow(&mut self, at: u32, seat: Seat, action: Action) -> u32 {
        let new = self.nodes.len() as u32;
        let next = self.nodes[at as usize].first_child;
        self.nodes.push(Node {
            action,
            seat,
            visits: 0,
            available: 1,
            returns: 0.0,
            first_child: NONE,
            next,
        });
        self.nodes[at as usize].first_child = new;
        new
    }

    /// Ends a game with these returns of the seats.
    pub(super) fn end(&mut self, returns: &[f64; MAX_SEATS]) {
        for at in 1..self.path.len() {
            let node = &mut self.nodes[self.path[at] as usize];
            let value = returns[node.seat.index()];
            node.visits += 1;
            node.returns += value;
            self.range = (self.range.0.min(value), self.range.1.max(value));
        }
    }

    /// Takes back a game that was stopped: its new nodes, which are the last ones, have no visits.
    pub(super) fn abandon(&mut self) {
        for at in (1..self.path.len()).rev() {
            let (parent, child) = (self.path[at - 1], self.path[at]);
            let node = &self.nodes[child as usize];
            if node.visits > 0 {
                break;
            }
            self.nodes[parent as usize].first_child = node.next;
            self.nodes.truncate(child as usize);
        }
    }

    /// Iterates over the actions at the root, each with its visits and the sum of its returns.
    pub(super) fn root(&self) -> impl Iterator<Item = (Action, u64, f64)> + '_ {
        self.children(0).map(|child| {
            let node = &self.nodes[child as usize];
            (node.action, u64::from(node.visits), node.returns)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    /// Plays `depth` moves of one seat down the tree.
    fn descend(tree: &mut Tree, depth: usize, rng: &mut Rng) {
        let legal = ActionSet::EMPTY.with(Action::Draw).with(Action::Pass);
        tree.begin();
        for _ in 0..depth {
            tree.descend(Seat(0), legal, None, rng);
        }
    }

    #[test]
    fn a_game_that_is_stopped_leaves_nothing_behind() {
        let mut rng = Rng::new(1, Stream::Bot);
        let mut tree = Tree::new(0.7);
        for game in 0..20_u64 {
            let before = (tree.nodes.len(), tree.root().collect::<Vec<_>>());
            descend(&mut tree, 4, &mut rng);
            tree.follow(Seat(1), Action::Draw);
            tree.abandon();
            assert_eq!(before, (tree.nodes.len(), tree.root().collect()));
            descend(&mut tree, 3, &mut rng);
            tree.end(&[1.0; MAX_SEATS]);
            let visits: u64 = tree.root().map(|(_, visits, _)| visits).sum();
            assert_eq!(visits, game + 1);
            assert!(tree.nodes[1..].iter().all(|node| node.visits > 0));
        }
    }

    #[test]
    fn the_first_action_is_played_first() {
        let legal = ActionSet::EMPTY.with(Action::Draw).with(Action::Pass);
        for first in [Action::Draw, Action::Pass] {
            for seed in 0..10 {
                let mut tree = Tree::new(0.7);
                tree.begin();
                let found = tree.descend(Seat(0), legal, Some(first), &mut Rng::new(seed, Stream::Bot));
                assert_eq!(found, (first, true));
            }
        }
    }
}
