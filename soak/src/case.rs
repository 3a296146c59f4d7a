//! Cases: each number stands for a ruleset, a number of players and options, the same on every machine.

use eights::ruleset::{Split, ids, tiny_ids};
use eights::{
    ChanceMode, EpisodeKind, Game, ObservationLayout, Options, Reward, Rng, Ruleset, Stream, Truncation,
};
use serde_json::json;

use crate::overrides::{once_in, one_of, overridden};

/// A random game, and the generator that goes on with it.
pub(crate) struct Case {
    pub(crate) game: Game,
    pub(crate) rng: Rng,
}

impl Case {
    /// Draws the game of a case; none if the ruleset allows no such game.
    pub(crate) fn new(number: u64) -> Option<Self> {
        let mut rng = Rng::new(number, Stream::Bot);
        let ruleset = ruleset(&mut rng)?;
        let (least, most) = (ruleset.players.min, ruleset.players.max);
        let players = least + rng.below(u32::from(most - least) + 1) as u8;
        let options = options(players, &mut rng);
        let in_rounds = Options {
            episode: EpisodeKind::Round,
            ..options.clone()
        };
        // Some rulesets have no matches.
        let game = Game::new(&ruleset, options).or_else(|_| Game::new(&ruleset, in_rounds));
        game.ok().map(|game| Self { game, rng })
    }
}

/// Draws a ruleset: builtin, a variant, one with house rules, or one with overrides of any key.
fn ruleset(rng: &mut Rng) -> Option<Ruleset> {
    let all: Vec<&str> = ids().chain(tiny_ids()).collect();
    let builtin = Ruleset::builtin(one_of(rng, &all)?).ok()?;
    match rng.below(8) {
        0 => Some(builtin),
        1 | 2 => {
            let names: Vec<&String> = builtin.variants.keys().collect();
            let variant = one_of(rng, &names)?;
            builtin.with(json!({ "variant": variant }).as_object()?).ok()
        }
        3 => Some(Ruleset::sample(rng.next_u64(), Split::All)),
        4 => Some(overridden(&Ruleset::sample(rng.next_u64(), Split::All), rng)),
        _ => Some(overridden(&builtin, rng)),
    }
}

/// Draws the options of a game.
fn options(players: u8, rng: &mut Rng) -> Options {
    let mut choice = |one: u32| once_in(rng, one);
    let episode = if choice(3) {
        EpisodeKind::Match
    } else {
        EpisodeKind::Round
    };
    let reward = if choice(2) { Reward::Points } else { Reward::Win };
    let chance = if choice(2) {
        ChanceMode::Explicit
    } else {
        ChanceMode::Sampled
    };
    let truncation = if choice(4) {
        Truncation::Bootstrap
    } else {
        Truncation::Score
    };
    let (beliefs, limited) = (choice(3), choice(2));
    let layout = one_of(
        rng,
        &[
            ObservationLayout::Compact,
            ObservationLayout::Cards,
            ObservationLayout::Universal,
        ],
    );
    Options {
        episode,
        reward,
        chance,
        truncation,
        layout: layout.copied().unwrap_or_default(),
        history: [0, 0, 3, 32][rng.below(4) as usize],
        beliefs,
        max_decisions: limited.then(|| 1 + rng.below(1_000)),
        ..Options::new(players)
    }
}
