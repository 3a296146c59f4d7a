//! Games of house rules: rulesets drawn by lot, for given numbers of players.

use serde_json::{Value, json};

use super::error::PoolError;
use crate::engine::{Game, GameError, Options};
use crate::rng::Rng;
use crate::ruleset::{Ruleset, SAMPLE_VERSION, Split};
use crate::seat::USUAL_SEATS;

/// The rulesets with house rules in a pool, and the options of their games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseRules {
    /// Part of all rulesets that the pool draws from.
    pub split: Split,
    /// Number of rulesets; `None` gives each episode a ruleset of its own.
    pub size: Option<u32>,
    /// Numbers of players: the places of a pool take them in turn, and an episode with rules of its own draws an entry,
    /// all equally likely.
    pub players: Vec<u8>,
    /// Options of the games, except for the number of players. The layout must be one for all games.
    pub options: Options,
}

/// Distance between the seeds that a place of a pool tries: greater than any place.
const STRIDE: u64 = 1 << 32;

impl HouseRules {
    /// Fewest players of a sampled ruleset.
    pub const FEWEST: u8 = 2;

    /// Most players of a sampled ruleset.
    pub const MOST: u8 = USUAL_SEATS as u8;

    /// Checks the numbers and returns the first game.
    pub(super) fn first(&self) -> Result<Game, PoolError> {
        if self.players.is_empty() {
            return Err(PoolError::NoPlayers);
        }
        for &given in &self.players {
            if !(Self::FEWEST..=Self::MOST).contains(&given) {
                return Err(PoolError::Players {
                    given,
                    fewest: Self::FEWEST,
                    most: Self::MOST,
                });
            }
        }
        if !self.options.is_for_all_games() {
            return Err(PoolError::Layout {
                given: self.options.layout,
            });
        }
        if let Some(given @ 0) = self.size {
            return Err(PoolError::Size { given });
        }
        self.at(0)
    }

    /// Returns the game at a place of the pool, the same in every pool that has the place.
    pub(super) fn at(&self, place: u32) -> Result<Game, PoolError> {
        let players = self.players[place as usize % self.players.len()];
        self.from(players, place.into(), STRIDE)
    }

    /// Draws the game of an episode that has rules of its own.
    pub(super) fn anywhere(&self, rng: &mut Rng) -> Result<Game, PoolError> {
        let players = match *self.players {
            [players] => players,
            ref several => several[rng.below(several.len() as u32) as usize],
        };
        self.from(players, rng.next_u64(), 1)
    }

    /// Returns the game of the first ruleset, by seeds `stride` apart from `seed` on, that allows the players and the
    /// episodes.
    fn from(&self, players: u8, seed: u64, stride: u64) -> Result<Game, PoolError> {
        let options = Options {
            players,
            ..self.options.clone()
        };
        let mut seed = seed;
        loop {
            match Game::new(&Ruleset::sample(seed, self.split), options.clone()) {
                Err(GameError::Players { .. } | GameError::NoMatch { .. }) => {
                    seed = seed.wrapping_add(stride);
                }
                made => return Ok(made?),
            }
        }
    }

    /// Returns the fewest and the most players of a game.
    pub(super) fn fewest_and_most(&self) -> (u8, u8) {
        let fewest = self.players.iter().copied().min();
        let most = self.players.iter().copied().max();
        (fewest.unwrap_or(Self::FEWEST), most.unwrap_or(Self::FEWEST))
    }

    /// Returns a value that is equal where games are drawn alike.
    pub(super) fn identity(&self) -> Value {
        let players = match *self.players {
            [players] => json!(players),
            ref several => json!(several),
        };
        let Options {
            episode,
            truncation,
            chance,
            layout,
            ..
        } = &self.options;
        json!({
            "house_rules": SAMPLE_VERSION,
            "split": self.split.name(),
            "size": self.size,
            "players": players,
            "episode": episode.as_str(),
            "chance": chance.as_str(),
            "layout": layout.as_str(),
            "truncation": truncation.as_str(),
        })
    }
}
