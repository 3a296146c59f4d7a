//! The slots of an information state suffice, and too few slots are an error.

use serde_json::json;

use super::*;
use crate::engine::Move;
use crate::engine::{ChanceMode, EpisodeKind, Options};
use crate::episode::bound::Bound;
use crate::rng::{Rng, Stream};
use crate::ruleset::{Ruleset, Split, ids};

/// Returns a random move; none at the end.
fn random(episode: &Episode, rng: &mut Rng) -> Option<Move> {
    let (game, state) = (episode.game(), episode.state());
    if state.is_chance() {
        let outcomes = game.chance_outcomes(state);
        return Some(Move::Outcome(
            outcomes[rng.below(outcomes.len() as u32) as usize].0,
        ));
    }
    let legal = game.legal(state);
    (!legal.is_empty()).then(|| Move::Action(Action::from_id(legal.nth(rng.below(legal.len())))))
}

/// Plays an episode to its end and checks the slots that each seat fills between two counted decisions.
fn play(game: &Game, seed: u64) {
    let (bound, mut rng) = (Bound::of(game), Rng::new(seed, Stream::Bot));
    let about = || format!("{} {:?}, seed {seed}", game.ruleset().id, game.options());
    let mut episode = Episode::new(game, seed);
    // Slots filled when the last decision was counted; `dealt` is true if the cards were dealt by then.
    let mut before = vec![0; usize::from(game.players())];
    let mut dealt = false;
    let mut decisions = 0;
    while let Some(what) = random(&episode, &mut rng) {
        episode.make(what).expect("possible");
        let state = episode.state();
        for (seat, before) in (0..).map(Seat).zip(&mut before) {
            let filled = episode.slots(seat).len();
            let deal = if dealt { 0 } else { bound.opening };
            let end = usize::from(state.is_over());
            // The effects of a turn may come with the counted decision or after it, so the effects of two turns may lie
            // between one counted decision and the next.
            let counted = usize::from(state.decisions() > decisions);
            let most = *before + bound.decision * (1 + counted) + deal + end;
            assert!(
                filled <= most,
                "{filled} > {most} for {seat:?}: {}\n{}",
                about(),
                episode.record()
            );
            if state.decisions() > decisions {
                *before = filled;
            }
        }
        if state.decisions() > decisions {
            (decisions, dealt) = (state.decisions(), state.upcard().is_some());
        }
    }
    for seat in (0..game.players()).map(Seat) {
        let tensor = episode
            .information_state_tensor(seat)
            .unwrap_or_else(|error| panic!("{error}: {}", about()));
        assert_eq!(Ok(tensor.len()), information_state_tensor_size(game));
    }
}

/// Plays a ruleset in rounds and matches under every limit of decisions, for the fewest and the most players.
fn play_all(ruleset: &Ruleset, limits: &[u32], seed: u64) {
    for players in [ruleset.players.min, ruleset.players.max] {
        for (&episode, &chance) in EpisodeKind::ALL.iter().zip(ChanceMode::ALL) {
            for &limit in limits {
                let options = Options {
                    episode,
                    chance,
                    max_decisions: Some(limit),
                    ..Options::new(players)
                };
                // Some rulesets have no matches.
                if let Ok(game) = Game::new(ruleset, options) {
                    play(&game, seed + u64::from(limit));
                }
            }
        }
    }
}

#[test]
fn the_slots_suffice_in_every_builtin_ruleset_and_variant() {
    for id in ids() {
        let ruleset = Ruleset::builtin(id).expect(id);
        for seed in 0..2 {
            play_all(&ruleset, &[1, 2, 7, 60], seed);
        }
        for name in ruleset.variants.keys() {
            let variant = json!({ "variant": name });
            let variant = ruleset.with(variant.as_object().expect("a mapping")).expect(name);
            play_all(&variant, &[3, 60], 5);
        }
    }
}

#[test]
fn the_slots_suffice_under_house_rules() {
    for seed in 0..90 {
        play_all(&Ruleset::sample(seed, Split::All), &[4, 60], seed);
    }
}

/// Games that fill many slots at once: many copies that must be played out of turn, every effect on one card, and
/// rounds that end soon.
#[test]
fn the_slots_suffice_where_much_comes_of_one_card() {
    let crowded = json!({ "deck.packs": 4, "deck.jokers": 0, "out-of-turn.identical": { "all": "must" },
        "deal.cards": 2 });
    let jokers = json!({ "deck.packs": 1, "deck.jokers": 200, "out-of-turn.identical": { "all -*": "may", "*": "must" },
        "deal.cards": 9 });
    let short = json!({ "deal.cards": 1, "call.penalty": 1 });
    let mut played = 0;
    for id in ids() {
        let ruleset = Ruleset::builtin(id).expect(id);
        for changes in [&crowded, &jokers, &short] {
            if let Ok(ruleset) = ruleset.with(changes.as_object().expect("a mapping")) {
                play_all(&ruleset, &[5, 80], 9);
                played += 1;
            }
        }
    }
    assert!(played > 20, "{played} rulesets take the changes");
}

#[test]
fn what_does_not_fit_is_an_error() {
    let options = Options {
        max_decisions: Some(30),
        ..Options::new(2)
    };
    let game = Game::new(&Ruleset::builtin("crazy_eights").expect("builtin"), options).expect("a game");
    let (mut episode, mut rng) = (Episode::new(&game, 1), Rng::new(1, Stream::Bot));
    for _ in 0..12 {
        let what = random(&episode, &mut rng).expect("not over yet");
        episode.make(what).expect("possible");
    }
    let (seat, filled) = (Seat(1), episode.slots(Seat(1)));
    let write = |slots: usize| {
        let shape = TensorShape {
            slots,
            ..TensorShape::of(&game).expect("a limit is set")
        };
        let mut numbers = vec![0.0; shape.slots * shape.slot()];
        write_slots(&filled, seat, &mut numbers, &shape).map(|()| numbers)
    };
    let written = write(filled.len()).expect("it fits");
    assert!(
        written
            .chunks(written.len() / filled.len())
            .all(|slot| slot.contains(&1.0))
    );
    let (needed, slots) = (filled.len(), filled.len() - 1);
    assert_eq!(write(slots), Err(TensorError::Slots { seat, needed, slots }));
    let text = TensorError::Slots { seat, needed, slots }.to_string();
    assert!(
        text.contains("seat 1") && text.contains(&needed.to_string()) && text.contains(&slots.to_string()),
        "{text}"
    );
}
