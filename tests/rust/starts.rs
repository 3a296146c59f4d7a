//! Batches whose episodes begin from positions drawn by the seed of each episode.

use std::collections::BTreeSet;

use eights::batch::{Arrays, Autoreset, Batch, BatchError, Controller, GamePool, PoolError, StartEntry};
use eights::bot::BotKind;
use eights::{ChanceMode, Episode, EpisodeKind, Game, ObservationLayout, Options, Record, Ruleset};

use crate::batch::{played, step};
use crate::pool::follow;
use crate::tables::nearest_of;

fn options(players: u8) -> Options {
    Options {
        layout: ObservationLayout::Universal,
        history: 2,
        max_decisions: Some(90),
        ..Options::new(players)
    }
}

fn game(id: &str, options: Options) -> Game {
    Game::new(&Ruleset::builtin(id).expect(id), options).expect(id)
}

/// Positions after these numbers of decisions; games that end earlier are left out.
fn positions(game: &Game, decisions: impl IntoIterator<Item = u32>) -> Vec<Episode> {
    let mut found = Vec::new();
    for (seed, decisions) in (0..).zip(decisions) {
        let mut episode = Episode::new(game, seed);
        while let Some(action) = game.legal(episode.state()).iter().last() {
            if episode.state().decisions() == decisions {
                found.push(episode);
                break;
            }
            episode.apply(action).expect("legal");
        }
    }
    assert!(!found.is_empty(), "{}", game.ruleset().id);
    found
}

fn pool(games: &[StartEntry]) -> GamePool {
    GamePool::of_entries(games, None).expect("one shape")
}

/// A pool of dealt games and of positions at several stages, of two rulesets.
fn mixed() -> GamePool {
    let (one, other) = (game("uno", options(3)), game("tschau_sepp", options(2)));
    let far = positions(&one, [0, 7, 20, 31, 46]);
    let entries = far.iter().map(StartEntry::from).chain([StartEntry::from(&other)]);
    let near = positions(&other, 1..9);
    pool(
        &entries
            .chain(near.iter().map(StartEntry::from))
            .collect::<Vec<_>>(),
    )
}

#[test]
fn a_batch_from_positions_is_played_as_each_alone() {
    for autoreset in Autoreset::ALL {
        follow(&mixed(), autoreset, None, 20, 130);
    }
}

#[test]
fn every_ruleset_is_played_on_from_its_positions() {
    for id in eights::ruleset::ids() {
        for players in nearest_of(id, &[2, 4]) {
            let ruleset = Ruleset::builtin(id).expect(id);
            let of = |episode| {
                let options = options(players);
                Game::new(&ruleset, Options { episode, ..options })
            };
            // Some rulesets have no matches.
            let game = of(EpisodeKind::Match)
                .or_else(|_| of(EpisodeKind::Round))
                .expect(id);
            let starts = positions(&game, (0..60).step_by(7));
            let pool = pool(&starts.iter().map(StartEntry::from).collect::<Vec<_>>());
            let (mut batch, mut arrays) = played(&pool, 4, Autoreset::SameStep, 20);
            let bytes = batch.serialize().expect("finished");
            let mut again = Batch::deserialize(&pool, &bytes).expect(id);
            let mut others = Arrays::new(&again);
            step(&mut batch, &mut arrays, 40);
            step(&mut again, &mut others, 40);
            assert_eq!(again.serialize(), batch.serialize(), "{id}");
            assert!(arrays.observations == others.observations, "{id}");
        }
    }
}

#[test]
fn what_is_drawn_follows_from_the_seed() {
    let uno = game("uno", options(3));
    let starts = positions(&uno, [12]);
    let pool = pool(&[StartEntry::from(&starts[0])]);
    let value = |seed| {
        let mut episode = pool.begin(seed);
        let begun = episode.to_value().to_string();
        for _ in 0..12 {
            let action = uno.legal(episode.state()).iter().last();
            let Some(action) = action else { break };
            episode.apply(action).expect("legal");
        }
        let text = episode.record();
        let again = Record::parse(&text).expect("a record").replay();
        let again = again.expect("played again");
        assert!(again.state() == episode.state(), "seed {seed}");
        (begun, episode.to_value().to_string())
    };
    let all: Vec<_> = (0..30).map(value).collect();
    assert_eq!(all, (0..30).map(value).collect::<Vec<_>>());
    let begun: BTreeSet<_> = all.iter().map(|(begun, _)| begun).collect();
    let reached: BTreeSet<_> = all.iter().map(|(_, reached)| reached).collect();
    assert_eq!(begun.len(), 1);
    assert!(reached.len() > 20, "{}", reached.len());
    assert_eq!(
        begun.first().map(|begun| begun.as_str()),
        Some(starts[0].to_value().to_string().as_str())
    );
}

#[test]
fn pools_of_other_positions_are_others() {
    let uno = game("uno", options(3));
    let starts = positions(&uno, [5, 6]);
    let of = |at: usize| pool(&[StartEntry::from(&starts[at])]);
    assert!(of(0) == of(0) && of(0).fingerprint() == of(0).fingerprint());
    for other in [of(1), pool(&[StartEntry::from(&uno)])] {
        assert!(of(0) != other && of(0).fingerprint() != other.fingerprint());
        let bytes = played(&of(0), 2, Autoreset::SameStep, 3).0.serialize();
        assert!(Batch::deserialize(&other, &bytes.expect("finished")).is_err());
    }
    // A pool lists the entries that it was made of.
    let again: Vec<StartEntry> = mixed().listed().collect();
    assert!(pool(&again) == mixed());
}

#[test]
fn a_position_in_which_nobody_is_to_act_is_no_start() {
    let explicit = Options {
        chance: ChanceMode::Explicit,
        ..options(2)
    };
    let mut over = Episode::new(&game("uno", options(2)), 1);
    while let Some(action) = over.game().legal(over.state()).iter().next() {
        over.apply(action).expect("legal");
    }
    let dealing = Episode::new(&game("uno", explicit), 1);
    for (episode, why) in [(over, "the episode is over"), (dealing, "chance is to decide")] {
        let refused = GamePool::of_entries(
            &[StartEntry::from(episode.game()), StartEntry::from(&episode)],
            None,
        );
        let id = "uno".to_owned();
        assert_eq!(refused.err(), Some(PoolError::Start { at: 1, id, why }));
    }
}

/// A pool whose episodes all end without a decision from outside is reported.
#[test]
fn positions_that_bots_finish_are_given_up() {
    let game = game("crazy_eights", options(3));
    let position = serde_json::json!({"hands": ["KD QD", "8H", "2S 3S"], "pile": "TC", "seat": 1});
    let ending = Episode::from_position(&game, &position, 0).expect("a position");
    let pool = pool(&[StartEntry::from(&ending)]);
    let mut batch = Batch::new(&pool, 2, 1, Autoreset::SameStep).expect("room");
    let mut arrays = Arrays::<u8>::new(&batch);
    let (bot, outside) = (Controller::Bot(BotKind::Greedy), Controller::Outside);
    batch
        .set_controllers(&[outside, bot, outside])
        .expect("an outside seat");
    assert_eq!(
        batch.reset(None, None, arrays.buffers()),
        Err(BatchError::NoDecision)
    );
    let refused = batch.step(&[0_i64; 2], None, arrays.buffers());
    assert_eq!(refused, Err(BatchError::Unfinished));
    batch
        .set_controllers(&[outside, outside, bot])
        .expect("an outside seat");
    assert_eq!(batch.reset(None, None, arrays.buffers()), Ok(()));
}
