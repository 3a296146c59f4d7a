//! Every property of games, checked on the same random games of every ruleset.

use std::cell::RefCell;

use eights::observation::FeatureNames;
use eights::ruleset::Split;
use eights::{Game, Options, Ruleset};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::json;

use crate::conformance::{conforms, deals_the_same, hides_what_seats_cannot_know};
use crate::episode::has_tensors;
use crate::harness::{Table, every_other_way, every_way, play_moves, sometimes};
use crate::mutants::Mutants;
use crate::observation::{has_distinct_names, is_told_in_words};
use crate::position::is_restored;
use crate::random::ruleset;
use crate::resample::looks_the_same;
use crate::settings;
use crate::tables::{all_ids, nearest};

/// Slow properties are checked in one position of this number.
struct Shares {
    restored: u64,
    told: u64,
    /// Searches a history for each seat, which takes milliseconds. None for random rulesets, whose proofs about hands may differ
    /// from those of sampled histories.
    redrawn: Option<u64>,
}

/// Plays `moves` moves of a game, and checks every property of games on the way.
fn check(game: &Game, seed: u64, moves: u32, shares: &Shares, mutants: &mut Mutants) {
    let (table, names) = (Table::new(game), FeatureNames::new(game));
    has_distinct_names(&table.layout, &names);
    deals_the_same(&table, seed);
    mutants.begin(game, seed);
    play_moves(
        &table,
        seed,
        moves,
        &mut [
            &mut conforms,
            &mut sometimes(2, hides_what_seats_cannot_know),
            &mut sometimes(shares.restored, is_restored),
            &mut sometimes(shares.told, |at| is_told_in_words(at, &names)),
            &mut |at| {
                if shares.redrawn.is_some_and(|n| at.lot.is_multiple_of(n)) {
                    looks_the_same(at);
                }
            },
            &mut sometimes(50, has_tensors),
            &mut |at| mutants.note(at),
        ],
    );
    mutants.judge(game);
}

/// Plays the games of some builtin rulesets and their variants.
fn check_builtin<'a>(ids: impl Iterator<Item = &'a str>) {
    let shares = Shares {
        restored: 5,
        told: 80,
        redrawn: Some(150),
    };
    let mut mutants = Mutants::new(1);
    for id in ids {
        let ruleset = Ruleset::builtin(id).expect(id);
        for (turn, players) in nearest(&ruleset, &[2, 3, 4, 6, 10]).into_iter().enumerate() {
            for (seed, game) in (0..).zip(every_other_way(&ruleset, players, turn)) {
                check(&game, seed, 60, &shares, &mut mutants);
            }
        }
        for (turn, name) in ruleset.variants.keys().enumerate() {
            let variant = ruleset
                .with(json!({ "variant": name }).as_object().expect("a map"))
                .expect(name);
            for game in every_other_way(&variant, 2, turn) {
                check(&game, 5, 90, &shares, &mut mutants);
            }
        }
    }
    mutants.end();
}

// Two halves, to run on two threads.
#[test]
fn builtin_rulesets_have_every_property() {
    check_builtin(all_ids().step_by(2));
}

#[test]
fn all_other_builtin_rulesets_have_every_property() {
    check_builtin(all_ids().skip(1).step_by(2));
}

#[test]
fn tables_of_more_than_ten_players_have_every_property() {
    let shares = Shares {
        restored: 5,
        told: 80,
        redrawn: None,
    };
    let mut mutants = Mutants::new(3);
    for (turn, (id, players)) in [("crazy_eights", 16), ("uno", 13), ("whot", 12), ("taki", 11)]
        .into_iter()
        .enumerate()
    {
        let mut more = json!({ "players": players, "deal.cards": 3 });
        if id == "crazy_eights" {
            more["deck.packs"] = json!(2);
        }
        let ruleset = Ruleset::builtin(id).and_then(|ruleset| ruleset.with(more.as_object().expect("a map")));
        for game in every_other_way(&ruleset.expect(id), players, turn) {
            check(&game, 3, 120, &shares, &mut mutants);
        }
    }
    mutants.end();
}

#[test]
fn rulesets_with_many_settings_and_sampled_ones_have_every_property() {
    let shares = Shares {
        restored: 5,
        told: 80,
        redrawn: Some(150),
    };
    let mut mutants = Mutants::new(2);
    let sampled = (0..12).map(|seed| Ruleset::sample(seed, Split::All));
    for (seed, ruleset) in (0..).zip(settings::together().into_iter().chain(sampled)) {
        for (turn, players) in nearest(&ruleset, &[2, 4, 10]).into_iter().enumerate() {
            for game in every_other_way(&ruleset, players, turn) {
                check(&game, seed, 100, &shares, &mut mutants);
            }
        }
    }
    mutants.end();
}

/// Number of random rulesets, and of moves in each: few by default, `EIGHTS_CONFORMANCE=RULESETSxMOVES` for more.
///
/// Every run draws the same rulesets, so that a failure is that of a change; `PROPTEST_RNG_SEED` draws others.
fn amount() -> (u32, u32) {
    let given = std::env::var("EIGHTS_CONFORMANCE").unwrap_or_default();
    let parsed = given
        .split_once('x')
        .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parsed.unwrap_or((100, 100))
}

#[test]
fn random_rulesets_have_every_property() {
    let (rulesets, moves) = amount();
    let config = ProptestConfig {
        cases: rulesets,
        max_global_rejects: rulesets * 20,
        rng_seed: match ProptestConfig::default().rng_seed {
            RngSeed::Random => RngSeed::Fixed(1),
            given @ RngSeed::Fixed(_) => given,
        },
        ..ProptestConfig::default()
    };
    let shares = Shares {
        restored: 2,
        told: 80,
        redrawn: None,
    };
    let mutants = RefCell::new(Mutants::new(2));
    proptest!(config, |(value in ruleset(), seed in any::<u64>(), way in 0..8usize)| {
        let ruleset = Ruleset::from_value(value).map_err(|error| TestCaseError::reject(error.to_string()))?;
        let games = every_way(&ruleset, ruleset.players.min);
        let options = Options {
            max_decisions: (seed % 2 == 0).then_some(100),
            ..games[way % games.len()].options().clone()
        };
        let game = Game::new(&ruleset, options).expect("a game");
        check(&game, seed, moves, &shares, &mut mutants.borrow_mut());
    });
    mutants.into_inner().end();
}
