//! The information states of one player and the sequences that lead to them.

use std::collections::HashMap;
use std::ops::Range;

use crate::episode::InfoStateKey;

/// The information states of one player, each after those that lead to it.
///
/// Sequence 0 stands for no decision yet; an information state has one sequence for each of its legal actions, in order.
#[derive(Debug, Clone)]
pub(super) struct Side {
    /// The first sequence of each information state, and the end.
    first: Vec<u32>,
    /// The sequence that leads to each information state.
    pub(super) parent: Vec<u32>,
    /// The action with which each sequence ends, as an id; 0 for sequence 0.
    pub(super) actions: Vec<u8>,
    /// Place in `moves` where the history of each information state begins, and the end.
    at: Vec<usize>,
    /// Ids of the outcomes and actions of one history to each information state.
    moves: Vec<u8>,
    numbers: HashMap<InfoStateKey, u32>,
}

/// Error of an information state that was met in two ways, which its player could tell apart.
#[derive(Debug)]
pub(super) struct Forgotten;

impl Side {
    pub(super) fn new() -> Self {
        Self {
            first: vec![1],
            parent: Vec::new(),
            actions: vec![0],
            at: vec![0],
            moves: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.parent.len()
    }

    pub(super) fn sequences(&self) -> usize {
        self.actions.len()
    }

    /// Returns the sequences of an information state.
    #[inline]
    pub(super) fn range(&self, infostate: usize) -> Range<usize> {
        self.first[infostate] as usize..self.first[infostate + 1] as usize
    }

    pub(super) fn history(&self, infostate: usize) -> &[u8] {
        &self.moves[self.at[infostate]..self.at[infostate + 1]]
    }

    pub(super) fn find(&self, key: InfoStateKey) -> Option<usize> {
        self.numbers.get(&key).map(|&number| number as usize)
    }

    /// Returns the first sequence of the information state with this key, which is added if it is new.
    pub(super) fn meet(
        &mut self,
        key: InfoStateKey,
        parent: u32,
        actions: &[u8],
        history: &[u8],
    ) -> Result<u32, Forgotten> {
        if let Some(known) = self.find(key) {
            let same = self.parent[known] == parent && self.actions[self.range(known)] == *actions;
            return if same {
                Ok(self.first[known])
            } else {
                Err(Forgotten)
            };
        }
        let first = self.actions.len() as u32;
        self.numbers.insert(key, self.len() as u32);
        self.parent.push(parent);
        self.actions.extend_from_slice(actions);
        self.first.push(self.actions.len() as u32);
        self.moves.extend_from_slice(history);
        self.at.push(self.moves.len());
        Ok(first)
    }

    /// Adds the information states of another; returns the sequence here for each of its sequences.
    pub(super) fn take(&mut self, other: &Self) -> Result<Vec<u32>, Forgotten> {
        let mut keys: Vec<(u32, InfoStateKey)> = other
            .numbers
            .iter()
            .map(|(&key, &number)| (number, key))
            .collect();
        keys.sort_unstable();
        let mut sequences = vec![0; other.sequences()];
        for (number, key) in keys {
            let number = number as usize;
            let range = other.range(number);
            let parent = sequences[other.parent[number] as usize];
            let first = self.meet(key, parent, &other.actions[range.clone()], other.history(number))?;
            for (sequence, at) in (first..).zip(range) {
                sequences[at] = sequence;
            }
        }
        Ok(sequences)
    }

    pub(super) fn memory(&self) -> usize {
        let entry = size_of::<InfoStateKey>() + size_of::<u32>() + 1;
        4 * (self.first.len() + self.parent.len())
            + self.actions.len()
            + 8 * self.at.len()
            + self.moves.len()
            + self.numbers.capacity() * entry
    }

    /// Writes the probability with which the player's own decisions allow each sequence.
    pub(super) fn reach(&self, policy: &[f64], reach: &mut [f64]) {
        reach[0] = 1.0;
        for infostate in 0..self.len() {
            let before = reach[self.parent[infostate] as usize];
            for at in self.range(infostate) {
                reach[at] = before * policy[at];
            }
        }
    }
}
