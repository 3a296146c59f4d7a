//! A batch that switches to another pool: current episodes continue, and each env draws its next episode from the new pool.

use eights::batch::{Arrays, Autoreset, Batch, BatchError, Controller, GamePool, GameSource, Threads};
use eights::bot::BotKind;
use eights::{ChanceMode, Game, ObservationLayout, Options, Ruleset};

use crate::batch::{played, step};

const ENVS: usize = 6;

fn options(players: u8) -> Options {
    Options {
        layout: ObservationLayout::Universal,
        history: 2,
        max_decisions: Some(60),
        ..Options::new(players)
    }
}

fn game(id: &str, options: Options) -> Game {
    Game::new(&Ruleset::builtin(id).expect(id), options).expect(id)
}

fn pool(ids: &[&str]) -> GamePool {
    let games: Vec<Game> = ids.iter().map(|id| game(id, options(3))).collect();
    GamePool::new(&games).expect("one shape")
}

/// The game that a source draws for a seed.
fn drawn(source: &GameSource, seed: u64) -> Game {
    match source {
        GameSource::Game(game) => game.clone(),
        GameSource::Pool(pool) => pool.draw(seed),
    }
}

/// Pairs of a game or a pool, and its successor.
fn changes() -> Vec<[GameSource; 2]> {
    let (one, other) = (game("uno", options(3)), game("macau", options(3)));
    let first = pool(&["crazy_eights", "fat_buddah", "uno"]);
    let second = pool(&["tschau_sepp", "macau"]);
    vec![
        [GameSource::from(&one), GameSource::from(&other)],
        [GameSource::from(&one), GameSource::from(&second)],
        [GameSource::from(&first), GameSource::from(&other)],
        [GameSource::from(&first), GameSource::from(&second)],
    ]
}

#[test]
fn games_go_on_and_the_next_ones_are_drawn_anew() {
    for [before, after] in changes() {
        for autoreset in Autoreset::ALL {
            let (mut batch, mut arrays) = played(before.clone(), ENVS, autoreset, 30);
            let (mut as_before, mut others) = played(before.clone(), ENVS, autoreset, 30);
            batch.set_pool(after.clone()).expect("one shape");
            let mut goes_on = [true; ENVS];
            for at in 0..150 {
                if autoreset == Autoreset::Disabled {
                    let ended: Vec<bool> = (0..ENVS)
                        .map(|env| batch.state(env).expect("an env").is_over())
                        .collect();
                    batch
                        .reset(Some(&ended), None, arrays.buffers())
                        .expect("some envs");
                    as_before
                        .reset(Some(&ended), None, others.buffers())
                        .expect("some envs");
                }
                for (env, goes_on) in goes_on.iter_mut().enumerate() {
                    let (seed, other) = (batch.episode_seed(env), as_before.episode_seed(env));
                    let game = batch.game_of(env).expect("an env");
                    if *goes_on && game.is_same(as_before.game_of(env).expect("an env")) {
                        assert_eq!(seed, other, "env {env} after {at} steps");
                        assert!(
                            batch.state(env) == as_before.state(env),
                            "env {env} after {at} steps"
                        );
                    } else {
                        *goes_on = false;
                        let expected = drawn(&after, seed.expect("an env"));
                        assert!(game.is_same(&expected), "env {env} after {at} steps");
                    }
                }
                step(&mut batch, &mut arrays, 1);
                step(&mut as_before, &mut others, 1);
            }
            assert_eq!(goes_on, [false; ENVS]);
        }
    }
}

/// After every env is dealt again, no trace of the former pool is left.
#[test]
fn a_batch_that_was_reset_is_as_one_of_the_new_pool() {
    let threads = Threads::new(2).expect("threads");
    for [before, after] in changes() {
        let (mut batch, mut arrays) = played(before, 300, Autoreset::SameStep, 5);
        let (mut fresh, mut others) = played(after.clone(), 300, Autoreset::SameStep, 0);
        batch.set_pool(after).expect("one shape");
        batch.reset(None, Some(9), arrays.buffers()).expect("all envs");
        fresh.reset(None, Some(9), others.buffers()).expect("all envs");
        let mut actions = vec![0_i64; 300];
        for _ in 0..70 {
            for (batch, arrays) in [(&mut batch, &mut arrays), (&mut fresh, &mut others)] {
                batch.sample(None, &mut actions).expect("room");
                batch
                    .step(&actions, Some(&threads), arrays.buffers())
                    .expect("legal");
            }
            assert!(arrays.observations == others.observations);
            assert_eq!(arrays.rewards, others.rewards);
            assert_eq!(arrays.action_masks, others.action_masks);
        }
        for env in 0..300 {
            assert!(batch.state(env) == fresh.state(env), "env {env}");
        }
    }
}

#[test]
fn a_batch_between_two_pools_is_saved_exactly() {
    for [before, after] in changes() {
        for autoreset in [Autoreset::SameStep, Autoreset::NextStep] {
            let (mut batch, mut arrays) = played(before.clone(), ENVS, autoreset, 30);
            batch.set_pool(after.clone()).expect("one shape");
            for _ in 0..6 {
                let bytes = batch.serialize().expect("finished");
                let mut again = Batch::deserialize(after.clone(), &bytes).expect("the pool in force");
                assert_eq!(again.serialize().as_ref(), Ok(&bytes));
                assert!(
                    Batch::deserialize(before.clone(), &bytes).is_err(),
                    "not the one before"
                );
                let mut others = Arrays::<u8>::new(&again);
                let (mut restored, mut shown) = played(after.clone(), ENVS, autoreset, 3);
                restored
                    .restore(&batch.save().expect("finished"), shown.buffers())
                    .expect("one pool");
                assert!(arrays.observations == shown.observations);
                step(&mut batch, &mut arrays, 12);
                for (other, shown) in [(&mut again, &mut others), (&mut restored, &mut shown)] {
                    step(other, shown, 12);
                    assert_eq!(other.serialize(), batch.serialize());
                    assert!(arrays.observations == shown.observations);
                }
            }
            // A state from before the change no longer fits.
            let (other, _) = played(before.clone(), ENVS, autoreset, 1);
            let refused = batch.restore(&other, arrays.buffers());
            assert!(matches!(refused, Err(BatchError::Saved { .. })), "{refused:?}");
        }
    }
}

#[test]
fn damaged_games_of_an_earlier_pool_are_refused() {
    let (mut batch, _) = played(&game("uno", options(3)), 2, Autoreset::SameStep, 3);
    let after = pool(&["macau", "crazy_eights"]);
    batch.set_pool(&after).expect("one shape");
    let text = String::from_utf8(batch.serialize().expect("finished")).expect("text");
    assert!(
        text.contains("\"earlier\":0"),
        "the second env has the game of the first"
    );
    for (found, instead, told) in [
        ("\"earlier\":0", "\"earlier\":1", "earlier is 1, not the number"),
        ("\"earlier\":0", "\"earlier\":\"0\"", "env 1: "),
        (
            "\"layout\":\"universal\"",
            "\"layout\":\"compact\"",
            "earlier shows other features",
        ),
        (
            "\"chance\":\"sampled\",\"layout\"",
            "\"chance\":\"explicit\",\"layout\"",
            "earlier has chance",
        ),
        (
            "\"options\":{\"players\":3",
            "\"options\":{\"players\":4",
            "earlier has 4 players",
        ),
        (
            "\"options\":{\"players\":3",
            "\"options\":{\"players\":99",
            "env 0: ",
        ),
    ] {
        let other = text.replacen(found, instead, 1);
        assert_ne!(other, text, "{found}");
        let error = Batch::deserialize(&after, other.as_bytes()).err().expect(instead);
        assert!(error.to_string().contains(told), "{error}");
    }
}

#[test]
fn a_pool_that_does_not_fit_changes_nothing() {
    let of = |options| GameSource::from(&game("macau", options));
    let (mut batch, _) = played(&game("uno", options(3)), 2, Autoreset::SameStep, 9);
    let before = batch.serialize();
    let two_and_three = GamePool::new(&[game("uno", options(3)), game("macau", options(2))]);
    for (source, told) in [
        (
            of(options(4)),
            "macau has at most 4 players, and the arrays are for 3",
        ),
        (
            of(options(2)),
            "macau has at most 2 players, and the arrays are for 3",
        ),
        (
            of(Options {
                layout: ObservationLayout::Compact,
                ..options(3)
            }),
            "macau shows other features in \"hand\" than a game of the batch",
        ),
        (
            of(Options {
                chance: ChanceMode::Explicit,
                ..options(3)
            }),
            "macau has chance that is decided in another way than in a game of the batch",
        ),
    ] {
        let refused = batch.set_pool(source).expect_err(told).to_string();
        assert_eq!(refused, format!("the games do not fit the batch: {told}"));
        assert_eq!(batch.serialize(), before);
    }
    let (bot, outside) = (Controller::Bot(BotKind::Random), Controller::Outside);
    batch
        .set_controllers(&[bot, bot, outside])
        .expect("an outside seat");
    let refused = batch.set_pool(&two_and_three.expect("one shape"));
    assert_eq!(
        refused,
        Err(BatchError::NoOutsideSeatOfFewest { env: 0, fewest: 2 })
    );
}
