//! Built-in bots: each sees what its seat may know and chooses among the legal actions.

mod answer;
mod greedy;
mod heuristic;
pub mod learned;
mod random;
mod worth;

use std::fmt;

use serde::{Serialize, Serializer};

use crate::action::{Action, ActionSet};
use crate::card::CardSet;
use crate::limits::given;
use crate::rng::Rng;
use crate::view::View;

pub use greedy::Greedy;
pub use heuristic::Heuristic;
pub use learned::Learned;
pub use random::Random;

/// A player without memory between decisions.
///
/// A bot's randomness comes from a stream of its own ([`Stream::Bot`](crate::rng::Stream::Bot) of the episode's seed), so
/// that another bot in its place leaves the deal and the stock unchanged.
pub trait Bot: Send + Sync {
    /// Returns the name in tables and on the command line.
    fn name(&self) -> &str;

    /// Chooses one of the legal actions of the viewing seat; `legal` equals [`View::legal`] and is not empty.
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

/// The names of the built-in bots, in the order of [`BotKind`].
pub const NAMES: [&str; 4] = ["random", "greedy", "heuristic", "learned"];

/// A built-in bot, dispatched without indirection, as batches hold it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BotKind {
    /// See [`Random`].
    Random,
    /// See [`Greedy`].
    Greedy,
    /// See [`Heuristic`].
    Heuristic,
    /// See [`Learned`].
    Learned,
}

impl BotKind {
    /// Every built-in bot, the weakest first.
    pub const ALL: [Self; 4] = [Self::Random, Self::Greedy, Self::Heuristic, Self::Learned];

    /// Returns the name of the bot, one of [`NAMES`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => NAMES[0],
            Self::Greedy => NAMES[1],
            Self::Heuristic => NAMES[2],
            Self::Learned => NAMES[3],
        }
    }

    /// Chooses one of the legal actions of the viewing seat; see [`Bot::act`].
    #[inline]
    pub fn act(self, view: &View<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        match self {
            Self::Random => Random.act(view, legal, rng),
            Self::Greedy => Greedy.act(view, legal, rng),
            Self::Heuristic => Heuristic.act(view, legal, rng),
            Self::Learned => Learned.act(view, legal, rng),
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

/// Reason why there is no bot of a name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// No built-in bot has the name.
    #[error("{name:?} is not a bot: there are {}", NAMES.join(", "))]
    Unknown {
        /// The name given.
        name: String,
    },
    /// The weights of the bot do not fit.
    #[error("\"learned\" does not play: {why}")]
    Weights {
        /// Description of the fault.
        why: String,
    },
}

/// Returns the built-in bot of a name.
///
/// # Errors
/// A name that is not in [`NAMES`].
pub fn by_name(name: &str) -> Result<BotKind, BotError> {
    let bot = BotKind::ALL.into_iter().find(|bot| bot.name() == name);
    let bot = bot.ok_or_else(|| BotError::Unknown { name: given(name) })?;
    if bot == BotKind::Learned {
        Learned::check()?;
    }
    Ok(bot)
}

/// Returns the legal action with the lowest id, for decisions without a preference.
fn lowest_id(legal: ActionSet) -> Action {
    Action::from_id(legal.nth(0))
}

/// Chooses an action that plays no card: says the word that is due, draws, or passes; else takes the legal action with
/// the lowest id.
///
/// In one's own turn, where cards may be played or drawn, a call that is offered is a wrong one.
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

/// Plays the card of greatest value, among equals the one with the lowest index.
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
            assert_eq!(by_name(name), Ok(bot));
        }
        let names = [Random.name(), Greedy.name(), Heuristic.name(), Learned.name()];
        assert_eq!(names, NAMES);
    }

    #[test]
    fn an_unknown_name_is_told_with_those_that_exist() {
        let error = by_name("Greedy").expect_err("case counts");
        assert_eq!(
            error.to_string(),
            "\"Greedy\" is not a bot: there are random, greedy, heuristic, learned"
        );
    }
}
