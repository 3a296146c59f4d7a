//! Searches on one thread, with rollouts by `random`, by `heuristic` and by `learned`.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eights::bot::BotKind;
use eights::search::{self, Budget, search};
use eights::{Episode, Game, Options, Ruleset};

fn searches(criterion: &mut Criterion) {
    for id in ["crazy_eights_special", "uno"] {
        let ruleset = Ruleset::builtin(id).expect("a builtin ruleset");
        let game = Game::new(&ruleset, Options::new(2)).expect("a game");
        let episode = Episode::new(&game, 7);
        let mut group = criterion.benchmark_group(format!("search, {id}, 2 players"));
        group.sample_size(20);
        for (name, iterations, rollout) in [
            ("random", 200, BotKind::Random),
            ("heuristic", 4000, BotKind::Heuristic),
            ("learned", 100, BotKind::Learned),
        ] {
            let options = search::SearchOptions {
                budget: Budget::Iterations(iterations),
                rollout,
                ..search::SearchOptions::default()
            };
            group.throughput(Throughput::Elements(iterations.into()));
            group.bench_function(name, |bencher| {
                bencher.iter(|| search(black_box(&episode), &options, 1).expect("a choice"));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
