//! Arenas of one bot against itself, with the whole report: `greedy` at four seats on two threads, `learned` at two seats
//! on one thread.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eights::arena::{Report, arena};
use eights::bot::BotKind;
use eights::{Game, Options, Ruleset};

const DEALS: u64 = 5_000;

fn play(game: &Game) -> Report {
    let twins = [BotKind::Greedy, BotKind::Greedy];
    arena(black_box(game), &twins, DEALS, 1, 2, |_| ()).expect("legal play")
}

fn play_learned(game: &Game) -> Report {
    let learned = BotKind::Learned;
    arena(black_box(game), &[learned, learned], 500, 1, 1, |_| ()).expect("legal play")
}

/// Returns the number of decisions in all games of a report.
fn decisions(report: &Report) -> u64 {
    let of = report.pairings.iter();
    of.map(|pairing| (pairing.decisions_per_game * pairing.games as f64).round() as u64)
        .sum()
}

fn greedy(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("arena, greedy, 4 players, 2 threads");
    group.sample_size(10);
    for (id, count) in [("crazy_eights_special", SPECIAL), ("kings_reverse", KINGS)] {
        let ruleset = Ruleset::builtin(id).expect("a builtin ruleset");
        let game = Game::new(&ruleset, Options::new(4)).expect("a game");
        let report = play(&game);
        assert_eq!(decisions(&report), count, "{id}");
        assert!(
            report
                .pairings
                .iter()
                .all(|pairing| pairing.over_fair_share == 0.0)
        );
        group.throughput(Throughput::Elements(count));
        group.bench_function(id, |bencher| bencher.iter(|| play(&game)));
    }
    group.finish();
}

/// Measures the network of `learned`; `EIGHTS_VECTORS=any` disables vector instructions, for comparison.
fn learned(criterion: &mut Criterion) {
    let ruleset = Ruleset::builtin("crazy_eights_special").expect("a builtin ruleset");
    let game = Game::new(&ruleset, Options::new(2)).expect("a game");
    let mut group = criterion.benchmark_group("arena, learned, 2 players");
    group.sample_size(10);
    group.throughput(Throughput::Elements(decisions(&play_learned(&game))));
    group.bench_function("crazy_eights_special", |bencher| {
        bencher.iter(|| play_learned(&game));
    });
    group.finish();
}

const SPECIAL: u64 = 1_826_208;
const KINGS: u64 = 2_557_368;

criterion_group!(benches, greedy, learned);
criterion_main!(benches);
