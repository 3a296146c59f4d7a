//! The walk over every history of a game.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::SolveError;
use super::infostate::{Forgotten, Side};
use super::payoff::EndReturns;
use crate::action::{Action, ActionId};
use crate::card::MAX_KINDS;
use crate::engine::{Game, Move, Outcome, Phase, State};
use crate::episode::{Episode, InfoStateKey, Recall};
use crate::seat::Seat;
use crate::workers::Workers;

/// Maximum number of deals held at once; deals with equal knowledge at the first decision count as one.
pub const MAX_DEALS: usize = 1 << 18;

/// Number of deals that are walked before their results are merged.
const TOGETHER: usize = 64;

/// Number of nodes that are walked between two checks of the limit.
const LOOK: u64 = 1 << 12;

/// A position that the walk meets.
struct WalkNode {
    state: State,
    recall: Recall,
    /// Last sequence of each seat.
    sequences: [u32; 2],
    /// Probability of chance.
    p: f64,
    /// Number of histories that it stands for.
    histories: u64,
    /// Ids of the moves of one of these histories.
    moves: Vec<u8>,
}

/// Result of a walk.
pub(super) struct Walked {
    pub(super) sides: [Side; 2],
    pub(super) ends: Vec<EndReturns>,
    pub(super) histories: u64,
    pub(super) nodes: u64,
}

/// Progress of the walk, over all threads.
struct Progress<'a> {
    game: &'a Game,
    nodes: AtomicU64,
    most: u64,
    told: &'a (dyn Fn(u64) -> ControlFlow<()> + Sync),
}

impl Progress<'_> {
    /// Adds nodes that were walked; checks the limit and whether to stop.
    fn add(&self, nodes: u64) -> Result<(), SolveError> {
        let all = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if all > self.most {
            return Err(SolveError::Nodes {
                id: self.game.ruleset().id.clone(),
                most: self.most,
            });
        }
        match (self.told)(all) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(SolveError::Stopped),
        }
    }
}

/// Result of the walk of one deal.
struct WalkedDeal {
    sides: [Side; 2],
    ends: Vec<EndReturns>,
    histories: u64,
    nodes: u64,
}

/// Walks every history of a game.
pub(super) fn walk(
    game: &Game,
    most: u64,
    threads: &Workers,
    told: &(dyn Fn(u64) -> ControlFlow<()> + Sync),
) -> Result<Walked, SolveError> {
    // Before any is dealt: it takes seconds to deal so many.
    let (deal, copies) = (&game.rules().deal, &game.rules().deck.copies);
    if deal.choice_to == 0 && hands_of(copies, deal.cards) > MAX_DEALS as u64 {
        return Err(SolveError::Deals {
            id: game.ruleset().id.clone(),
        });
    }
    let progress = Progress {
        game,
        nodes: AtomicU64::new(0),
        most,
        told,
    };
    let mut whole = WalkedDeal::new();
    whole.histories = 1;
    let deals = whole.resolve_chance(&progress, WalkNode::root(game))?;
    let mut ends = Vec::new();
    let mut sides = [Side::new(), Side::new()];
    let mut histories = whole.histories;
    let mut deals = deals.into_iter().peekable();
    while deals.peek().is_some() {
        let some: Vec<WalkNode> = deals.by_ref().take(TOGETHER).collect();
        let parts = threads.map_init(some, || (), |(), deal| WalkedDeal::walk(&progress, deal))?;
        for part in parts {
            histories += part.histories;
            let mut here: [Vec<u32>; 2] = [Vec::new(), Vec::new()];
            for seat in 0..2 {
                here[seat] = sides[seat]
                    .take(&part.sides[seat])
                    .map_err(|Forgotten| forgets(game, seat as u8))?;
            }
            ends.extend(part.ends.into_iter().map(|end| EndReturns {
                sequences: [0, 1].map(|seat| here[seat][end.sequences[seat] as usize]),
                ..end
            }));
        }
    }
    Ok(Walked {
        sides,
        ends,
        histories,
        nodes: progress.nodes.into_inner(),
    })
}

/// Returns the number of different hands of this many cards that a deck can deal, or [`u64::MAX`] if there are more.
fn hands_of(copies: &[u8; MAX_KINDS], cards: u8) -> u64 {
    let mut of_size = vec![0_u64; usize::from(cards) + 1];
    of_size[0] = 1;
    for &copies in copies {
        // From the largest size on, so that a smaller one is still without this kind.
        for size in (1..of_size.len()).rev() {
            let least = size.saturating_sub(usize::from(copies));
            let fewer = of_size[least..size].iter().copied();
            of_size[size] = fewer.fold(of_size[size], u64::saturating_add);
        }
    }
    of_size[usize::from(cards)]
}

fn forgets(game: &Game, seat: u8) -> SolveError {
    SolveError::Recall {
        id: game.ruleset().id.clone(),
        seat,
    }
}

impl WalkedDeal {
    fn new() -> Self {
        Self {
            sides: [Side::new(), Side::new()],
            ends: Vec::new(),
            histories: 0,
            nodes: 0,
        }
    }

    /// Counts a node.
    fn count(&mut self, progress: &Progress<'_>, histories: u64) -> Result<(), SolveError> {
        self.histories = self.histories.saturating_add(histories);
        self.nodes += 1;
        if self.nodes == LOOK {
            self.nodes = 0;
            progress.add(LOOK)?;
        }
        Ok(())
    }

    /// Walks everything after a deal, each node before those that follow it.
    fn walk(progress: &Progress<'_>, deal: WalkNode) -> Result<Self, SolveError> {
        let mut part = Self::new();
        let mut open = vec![deal];
        while let Some(node) = open.pop() {
            let Some(seat) = node.state.actor() else {
                part.end(progress.game, &node);
                continue;
            };
            let before = open.len();
            part.decide(progress, &node, seat, &mut open)?;
            open[before..].reverse();
        }
        progress.add(part.nodes)?;
        Ok(part)
    }

    fn end(&mut self, game: &Game, node: &WalkNode) {
        let returns = game.returns(&node.state);
        self.ends.push(EndReturns {
            sequences: node.sequences,
            values: [node.p * returns[0], node.p * returns[1]],
        });
    }

    /// Adds the nodes that follow a decision.
    fn decide(
        &mut self,
        progress: &Progress<'_>,
        node: &WalkNode,
        seat: Seat,
        open: &mut Vec<WalkNode>,
    ) -> Result<(), SolveError> {
        let game = progress.game;
        let actions: Vec<Action> = game.legal(&node.state).iter().collect();
        let ids: Vec<u8> = actions.iter().map(|action| action.id().index() as u8).collect();
        let key = node.recall.key(seat, node.state.phase());
        let (own, parent) = (seat.index(), node.sequences[seat.index()]);
        let first = self.sides[own]
            .meet(key, parent, &ids, &node.moves)
            .map_err(|Forgotten| forgets(game, seat.0))?;
        for (sequence, action) in (first..).zip(actions) {
            let mut next = node.after(action.id().index() as u8);
            next.recall.decides(seat, action);
            next.sequences[own] = sequence;
            game.apply_unchecked(&mut next.state, action, &mut next.recall);
            self.count(progress, next.histories)?;
            if next.state.is_chance() {
                open.extend(self.resolve_chance(progress, next)?);
            } else {
                open.push(next);
            }
        }
        Ok(())
    }

    /// Returns the decisions and ends to which chance leads from a node; histories that no seat can tell apart are one
    /// node.
    fn resolve_chance(
        &mut self,
        progress: &Progress<'_>,
        node: WalkNode,
    ) -> Result<Vec<WalkNode>, SolveError> {
        let game = progress.game;
        let (mut settled, mut open) = (Together::default(), Together::default());
        open.add(node);
        while !open.nodes.is_empty() {
            let mut next = Together::default();
            for node in open.nodes {
                if !node.state.is_chance() {
                    settled.add(node);
                    continue;
                }
                for (outcome, p) in game.chance_outcomes(&node.state) {
                    let mut after = node.after(outcome.id());
                    after.p *= p;
                    game.apply_outcome_unchecked(&mut after.state, outcome, &mut after.recall);
                    self.count(progress, after.histories)?;
                    next.add(after);
                    if settled.nodes.len() + next.nodes.len() > MAX_DEALS {
                        return Err(SolveError::Deals {
                            id: game.ruleset().id.clone(),
                        });
                    }
                }
            }
            open = next;
        }
        Ok(settled.nodes)
    }
}

impl WalkNode {
    /// Returns the node with which every history begins.
    fn root(game: &Game) -> Self {
        let mut recall = Recall::new();
        Self {
            state: game.deal(0, &mut recall),
            recall,
            sequences: [0, 0],
            p: 1.0,
            histories: 1,
            moves: Vec::new(),
        }
    }

    /// Copies the node with one more move in its history, which the caller then makes.
    fn after(&self, id: u8) -> Self {
        let mut moves = Vec::with_capacity(self.moves.len() + 8);
        moves.extend_from_slice(&self.moves);
        moves.push(id);
        Self {
            state: self.state.clone(),
            recall: self.recall.clone(),
            moves,
            ..*self
        }
    }
}

/// Nodes in the order in which they came; those that nobody can tell apart are merged.
#[derive(Default)]
struct Together {
    nodes: Vec<WalkNode>,
    numbers: HashMap<InfoStateKey, usize>,
}

impl Together {
    fn add(&mut self, node: WalkNode) {
        let number = *self
            .numbers
            .entry(node.recall.whole())
            .or_insert(self.nodes.len());
        match self.nodes.get_mut(number) {
            // Nodes of equal knowledge differ only in what nobody will ever know; it is cheap to make sure of that.
            Some(known) if known.state == node.state => {
                known.p += node.p;
                known.histories = known.histories.saturating_add(node.histories);
            }
            _ => self.nodes.push(node),
        }
    }
}

/// Returns the episode with these moves of the walk.
pub(super) fn replay(game: &Game, moves: &[u8]) -> Episode {
    let mut episode = Episode::new(game, 0);
    for &id in moves {
        let what = match episode.state().phase() {
            Phase::Chance(node) => Outcome::from_id(node, id).map(Move::Outcome),
            _ => ActionId::new(id).map(|id| Move::Action(Action::from_id(id))),
        };
        if let Some(what) = what {
            let made = episode.make(what);
            debug_assert_eq!(made, Ok(()), "the walk has made it");
        }
    }
    episode
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{ChanceMode, Options};
    use crate::ruleset::Ruleset;

    /// No ruleset makes a player forget, so this test brings one information state behind two sequences by hand.
    #[test]
    fn hands_are_counted_without_dealing_them() {
        let mut copies = [0; MAX_KINDS];
        copies[..3].copy_from_slice(&[1, 2, 1]);
        // Of A, B, B and C: AB, AC, BB and BC.
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(|cards| hands_of(&copies, cards)),
            [1, 3, 4, 3, 1, 0]
        );
        let mut deck = [0; MAX_KINDS];
        deck[..52].fill(1);
        assert_eq!(hands_of(&deck, 7), 133_784_560);
        assert_eq!(hands_of(&[255; MAX_KINDS], 100), u64::MAX);
    }

    #[test]
    fn an_information_state_behind_two_sequences_is_refused() {
        let ruleset = Ruleset::from_toml(
            "id = \"three\"\nplayers = 2\ndeck = { copies = { \"7C 8C 9C\" = 1 } }\ndeal = { cards = 1 }\nstock = { empty = \"none\" }\n",
        );
        let options = Options {
            chance: ChanceMode::Explicit,
            ..Options::new(2)
        };
        let game = Game::new(&ruleset.expect("valid"), options).expect("a game");
        let progress = Progress {
            game: &game,
            nodes: AtomicU64::new(0),
            most: 1_000,
            told: &|_| ControlFlow::Continue(()),
        };
        let mut part = WalkedDeal::new();
        let mut deals = part
            .resolve_chance(&progress, WalkNode::root(&game))
            .expect("few deals");
        let mut deal = deals.pop().expect("a deal");
        let seat = deal.state.actor().expect("a decision");
        let mut open = Vec::new();
        for _ in 0..2 {
            let met = part.decide(&progress, &deal, seat, &mut open);
            met.expect("behind one sequence it may be met again");
        }
        let before = (part.sides[seat.index()].len(), open.len());
        deal.sequences[seat.index()] = 1;
        let refused = part.decide(&progress, &deal, seat, &mut open);
        let refused = refused.expect_err("behind two sequences");
        let (id, seat) = ("three".to_owned(), seat.0);
        assert_eq!(
            refused.to_string(),
            format!("three lets seat {seat} forget what it has seen")
        );
        assert_eq!(refused, SolveError::Recall { id, seat });
        assert_eq!((part.sides[usize::from(seat)].len(), open.len()), before);
    }
}
