//! `learned`: one network that reads the rules of a game, trained by self-play; see `docs/learned.md`.

mod columns;
mod encoded;
mod file;
mod network;
mod related;

use std::sync::LazyLock;

use super::{Bot, BotError, Heuristic};
use crate::action::{Action, ActionSet, MAX_ACTIONS};
use crate::engine::{Game, Options};
use crate::recent::Recent;
use crate::rng::Rng;
use crate::ruleset::Ruleset;
use crate::seat::MAX_SEATS;
use crate::view::View;

use columns::Columns;
use encoded::{Encoded, names};
use network::{Hidden, Network, Shared};
use related::Pools;

/// The weights; `tools/pack_learned.py` writes them.
static WEIGHTS: &[u8] = include_bytes!("policy.safetensors");

/// Room for an observation in the layout of cards.
const MOST_FEATURES: usize = 2048;

/// The network with the places of its inputs, or a message why it cannot be built, which a test rules out.
static NETWORK: LazyLock<Result<Trained, String>> = LazyLock::new(|| trained(WEIGHTS));

/// Reads the network of a file, with the places of its inputs.
fn trained(file: &[u8]) -> Result<Trained, String> {
    let (mut network, inputs) = file::read(file).map_err(|why| why.to_string())?;
    let games = plain_games()?;
    let [usual, ..] = &games;
    network.card_features = crate::observation::card_rule_names(usual);
    network.card.rows = by_name(&inputs.card, &network.card_features, &network.card.rows)?;
    network.table.rows = by_name(
        &inputs.table,
        &crate::observation::table_rule_names(usual),
        &network.table.rows,
    )?;
    let columns = |game: &Game| {
        let columns = inputs.columns(game, names(game).names());
        columns.map_err(|differ| format!("observations {differ}: it was trained on others"))
    };
    let [usual, other, full, full_other] = &games;
    Ok(Trained {
        columns: [
            [columns(usual)?, columns(other)?],
            [columns(full)?, columns(full_other)?],
        ],
        network,
    })
}

/// The network, with the places of its inputs in observations: with the usual number of seats and more, and of each with
/// the usual pack and another.
struct Trained {
    network: Network,
    columns: [[Columns; 2]; 2],
}

impl Trained {
    /// Returns the places of the inputs in the observations of a game.
    fn columns(&self, game: &Game) -> &Columns {
        &self.columns[usize::from(game.has_more_seats())][usize::from(!game.pack().is_usual())]
    }
}

/// Returns the weights of the inputs in the order of the features; features that it was not trained on count nothing.
fn by_name<const N: usize>(
    trained: &[String],
    features: &[String],
    rows: &[[f32; N]],
) -> Result<Vec<[f32; N]>, String> {
    if let Some(name) = trained.iter().find(|name| !features.contains(name)) {
        return Err(format!(
            "rules lack the feature {name:?}, on which it was trained"
        ));
    }
    let row = |name: &String| {
        let at = trained.iter().position(|other| other == name);
        at.map_or([0.0; N], |at| rows[at])
    };
    Ok(features.iter().map(row).collect())
}

/// Returns games with the usual pack and another, of two players and of the most, for the names of features, whose places are
/// the same for all such games.
fn plain_games() -> Result<[Game; 4], String> {
    let game = |text: &str, players| {
        let text = format!("players = {players}\n{text}");
        let ruleset = Ruleset::from_toml(&text).map_err(|why| why.to_string())?;
        Game::new(&ruleset, Options::new(players)).map_err(|why| why.to_string())
    };
    let usual = "id = \"usual\"\ndeal.cards = 1\ndeck.packs = 2";
    let other =
        "id = \"other\"\ndeal.cards = 1\ndeck = { packs = 2, suits = \"CDHSV\", ranks = \"23456789TJQK\" }";
    let most = MAX_SEATS as u8;
    Ok([
        game(usual, 2)?,
        game(other, 2)?,
        game(usual, most)?,
        game(other, most)?,
    ])
}

/// A policy for every game, which always takes the action that it rates best.
///
/// The policy sees the observations of the layout of cards (`docs/observations.md`), whatever the options of its game, and
/// remembers nothing. It was trained to win rounds and matches, and for points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Learned;

/// A network's evaluation of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// Probability of each action; 0 for one that is not legal.
    pub priors: [f32; MAX_ACTIONS],
    /// Expected return of the viewing seat, from -1 to 1.
    pub value: f32,
}

/// A position as the network sees it.
struct Position<'a> {
    network: &'static Network,
    state: Hidden,
    shared: Shared,
    cards: Pools<'a>,
}

impl Position<'_> {
    /// Returns the logit of an action.
    fn logit(&self, action: Action) -> f32 {
        self.network.logit(&self.state, &self.shared, &self.cards, action)
    }
}

impl Learned {
    /// Checks that the network fits the features of this build.
    ///
    /// # Errors
    /// Weights that cannot be read, or for other features.
    pub fn check() -> Result<(), BotError> {
        let built = NETWORK.as_ref();
        built
            .map(|_| ())
            .map_err(|why| BotError::Weights { why: why.clone() })
    }

    /// Checks that a file holds a network for the features of this build.
    ///
    /// # Errors
    /// Weights that cannot be read, or for other features.
    #[doc(hidden)]
    pub fn check_file(file: &[u8]) -> Result<(), BotError> {
        trained(file).map(|_| ()).map_err(|why| BotError::Weights { why })
    }

    /// The file of the weights.
    #[doc(hidden)]
    #[must_use]
    pub const fn file() -> &'static [u8] {
        WEIGHTS
    }

    /// Evaluates the position and its legal actions, of which there must be at least one.
    #[must_use]
    pub fn judge(self, view: &View<'_>, legal: ActionSet) -> Judgement {
        let mut priors = [0.0; MAX_ACTIONS];
        let mut value = 0.0;
        Self::seen(view, |position| {
            let mut most = f32::MIN;
            for action in legal.iter() {
                let logit = position.logit(action);
                priors[action.id().index()] = logit;
                most = most.max(logit);
            }
            for action in legal.iter() {
                let prior = &mut priors[action.id().index()];
                *prior = libm::expf(*prior - most);
            }
            value = position.network.value(&position.state);
        });
        let sum: f32 = priors.iter().sum();
        for action in legal.iter() {
            let prior = &mut priors[action.id().index()];
            *prior = if sum > 0.0 {
                *prior / sum
            } else {
                1.0 / legal.len() as f32
            };
        }
        Judgement { priors, value }
    }

    /// Calls `with` with what the network sees of the position, unless there is no network.
    fn seen(view: &View<'_>, with: impl FnOnce(&Position<'_>)) {
        let Ok(trained) = NETWORK.as_ref() else {
            return;
        };
        let network = &trained.network;
        let Some(encoded) = view
            .game()
            .memo(|game| Encoded::new(network, trained.columns(game), game))
        else {
            return;
        };
        let columns = encoded.columns;
        let mut bytes = [0_u8; MOST_FEATURES];
        let bytes = &mut bytes[..columns.size];
        encoded.layout.observe(view, &Recent::new(0), bytes);
        let page = &encoded.pages[columns.meaning(bytes)];
        let state = network.state(encoded, &encoded.inputs(page, bytes));
        with(&Position {
            network,
            shared: network.shared(&state),
            state,
            cards: Pools::new(encoded, page, bytes),
        });
    }
}

impl Bot for Learned {
    fn name(&self) -> &str {
        super::NAMES[3]
    }

    fn act(&self, view: &View<'_>, legal: ActionSet, rng: &mut Rng) -> Action {
        if legal.len() == 1 {
            return Action::from_id(legal.nth(0));
        }
        let mut best = None;
        Self::seen(view, |position| {
            for action in legal.iter() {
                let logit = position.logit(action);
                if best.is_none_or(|(most, _)| logit > most) {
                    best = Some((logit, action));
                }
            }
        });
        best.map_or_else(|| Heuristic.act(view, legal, rng), |(_, action)| action)
    }
}
