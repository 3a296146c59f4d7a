//! `learned`: one network that reads the rules of a game, trained by self-play; see `docs/learned.md`.

mod columns;
mod encoded;
mod file;
mod network;
mod related;

use std::sync::LazyLock;

use super::{Bot, BotError, Heuristic};
use crate::action::{Action, ActionSet, NUM_ACTIONS};
use crate::engine::{Game, Options};
use crate::recent::Recent;
use crate::rng::Rng;
use crate::ruleset::Ruleset;
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
static NETWORK: LazyLock<Result<(Network, Columns), String>> = LazyLock::new(|| {
    let (mut network, inputs) = file::read(WEIGHTS).map_err(|why| why.to_string())?;
    let game = any_game()?;
    let columns = inputs.columns(names(&game).names());
    network.card.rows = by_name(
        &inputs.card,
        &crate::observation::card_rule_names(&game),
        &network.card.rows,
    )?;
    network.table.rows = by_name(
        &inputs.table,
        &crate::observation::table_rule_names(&game),
        &network.table.rows,
    )?;
    let columns = columns.map_err(|differ| format!("observations {differ}: it was trained on others"))?;
    Ok((network, columns))
});

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

/// Returns a game, for the names of features, which are the same for all.
fn any_game() -> Result<Game, String> {
    let id = crate::ruleset::ids().next().unwrap_or_default();
    let ruleset = Ruleset::builtin(id).map_err(|why| why.to_string())?;
    Game::new(&ruleset, Options::new(ruleset.players.min)).map_err(|why| why.to_string())
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
    pub priors: [f32; NUM_ACTIONS],
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

    /// Evaluates the position and its legal actions, of which there must be at least one.
    #[must_use]
    pub fn judge(self, view: &View<'_>, legal: ActionSet) -> Judgement {
        let mut priors = [0.0; NUM_ACTIONS];
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
        let Ok((network, columns)) = NETWORK.as_ref() else {
            return;
        };
        let Some(encoded) = view.game().memo(|game| Encoded::new(network, columns, game)) else {
            return;
        };
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
