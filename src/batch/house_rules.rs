//! Where the games of house rules come from: rulesets that are drawn by lot, for as many players as there are.

use serde_json::{Value, json};

use super::error::PoolError;
use crate::engine::{Game, GameError, ObservationLayout, Options};
use crate::rng::Rng;
use crate::ruleset::{Ruleset, SAMPLE_VERSION, Split};

/// Which rulesets with house rules a pool holds, and what games they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseRules {
    /// Which part of all rulesets.
    pub split: Split,
    /// How many of them; `None`: each episode has one of its own.
    pub size: Option<u32>,
    /// For how many players: the places of a pool have them in turns, and an episode that has rules of its own draws one of
    /// them, each as likely as it stands there often.
    pub players: Vec<u8>,
    /// What games they are, but for the number of players; the layout is the universal one whatever it says.
    pub options: Options,
}

/// How far apart the seeds are that a place of a pool tries: further than places are.
const STRIDE: u64 = 1 << 32;

impl HouseRules {
    /// Fewest players that sampled rulesets are for.
    pub const FEWEST: u8 = 2;

    /// Most players that sampled rulesets are for.
    pub const MOST: u8 = 10;

    /// The first game, which tells whether there is any.
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
        if let Some(given @ 0) = self.size {
            return Err(PoolError::Size { given });
        }
        self.at(0)
    }

    /// The game at a place of the pool, the same in every pool that has the place.
    pub(super) fn at(&self, place: u32) -> Result<Game, PoolError> {
        let players = self.players[place as usize % self.players.len()];
        self.from(players, place.into(), STRIDE)
    }

    /// The game of an episode that has rules of its own.
    pub(super) fn anywhere(&self, rng: &mut Rng) -> Result<Game, PoolError> {
        let players = match *self.players {
            [players] => players,
            ref several => several[rng.below(several.len() as u32) as usize],
        };
        self.from(players, rng.next_u64(), 1)
    }

    /// The game of the first ruleset, from a seed on in strides, that is for so many players and such episodes.
    fn from(&self, players: u8, seed: u64, stride: u64) -> Result<Game, PoolError> {
        let options = Options {
            players,
            layout: ObservationLayout::Universal,
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

    /// The fewest and the most players of a game.
    pub(super) fn fewest_and_most(&self) -> (u8, u8) {
        let fewest = self.players.iter().copied().min();
        let most = self.players.iter().copied().max();
        (fewest.unwrap_or(Self::FEWEST), most.unwrap_or(Self::FEWEST))
    }

    /// What must be equal for games to be drawn alike.
    pub(super) fn identity(&self) -> Value {
        let players = match *self.players {
            [players] => json!(players),
            ref several => json!(several),
        };
        let Options {
            episode,
            truncation,
            chance,
            ..
        } = &self.options;
        json!({
            "house_rules": SAMPLE_VERSION,
            "split": self.split.name(),
            "size": self.size,
            "players": players,
            "episode": episode.as_str(),
            "chance": chance.as_str(),
            "truncation": truncation.as_str(),
        })
    }
}
