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
use crate::engine::Game;
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
    Learned(&'static Learned),
}

impl BotKind {
    /// Every built-in bot that plays all games, the weakest first.
    pub const ALL: [Self; 3] = [Self::Random, Self::Greedy, Self::Heuristic];

    /// Returns the name of the bot, one of [`NAMES`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => NAMES[0],
            Self::Greedy => NAMES[1],
            Self::Heuristic => NAMES[2],
            Self::Learned(_) => NAMES[3],
        }
    }

    /// Chooses one of the legal actions of the viewing seat; see [`Bot::act`].
    #[inline]
    pub fn act(self, view: &View<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        match self {
            Self::Random => Random.act(view, legal, rng),
            Self::Greedy => Greedy.act(view, legal, rng),
            Self::Heuristic => Heuristic.act(view, legal, rng),
            Self::Learned(learned) => learned.act(view, legal, rng),
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

/// Reason why there is no bot of a name for a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// No built-in bot has the name.
    #[error("{name:?} is not a bot: there are {}", NAMES.join(", "))]
    Unknown {
        /// The name given.
        name: String,
    },
    /// The bot was trained for other games.
    #[error(
        "\"learned\" does not play {ruleset} with {players} players: it was trained for {}",
        trained()
    )]
    NotTrained {
        /// Id of the ruleset, whose rules may differ from the builtin ones.
        ruleset: String,
        /// The number of players.
        players: u8,
    },
    /// The weights of the bot do not fit.
    #[error("\"learned\" does not play: {why}")]
    Weights {
        /// Description of the fault.
        why: String,
    },
    /// The bot plays only some games, and any may be drawn.
    #[error(
        "{name:?} does not play every game, and the games of a pool are drawn: there are {}",
        BotKind::ALL.map(BotKind::name).join(", ")
    )]
    NotEveryGame {
        /// Name of the bot.
        name: String,
    },
}

/// Lists the games that [`Learned`] was trained for.
fn trained() -> String {
    let mut by_ruleset: Vec<(&str, Vec<String>)> = Vec::new();
    for (ruleset, players) in Learned::tables() {
        match by_ruleset.last_mut() {
            Some((last, all)) if *last == ruleset => all.push(players.to_string()),
            _ => by_ruleset.push((ruleset, vec![players.to_string()])),
        }
    }
    let each = by_ruleset
        .into_iter()
        .map(|(ruleset, all)| format!("{ruleset} ({})", all.join(", ")));
    format!("{} as they are built in", each.collect::<Vec<_>>().join(", "))
}

/// Returns the built-in bot of a name, for a game.
///
/// # Errors
/// A name that is not in [`NAMES`], and `learned` if there is no network for the game.
pub fn by_name(name: &str, game: &Game) -> Result<BotKind, BotError> {
    match for_every_game(name) {
        Err(BotError::NotEveryGame { .. }) => Learned::for_game(game).map(BotKind::Learned),
        told => told,
    }
}

/// Returns the built-in bot of a name that plays every game.
///
/// # Errors
/// A name that is not in [`NAMES`], and `learned`.
pub fn for_every_game(name: &str) -> Result<BotKind, BotError> {
    let bot = BotKind::ALL.into_iter().find(|bot| bot.name() == name);
    bot.ok_or_else(|| {
        let (is_known, name) = (NAMES.contains(&name), given(name));
        if is_known {
            BotError::NotEveryGame { name }
        } else {
            BotError::Unknown { name }
        }
    })
}

/// Returns the built-in bots that play a game, the weakest first.
#[must_use]
pub fn of(game: &Game) -> Vec<BotKind> {
    let learned = Learned::of(game).map(BotKind::Learned);
    BotKind::ALL.into_iter().chain(learned).collect()
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

    fn game(id: &str, players: u8) -> Game {
        let ruleset = crate::ruleset::Ruleset::builtin(id).expect(id);
        Game::new(&ruleset, crate::engine::Options::new(players)).expect(id)
    }

    #[test]
    fn every_bot_is_found_by_its_name() {
        let (trained, other) = (game("uno", 2), game("uno_rlcard", 2));
        for (bot, name) in of(&trained).into_iter().zip(NAMES) {
            assert_eq!(bot.to_string(), name);
            assert_eq!(by_name(name, &trained), Ok(bot));
        }
        assert_eq!(of(&trained).len(), NAMES.len());
        assert_eq!(of(&other), BotKind::ALL);
        assert_eq!([Random.name(), Greedy.name(), Heuristic.name()], NAMES[..3]);
    }

    #[test]
    fn an_unknown_name_is_told_with_those_that_exist() {
        let error = by_name("Greedy", &game("uno", 2)).expect_err("case counts");
        assert_eq!(
            error.to_string(),
            "\"Greedy\" is not a bot: there are random, greedy, heuristic, learned"
        );
    }

    #[test]
    fn a_bot_for_every_game_was_not_trained_for_some() {
        for bot in BotKind::ALL {
            assert_eq!(for_every_game(bot.name()), Ok(bot));
        }
        let told = |name| for_every_game(name).expect_err(name).to_string();
        assert!(
            told("learned").contains("does not play every game"),
            "{}",
            told("learned")
        );
        assert!(told("learned").ends_with("there are random, greedy, heuristic"));
        assert!(told("hal").contains("is not a bot"), "{}", told("hal"));
    }

    #[test]
    fn a_game_without_a_network_is_told_with_those_that_have_one() {
        let error = by_name("learned", &game("uno", 5)).expect_err("nobody trained for it");
        let told = error.to_string();
        assert!(
            told.starts_with("\"learned\" does not play uno with 5 players: it was trained for "),
            "{told}"
        );
        assert!(told.ends_with("uno (2, 3, 4) as they are built in"), "{told}");
    }
}
