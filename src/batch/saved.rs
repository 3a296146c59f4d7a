//! Saved batches: copies in memory, or bytes from which another process continues.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::buffers::Buffers;
use super::env::{Ends, Env};
use super::pieces::{Keys, SavedEnvs};
use super::pool::{Prepared, difference};
use super::shared::Shared;
use super::source::Draws;
use super::{Autoreset, Batch, BatchError, Controller, GameSource, MAX_ENVS, PolicyEpisodes};
use crate::action::ActionSet;
use crate::bot::by_name;
use crate::engine::{Game, Options, State};
use crate::limits::{self, JsonError, MAX_STATE_BYTES, has_room, said, shown};
use crate::observation::Feature;
use crate::position::{
    SerializedError, identity, recent_of, recent_to_value, rng_from_value, state_from_value, state_to_value,
};
use crate::rng::Rng;
use crate::ruleset::Ruleset;
use crate::seat::Seat;

/// Name of the format in the bytes.
const FORMAT: &str = "eights-batch";

/// The version of the format that this crate writes and reads.
const VERSION: u64 = 1;

/// Minimum number of bytes of an env: memory for the envs is checked before they are parsed.
const SHORTEST: usize = 200;

/// The key of the list of envs.
const ENVS: &str = "envs";

/// A serialised env.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedRow {
    state: Value,
    recent: Value,
    controllers: Vec<Option<String>>,
    next_controllers: Vec<Option<String>>,
    bots: Value,
    sampler: Value,
    seed: u64,
    origin: (u64, u64),
    episode: u64,
    skipped: u64,
    bot_decisions: u64,
    early: Vec<f32>,
    last: u8,
    /// The game, if it does not follow from the pool because an earlier pool drew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    earlier: Option<Earlier>,
}

/// Checks that this many bytes can be allocated, so that a lack of memory is an error and not the end of the process.
pub(super) fn check_memory(bytes: usize) -> Result<(), BatchError> {
    if has_room(bytes) {
        Ok(())
    } else {
        Err(BatchError::Memory { bytes })
    }
}

/// Returns the number of bytes that this many envs like this one take.
pub(super) fn bytes_of(env: &Env, envs: usize) -> usize {
    let each = size_of::<Env>() + env.state.heap_size() + size_of::<ActionSet>() + size_of::<Rng>();
    each.saturating_mul(envs)
}

impl Batch {
    /// Copies the positions, controllers and random streams of all envs, for [`Batch::restore`].
    ///
    /// # Errors
    /// [`BatchError::Unfinished`], or [`BatchError::Memory`] if there is too little.
    pub fn save(&self) -> Result<Self, BatchError> {
        self.check_finished()?;
        check_memory(bytes_of(&self.envs[0], self.envs.len()))?;
        Ok(self.clone())
    }

    /// Restores the positions of a saved batch of the same game and size, and writes their buffers.
    ///
    /// # Errors
    /// A batch of another game, size or way of resetting, or [`BatchError::Buffer`]; nothing is then changed.
    pub fn restore<T: Feature>(&mut self, saved: &Self, buffers: Buffers<'_, T>) -> Result<(), BatchError> {
        let mut slices = buffers.into_slices(self)?;
        let same_game = match (self.pool(), saved.pool()) {
            (None, None) => self.game().is_same(saved.game()),
            (own, saved) => own == saved,
        };
        for (fits, why) in [
            (same_game, "it is of another game"),
            (
                self.envs.len() == saved.envs.len(),
                "it has another number of envs",
            ),
            (self.autoreset == saved.autoreset, "it resets in another way"),
        ] {
            if !fits {
                return Err(BatchError::Saved { why });
            }
        }
        self.any_bots |= saved.any_bots;
        self.draws.clone_from(&saved.draws);
        self.envs.clone_from(&saved.envs);
        self.legal.clone_from(&saved.legal);
        self.samplers.clone_from(&saved.samplers);
        self.policies.clone_from(&saved.policies);
        self.told = PolicyEpisodes::default();
        self.unfinished = false;
        let shared = Shared::new(&self.first, self.draws.as_ref(), self.seats);
        for (i, (env, &legal)) in self.envs.iter().zip(&self.legal).enumerate() {
            let own = shared.of(env.own.as_deref());
            let mut out = slices.env(i, own.layout, own.seats);
            out.clear_ends();
            if legal.is_empty() {
                out.show_end(env, own.game, 0);
                out.show_last(env, &own, 0);
            }
            env.write(&shared, legal, &mut out);
        }
        Ok(())
    }

    /// Serialises the batch as bytes that [`Batch::deserialize`] restores exactly, future chance included.
    ///
    /// # Errors
    /// [`BatchError::Unfinished`].
    pub fn serialize(&self) -> Result<Vec<u8>, BatchError> {
        self.check_finished()?;
        let mut map = Map::new();
        map.insert("format".to_owned(), Value::from(FORMAT));
        map.insert("version".to_owned(), Value::from(VERSION));
        for (key, value) in header(&self.source()) {
            map.insert(key.to_owned(), value);
        }
        map.insert("autoreset".to_owned(), Value::from(self.autoreset.as_str()));
        let mut bytes = Value::Object(map).to_string().into_bytes();
        // The envs are serialised one by one, so that they are never all in memory as values.
        bytes.pop();
        bytes.extend_from_slice(format!(",\"{ENVS}\":[").as_bytes());
        let mut games = EarlierGames::default();
        for (i, (env, sampler)) in self.envs.iter().zip(&self.samplers).enumerate() {
            let mut value = env_to_value(&self.prepared(env).game, self.seats, env, sampler);
            if let (true, Some(own)) = (env.is_earlier, &env.own) {
                value["earlier"] = serde_json::to_value(games.write(i, own)).unwrap_or_default();
            }
            let text = value.to_string();
            let more = text.len() + 3;
            let given = bytes.try_reserve(more);
            given.map_err(|_| BatchError::Memory { bytes: more })?;
            if i > 0 {
                bytes.push(b',');
            }
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.extend_from_slice(b"]}");
        Ok(bytes)
    }

    /// Deserialises the bytes that [`Batch::serialize`] wrote for the same ruleset, players, episode and truncation, or
    /// for the same pool.
    ///
    /// # Errors
    /// [`BatchError::Bytes`] if they are damaged, of another version, or of another game; [`BatchError::Memory`].
    pub fn deserialize(source: impl Into<GameSource>, bytes: &[u8]) -> Result<Self, BatchError> {
        let source = source.into();
        let malformed = |why: String| BatchError::Bytes { why };
        let refused = |error: SerializedError| malformed(error.to_string());
        let Keys(written) =
            serde_json::from_slice(bytes).map_err(|error| refused(SerializedError::NotJson(said(&error))))?;
        let parsed = |text: &RawValue| match limits::json(text.get().as_bytes(), MAX_STATE_BYTES) {
            Err(JsonError::Memory { bytes }) => Err(BatchError::Memory { bytes }),
            read => read.map_err(|error| refused(error.into())),
        };
        let header_keys = written.iter().filter(|(key, _)| *key != ENVS);
        let read = header_keys.map(|&(key, text)| Ok((key.to_owned(), parsed(text)?)));
        let value = Value::Object(read.collect::<Result<_, BatchError>>()?);
        SerializedError::check_format(&value, FORMAT, VERSION).map_err(refused)?;
        SerializedError::check_identity(header(&source), &value).map_err(refused)?;
        let wrong = |key, expected: &str| refused(SerializedError::malformed(&value, key, expected));
        let autoreset = value.get("autoreset").and_then(Value::as_str);
        let autoreset = autoreset
            .and_then(Autoreset::from_name)
            .ok_or_else(|| wrong("autoreset", "\"same-step\", \"next-step\" or \"disabled\""))?;
        let envs = written.iter().find(|(key, _)| *key == ENVS);
        let envs = envs.map(|(_, text)| serde_json::from_str::<SavedEnvs<'_>>(text.get()));
        let Some(Ok(SavedEnvs(envs))) = envs else {
            return Err(malformed(format!("envs is not a list of 1 … {MAX_ENVS} envs")));
        };
        if let Some(i) = envs.iter().position(|text| text.get().len() < SHORTEST) {
            return Err(malformed(format!("env {i} is not an env")));
        }
        let mut batch = Self::new(source.clone(), envs.len(), 0, autoreset)?;
        for (i, text) in envs.into_iter().enumerate() {
            let sampler = batch
                .read_env(&source, i, parsed(text)?)
                .map_err(|why| malformed(format!("env {i}: {why}")))?;
            batch.samplers[i] = sampler;
            let env = &batch.envs[i];
            if !env.state.is_over() {
                batch.legal[i] = batch.prepared(env).game.legal(&env.state);
            }
            let bots = |c: &Controller| *c != Controller::Outside;
            batch.any_bots |= env.has_bots || env.next_controllers.iter().any(bots);
        }
        batch.note_policies();
        Ok(batch)
    }

    /// Restores env `i` from its serialised form, once all envs before it are restored; returns its sampler, or the
    /// reason for a failure.
    fn read_env(&mut self, source: &GameSource, i: usize, given: Value) -> Result<Rng, String> {
        let mut saved: SavedRow = serde_json::from_value(given).map_err(|error| said(&error))?;
        let own = match saved.earlier.take() {
            Some(earlier) => {
                let own = self.earlier_game(earlier, i)?;
                if self.draws.is_none() {
                    self.draws = Some(Draws::Game(Arc::clone(&self.first)));
                    for env in &mut self.envs {
                        env.own = Some(Arc::clone(&self.first));
                    }
                }
                self.envs[i].is_earlier = true;
                Some(own)
            }
            None => self.draws.as_ref().map(|draws| draws.draw(saved.seed)),
        };
        let env = &mut self.envs[i];
        env.own = own;
        let game = env.own.as_ref().map_or(&self.first, |own| own).game.clone();
        let of = SavedEnvReader {
            game: &game,
            next: source,
            seats: self.seats,
            autoreset: self.autoreset,
        };
        env_from_value(&of, env, &saved)
    }

    /// Returns the game of an env that an earlier pool has drawn.
    fn earlier_game(&self, earlier: Earlier, i: usize) -> Result<Arc<Prepared>, String> {
        let (ruleset, options) = match earlier {
            Earlier::As(env) => {
                let other = self.envs[..i].get(env).filter(|other| other.is_earlier);
                let own = other.and_then(|other| other.own.as_ref());
                return own.map(Arc::clone).ok_or_else(|| {
                    format!("earlier is {env}, not the number of an env that has such a game")
                });
            }
            Earlier::Game { ruleset, options } => (ruleset, options),
        };
        let ruleset = Ruleset::from_value(ruleset).map_err(|error| error.to_string())?;
        let game = Game::new(&ruleset, options).map_err(|error| error.to_string())?;
        let prepared = Prepared::new(&game);
        if usize::from(game.players()) > self.seats {
            return Err(format!(
                "earlier has {} players, and the arrays are for {}",
                game.players(),
                self.seats
            ));
        }
        match difference(&prepared, &self.first, "a game of the batch") {
            None => Ok(prepared),
            Some(differs) => Err(format!("earlier {differs}")),
        }
    }
}

/// Returns the identity of this game, or of the pool that games are drawn from, which a saved batch must share.
fn header(source: &GameSource) -> Vec<(&'static str, Value)> {
    match source {
        GameSource::Game(game) => identity(game).to_vec(),
        GameSource::Pool(pool) => vec![("pool", pool.identity())],
    }
}

/// The serialised game of an env that an earlier pool has drawn.
#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Earlier {
    /// Number of an earlier env with the same game.
    As(usize),
    Game {
        ruleset: Value,
        options: Options,
    },
}

/// Games that earlier pools have drawn, each with the first env that plays it.
#[derive(Default)]
struct EarlierGames(HashMap<*const Prepared, usize>);

impl EarlierGames {
    fn write(&mut self, env: usize, game: &Arc<Prepared>) -> Earlier {
        let first = *self.0.entry(Arc::as_ptr(game)).or_insert(env);
        if first != env {
            return Earlier::As(first);
        }
        Earlier::Game {
            ruleset: game.game.ruleset().to_value(),
            options: game.game.options().clone(),
        }
    }
}

fn env_to_value(game: &Game, seats: usize, env: &Env, sampler: &Rng) -> Value {
    let players = usize::from(game.players());
    let names = |controllers: &[Controller]| {
        let name = |controller: &Controller| match controller {
            Controller::Outside => None,
            Controller::Bot(bot) => Some(bot.name()),
            Controller::Policy => Some(Controller::POLICY),
        };
        json!(controllers.iter().map(name).collect::<Vec<_>>())
    };
    json!({
        "state": state_to_value(game, &env.state),
        "recent": recent_to_value(game, &env.recent),
        "controllers": names(&env.controllers[..players]),
        "next_controllers": names(&env.next_controllers[..seats]),
        "bots": env.bots,
        "sampler": sampler,
        "seed": env.seed,
        "origin": env.origin,
        "episode": env.episode,
        "skipped": env.skipped,
        "bot_decisions": env.bot_decisions,
        "early": env.early[..players],
        "last": env.last.0,
    })
}

/// The games and arrays for which a saved env is restored.
struct SavedEnvReader<'a> {
    /// The game that the env plays.
    game: &'a Game,
    /// The source of its next episode.
    next: &'a GameSource,
    seats: usize,
    autoreset: Autoreset,
}

/// Restores an env from its serialised form; returns its sampler, or the reason for a failure.
fn env_from_value(of: &SavedEnvReader<'_>, env: &mut Env, saved: &SavedRow) -> Result<Rng, String> {
    let game = of.game;
    let players = usize::from(game.players());
    env.state = state_from_value(game, &saved.state).map_err(|error| error.to_string())?;
    env.recent = recent_of(game, &saved.recent).map_err(|error| error.to_string())?;
    let fewest = usize::from(of.next.players().0);
    read_controllers(&mut env.controllers[..players], players, &saved.controllers)?;
    let next = &mut env.next_controllers[..of.seats];
    read_controllers(next, fewest, &saved.next_controllers)?;
    env.has_bots = env.controllers.iter().any(|c| *c != Controller::Outside);
    let rng = |key: &str, value: &Value| {
        rng_from_value(value)
            .ok_or_else(|| format!("{key} is {}, not the four words of a generator", shown(value)))
    };
    env.bots = rng("bots", &saved.bots)?;
    (env.seed, env.origin, env.episode) = (saved.seed, saved.origin, saved.episode);
    (env.skipped, env.bot_decisions) = (saved.skipped, saved.bot_decisions);
    if saved.early.len() != players || saved.early.iter().any(|won| !won.is_finite()) {
        return Err(format!("early is not {players} numbers"));
    }
    env.early[..players].copy_from_slice(&saved.early);
    if usize::from(saved.last) >= players {
        return Err(format!("last is {}, not a seat", saved.last));
    }
    env.last = Seat(saved.last);
    check_waits(game, of.autoreset, env)?;
    rng("sampler", &saved.sampler)
}

fn read_controllers(into: &mut [Controller], fewest: usize, given: &[Option<String>]) -> Result<(), String> {
    if given.len() != into.len() {
        return Err(format!("{} controllers for {} seats", given.len(), into.len()));
    }
    for (controller, name) in into.iter_mut().zip(given) {
        *controller = match name {
            None => Controller::Outside,
            Some(name) if name == Controller::POLICY => Controller::Policy,
            Some(name) => Controller::Bot(by_name(name).map_err(|error| error.to_string())?),
        };
    }
    if into[..fewest].contains(&Controller::Outside) {
        Ok(())
    } else {
        Err("no controller is from outside".to_owned())
    }
}

/// Checks that an env waits for an outside action or a policy, or stands at the end of its episode where it may.
fn check_waits(game: &Game, autoreset: Autoreset, env: &Env) -> Result<(), String> {
    let state: &State = &env.state;
    let waits = match state.actor() {
        Some(actor) => {
            let is_bot = matches!(env.controllers[actor.index()], Controller::Bot(_));
            !is_bot && !game.legal(state).is_empty()
        }
        None => state.is_over() && autoreset != Autoreset::SameStep,
    };
    if waits {
        Ok(())
    } else {
        Err(format!(
            "in phase {} nobody from outside is to act",
            state.phase().name()
        ))
    }
}
