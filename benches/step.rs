//! Time of a decision by ruleset; node counts are asserted too, so that a fast wrong answer fails.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eights::batch::{Arrays, Autoreset, Batch};
use eights::observation::Layout;
use eights::{Game, Options, Recent, Ruleset, Seat, View, perft};
use serde_json::json;

const ENVS: usize = 1024;

fn game(id: &str) -> Game {
    let ruleset = Ruleset::builtin(id).expect("a builtin ruleset");
    let players = 4.clamp(ruleset.players.min, ruleset.players.max);
    Game::new(&ruleset, Options::new(players)).expect("a game")
}

/// Measures a step of 1,024 games: random legal actions, float observations and masks written.
fn batch_step(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("batch step, 1024 games, 4 players");
    group.throughput(Throughput::Elements(ENVS as u64));
    for id in eights::ruleset::ids() {
        let game = game(id);
        let mut batch = Batch::new(&game, ENVS, 0, Autoreset::SameStep).expect("a batch");
        let mut arrays = Arrays::<f32>::new(&batch);
        batch.reset(None, None, arrays.buffers()).expect("reset");
        let mut actions = vec![0_i64; ENVS];
        group.bench_function(id, |bencher| {
            bencher.iter(|| {
                batch.sample(None, &mut actions).expect("room for the actions");
                batch
                    .step(&actions, None, arrays.buffers())
                    .expect("legal actions");
            });
        });
    }
    group.finish();
}

/// Measures the writing of one observation.
fn observation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("observation");
    for id in eights::ruleset::ids() {
        let game = game(id);
        let (state, layout, recent) = (game.new_initial_state(1), Layout::new(&game), Recent::new(0));
        let mut out = vec![0_f32; layout.size()];
        group.bench_function(id, |bencher| {
            bencher.iter(|| {
                let view = View::new(&game, black_box(&state), Seat(0));
                layout.observe(&view, &recent, black_box(&mut out));
            });
        });
    }
    group.finish();
}

/// Measures counting every sequence of actions from a position, without observations.
fn nodes(criterion: &mut Criterion) {
    let game = game("crazy_eights_special");
    let position = json!({
        "hands": ["2C 5D 8H QS", "2D 6D 9S AH", "3C 7S TH KD", "2H 4S 8C JC"],
        "pile": "5C",
        "stock": "KC 9H 3S 4D 6C 7H TD QD",
    });
    let state = game.position(&position, 0).expect("a position");
    assert_eq!(perft(&game, &state, DEPTH), NODES);
    criterion.bench_function("perft, crazy_eights_special", |bencher| {
        bencher.iter(|| perft(&game, black_box(&state), DEPTH));
    });
}

const DEPTH: u32 = 11;
const NODES: u64 = 17_100;

criterion_group!(benches, batch_step, observation, nodes);
criterion_main!(benches);
