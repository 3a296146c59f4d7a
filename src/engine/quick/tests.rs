//! The short ways are compared with the long ones.

use crate::engine::{EpisodeKind, Game, Options};
use crate::rng::{Rng, Stream};
use crate::ruleset::{Ruleset, ids};

/// Plays random games of a ruleset both ways; how many decisions were compared.
fn compare(ruleset: &Ruleset, options: Options, seeds: u64, most: u32) -> u32 {
    let id = &ruleset.id;
    let Ok(game) = Game::new(ruleset, options) else {
        return 0;
    };
    let slow = game.without_short_ways();
    let mut decisions = 0;
    for seed in 0..seeds {
        let mut rng = Rng::new(seed, Stream::Bot);
        let (mut log, mut events) = (Vec::new(), Vec::new());
        let mut state = game.deal(seed, &mut log);
        let mut other = slow.deal(seed, &mut events);
        for _ in 0..most {
            assert!(state == other && log == events, "{id}, seed {seed}: {log:?}");
            let legal = game.legal(&state);
            assert_eq!(legal, slow.legal(&other), "{id}, seed {seed}");
            if legal.is_empty() {
                break;
            }
            log.clear();
            events.clear();
            let action = crate::action::Action::from_id(legal.nth(rng.below(legal.len())));
            game.apply_unchecked(&mut state, action, &mut log);
            slow.apply_unchecked(&mut other, action, &mut events);
            decisions += 1;
            assert!(
                state == other && log == events,
                "{id}, {} players, seed {seed}: {action}: {log:?} {events:?}",
                game.players()
            );
        }
    }
    decisions
}

#[test]
fn the_short_ways_lead_where_the_long_ones_do() {
    for id in ids() {
        let ruleset = Ruleset::builtin(id).expect(id);
        let (min, max) = (ruleset.players.min, ruleset.players.max);
        for players in min..=max {
            let all = if players == 4.clamp(min, max) { 200 } else { 40 };
            compare(&ruleset, Options::new(players), all, 400);
            let rounds = Options {
                episode: EpisodeKind::Match,
                ..Options::new(players)
            };
            compare(&ruleset, rounds, 8, 1_000);
        }
        for name in ruleset.variants.keys() {
            let settings = serde_json::json!({ "variant": name });
            let variant = ruleset.with(settings.as_object().expect("a map")).expect(name);
            for players in [variant.players.min, variant.players.max] {
                compare(&variant, Options::new(players), 20, 400);
            }
        }
    }
}

#[test]
fn a_reversal_that_skips_gives_the_hat_both_ways() {
    let settings = serde_json::json!({ "score.events.skipped-last": -10, "turn.reverse-with-two": "skip" });
    let ruleset = Ruleset::builtin("crazy_eights_special").expect("builtin");
    let ruleset = ruleset.with(settings.as_object().expect("a map")).expect("valid");
    assert!(compare(&ruleset, Options::new(2), 40, 200) > 0);
}
