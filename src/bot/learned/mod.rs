//! `learned`: small networks trained by self-play, one for each of some rulesets; see `docs/learned.md`.

mod file;
mod network;

use std::sync::{LazyLock, OnceLock};

use super::{Bot, BotError};
use crate::action::{Action, ActionSet, NUM_ACTIONS};
use crate::engine::{Game, Options};
use crate::observation::Layout;
use crate::recent::Recent;
use crate::rng::Rng;
use crate::view::View;

use file::{File, FileError};
use network::{MOST_FEATURES, Network};

/// The weights of all networks; `tools/pack_learned.py` writes them.
static WEIGHTS: &[u8] = include_bytes!("policies.safetensors");

/// The network of a ruleset with this many players.
struct LearnedGame {
    ruleset: String,
    fingerprint: String,
    players: u8,
    /// The network, built on first use; or a message why it cannot be built.
    learned: OnceLock<Result<Learned, String>>,
}

/// The tables of the file; none if the file cannot be read, which a test rules out.
static TABLES: LazyLock<Vec<LearnedGame>> = LazyLock::new(|| tables().unwrap_or_default());

fn tables() -> Result<Vec<LearnedGame>, FileError> {
    let file = File::read(WEIGHTS)?;
    let table = |(ruleset, fingerprint, players)| LearnedGame {
        ruleset,
        fingerprint,
        players,
        learned: OnceLock::new(),
    };
    Ok(file.tables()?.into_iter().map(table).collect())
}

/// A network that plays one ruleset with this many players, and always takes the action that it rates best.
///
/// The network sees what the observations of that game show (`docs/observations.md`), whatever the options of the game
/// that it plays, and remembers nothing. It was trained to win single rounds; in matches, and for points, it plays in the
/// same way.
#[derive(Debug)]
pub struct Learned {
    layout: Layout,
    network: Network,
}

/// A network's evaluation of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// Probability of each action; 0 for one that is not legal.
    pub priors: [f32; NUM_ACTIONS],
    /// Expected return of the viewing seat, from -1 to 1.
    pub value: f32,
}

impl Learned {
    /// Returns the network of a game, if there is one for exactly its rules and number of players.
    #[must_use]
    pub fn of(game: &Game) -> Option<&'static Self> {
        Self::for_game(game).ok()
    }

    /// Returns the network of a game.
    ///
    /// # Errors
    /// No network for exactly its rules and number of players, or observations other than those of the training.
    pub fn for_game(game: &Game) -> Result<&'static Self, BotError> {
        let players = game.players();
        let of_players = |table: &&LearnedGame| table.players == players;
        let is_trained = TABLES.iter().any(|table| of_players(&table));
        let fingerprint = if is_trained { game.fingerprint() } else { "" };
        let mut tables = TABLES.iter().filter(of_players);
        let Some(table) = tables.find(|table| table.fingerprint == fingerprint) else {
            let ruleset = game.ruleset().id.clone();
            return Err(BotError::NotTrained { ruleset, players });
        };
        let learned = table.learned.get_or_init(|| Self::read(table, game));
        learned
            .as_ref()
            .map_err(|why| BotError::Weights { why: why.clone() })
    }

    /// Builds the network of a table, whose ruleset is that of the game.
    fn read(table: &LearnedGame, game: &Game) -> Result<Self, String> {
        let plain = Game::new(game.ruleset(), Options::new(table.players)).map_err(|why| why.to_string())?;
        let layout = Layout::new(&plain);
        let network = File::read(WEIGHTS).and_then(|file| file.network(&table.ruleset, &plain, &layout));
        let network = network.map_err(|why| why.to_string())?;
        Ok(Self { layout, network })
    }

    /// Iterates over the rulesets that have a network, each with a number of players, in order.
    pub fn tables() -> impl Iterator<Item = (&'static str, u8)> {
        TABLES.iter().map(|table| (table.ruleset.as_str(), table.players))
    }

    /// Evaluates the position and its legal actions, of which there must be at least one.
    #[must_use]
    pub fn judge(&self, view: &View<'_>, legal: ActionSet) -> Judgement {
        let hidden = self.hidden(view);
        let mut priors = [0.0; NUM_ACTIONS];
        let mut most = f32::MIN;
        for action in legal.iter() {
            let logit = self.network.logit(&hidden, action);
            priors[action.id().index()] = logit;
            most = most.max(logit);
        }
        let mut sum = 0.0;
        for action in legal.iter() {
            let prior = &mut priors[action.id().index()];
            *prior = libm::expf(*prior - most);
            sum += *prior;
        }
        for action in legal.iter() {
            priors[action.id().index()] /= sum;
        }
        let value = self.network.value(&hidden);
        Judgement { priors, value }
    }

    fn hidden(&self, view: &View<'_>) -> network::Layer {
        let mut bytes = [0u8; MOST_FEATURES];
        let bytes = &mut bytes[..self.layout.size()];
        self.layout.observe(view, &Recent::new(0), bytes);
        self.network.hidden(bytes)
    }
}

/// Each network exists once, so that identity is equality.
impl PartialEq for Learned {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Learned {}

impl std::hash::Hash for Learned {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self).hash(state);
    }
}

impl Bot for Learned {
    fn name(&self) -> &str {
        super::NAMES[3]
    }

    fn act(&self, view: &View<'_>, legal: ActionSet, _rng: &mut Rng) -> Action {
        if legal.len() == 1 {
            return Action::from_id(legal.nth(0));
        }
        let hidden = self.hidden(view);
        let mut best = (f32::NEG_INFINITY, Action::Pass);
        for action in legal.iter() {
            let logit = self.network.logit(&hidden, action);
            if logit > best.0 {
                best = (logit, action);
            }
        }
        best.1
    }
}
