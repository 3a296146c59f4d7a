//! Built-in players: each sees what its seat may know and chooses among the legal actions.

mod answer;
mod greedy;
mod heuristic;
mod random;

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::action::{Action, ActionSet};
use crate::card::CardSet;
use crate::rng::Rng;
use crate::view::View;

pub use greedy::Greedy;
pub use heuristic::Heuristic;
pub use random::Random;

/// A player that keeps nothing in mind between decisions.
///
/// Its chance comes from a stream of its own ([`Stream::Bot`](crate::rng::Stream::Bot) of the episode's seed), so that
/// another bot in its place leaves the deal and the stock as they were.
pub trait Bot: Send + Sync {
    /// Its name in tables and on the command line.
    fn name(&self) -> &str;

    /// One of the legal actions of the seat that looks; `legal` is what [`View::legal`] says and is not empty.
    fn act(&self, view: &View<'_>, legal: ActionSet, rng: &mut Rng) -> Action;
}

impl<B: Bot + ?Sized> Bot for &B {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn act(&self, view: &View<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        (**self).act(view, legal, rng)
    }
}

/// The names of the built-in bots, in the order of [`BotKind::ALL`].
pub const NAMES: [&str; 3] = ["random", "greedy", "heuristic"];

/// A built-in bot, chosen without indirection: what batches hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BotKind {
    /// See [`Random`].
    Random,
    /// See [`Greedy`].
    Greedy,
    /// See [`Heuristic`].
    Heuristic,
}

impl BotKind {
    /// Every built-in bot, the weakest first.
    pub const ALL: [Self; 3] = [Self::Random, Self::Greedy, Self::Heuristic];

    /// Its name, one of [`NAMES`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// One of the legal actions of the seat that looks; see [`Bot::act`].
    #[inline]
    pub fn act(self, view: &View<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        match self {
            Self::Random => Random.act(view, legal, rng),
            Self::Greedy => Greedy.act(view, legal, rng),
            Self::Heuristic => Heuristic.act(view, legal, rng),
        }
    }
}

impl Bot for BotKind {
    fn name(&self) -> &str {
        (*self).name()
    }

    fn act(&self, view: &View<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        (*self).act(view, legal, rng)
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for BotKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A name that no built-in bot has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name:?} is not a bot: there are {}", NAMES.join(", "))]
pub struct UnknownBotError {
    /// What was given.
    pub name: String,
}

/// The built-in bot of a name.
///
/// # Errors
/// A name that is not in [`NAMES`].
pub fn by_name(name: &str) -> Result<BotKind, UnknownBotError> {
    BotKind::ALL
        .into_iter()
        .find(|bot| bot.name() == name)
        .ok_or_else(|| UnknownBotError {
            name: name.to_owned(),
        })
}

impl FromStr for BotKind {
    type Err = UnknownBotError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        by_name(name)
    }
}

/// The legal action with the lowest id: what a bot does where it has no opinion.
fn lowest_id(legal: ActionSet) -> Action {
    Action::from_id(legal.nth(0))
}

/// What to do where nothing is played: say the word that is due, draw, or pass; else the legal action with the lowest
/// id.
///
/// In the own turn, where cards may be played or drawn, a call that is offered is a wrong one.
fn without_card(legal: ActionSet) -> Action {
    let due = legal.cards().is_empty() && !legal.contains(Action::Draw);
    let words = (0..8).map(Action::Say).filter(|_| due);
    for action in words.chain([Action::Draw, Action::Pass]) {
        if legal.contains(action) {
            return action;
        }
    }
    lowest_id(legal)
}

/// The card of greatest value, the one with the lowest index among equals.
fn best_card<V: Ord>(cards: CardSet, mut value: impl FnMut(crate::card::Card) -> V) -> Option<Action> {
    let mut best = None;
    for card in cards.iter() {
        let value = value(card);
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, card));
        }
    }
    best.map(|(_, card)| Action::Play(card))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_found_by_its_name() {
        for (bot, name) in BotKind::ALL.into_iter().zip(NAMES) {
            assert_eq!(bot.to_string(), name);
            assert_eq!(name.parse(), Ok(bot));
        }
        assert_eq!([Random.name(), Greedy.name(), Heuristic.name()], NAMES);
    }

    #[test]
    fn an_unknown_name_is_told_with_those_that_exist() {
        let error = by_name("Greedy").expect_err("case counts");
        assert_eq!(
            error.to_string(),
            "\"Greedy\" is not a bot: there are random, greedy, heuristic"
        );
    }
}
