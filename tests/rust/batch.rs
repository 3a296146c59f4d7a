//! Batches that are saved, damaged, interrupted, or cut short.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use eights::batch::{Arrays, Autoreset, Batch, BatchError, Buffers, Controller, GameSource, Threads};
use eights::bot::BotKind;
use eights::{Game, Options, Rng, Ruleset, Seat, Stream, Truncation};
use ndarray::{Array2, ArrayView1};

use crate::tables::nearest_of;

fn game(id: &str, players: u8, options: impl FnOnce(Options) -> Options) -> Game {
    let ruleset = Ruleset::builtin(id).expect(id);
    Game::new(&ruleset, options(Options::new(players))).expect(id)
}

/// A batch after some random steps, with its arrays.
pub(crate) fn played(
    source: impl Into<GameSource>,
    envs: usize,
    autoreset: Autoreset,
    steps: usize,
) -> (Batch, Arrays<u8>) {
    let mut batch = Batch::new(source, envs, 5, autoreset).expect("room");
    let mut controllers = vec![Controller::Outside; batch.seats()];
    controllers[1] = Controller::Bot(BotKind::Random);
    batch.set_controllers(&controllers).expect("an outside seat");
    let mut arrays = Arrays::new(&batch);
    batch.reset(None, None, arrays.buffers()).expect("all envs");
    step(&mut batch, &mut arrays, steps);
    (batch, arrays)
}

pub(crate) fn step(batch: &mut Batch, arrays: &mut Arrays<u8>, steps: usize) {
    let mut actions = vec![0_i64; batch.num_envs()];
    for _ in 0..steps {
        batch.sample(None, &mut actions).expect("room for the actions");
        batch
            .step(&actions, None, arrays.buffers())
            .expect("legal actions");
    }
}

#[test]
fn a_saved_batch_of_any_ruleset_goes_on_with_the_same_games() {
    for id in eights::ruleset::ids() {
        for players in nearest_of(id, &[2, 5]) {
            let game = game(id, players, |options| Options {
                history: 3,
                max_decisions: Some(200),
                ..options
            });
            for autoreset in [Autoreset::SameStep, Autoreset::NextStep, Autoreset::Disabled] {
                let (mut batch, mut arrays) = played(&game, 3, autoreset, 60);
                let bytes = batch.serialize().expect("finished");
                let mut again = Batch::deserialize(&game, &bytes).expect(id);
                assert_eq!(again.serialize(), Ok(bytes), "{id}");
                for env in 0..3 {
                    assert!(batch.state(env) == again.state(env), "{id}: env {env}");
                }
                let mut others = Arrays::<u8>::new(&again);
                step(&mut batch, &mut arrays, 60);
                step(&mut again, &mut others, 60);
                assert_eq!(again.serialize(), batch.serialize(), "{id}");
                assert_eq!(arrays.terminations, others.terminations, "{id}");
            }
        }
    }
}

/// Flips bytes of saved batches: each result is refused or can be played on. `EIGHTS_FLIPS=50000` flips more.
#[test]
fn damaged_bytes_are_refused_or_playable() {
    let flips = std::env::var("EIGHTS_FLIPS").map_or(1_500, |n| n.parse().expect("a number"));
    let mut rng = Rng::new(11, Stream::Sample);
    for id in ["crazy_eights_special", "rose_mau"] {
        let game = game(id, 3, |options| Options {
            history: 2,
            ..options
        });
        let (batch, mut arrays) = played(&game, 2, Autoreset::Disabled, 30);
        let good = batch.serialize().expect("finished");
        let mut refused = 0;
        for _ in 0..flips {
            let mut bad = good.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(bad.len() as u32) as usize;
                bad[at] = match rng.below(3) {
                    0 => rng.below(256) as u8,
                    1 => bad[at] ^ (1 << rng.below(8)),
                    _ => b"0123456789\"[]{},:-"[rng.below(18) as usize],
                };
            }
            match Batch::deserialize(&game, &bad) {
                Ok(mut read) => step(&mut read, &mut arrays, 20),
                Err(BatchError::Bytes { why }) => {
                    assert!(!why.is_empty());
                    refused += 1;
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert!(refused * 2 > flips, "{id}: {refused} of {flips}");
    }
}

#[test]
fn bytes_of_something_else_are_refused() {
    let game = game("crazy_eights", 2, |options| options);
    let (batch, _) = played(&game, 1, Autoreset::SameStep, 3);
    let good = String::from_utf8(batch.serialize().expect("finished")).expect("text");
    for (old, new, why) in [
        ("\"version\":1", "\"version\":2", "version 2"),
        ("eights-batch", "eights-state", "format"),
        ("same-step", "never", "autoreset"),
        ("\"envs\":[", "\"envs\":[1,", "env 0"),
        ("\"last\":", "\"last\":2", "last is 2"),
        ("\"early\":[", "\"early\":[1.0,", "early"),
        ("\"sampler\":{\"s\":[", "\"sampler\":{\"s\":[1,", "sampler"),
        (
            "[null,\"random\"]",
            "[\"random\",\"random\"]",
            "no controller is from outside",
        ),
        ("[null,\"random\"]", "[null]", "1 controllers for 2 seats"),
        ("[null,\"random\"]", "[null,\"hal\"]", "is not a bot"),
    ] {
        assert!(good.contains(old), "{old}");
        let error = Batch::deserialize(&game, good.replace(old, new).as_bytes()).err();
        let told = error.map_or_else(|| "it was read".to_owned(), |error| error.to_string());
        assert!(told.contains(why), "{new}: {told}");
    }
    let empty = format!("{}[]}}", &good[..good.find("\"envs\":[").expect("envs") + 7]);
    assert!(matches!(
        Batch::deserialize(&game, empty.as_bytes()).err(),
        Some(BatchError::NumEnvs { given: 0, .. })
    ));
}

#[test]
fn a_step_that_is_stopped_leaves_an_unfinished_batch() {
    let game = game("crazy_eights_special", 4, |options| options);
    // Enough envs that a step takes longer than the pause between two checks for a stop, even on a fast machine.
    let envs = 60_000;
    for threads in [None, Some(Threads::new(2).expect("threads"))] {
        let mut batch = Batch::new(&game, envs, 1, Autoreset::SameStep).expect("room");
        let bots = [Controller::Bot(BotKind::Heuristic); 3];
        let controllers = [&[Controller::Outside][..], &bots].concat();
        batch.set_controllers(&controllers).expect("an outside seat");
        let mut arrays = Arrays::<u8>::new(&batch);
        batch.reset(None, None, arrays.buffers()).expect("all envs");
        let mut actions = vec![0_i64; envs];
        let asked = AtomicU32::new(0);
        let stopped = loop {
            batch.sample(None, &mut actions).expect("room");
            let stop = || {
                asked.fetch_add(1, Ordering::Relaxed);
                ControlFlow::Break(())
            };
            let done = batch.step_while(&actions, None, threads.as_ref(), arrays.buffers(), &stop);
            if done.is_err() {
                break done;
            }
        };
        assert_eq!(stopped, Err(BatchError::Interrupted));
        assert_eq!(asked.into_inner(), 1);
        let unfinished = Err(BatchError::Unfinished);
        assert_eq!(batch.step(&actions, None, arrays.buffers()), unfinished);
        assert_eq!(batch.sample(None, &mut actions), unfinished);
        assert_eq!(
            batch.reset(Some(&vec![true; envs]), None, arrays.buffers()),
            unfinished
        );
        assert_eq!(batch.state(0).err(), Some(BatchError::Unfinished));
        assert_eq!(batch.save().err(), Some(BatchError::Unfinished));
        assert_eq!(batch.serialize().err(), Some(BatchError::Unfinished));
        batch.reset(None, Some(3), arrays.buffers()).expect("all envs");
        let mut fresh = Batch::new(&game, envs, 3, Autoreset::SameStep).expect("room");
        fresh.set_controllers(&controllers).expect("an outside seat");
        fresh.reset(None, None, arrays.buffers()).expect("all envs");
        for env in 0..envs {
            assert!(batch.state(env) == fresh.state(env), "env {env}");
        }
    }
}

#[test]
fn a_reset_is_stopped_as_well() {
    // Up to nine bots come before the outside seat, in each of many envs.
    let ruleset = Ruleset::builtin("crazy_eights").expect("builtin");
    let game = Game::new(&ruleset, Options::new(10)).expect("valid");
    let mut batch = Batch::new(&game, 20_000, 1, Autoreset::SameStep).expect("room");
    let bots = [Controller::Bot(BotKind::Heuristic); 9];
    let controllers = [&bots[..], &[Controller::Outside]].concat();
    batch.set_controllers(&controllers).expect("an outside seat");
    let mut arrays = Arrays::<u8>::new(&batch);
    let stop = || ControlFlow::Break(());
    assert_eq!(
        batch.reset_while(None, None, arrays.buffers(), &stop),
        Err(BatchError::Interrupted)
    );
    assert_eq!(batch.state(0).err(), Some(BatchError::Unfinished));
    batch.reset(None, None, arrays.buffers()).expect("all envs");
    assert!(batch.state(0).is_ok());
}

#[test]
fn a_limit_pays_and_terminates_or_leaves_open() {
    for truncation in [Truncation::Score, Truncation::Bootstrap] {
        let game = game("crazy_eights", 3, |options| Options {
            max_decisions: Some(12),
            truncation,
            ..options
        });
        let (mut batch, mut arrays) = played(&game, 50, Autoreset::Disabled, 0);
        step(&mut batch, &mut arrays, 14);
        let mut cut = 0;
        for env in 0..50 {
            let state = batch.state(env).expect("an env");
            assert!(state.is_over());
            let paid = game.returns(state).iter().any(|&won| won != 0.0);
            let open = state.is_truncated() && truncation == Truncation::Bootstrap;
            assert_eq!(arrays.truncations[env], state.is_truncated());
            assert_eq!(arrays.terminations[env], !open);
            assert_eq!(paid, !open, "env {env}");
            cut += usize::from(state.is_truncated());
        }
        assert!(cut > 10, "{cut}");
    }
}

/// Lets policies take the first legal action wherever they decide, and returns the episodes reported to them as ended and dealt.
fn decide(
    batch: &mut Batch,
    arrays: &mut Arrays<u8>,
    threads: Option<&Threads>,
) -> (Vec<(usize, Seat, f64)>, Vec<usize>) {
    let (mut ended, mut dealt) = (Vec::new(), Vec::new());
    loop {
        let told = batch.policy_episodes();
        ended.extend(told.ended);
        dealt.extend(told.dealt);
        let mut mask = vec![false; batch.num_envs()];
        for (env, seat) in batch.waiting().expect("finished") {
            assert_ne!(seat.0, 0, "the seat from outside");
            mask[env] = true;
        }
        if !mask.contains(&true) {
            return (ended, dealt);
        }
        let first =
            |mask: ArrayView1<'_, bool>| mask.iter().position(|&legal| legal).expect("a legal action") as i64;
        let actions: Vec<i64> = arrays.action_masks.rows().into_iter().map(first).collect();
        batch
            .policies_decide(&actions, &mask, threads, arrays.buffers(), &|| {
                ControlFlow::Continue(())
            })
            .expect("legal actions");
    }
}

#[test]
fn what_policies_decide_is_part_of_the_step() {
    let envs = 300;
    for (players, autoreset, shown) in [
        (2, Autoreset::SameStep, 1_000),
        (4, Autoreset::NextStep, 300),
        (3, Autoreset::Disabled, envs),
    ] {
        let game = game("crazy_eights_special", players, |options| Options {
            max_decisions: Some(60),
            ..options
        });
        let mut controllers = vec![Controller::Policy; usize::from(players)];
        controllers[0] = Controller::Outside;
        let threads = Threads::new(2).expect("threads");
        let mut batch = Batch::new(&game, envs, 5, autoreset).expect("room");
        batch.set_controllers(&controllers).expect("an outside seat");
        let mut arrays = Arrays::<u8>::new(&batch);
        batch.reset(None, None, arrays.buffers()).expect("all envs");
        decide(&mut batch, &mut arrays, None);
        let mut again = batch.clone();
        let mut others = Arrays::<u8>::new(&batch);
        again
            .restore(&batch, others.buffers())
            .expect("the same game and size");
        let (mut shows, mut won, mut told_won) = (0, 0, 0);
        let mut actions = vec![0_i64; envs];
        for _ in 0..200 {
            batch.sample(None, &mut actions).expect("room");
            batch
                .step(&actions, None, arrays.buffers())
                .expect("legal actions");
            let told = decide(&mut batch, &mut arrays, None);
            let mut seats = arrays.players.iter().zip(&arrays.terminations);
            assert!(
                seats.all(|(&seat, &ended)| seat == 0 || ended),
                "only seat 0 is asked"
            );
            shows += arrays.terminations.iter().filter(|&&ended| ended).count();
            let rewards = arrays.rewards.column(0);
            won += rewards.iter().filter(|&&won| won >= 1.0).count();
            let episodes = told.0.chunks(usize::from(players) - 1);
            if autoreset == Autoreset::SameStep {
                let envs: Vec<usize> = episodes.clone().map(|policies| policies[0].0).collect();
                assert_eq!(envs, told.1, "an env that ends deals at once");
            }
            // Seat 0 receives 1 when it is the only winner.
            let has_beaten_all = |policies: &&[(usize, Seat, f64)]| policies.iter().all(|of| of.2 >= 1.0);
            told_won += episodes.filter(has_beaten_all).count();
            // The number of threads changes nothing, not even the order of the reported episodes.
            again.sample(None, &mut actions).expect("room");
            again
                .step(&actions, Some(&threads), others.buffers())
                .expect("legal");
            assert_eq!(decide(&mut again, &mut others, Some(&threads)), told);
            assert!(arrays.observations == others.observations && arrays.rewards == others.rewards);
        }
        assert!(shows >= shown, "{shows} ends");
        assert_eq!(batch.skipped_episodes(), 0);
        assert!(won > 20, "{won} won");
        assert_eq!(won, told_won);
    }
}

#[test]
fn buffers_of_another_shape_or_layout_are_refused_and_nothing_moves() {
    let game = game("crazy_eights", 2, |options| options);
    let mut batch = Batch::new(&game, 3, 1, Autoreset::SameStep).expect("room");
    let mut arrays = Arrays::<f32>::new(&batch);
    batch.reset(None, None, arrays.buffers()).expect("all envs");
    let (before, mut actions) = (batch.serialize(), vec![0_i64; 3]);
    batch.sample(None, &mut actions).expect("room for the actions");
    let sampled = batch.serialize();
    let size = batch.layout().size();
    let mut of_two = Array2::<f32>::zeros((2, size));
    let mut transposed = Array2::<f32>::zeros((size, 3));
    for (view, shape) in [
        (of_two.view_mut(), [2, size]),
        (transposed.view_mut().reversed_axes(), [3, size]),
    ] {
        let buffers = Buffers {
            observations: view,
            ..arrays.buffers()
        };
        let refused = batch.step(&actions, None, buffers).expect_err("another array");
        assert_eq!(
            refused.to_string(),
            format!(
                "buffer observations must have shape [3, {size}] and standard layout; its shape is {shape:?}"
            )
        );
    }
    assert_eq!(batch.serialize(), sampled);
    assert_ne!(before, sampled, "sampling draws from the envs' streams");
    batch
        .step(&actions, None, arrays.buffers())
        .expect("legal actions");
}
