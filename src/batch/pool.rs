//! Pools of games, from which the game of each episode of a batch is drawn.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};

use super::error::PoolError;
use super::house_rules::HouseRules;
use super::starts::{EnvStart, StartEntry};
use super::weights::Weights;
use crate::engine::Game;
use crate::episode::Episode;
use crate::observation::{FeatureNames, Layout};
use crate::position::identity;
use crate::rng::{Rng, Stream};
use crate::ruleset::load::fnv1a;

/// A game with the layout of its observations.
pub(crate) struct Prepared {
    pub(crate) game: Game,
    pub(crate) layout: Arc<Layout>,
    /// Position with which its episodes begin, if they are not dealt.
    pub(super) start: Option<EnvStart>,
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, start, .. } = self;
        write!(f, "{game:?}, dealt: {}", start.is_none())
    }
}

impl Prepared {
    pub(crate) fn new(game: &Game) -> Arc<Self> {
        Self::with_start(game, None)
    }

    fn with_start(game: &Game, start: Option<EnvStart>) -> Arc<Self> {
        Arc::new(Self {
            game: game.clone(),
            layout: Arc::new(Layout::new(game)),
            start,
        })
    }

    /// Returns the entry of the game in a pool.
    fn entry(&self) -> StartEntry {
        match &self.start {
            None => StartEntry::Deal(self.game.clone()),
            Some(start) => StartEntry::From(Box::new(start.episode(&self.game, 0))),
        }
    }
}

/// Games of one shape, of which the seed of each episode of a batch draws one.
///
/// Under a layout for all games they may be for different numbers of players. Clones share the games.
#[derive(Debug, Clone)]
pub struct GamePool {
    inner: Arc<PoolData>,
}

#[derive(Debug)]
struct PoolData {
    origin: Origin,
    first: Arc<Prepared>,
}

/// Source of the games.
#[derive(Debug)]
enum Origin {
    Listed {
        games: Vec<Arc<Prepared>>,
        /// Weights of the games; `None` makes all equally likely.
        weights: Option<Weights>,
    },
    House {
        rules: HouseRules,
        /// The games of a pool that is not too large, each made when it is first drawn.
        kept: Vec<OnceLock<Arc<Prepared>>>,
    },
}

/// Maximum size of a pool of house rules that keeps its games, about 0.1 MB each; a larger pool makes them anew at each
/// draw.
pub const KEPT: u32 = 4096;

/// Maximum number of games listed for a pool.
pub const MOST_GAMES: usize = 1 << 16;

impl GamePool {
    /// Creates a pool of these games, all equally likely; a game listed twice is twice as likely.
    ///
    /// # Errors
    /// No game, or one that does not have the shape of the first.
    pub fn new(games: &[Game]) -> Result<Self, PoolError> {
        let entries: Vec<_> = games.iter().map(StartEntry::from).collect();
        Self::of_entries(&entries, None)
    }

    /// Creates a pool of these games, each as likely as its share of all weights.
    ///
    /// # Errors
    /// Those of [`GamePool::new`], a number of weights that is not that of the games, and a weight that is not a finite
    /// number above 0.
    pub fn weighted(games: &[Game], weights: &[f64]) -> Result<Self, PoolError> {
        let entries: Vec<_> = games.iter().map(StartEntry::from).collect();
        Self::of_entries(&entries, Some(weights))
    }

    /// Creates a pool of these games and positions, each as likely as its share of all weights, or all equally likely.
    ///
    /// # Errors
    /// Those of [`GamePool::weighted`], and a position in which no seat is to act.
    pub fn of_entries(games: &[StartEntry], weights: Option<&[f64]>) -> Result<Self, PoolError> {
        if games.len() > MOST_GAMES {
            return Err(PoolError::TooMany {
                given: games.len(),
                most: MOST_GAMES,
            });
        }
        let entries = games.iter().enumerate();
        let games = entries.map(|(at, entry)| Ok(Prepared::with_start(entry.game(), entry.start(at)?)));
        let games = games.collect::<Result<Vec<_>, PoolError>>()?;
        let first = games.first().ok_or(PoolError::Empty)?;
        for (at, game) in games.iter().enumerate().skip(1) {
            if let Some(differs) = difference(game, first, "the first") {
                let id = game.game.ruleset().id.clone();
                return Err(PoolError::Shape { at, id, differs });
            }
        }
        let first = Arc::clone(first);
        let weights = weights
            .map(|weights| Weights::new(weights, games.len()))
            .transpose()?;
        Ok(Self::from(first, Origin::Listed { games, weights }))
    }

    /// Creates a pool of builtin rulesets with house rules that are drawn by lot.
    ///
    /// # Errors
    /// A number that is out of range, or options that make no game.
    pub fn house_rules(rules: HouseRules) -> Result<Self, PoolError> {
        let first = Prepared::new(&rules.first()?);
        let kept = rules.size.map_or(0, |size| if size <= KEPT { size } else { 0 });
        let kept = (0..kept).map(|_| OnceLock::new()).collect();
        Ok(Self::from(first, Origin::House { rules, kept }))
    }

    fn from(first: Arc<Prepared>, origin: Origin) -> Self {
        Self {
            inner: Arc::new(PoolData { origin, first }),
        }
    }

    /// Returns the first game, whose shape all have.
    #[must_use]
    pub fn first(&self) -> &Game {
        &self.inner.first.game
    }

    pub(crate) fn first_prepared(&self) -> &Arc<Prepared> {
        &self.inner.first
    }

    /// Returns the number of games; `None` if each episode has house rules of its own.
    #[must_use]
    pub fn size(&self) -> Option<u32> {
        match &self.inner.origin {
            Origin::Listed { games, .. } => Some(games.len() as u32),
            Origin::House { rules, .. } => rules.size,
        }
    }

    /// Returns the house rules by which the games are drawn, if any.
    #[must_use]
    pub fn drawn_by(&self) -> Option<&HouseRules> {
        match &self.inner.origin {
            Origin::Listed { .. } => None,
            Origin::House { rules, .. } => Some(rules),
        }
    }

    /// Returns the weights of the games; `None` if all are equally likely.
    #[must_use]
    pub fn weights(&self) -> Option<&[f64]> {
        match &self.inner.origin {
            Origin::Listed { weights, .. } => weights.as_ref().map(Weights::given),
            Origin::House { .. } => None,
        }
    }

    /// Iterates over the entries that the pool was made of; none if its games are drawn by house rules.
    #[must_use]
    pub fn listed(&self) -> impl ExactSizeIterator<Item = StartEntry> {
        let listed = match &self.inner.origin {
            Origin::Listed { games, .. } => games.as_slice(),
            Origin::House { .. } => &[],
        };
        listed.iter().map(|prepared| prepared.entry())
    }

    /// Returns the fewest and the most players of a game.
    #[must_use]
    pub fn players(&self) -> (u8, u8) {
        match &self.inner.origin {
            Origin::Listed { games, .. } => {
                let players = || games.iter().map(|prepared| prepared.game.players());
                let first = self.first().players();
                (players().min().unwrap_or(first), players().max().unwrap_or(first))
            }
            Origin::House { rules, .. } => rules.fewest_and_most(),
        }
    }

    /// Returns the game of the episode with this seed.
    #[must_use]
    pub fn draw(&self, seed: u64) -> Game {
        self.draw_prepared(seed).game.clone()
    }

    /// Returns the episode with this seed before any seat has acted: dealt, or at its start position.
    #[must_use]
    pub fn begin(&self, seed: u64) -> Episode {
        let drawn = self.draw_prepared(seed);
        match &drawn.start {
            None => Episode::new(&drawn.game, seed),
            Some(start) => start.episode(&drawn.game, seed),
        }
    }

    /// Returns the place in the pool of the game of the episode with this seed; none if each episode has house rules of
    /// its own.
    #[must_use]
    pub fn place(&self, seed: u64) -> Option<u32> {
        let mut rng = Rng::new(seed, Stream::Game);
        match &self.inner.origin {
            Origin::Listed { games, weights } => Some(match weights {
                None => rng.below(games.len() as u32),
                Some(weights) => weights.draw(&mut rng) as u32,
            }),
            Origin::House { rules, .. } => rules.size.map(|size| rng.below(size)),
        }
    }

    /// Returns the game at a place of the pool, if there is one.
    pub(crate) fn prepared_at(&self, place: u32) -> Option<Arc<Prepared>> {
        match &self.inner.origin {
            Origin::Listed { games, .. } => games.get(place as usize).cloned(),
            Origin::House { rules, kept } => {
                rules.size.filter(|&size| place < size)?;
                let make = || self.made(rules.at(place));
                let kept = kept.get(place as usize);
                Some(kept.map_or_else(make, |kept| Arc::clone(kept.get_or_init(make))))
            }
        }
    }

    /// Prepares a game of house rules. If the first game can be made, so can every other: the first one never stands in
    /// for one that is refused.
    fn made(&self, game: Result<Game, PoolError>) -> Arc<Prepared> {
        game.map_or_else(|_| Arc::clone(&self.inner.first), |game| Prepared::new(&game))
    }

    pub(crate) fn draw_prepared(&self, seed: u64) -> Arc<Prepared> {
        if let Some(drawn) = self.place(seed).and_then(|place| self.prepared_at(place)) {
            return drawn;
        }
        match &self.inner.origin {
            Origin::House { rules, .. } => self.made(rules.anywhere(&mut Rng::new(seed, Stream::Game))),
            Origin::Listed { .. } => Arc::clone(&self.inner.first),
        }
    }

    /// Returns a number that is the same for equal pools.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fnv1a(&self.identity().to_string())
    }

    /// Returns the value by which a saved batch recognises this pool.
    pub(super) fn identity(&self) -> Value {
        let whole = |Prepared { game, start, .. }: &Prepared| {
            let start = start.as_ref().map(|start| ("start", start.identity(game)));
            let all = identity(game).into_iter().chain(start);
            all.map(|(key, value)| (key.to_owned(), value)).collect::<Value>()
        };
        match &self.inner.origin {
            Origin::Listed { games, weights } => {
                let all: Vec<Value> = games.iter().map(|prepared| whole(prepared)).collect();
                let print = format!("{:016x}", fnv1a(&Value::from(all).to_string()));
                let mut identity = json!({"games": games.len(), "fingerprint": print});
                if let Some(weights) = weights {
                    identity["weights"] = weights.identity();
                }
                identity
            }
            Origin::House { rules, .. } => rules.identity(),
        }
    }
}

impl PartialEq for GamePool {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.inner, &other.inner) {
            return true;
        }
        match (&self.inner.origin, &other.inner.origin) {
            (
                Origin::Listed { games: own, weights },
                Origin::Listed {
                    games: others,
                    weights: theirs,
                },
            ) => {
                weights == theirs
                    && own.len() == others.len()
                    && own
                        .iter()
                        .zip(others)
                        .all(|(own, other)| own.game.is_same(&other.game) && own.start == other.start)
            }
            (Origin::House { rules, .. }, Origin::House { rules: others, .. }) => rules == others,
            _ => false,
        }
    }
}

impl Eq for GamePool {}

/// Describes how the shape of a game differs from that of `first`, which is called `named`.
pub(super) fn difference(prepared: &Prepared, first: &Prepared, named: &str) -> Option<String> {
    let (game, of_first) = (&prepared.game, &first.game);
    // A layout for all games shows the same features of all that have the same history, which has a span.
    let is_alike = game.options().is_for_all_games() && game.options().layout == of_first.options().layout;
    if game.players() != of_first.players() && !is_alike {
        let (given, expected) = (game.players(), of_first.players());
        return Some(format!("has {given} players, {named} {expected}"));
    }
    if game.is_explicit() != of_first.is_explicit() {
        return Some(format!(
            "has chance that is decided in another way than in {named}"
        ));
    }
    let spans = prepared.layout.spans().iter().zip(first.layout.spans());
    for (span, of_first) in spans {
        if span != of_first {
            return Some(format!("shows other features in {:?} than {named}", span.name));
        }
    }
    let are_named_alike = || {
        FeatureNames::new(game)
            .names()
            .eq(FeatureNames::new(of_first).names())
    };
    (!is_alike && !are_named_alike()).then(|| format!("shows features of other names than {named}"))
}
