//! Steps a batch repeatedly and does nothing else, for a profiler. Arguments: `[RULESET|all [ENVS STEPS [f32|u8]]]`.

#![allow(missing_docs, reason = "a program, not a library")]
#![allow(clippy::print_stdout, reason = "its report")]

use std::time::Instant;

use eights::batch::{Arrays, Autoreset, Batch};
use eights::observation::Feature;
use eights::{Game, Options, Ruleset};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, or: usize| args.get(i).map_or(or, |arg| arg.parse().expect("a number"));
    let (envs, steps) = (number(1, 1024), number(2, 1000));
    let ids = match args.first().map(String::as_str) {
        None | Some("all") => eights::ruleset::ids().map(str::to_owned).collect(),
        Some(id) => vec![id.to_owned()],
    };
    for id in ids {
        if args.get(3).is_some_and(|dtype| dtype == "u8") {
            run::<u8>(&id, envs, steps);
        } else {
            run::<f32>(&id, envs, steps);
        }
    }
}

fn run<T: Feature + Default + Send + Sync>(id: &str, envs: usize, steps: usize) {
    let ruleset = Ruleset::builtin(id).expect("a builtin ruleset");
    let players = 4.clamp(ruleset.players.min, ruleset.players.max);
    let game = Game::new(&ruleset, Options::new(players)).expect("a game");
    let mut batch = Batch::new(&game, envs, 0, Autoreset::SameStep).expect("a batch");
    let mut arrays = Arrays::<T>::new(&batch);
    let mut actions = vec![0_i64; envs];
    batch.reset(None, None, arrays.buffers()).expect("reset");
    for _ in 0..100 {
        batch.sample(None, &mut actions).expect("room for the actions");
        batch
            .step(&actions, None, arrays.buffers())
            .expect("legal actions");
    }
    // Short slices: the quickest tenth of them shows the speed of a machine that does nothing else.
    let slice = 8192_usize.div_ceil(envs).max(2);
    let mut times: Vec<f64> = (0..steps)
        .step_by(slice)
        .map(|done| {
            let some = slice.min(steps - done);
            let start = Instant::now();
            measured(&mut batch, &mut arrays, &mut actions, some);
            start.elapsed().as_secs_f64() / (envs * some) as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let decision = times[times.len() / 10];
    println!(
        "{id:24} {:6.1} ns a decision, {:6.2} M/s",
        decision * 1e9,
        1e-6 / decision
    );
}

#[inline(never)]
fn measured<T: Feature + Default + Send + Sync>(
    batch: &mut Batch,
    arrays: &mut Arrays<T>,
    actions: &mut [i64],
    steps: usize,
) {
    for _ in 0..steps {
        batch.sample(None, actions).expect("room for the actions");
        batch
            .step(actions, None, arrays.buffers())
            .expect("legal actions");
    }
}
