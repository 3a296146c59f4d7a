//! Prints a fingerprint of games of fixed seeds for each built-in ruleset, equal on every machine. Argument: `[THREADS]`.
//!
//! `tests/data/fingerprints.txt` holds what is printed, and `benchmarks/fingerprints.py` compares it with what other
//! architectures, C libraries, numbers of threads and instructions print.

#![allow(clippy::print_stdout, reason = "its report")]

use eights::batch::{Arrays, Autoreset, Batch, Threads};
use eights::bot::BotKind;
use eights::{Episode, Game, Options, Rng, Ruleset, Stream, View};

/// Envs of a batch, more than one thread takes at a time.
const ENVS: usize = 96;

/// Steps of a batch.
const STEPS: usize = 40;

/// Decisions of a game of bots.
const DECISIONS: usize = 60;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let threads: usize = std::env::args().nth(1).map_or(Ok(1), |given| given.parse())?;
    let threads = (threads > 1).then(|| Threads::new(threads)).transpose()?;
    for id in eights::ruleset::ids().chain(eights::ruleset::tiny_ids()) {
        let ruleset = Ruleset::builtin(id)?;
        let players = 4.clamp(ruleset.players.min, ruleset.players.max);
        let game = Game::new(&ruleset, Options::new(players))?;
        let stepped = batch(&game, threads.as_ref())?;
        let [greedy, heuristic, learned] =
            [BotKind::Greedy, BotKind::Heuristic, BotKind::Learned].map(|bot| played(&game, bot));
        println!("{id:24} {stepped:016x} {greedy:016x} {heuristic:016x} {learned:016x}");
    }
    Ok(())
}

/// A hash of bytes, FNV-1a: it is short, and the same everywhere.
struct Hash(u64);

impl Hash {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Returns the fingerprint of what a batch of random games shows: observations, masks and rewards.
fn batch(game: &Game, threads: Option<&Threads>) -> Result<u64, Box<dyn std::error::Error>> {
    let mut batch = Batch::new(game, ENVS, 7, Autoreset::SameStep)?;
    let mut arrays = Arrays::<f32>::new(&batch);
    let mut actions = vec![0_i64; ENVS];
    batch.reset(None, None, arrays.buffers())?;
    let mut hash = Hash::new();
    for _ in 0..STEPS {
        batch.sample(threads, &mut actions)?;
        batch.step(&actions, threads, arrays.buffers())?;
        hash.add(arrays.observations.iter().map(|&feature| feature as u8));
        hash.add(arrays.action_masks.iter().map(|&legal| u8::from(legal)));
        hash.add(arrays.rewards.iter().flat_map(|reward| reward.to_le_bytes()));
    }
    Ok(hash.0)
}

/// Returns the fingerprint of the decisions of a game in which a bot has every seat.
fn played(game: &Game, bot: BotKind) -> u64 {
    let mut episode = Episode::new(game, 11);
    let mut rng = Rng::new(11, Stream::Bot);
    let mut hash = Hash::new();
    for _ in 0..DECISIONS {
        let Some(seat) = episode.state().actor() else {
            break;
        };
        let legal = game.legal(episode.state());
        let action = bot.act(&View::new(game, episode.state(), seat), legal, &mut rng);
        hash.add(game.text(&action).bytes());
        if episode.apply(action).is_err() {
            break;
        }
    }
    hash.0
}
